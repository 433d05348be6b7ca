//! README.md and the book under docs/ are true: every command in them runs, offline and in a folder
//! of its own, and prints what the page shows; every example is accepted; every link leads somewhere.
//!
//! Each page is one session: its blocks run from top to bottom in one folder that has the
//! repository's `examples` and `cache/library`. A comment before a block says what the block is:
//!
//! - `<!-- file: NAME -->`: the block is written to this file. Profiles and settings are also parsed.
//! - `<!-- shows: NAME -->`: this file has this content by now.
//! - `<!-- not run: REASON -->`: a command that needs what a test has not, such as the network.
//! - `<!-- not checked: REASON -->`: the same for a block that is no command.
//! - `<!-- fresh folder -->`: what follows begins in a new folder.
//!
//! Blocks of `console` hold commands after `$ ` and the output of each; blocks of `sh` hold commands
//! that must succeed. In outputs and files, `[..]` stands for some characters, `...` on a line of its
//! own for some lines. `just bless` writes outputs again where they have neither.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "documents/links.rs"]
mod links;
#[path = "documents/page.rs"]
mod page;
#[path = "documents/section.rs"]
mod section;
#[path = "documents/session.rs"]
mod session;

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use bibsync::{check::RULES, model::Authority, sources::Catalog};
use fs_err as fs;

use page::{Block, Page};
use session::Session;

/// The most words of README.md and ARCHITECTURE.md.
const README_WORDS: usize = 1500;
const ARCHITECTURE_WORDS: usize = 3000;

fn repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The pages of the book without its summary, sorted.
fn book() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![repository("docs/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md")
                && !path.ends_with("SUMMARY.md")
            {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

fn pages_with_commands() -> Vec<PathBuf> {
    let mut pages = book();
    pages.insert(0, repository("README.md"));
    pages
}

fn name(path: &Path) -> String {
    let path = path.strip_prefix(repository("")).unwrap_or(path);
    path.display().to_string()
}

#[test]
fn commands_print_what_the_pages_show() {
    let faults: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> = pages_with_commands()
            .into_iter()
            .map(|path| scope.spawn(move || run(&path)))
            .collect();
        runs.into_iter()
            .flat_map(|run| run.join().unwrap())
            .collect()
    });
    assert!(
        faults.is_empty(),
        "`just bless` writes new outputs where they have no `...` or `[..]`\n{}",
        faults.join("\n")
    );
}

/// Runs a page from top to bottom; gives what differs, or writes it.
fn run(path: &Path) -> Vec<String> {
    let mut page = Page::read(path);
    let mut session = Session::new();
    let mut faults = Vec::new();
    let mut changes = Vec::new();
    for block in &page.blocks {
        if block.fresh {
            session = Session::new();
        }
        let actual = match session.run(block) {
            Ok(actual) => actual,
            Err(fault) => {
                faults.push(format!("{}:{}: {fault}", name(path), block.line));
                continue;
            }
        };
        let Some(actual) = actual else { continue };
        if let Err(difference) = session::compare(&actual, &block.text) {
            if std::env::var_os("BLESS").is_some() && !block.elides() {
                changes.push((block.place.clone(), actual));
            } else {
                faults.push(format!("{}:{}:\n{difference}", name(path), block.line));
            }
        }
    }
    page.replace(changes);
    faults
}

#[test]
fn few_commands_are_left_out() {
    let skipped: Vec<String> = pages_with_commands()
        .iter()
        .flat_map(|path| {
            let page = Page::read(path);
            let skipped = page.blocks.into_iter().filter_map(Block::skipped);
            skipped
                .map(|reason| format!("{}: {reason}", name(path)))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(skipped.len() <= 24, "{skipped:#?}");
}

#[test]
fn commands_page_shows_the_help_of_every_command() {
    let page = fs::read_to_string(repository("docs/src/reference/commands.md")).unwrap();
    let session = Session::new();
    let mut commands = vec!["bibsync".to_owned()];
    let mut missing = Vec::new();
    while let Some(command) = commands.pop() {
        let shown = format!("$ {command} --help\n");
        if !page.contains(&shown) {
            missing.push(shown);
        }
        let help = session.output(&format!("{command} --help"));
        let list = help.split("Commands:\n").nth(1).unwrap_or_default();
        commands.extend(
            list.lines()
                .take_while(|line| line.starts_with("  "))
                .filter(|line| !line.starts_with("   "))
                .filter_map(|line| line.split_whitespace().next())
                .filter(|word| *word != "help")
                .map(|word| format!("{command} {word}")),
        );
    }
    assert!(
        missing.is_empty(),
        "docs/src/reference/commands.md lacks {missing:#?}"
    );
}

#[test]
fn rules_page_lists_every_rule() {
    let mut table = String::from("\n\n| code | rule |\n|---|---|\n");
    for rule in RULES {
        writeln!(table, "| {} | {} |", rule.code, rule.title).unwrap();
    }
    table.push('\n');
    section::check(
        &repository("docs/src/reference/rules.md"),
        "<!-- rules: written by `just bless` -->",
        "<!-- end of rules -->",
        &table,
    );
}

/// Which sources are believed first for which fields, as their descriptors say.
#[test]
fn services_have_this_table_of_authority() {
    type Rank = fn(&Authority) -> u8;
    let rows: [(&str, Rank); 5] = [
        (
            "title, people, year, volume, pages and all else of a published work",
            |it| it.published,
        ),
        (
            "the full name of a journal or volume, article numbers",
            |it| it.venues,
        ),
        ("the abbreviated name of a journal", |it| it.short_names),
        (
            "publisher, place, series, edition and editors of a book",
            |it| it.imprints,
        ),
        ("all fields of a preprint", |it| it.preprints),
    ];
    let sources = || Catalog::BUILT_IN.iter().map(|source| source.capabilities);
    let mut table = String::from("\n| field | is taken from |\n|---|---|\n");
    for (fields, rank) in rows {
        let mut ranked: Vec<(u8, &str)> = sources()
            .map(|it| (rank(&it.authority), it.title))
            .filter(|(rank, _)| *rank < u8::MAX)
            .collect();
        ranked.sort_unstable();
        let names: Vec<&str> = ranked.into_iter().map(|(_, name)| name).collect();
        writeln!(table, "| {fields} | {} |", names.join(", ")).unwrap();
    }
    for source in sources().filter(|it| !it.authority.own_fields.is_empty()) {
        let fields = source.authority.own_fields.iter().map(ToString::to_string);
        let fields: Vec<String> = fields.collect();
        writeln!(
            table,
            "| abbreviated journals, collaborations and identifiers of its own in works of {} | {}, before all others |",
            fields.join(" and "),
            source.title
        )
        .unwrap();
    }
    let spelling = sources().filter(|it| it.authority.spells_names);
    let spelling: Vec<&str> = spelling.map(|it| it.title).collect();
    writeln!(
        table,
        "| the spelling of names | {} |\n",
        spelling.join(", ")
    )
    .unwrap();
    section::check(
        &repository("docs/src/services.md"),
        "<!-- authority: written by `just bless` -->",
        "<!-- end of authority -->",
        &table,
    );
}

#[test]
fn summary_lists_every_page_once() {
    let summary = repository("docs/src/SUMMARY.md");
    let listed: Vec<PathBuf> = links::of(&summary)
        .into_iter()
        .map(|link| repository("docs/src").join(link))
        .collect();
    let unique: BTreeSet<&PathBuf> = listed.iter().collect();
    assert_eq!(unique.len(), listed.len(), "a page is listed twice");
    assert_eq!(
        unique,
        book().iter().collect(),
        "docs/src/SUMMARY.md and the pages in docs/src differ"
    );
}

#[test]
fn links_of_the_book_stay_in_the_book() {
    let root = repository("docs/src");
    let outside: Vec<String> = book()
        .iter()
        .flat_map(|path| {
            let depth = path.strip_prefix(&root).unwrap().components().count() - 1;
            links::of(path)
                .into_iter()
                .filter(move |link| link.matches("../").count() > depth)
                .map(|link| format!("{}: {link}", name(path)))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(outside.is_empty(), "mdBook can't follow {outside:#?}");
}

#[test]
fn named_files_exist() {
    let mut pages = pages_with_commands();
    pages.extend(["ARCHITECTURE.md", "CONTRIBUTING.md"].map(repository));
    let missing: Vec<String> = pages
        .iter()
        .flat_map(|path| {
            links::named_files(path)
                .into_iter()
                .filter(|file| !repository(file).exists())
                .map(|file| format!("{}: {file}", name(path)))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(missing.is_empty(), "files that are not there: {missing:#?}");
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut pages = pages_with_commands();
    pages.extend(
        ["ARCHITECTURE.md", "CONTRIBUTING.md", "cache/README.md"]
            .iter()
            .map(|name| repository(name)),
    );
    let broken: Vec<String> = pages
        .iter()
        .flat_map(|path| {
            links::broken(path)
                .into_iter()
                .map(|link| format!("{}: {link}", name(path)))
        })
        .collect();
    assert!(broken.is_empty(), "broken links: {broken:#?}");
}

#[test]
fn readme_and_architecture_stay_short() {
    for (name, most) in [
        ("README.md", README_WORDS),
        ("ARCHITECTURE.md", ARCHITECTURE_WORDS),
    ] {
        let text = fs::read_to_string(repository(name)).unwrap();
        let words = text.split_whitespace().count();
        assert!(words <= most, "{name} has {words} words, at most {most}");
    }
}

#[test]
fn every_block_is_checked_or_says_why_not() {
    let unchecked: Vec<String> = pages_with_commands()
        .iter()
        .flat_map(|path| {
            let blocks = Page::read(path).blocks.into_iter();
            blocks
                .filter(|block| !block.is_checked())
                .map(|block: Block| format!("{}:{}", name(path), block.line))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(
        unchecked.is_empty(),
        "no `file:`, `shows:` or `not checked:` before {unchecked:#?}"
    );
}
