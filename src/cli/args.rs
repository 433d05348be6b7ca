mod check;
mod export;
mod help;
mod init;
mod library;
mod schedule;
mod team;
mod update;

use std::path::PathBuf;

use clap::{
    ArgAction, Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use self::{
    export::styles,
    help::{LOOKED_UP, WRITTEN, after_help},
};
use crate::{
    changes::AcceptedChanges,
    export::Style,
    model::{DblpPid, Orcid},
};

pub(super) use check::{Check, CheckOutput};
pub(super) use export::Export;
pub(super) use init::Init;
pub(super) use library::{BuildArgs, CacheCommand, LibraryCommand, Making};
pub(super) use schedule::{Printed, ScheduleCommand, Scheduled};
pub(super) use team::{StatusForm, TeamCommand, TeamStatus, Worker};
pub(super) use update::{MergeDriver, MergeDriverCommand, Update, UpdateForm, UpgradeChoice};

/// Turns a person's list of publications into clean, verified BibTeX.
#[derive(Debug, Parser)]
#[command(name = "bibsync", version, about, arg_required_else_help = true)]
#[command(max_term_width = 80)]
#[command(after_help = after_help(""))]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Settings every command shares.
    #[command(flatten)]
    pub shared: Shared,
}

/// Settings every command shares.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub struct Shared {
    /// Read settings from this file [default: ./bibsync.toml if there is one, else bibsync.toml in
    /// your configuration folder].
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Keep answers and the library in this folder [default: ./cache if it holds a library folder or
    /// answers of bibsync, else your own cache folder].
    #[arg(long, global = true, value_name = "DIR")]
    pub cache_dir: Option<PathBuf>,
    /// Print errors only.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print each request; given twice, also each answer from the cache.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// Show no progress bar.
    #[arg(long, global = true)]
    pub no_progress: bool,
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look up every listed publication and write the bibliography: the main job.
    ///
    /// Each publication on your list is looked up in the library on this computer, in DBLP and in
    /// Crossref. What they say is merged and written as BibTeX, beside a lock file that records what
    /// was decided and why. Publications that match nothing, or several works, are written as you
    /// listed them and named at the end.
    #[command(after_help = after_help("fetch"))]
    Fetch(Fetch),
    /// Write a first profile.json and bibsync.toml.
    ///
    /// Asks for a CV or .bib file that you have, for your name, your page at DBLP or ORCID iD, and
    /// your e-mail address. Without a file, your publications are taken from the page. Files that are
    /// there already stay as they are. When standard input is not a terminal, each line is an answer.
    #[command(after_help = after_help("init"))]
    Init(Init),
    /// Make a profile.json from a CV, a homepage, a .bib file or another tool's export.
    ///
    /// The profile notes where in the file each publication was found and how sure each field is. If
    /// the profile exists already, it is updated: what changed in the list changes in the profile,
    /// what you added stays, and publications that are gone from the list are named and kept.
    #[command(after_help = after_help("import"))]
    Import(Import),
    /// Look for changes since the last fetch, and say what changed.
    ///
    /// DBLP is asked which works are on the people's pages. If its data changed, Crossref is asked
    /// about the works found before, and arXiv about preprints. Only what changed is looked up in
    /// full; the rest stays as the lock has it. Each change is printed on a line of its own. On a
    /// terminal you are asked which changes to apply. Elsewhere --accept names them; without it, none
    /// is applied.
    #[command(after_help = after_help("refresh"))]
    Refresh(Refresh),
    /// Write the bibliography in another format or style, from the lock alone.
    ///
    /// No request is sent: all that `fetch` found is in `references.lock`. Without -o the result goes
    /// to standard output.
    #[command(after_help = after_help("export"))]
    Export(Export),
    /// Write a page to look at, from the lock alone.
    ///
    /// The page is one HTML file that loads nothing: what needs you, charts of the works, each work
    /// with its entry, its evidence and the origin of its fields, and what each source gave. No
    /// request is sent.
    #[command(after_help = after_help("report"))]
    Report(Report),
    /// Explain a match, or where a field came from, from the lock alone.
    ///
    /// Prints what was listed, what it was matched to, each piece of evidence with its weight (in
    /// log-odds: +2.3 means ten to one for the match, -2.3 ten to one against it), the next best
    /// candidate and why it lost, and which source gave each field on which day. If a listing is
    /// ambiguous or unmatched, it says why.
    #[command(after_help = after_help("why"))]
    Why(Why),
    /// Settle ambiguous listings, one question at a time.
    ///
    /// Shows each listing beside the works it may mean, with differences in brackets, and takes one
    /// key as your answer. The work you choose is pinned in your profile; works you refuse are noted
    /// there under `not`. Nothing else in the file changes, and no question is asked twice. When
    /// standard input is not a terminal, each line is an answer.
    #[command(after_help = after_help("review"))]
    Review(Review),
    /// Find mistakes in a BibTeX file, line by line; with --online, whether its references are real.
    ///
    /// Without --online no request is sent. Each finding names its place, its rule, what is wrong and what to write instead. To silence a
    /// rule for good, list it under `check.ignore` in the settings. To silence it for one entry, put
    /// a line such as `% bibsync: ignore N08` above the entry.
    ///
    /// With --online each reference is looked up and judged: verified; differs from the work that it
    /// means; contradicted, which needs a proof; not found, though every source answered that must
    /// have it; or can't tell. A line `% bibsync: known KEY "why"` silences one for good.
    #[command(after_help = after_help("check"))]
    Check(Check),
    /// Look up the entries of a .bib file that you keep, and change it in place.
    ///
    /// Fields that a reference needs and an entry lacks are added, and a field is corrected if it
    /// alone contradicts a source that agrees in all else. Every other byte of the file stays. The
    /// changes are printed as a diff that `git apply` takes; --write writes them.
    #[command(after_help = after_help("update"))]
    Update(Update),
    /// Merge .bib files for git, field by field.
    ///
    /// `bibsync merge-driver install` makes git use it. git then calls it with three files; the
    /// result replaces the second. Exits with 1 if a conflict is left between markers.
    #[command(after_help = after_help("merge-driver"))]
    MergeDriver(MergeDriver),
    /// Keep records on this computer, which are searched before the network.
    #[command(after_help = after_help("library"))]
    Library {
        /// What to do with them.
        #[command(subcommand)]
        command: LibraryCommand,
    },
    /// Refresh this folder's bibliography regularly, by a timer.
    #[command(after_help = after_help("schedule"))]
    Schedule {
        /// What to do with the timer.
        #[command(subcommand)]
        command: ScheduleCommand,
    },
    /// Allow a settings file that is not your own to run its command.
    ///
    /// A settings file that came with a folder may name a command, `refresh.on_change`. It runs only
    /// after you trusted that file, and only until the file changes: whoever gave you the folder
    /// could have written it.
    #[command(after_help = after_help("trust"))]
    Trust(Trust),
    /// Show or delete the stored answers of the services.
    #[command(after_help = after_help("cache"))]
    Cache {
        /// What to do with them.
        #[command(subcommand)]
        command: CacheCommand,
    },
    /// Keep the lists of a group fresh, by workers that share one PostgreSQL database.
    ///
    /// The setting store.url, or the variable `BIBSYNC_STORE`, names the database. Questions of many lists are
    /// asked together, every answer is kept for all, and all workers together keep to the limits of each service.
    #[command(after_help = after_help("team"))]
    Team {
        /// What to do with them.
        #[command(subcommand)]
        command: TeamCommand,
    },
    /// Print a script that makes your shell complete arguments.
    ///
    /// For bash: `bibsync completions bash > ~/.local/share/bash-completion/completions/bibsync`.
    #[command(after_help = after_help("completions"))]
    Completions(Completions),
    /// Write man pages, one for each command.
    #[command(after_help = after_help("man"))]
    Man(Man),
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct Man {
    /// The folder for the pages; `man -M` wants one that is called `man1`.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Arguments of `fetch`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Fetch {
    /// Lists of publications: a profile.json, or anything `import` reads (a CV as text, Markdown,
    /// HTML, LaTeX or PDF, .bib, RIS, CSV, CSL-JSON, JSON Resume, .enw, .nbib); `-` reads
    /// standard input. Several lists make one bibliography.
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Write the bibliography here.
    #[arg(short, long, value_name = "FILE", default_value = "references.bib", help_heading = WRITTEN)]
    pub output: PathBuf,
    /// Keep the lock here [default: beside the output, `references.lock` for `references.bib`].
    #[arg(long, value_name = "FILE", help_heading = WRITTEN)]
    pub lock: Option<PathBuf>,
    /// Send no request; use the library and the cache alone.
    #[arg(long, help_heading = LOOKED_UP)]
    pub offline: bool,
    /// Send no request and write nothing; say how many requests a run would send to each service,
    /// and how long it would take.
    #[arg(long, conflicts_with_all = ["offline", "locked", "report", "strict"], help_heading = LOOKED_UP)]
    pub dry_run: bool,
    /// Write exactly what the lock says, without cache or network. Fails if the lock lacks a listing,
    /// and says what differs. With --strict, also exits with 1 if the output was different before.
    #[arg(long, help_heading = LOOKED_UP)]
    pub locked: bool,
    /// Write a report to this file, the result for each listing, and why: JSON, or a page to look at if
    /// its name ends in .html.
    #[arg(long, value_name = "FILE", help_heading = WRITTEN)]
    pub report: Option<PathBuf>,
    /// Write this format [default: as in the settings, else bibtex].
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = WRITTEN)]
    pub format: Option<Format>,
    /// Write for this style [default: as in the settings, else default].
    #[arg(long, value_parser = styles(), value_name = "STYLE", help_heading = WRITTEN)]
    pub style: Option<&'static Style>,
    /// Exit with 1 if a listing is ambiguous, or unmatched without a status that says it is
    /// unpublished.
    #[arg(long)]
    pub strict: bool,
    /// Continue even if the list lost all or most of its publications.
    #[arg(long)]
    pub allow_removals: bool,
}

/// Arguments of `refresh`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Refresh {
    /// The lists [default: those that the lock was made from].
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// The bibliography to refresh.
    #[arg(short, long, value_name = "FILE", default_value = "references.bib", help_heading = WRITTEN)]
    pub output: PathBuf,
    /// Its lock [default: beside it].
    #[arg(long, value_name = "FILE", help_heading = WRITTEN)]
    pub lock: Option<PathBuf>,
    /// Apply these changes without asking.
    #[arg(long, value_parser = accepts(), value_name = "WHAT")]
    pub accept: Option<AcceptedChanges>,
    /// Write nothing; print what would change.
    #[arg(long, conflicts_with = "accept")]
    pub dry_run: bool,
    /// Look up everything again, changed or not.
    #[arg(long, help_heading = LOOKED_UP)]
    pub all: bool,
    /// Send no request; use the library and the cache alone.
    #[arg(long, help_heading = LOOKED_UP)]
    pub offline: bool,
    /// How to print the changes.
    #[arg(long, value_enum, default_value_t = ChangeForm::Text, value_name = "FORM", help_heading = WRITTEN)]
    pub format: ChangeForm,
    /// Write a report to this file, the result for each listing, and why: JSON, or a page to look at if
    /// its name ends in .html.
    #[arg(long, value_name = "FILE", help_heading = WRITTEN)]
    pub report: Option<PathBuf>,
    /// Exit with 1 if a listing is ambiguous, or unmatched without a status that says it is
    /// unpublished.
    #[arg(long)]
    pub strict: bool,
    /// Continue even if the list lost all or most of its publications.
    #[arg(long)]
    pub allow_removals: bool,
}

/// How changes are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ChangeForm {
    /// One line for each change.
    Text,
    /// A list, for the text of a pull request.
    Markdown,
    /// JSON, for programs.
    Json,
}

/// The kinds of changes that can be accepted, by their names.
fn accepts() -> impl TypedValueParser<Value = AcceptedChanges> {
    let names = AcceptedChanges::ALL.map(|accept| {
        PossibleValue::new(accept.as_str()).help(match accept {
            AcceptedChanges::Upgrades => {
                "preprints that were published, and works that are now found or in doubt"
            }
            AcceptedChanges::Fields => "fields that were added, corrected or withdrawn",
            AcceptedChanges::All => "both",
            AcceptedChanges::None => "neither; what you changed in the lists still counts",
        })
    });
    PossibleValuesParser::new(names)
        .try_map(|name| AcceptedChanges::from_name(&name).ok_or("no such choice"))
}

/// Arguments of `import`.
#[derive(Debug, Args)]
pub struct Import {
    /// The lists: plain text, Markdown, reStructuredText, HTML, LaTeX, PDF (needs poppler), .bib, RIS,
    /// CSL-JSON, JSON Resume, CSV (Google Scholar, Zotero), Hayagriva, .enw, .nbib or XML of reference
    /// managers. The format is recognized by the content; `-` reads standard input.
    #[arg(required_unless_present_any = ["orcid", "dblp"], value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the profile here; an existing one is updated. `-` prints it.
    #[arg(short, long, value_name = "FILE", default_value = "profile.json")]
    pub output: PathBuf,
    /// Whose list it is, `First Last` [default: as the list says].
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Take the publications listed under this ORCID iD: at DBLP, at ORCID itself, and at other sources in use.
    #[arg(long, value_parser = Orcid::parse, value_name = "ID")]
    pub orcid: Option<Orcid>,
    /// Take the publications on this page of DBLP, such as 95/7448-1.
    #[arg(long, value_parser = DblpPid::parse, value_name = "PID")]
    pub dblp: Option<DblpPid>,
    /// Send no request; use the library and the cache alone.
    #[arg(long)]
    pub offline: bool,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct Report {
    /// Write the page here; `-` prints it.
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    pub output: PathBuf,
    /// Read this lock.
    #[arg(long, value_name = "FILE", default_value = "references.lock")]
    pub lock: PathBuf,
}

/// Arguments of `trust`.
#[derive(Debug, Args)]
pub struct Trust {
    /// The settings file.
    #[arg(value_name = "FILE", default_value = "bibsync.toml")]
    pub file: PathBuf,
    /// Stop trusting it.
    #[arg(long)]
    pub remove: bool,
}

/// Arguments of `why`.
#[derive(Debug, Args)]
pub struct Why {
    /// A citation key (or a former one), or `#3` for the fourth listing (counted from 0, as in
    /// the report). With a field after it, such as `KEY.title`: where that field came from.
    #[arg(value_name = "KEY[.FIELD]")]
    pub key: String,
    /// Read this lock.
    #[arg(long, value_name = "FILE", default_value = "references.lock")]
    pub lock: PathBuf,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `review`.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Review {
    /// The lists that were fetched, each a profile.json; by default those that the lock names. Answers are
    /// written into them.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Read this lock.
    #[arg(long, value_name = "FILE", default_value = "references.lock")]
    pub lock: PathBuf,
    /// Print the questions without asking them.
    #[arg(long, conflicts_with = "accept")]
    pub list: bool,
    /// With --list: print JSON, for programs.
    #[arg(long, requires = "list")]
    pub json: bool,
    /// Answer without being asked: the listing's number as --list shows it, then a candidate's
    /// number, a DOI, an arXiv id, a DBLP key, or `none`. May be given several times.
    #[arg(long, value_name = "INDEX=ID")]
    pub accept: Vec<String>,
    /// Ask on a page in your browser instead of the terminal. Only this computer can open the page,
    /// and only by the address that is printed.
    #[arg(long, conflicts_with_all = ["list", "accept"])]
    pub web: bool,
    /// When done, run fetch with the answers, into the bibliography beside the lock.
    #[arg(long, conflicts_with = "list")]
    pub fetch: bool,
}

/// What the output is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Classic BibTeX, in plain ASCII.
    Bibtex,
    /// For biblatex and biber, in UTF-8.
    Biblatex,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_hang_together() {
        use clap::CommandFactory as _;
        Cli::command().debug_assert();
    }
}
