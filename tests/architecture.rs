//! The rules of ARCHITECTURE.md that a program can check: imports between modules point one way,
//! the files of a module import each other without cycles, and every module describes itself.
#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

#[path = "architecture/cycles.rs"]
mod cycles;
#[path = "architecture/paths.rs"]
mod paths;
#[path = "documents/section.rs"]
mod section;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::Path,
    sync::LazyLock,
};

use fs_err as fs;

use paths::Crate;

/// A row of the import table: a module, the modules it may use, and why.
///
/// A change here is a change of the design. `just bless` copies the table into ARCHITECTURE.md.
const MODULES: [(&str, &[&str], &str); 30] = [
    ("words", &[], "lists words, and compares nothing"),
    (
        "model",
        &["words"],
        "parses names, whose particles are listed",
    ),
    (
        "text",
        &["model", "words"],
        "reads and writes titles and names",
    ),
    (
        "bib",
        &["model", "text"],
        "turns an entry into metadata; its values are LaTeX",
    ),
    (
        "check",
        &["bib", "model", "text"],
        "scans files, and judges titles by the rules that protect them",
    ),
    (
        "profile",
        &["model", "text", "words"],
        "turns a list into listings; a month may be a word",
    ),
    (
        "import",
        &["bib", "model", "profile", "formats", "text"],
        "turns other formats into listings, and updates a profile made from them",
    ),
    ("cache", &[], "stores bytes"),
    ("http", &["cache"], "begins and ends a fetch with the cache"),
    (
        "formats",
        &["model", "text", "words"],
        "turns a JSON work into a record; its values hold markup",
    ),
    (
        "library",
        &["bib", "model", "formats", "text"],
        "reads `.bib` and JSON files, and compares titles",
    ),
    (
        "sources",
        &["http", "library", "model", "formats", "text"],
        "asks services through `http`; the library is one more source",
    ),
    (
        "config",
        &["cache", "model", "sources"],
        "reads the settings that each source describes, and a store's address",
    ),
    (
        "matching",
        &["model", "text", "words"],
        "compares records with listings",
    ),
    (
        "enrich",
        &["matching", "model", "text"],
        "infers the kind of a work by the same rule as matching",
    ),
    (
        "export",
        &["bib", "model", "text"],
        "writes works; reads a person's own BibTeX fields for the other formats",
    ),
    (
        "lock",
        &["model", "text"],
        "stores verdicts and works; compares titles when two branches gave one key to two works",
    ),
    (
        "changes",
        &["bib", "lock", "model"],
        "compares two locks, and two versions of an output",
    ),
    (
        "output",
        &["bib", "export", "lock", "model", "text"],
        "writes entries, reads them back, and compares both with the lock",
    ),
    ("schedule", &[], "describes timers, which know no works"),
    (
        "sync",
        &[
            "enrich", "export", "http", "lock", "matching", "model", "sources", "text",
        ],
        "conducts a run; needs the errors of `http` and the citation keys of `export`",
    ),
    (
        "references",
        &[
            "check", "library", "matching", "model", "sources", "sync", "text",
        ],
        "judges what a survey found",
    ),
    (
        "page",
        &["changes", "lock", "model", "references", "sources", "text"],
        "draws locks, changes and judgements",
    ),
    ("files", &[], "replaces files, whatever they hold"),
    (
        "session",
        &[
            "cache", "config", "http", "library", "model", "sources", "sync",
        ],
        "opens the sources that the settings name",
    ),
    (
        "bibliography",
        &[
            "cache", "config", "export", "files", "lock", "output", "profile", "session", "sync",
        ],
        "resolves lists, renders entries, writes lock and output",
    ),
    ("patch", &["bib"], "edits blocks of the scan"),
    (
        "update",
        &[
            "bib", "export", "import", "lock", "matching", "model", "patch", "text",
        ],
        "compares entries with works, and remembers it in a lock",
    ),
    (
        "merge",
        &["bib", "patch", "text"],
        "pairs and edits entries",
    ),
    (
        "cli",
        &[
            "bib",
            "bibliography",
            "cache",
            "changes",
            "check",
            "config",
            "export",
            "files",
            "http",
            "import",
            "library",
            "lock",
            "merge",
            "model",
            "output",
            "page",
            "patch",
            "profile",
            "references",
            "schedule",
            "session",
            "sources",
            "sync",
            "update",
        ],
        "sets the others up",
    ),
];

/// The most files of a module that may belong to import cycles. A number may only fall; modules
/// that are not named here have none.
const FILES_IN_CYCLES: [(&str, usize); 1] = [("import", 82)];

const TABLE_BEGIN: &str = "<!-- imports: written by `just bless` from tests/architecture.rs -->";
const TABLE_END: &str = "<!-- end of imports -->";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders under `src`, each of which is a module.
fn module_names() -> BTreeSet<String> {
    fs::read_dir(repository().join("src"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect()
}

static SOURCE: LazyLock<Crate> = LazyLock::new(|| Crate::read(&repository().join("src")));

#[test]
fn table_names_every_module() {
    let table: BTreeSet<String> = MODULES
        .iter()
        .map(|(name, ..)| (*name).to_owned())
        .collect();
    assert_eq!(module_names(), table);
}

#[test]
fn imports_follow_the_table() {
    let modules = module_names();
    let allowed: BTreeMap<&str, &[&str]> = MODULES
        .iter()
        .map(|(name, uses, _)| (*name, *uses))
        .collect();
    let mut wrong = BTreeSet::new();
    for (file, used) in SOURCE.modules_used() {
        let own = SOURCE.top_module(file);
        if !modules.contains(own) || !modules.contains(used) || own == used {
            continue;
        }
        if !allowed[own].contains(&used) {
            wrong.insert(format!("{} uses {used}", SOURCE.name(file)));
        }
    }
    assert!(wrong.is_empty(), "imports against the table: {wrong:#?}");
}

#[test]
fn table_lists_no_import_that_is_not_used() {
    let used: BTreeSet<(&str, &str)> = SOURCE
        .modules_used()
        .into_iter()
        .map(|(file, used)| (SOURCE.top_module(file), used))
        .collect();
    let mut unused = Vec::new();
    for (module, uses, _) in MODULES {
        unused.extend(
            uses.iter()
                .filter(|other| !used.contains(&(module, **other)))
                .map(|other| format!("{module} no longer uses {other}")),
        );
    }
    assert!(unused.is_empty(), "shorten the table: {unused:#?}");
}

#[test]
fn table_has_no_cycle() {
    let mut done: BTreeSet<&str> = BTreeSet::new();
    while done.len() < MODULES.len() {
        let ready: Vec<&str> = MODULES
            .iter()
            .filter(|(name, uses, _)| !done.contains(name) && uses.iter().all(|u| done.contains(u)))
            .map(|(name, ..)| *name)
            .collect();
        assert!(!ready.is_empty(), "a cycle outside of {done:?}");
        done.extend(ready);
    }
}

/// Prints the cycles of each module: `cargo test --test architecture cycles -- --nocapture`.
#[test]
#[expect(clippy::print_stdout, reason = "the list is what one asks for")]
fn file_cycles_do_not_grow() {
    let limits: BTreeMap<&str, usize> = FILES_IN_CYCLES.into_iter().collect();
    let mut grown = Vec::new();
    for module in module_names() {
        let cycles = SOURCE.cycles_within(&module);
        let files = cycles.iter().map(Vec::len).sum::<usize>();
        let limit = limits.get(module.as_str()).copied().unwrap_or(0);
        if files == 0 && limit == 0 {
            continue;
        }
        println!(
            "{module}: {files} files in {} cycles, at most {limit}",
            cycles.len()
        );
        for cycle in &cycles {
            println!("  {}", SOURCE.describe(cycle));
        }
        if files > limit {
            grown.push(format!("{module}: {files} files, at most {limit}"));
        }
    }
    assert!(
        grown.is_empty(),
        "files that import each other in cycles: {grown:#?}"
    );
}

#[test]
fn every_module_describes_itself() {
    for module in module_names() {
        let text =
            fs::read_to_string(repository().join("src").join(&module).join("mod.rs")).unwrap();
        let paragraph: String = text
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase();
        assert!(
            ["not ", "neither ", "never ", "nothing "]
                .iter()
                .any(|word| paragraph.contains(word)),
            "src/{module}/mod.rs must say what it owns, what comes in, what goes out and what it \
             must not know"
        );
        assert!(
            paragraph.len() > 150,
            "src/{module}/mod.rs: its paragraph says too little"
        );
    }
}

#[test]
fn architecture_describes_every_module() {
    let text = fs::read_to_string(repository().join("ARCHITECTURE.md")).unwrap();
    let described: BTreeSet<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("### `")?.split('`').next())
        .map(|name| name.trim_end_matches('/').to_owned())
        .collect();
    assert_eq!(
        described,
        module_names(),
        "ARCHITECTURE.md has a heading ### `module/` for each module, and no other"
    );
}

#[test]
fn architecture_has_this_import_table() {
    let mut table = String::from("\n| module | uses | because it |\n|---|---|---|\n");
    for (module, uses, reason) in MODULES {
        let uses = match uses {
            [] => "nothing".to_owned(),
            uses => uses
                .iter()
                .map(|name| format!("`{name}`"))
                .collect::<Vec<_>>()
                .join(", "),
        };
        writeln!(table, "| `{module}` | {uses} | {reason} |").unwrap();
    }
    table.push('\n');
    section::check(
        &repository().join("ARCHITECTURE.md"),
        TABLE_BEGIN,
        TABLE_END,
        &table,
    );
}
