//! Arguments of the commands for a `.bib` file that a person keeps.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum, builder::PossibleValuesParser};

use super::help::{LOOKED_UP, after_help};
use crate::update::FIELDS;

/// Arguments of `update`.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Update {
    /// The .bib files.
    #[arg(required_unless_present = "keys", value_name = "FILE.bib")]
    pub files: Vec<PathBuf>,
    /// Write the changes into the files, and what was decided into a lock beside each (`refs.lock`
    /// for `refs.bib`). Without it the changes are printed as a diff, and nothing is written.
    #[arg(long, conflicts_with = "check")]
    pub write: bool,
    /// Write and print nothing; exit with 1 if anything would change.
    #[arg(long)]
    pub check: bool,
    /// Ask about each change (y: yes, n: no and never again, a: all that follow, q: no more), and
    /// write those accepted. When standard input is no terminal, each line is an answer.
    #[arg(long, conflicts_with_all = ["check", "write"])]
    pub patch: bool,
    /// Change these fields only.
    #[arg(long, value_delimiter = ',', value_name = "FIELD,…", value_parser = PossibleValuesParser::new(FIELDS), ignore_case = true, hide_possible_values = true, help_heading = "Which entries and fields")]
    pub only: Vec<String>,
    /// Never change these fields.
    #[arg(long, value_delimiter = ',', value_name = "FIELD,…", value_parser = PossibleValuesParser::new(FIELDS), ignore_case = true, hide_possible_values = true, help_heading = "Which entries and fields")]
    pub never: Vec<String>,
    /// Look up the entries with these keys only.
    #[arg(long, num_args = 1.., value_name = "KEY", help_heading = "Which entries and fields")]
    pub keys: Vec<String>,
    /// Look up the entries only that are new or changed since this git revision.
    #[arg(long, value_name = "REV", help_heading = "Which entries and fields")]
    pub changed_since: Option<String>,
    /// Whether a preprint that was published becomes its publication. `ask` does so with --patch
    /// only, and elsewhere says how many there are.
    #[arg(long, value_enum, default_value_t = UpgradeChoice::Ask, value_name = "WHEN")]
    pub upgrade: UpgradeChoice,
    /// How to print the changes: as a diff that `git apply` takes, or as JSON, one object for each
    /// file on a line.
    #[arg(long, value_enum, default_value_t = UpdateForm::Diff, value_name = "FORM")]
    pub output: UpdateForm,
    /// Look up again also what the lock has an answer for.
    #[arg(long, help_heading = LOOKED_UP)]
    pub again: bool,
    /// Send no request; use the lock, the library and the cache alone.
    #[arg(long, help_heading = LOOKED_UP)]
    pub offline: bool,
}

/// Whether preprints become their publications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UpgradeChoice {
    /// Never.
    None,
    /// If you say so for each.
    Ask,
    /// Always.
    All,
}

impl Update {
    /// Takes for files what ends in `.bib` behind the keys: `--keys lee2019 refs.bib` takes all that follows for keys.
    #[must_use]
    pub fn with_files(&self) -> Self {
        let mut args = self.clone();
        if args.files.is_empty() {
            let is_bib = |text: &String| {
                let end = Path::new(text).extension();
                end.is_some_and(|end| end.eq_ignore_ascii_case("bib"))
            };
            let last = args.keys.iter().rposition(|text| !is_bib(text));
            let behind = args.keys.split_off(last.map_or(0, |last| last + 1));
            args.files = behind.into_iter().map(PathBuf::from).collect();
        }
        args
    }
}

/// How changes are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UpdateForm {
    /// A unified diff.
    Diff,
    /// JSON, for programs.
    Json,
}

/// Arguments of `merge-driver`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct MergeDriver {
    /// What to do instead of merging.
    #[command(subcommand)]
    pub command: Option<MergeDriverCommand>,
    /// The common ancestor (%O).
    #[arg(required = true, value_name = "%O")]
    pub base: Option<PathBuf>,
    /// Our version (%A), which the result replaces.
    #[arg(required = true, value_name = "%A")]
    pub ours: Option<PathBuf>,
    /// Their version (%B).
    #[arg(required = true, value_name = "%B")]
    pub theirs: Option<PathBuf>,
    /// The length of conflict markers (%L).
    #[arg(short = 'L', value_name = "%L", default_value_t = 7)]
    pub marker: usize,
    /// The path of the file in the repository (%P), for messages.
    #[arg(short = 'P', value_name = "%P")]
    pub path: Option<String>,
}

/// What to do instead of merging.
#[derive(Debug, Subcommand)]
pub enum MergeDriverCommand {
    /// Make git merge .bib files with bibsync, in this repository.
    ///
    /// Writes the driver into git's configuration, and `*.bib merge=bibsync` into `.gitattributes`.
    #[command(after_help = after_help("merge-driver install"))]
    Install {
        /// In all repositories of yours.
        #[arg(long)]
        global: bool,
        /// Undo it.
        #[arg(long)]
        uninstall: bool,
    },
}
