mod library;
mod schedule;

use std::path::PathBuf;

use clap::{
    ArgAction, Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use crate::{
    changes::Accept,
    check, export,
    model::{DblpPid, Orcid},
};

pub(super) use library::{CacheCommand, LibraryCommand, Making};
pub(super) use schedule::{Printed, ScheduleCommand, Scheduled};

/// What the numbers a command ends with mean; [`super::Code`] gives them out.
const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    done, but check or --strict found something
  2    wrong use or unreadable input; nothing was written
  3    a source failed, and what it would have given is missing
  130  interrupted; the answers so far are kept";

/// Turns a person's list of publications into clean, verified BibTeX.
#[derive(Debug, Parser)]
#[command(name = "bibsync", version, about, arg_required_else_help = true)]
#[command(after_help = EXIT_CODES)]
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
    /// Read settings from this file [default: ./bibsync.toml, else the one in the user's
    /// configuration folder].
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Keep answers and the library in this folder [default: ./cache if it has a library folder or
    /// answers of bibsync in it, else the user's cache folder].
    #[arg(long, global = true, value_name = "DIR")]
    pub cache_dir: Option<PathBuf>,
    /// Say nothing but errors.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Name each request; twice: each answer from the cache too.
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
    /// Find every listed publication and write the bibliography: the main job.
    ///
    /// Each listing is matched against the library, DBLP and Crossref. What they say of a work is
    /// merged, and written as BibTeX beside a lock that says what was decided and why. Listings
    /// that match nothing, or more than one thing, are written as listed and named at the end.
    #[command(after_help = EXIT_CODES)]
    Fetch(Fetch),
    /// Make a profile of a CV, a homepage, a .bib file or another tool's export.
    ///
    /// Each publication keeps where it stood in the file and how sure each field is. Where a
    /// profile stands already it is brought up to date: what the list says now is put in, what the
    /// person added stays, and what the list has no longer is named and kept.
    #[command(after_help = EXIT_CODES)]
    Import(Import),
    /// Ask again for what may have changed, and say what did.
    ///
    /// DBLP is asked for what stands on the people's pages, and of when its data are; if they moved,
    /// Crossref for how the works found stand, and arXiv for preprints. What something is new about is
    /// looked up in full; the rest stays as the lock has it. What changed is printed, a line each. On a terminal you are asked what to take over; elsewhere --accept
    /// says it, and without it nothing is.
    #[command(after_help = EXIT_CODES)]
    Refresh(Refresh),
    /// Write the bibliography in another format or style, from the lock alone.
    ///
    /// Nothing is looked up and no request is sent: what `fetch` found out stands in
    /// `references.lock`. Without -o the result goes to standard output.
    #[command(after_help = EXIT_CODES)]
    Export(Export),
    /// Say where a match and each field came from, by the lock alone.
    ///
    /// Prints what was listed, what it was matched to, each piece of evidence with its weight (in
    /// log-odds: +2.3 is ten to one, -2.3 one to ten), the runner-up and why it lost, and who said
    /// which field when. For what is ambiguous or unmatched it says why.
    #[command(after_help = EXIT_CODES)]
    Why(Why),
    /// Settle what is ambiguous, one question at a time.
    ///
    /// Shows what is listed beside the works it may mean, with what differs in brackets, and takes
    /// one key for an answer. The work chosen is pinned in the profile, what is refused stands in
    /// its `not`; everything else in the file stays as it is, and what was answered is not asked
    /// again. On a pipe each answer is a line.
    #[command(after_help = EXIT_CODES)]
    Review(Review),
    /// Find what is wrong with a BibTeX file, line by line, without any request.
    ///
    /// Each finding names its place, its rule, what is wrong and what to write instead. A rule is
    /// silenced for good by `check.ignore` in the settings, and for one entry by a line
    /// `% bibsync: ignore N08` above it.
    #[command(after_help = EXIT_CODES)]
    Check(Check),
    /// Keep records on this disk, which are searched before any network is asked.
    Library {
        /// What to do with them.
        #[command(subcommand)]
        command: LibraryCommand,
    },
    /// Have this folder's bibliography refreshed by a timer.
    Schedule {
        /// What to do with the timer.
        #[command(subcommand)]
        command: ScheduleCommand,
    },
    /// Let the command run that a folder's settings name.
    ///
    /// `refresh.on_change` in a file that is not your own settings runs only after you trusted that file,
    /// and as long as it stays as it is: whoever gave you the folder could have written it.
    #[command(after_help = EXIT_CODES)]
    Trust(Trust),
    /// Look into or clear out the answers that are kept.
    Cache {
        /// What to do with them.
        #[command(subcommand)]
        command: CacheCommand,
    },
}

/// Arguments of `fetch`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Fetch {
    /// Lists of publications: a profile.json, or anything `import` takes (a CV as text, Markdown,
    /// HTML, LaTeX or PDF, .bib, RIS, CSL-JSON, JSON Resume); `-` reads standard input. Several
    /// make one bibliography.
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Write the bibliography here.
    #[arg(short, long, value_name = "FILE", default_value = "references.bib")]
    pub output: PathBuf,
    /// Keep the lock here [default: beside the output, `references.lock` for `references.bib`].
    #[arg(long, value_name = "FILE")]
    pub lock: Option<PathBuf>,
    /// Send no request: answer from the library and the cache alone.
    #[arg(long)]
    pub offline: bool,
    /// Send no request and write nothing: say what would be asked of whom, and how long it would
    /// take.
    #[arg(long, conflicts_with_all = ["offline", "locked", "report", "strict"])]
    pub dry_run: bool,
    /// Write exactly what the lock says, without cache or network; fail if it lacks a listing, and say
    /// what differs. With --strict, also end with 1 if the output that stood there was another.
    #[arg(long)]
    pub locked: bool,
    /// Write what became of each listing, and why, to this JSON file.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write this format [default: as configured, else bibtex].
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Write for this style [default: as configured, else default].
    #[arg(long, value_parser = styles(), value_name = "STYLE")]
    pub style: Option<&'static export::Style>,
    /// End with exit code 1 when anything is left unmatched or ambiguous.
    #[arg(long)]
    pub strict: bool,
    /// Go on though the list has lost all or most of what it listed before.
    #[arg(long)]
    pub allow_removals: bool,
}

/// Arguments of `refresh`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Refresh {
    /// The lists [default: those that the lock was made of].
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// The bibliography.
    #[arg(short, long, value_name = "FILE", default_value = "references.bib")]
    pub output: PathBuf,
    /// Its lock [default: beside it].
    #[arg(long, value_name = "FILE")]
    pub lock: Option<PathBuf>,
    /// What to take over without asking.
    #[arg(long, value_parser = accepts(), value_name = "WHAT")]
    pub accept: Option<Accept>,
    /// Write nothing; say what would change.
    #[arg(long, conflicts_with = "accept")]
    pub dry_run: bool,
    /// Look everything up again.
    #[arg(long)]
    pub all: bool,
    /// Send no request: answer from the library and the cache alone.
    #[arg(long)]
    pub offline: bool,
    /// How the changes are printed.
    #[arg(long, value_enum, default_value_t = ChangeForm::Text, value_name = "FORM")]
    pub format: ChangeForm,
    /// Write what became of each listing, and why, to this JSON file.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// End with exit code 1 when anything is left unmatched or ambiguous.
    #[arg(long)]
    pub strict: bool,
    /// Go on though the list has lost all or most of what it listed before.
    #[arg(long)]
    pub allow_removals: bool,
}

/// How changes are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ChangeForm {
    /// A line each.
    Text,
    /// A list, for the text of a pull request.
    Markdown,
    /// For programs.
    Json,
}

/// What can be taken over, by its names.
fn accepts() -> impl TypedValueParser<Value = Accept> {
    PossibleValuesParser::new(Accept::ALL.map(Accept::as_str))
        .try_map(|name| Accept::from_name(&name).ok_or("no such choice"))
}

/// Arguments of `import`.
#[derive(Debug, Args)]
pub struct Import {
    /// The lists: plain text, Markdown, HTML, LaTeX, PDF (read by poppler), .bib, RIS,
    /// CSL-JSON or JSON Resume, told by what they hold; `-` reads standard input.
    #[arg(required_unless_present_any = ["orcid", "dblp"], value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the profile here, or bring it up to date.
    #[arg(short, long, value_name = "FILE", default_value = "profile.json")]
    pub output: PathBuf,
    /// Whose list it is, `First Last` [default: as the list says].
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// List the works of the person with this ORCID iD, as DBLP has them.
    #[arg(long, value_parser = Orcid::parse, value_name = "ID")]
    pub orcid: Option<Orcid>,
    /// List the works on this page of DBLP (`95/7448-1`).
    #[arg(long, value_parser = DblpPid::parse, value_name = "PID")]
    pub dblp: Option<DblpPid>,
    /// Send no request: answer from the library and the cache alone.
    #[arg(long)]
    pub offline: bool,
}

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct Export {
    /// Write this format [default: by the ending of -o, else as configured, else bibtex].
    #[arg(long, value_parser = formats(), value_name = "FORMAT")]
    pub format: Option<export::Format>,
    /// Write for this style [default: as configured, else default].
    #[arg(long, value_parser = styles(), value_name = "STYLE")]
    pub style: Option<&'static export::Style>,
    /// Write to this file [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Read this lock.
    #[arg(long, value_name = "FILE", default_value = "references.lock")]
    pub lock: PathBuf,
    /// Read the lock as git has it at this revision (a commit, tag or branch), or of before this day
    /// (2025-11-01, in UTC); format and style are those of then.
    #[arg(long, value_name = "REV|DAY")]
    pub at: Option<String>,
    /// Make new keys by this pattern, such as `{auth}{shortyear}`; biblatex gets the old ones as
    /// `ids`. The lock keeps its keys.
    #[arg(long, value_name = "PATTERN")]
    pub keys: Option<String>,
    /// Print each former key and the one that stands for it now, instead of a bibliography
    /// (beside it with -o).
    #[arg(long)]
    pub keys_map: bool,
}

/// Arguments of `trust`.
#[derive(Debug, Args)]
pub struct Trust {
    /// The file of settings.
    #[arg(value_name = "FILE", default_value = "bibsync.toml")]
    pub file: PathBuf,
    /// Trust it no longer.
    #[arg(long)]
    pub remove: bool,
}

/// Arguments of `why`.
#[derive(Debug, Args)]
pub struct Why {
    /// A citation key, one it had before, or `#3` for the fourth listing (counted from 0, as in the
    /// report); with `.title` or another field behind it, who said that.
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
#[derive(Debug, Args)]
pub struct Review {
    /// The lists that were fetched, each a profile.json, into which answers are written.
    #[arg(value_name = "INPUT", default_value = "profile.json")]
    pub inputs: Vec<PathBuf>,
    /// Read this lock.
    #[arg(long, value_name = "FILE", default_value = "references.lock")]
    pub lock: PathBuf,
    /// Print the questions and ask nothing.
    #[arg(long, conflicts_with = "accept")]
    pub list: bool,
    /// With --list: print JSON, for programs.
    #[arg(long, requires = "list")]
    pub json: bool,
    /// Answer without being asked: the listing's number as --list shows it, and a candidate's number,
    /// a DOI, an arXiv id, a DBLP key, or `none`. Any listing may be answered so. Repeatable.
    #[arg(long, value_name = "INDEX=ID")]
    pub accept: Vec<String>,
    /// Fetch at once with the answers, into the bibliography beside the lock.
    #[arg(long, conflicts_with = "list")]
    pub fetch: bool,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Bibliographies (`-` reads one from standard input), or lists, which are checked as the lock
    /// has them.
    #[arg(required = true, value_name = "FILE.bib|INPUT")]
    pub files: Vec<PathBuf>,
    /// Read this lock for lists.
    #[arg(long, value_name = "FILE", default_value = "references.lock")]
    pub lock: PathBuf,
    /// For whom the files are [default: found out from their fields].
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// How findings are printed.
    #[arg(long, value_parser = outputs(), default_value = "text", value_name = "FORM")]
    pub output: check::Output,
    /// End with exit code 1 for advice too.
    #[arg(long)]
    pub strict: bool,
}

/// Formats by their names.
fn formats() -> impl TypedValueParser<Value = export::Format> {
    let names = export::Format::ALL.map(export::Format::as_str);
    PossibleValuesParser::new(names)
        .try_map(|name| export::Format::from_name(&name).ok_or("no format"))
}

/// Styles by their names.
fn styles() -> impl TypedValueParser<Value = &'static export::Style> {
    let names = export::Style::ALL.map(|style| PossibleValue::new(style.name).help(style.purpose));
    PossibleValuesParser::new(names)
        .try_map(|name| export::Style::from_name(&name).ok_or("no style"))
}

/// Forms of a report by their names.
fn outputs() -> impl TypedValueParser<Value = check::Output> {
    let names = check::Output::ALL.map(check::Output::as_str);
    PossibleValuesParser::new(names)
        .try_map(|name| check::Output::from_name(&name).ok_or("no form"))
}

/// What the output is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Classic BibTeX, in ASCII.
    Bibtex,
    /// BibLaTeX's data model, in UTF-8.
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
