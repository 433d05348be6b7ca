use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

/// What the numbers a command ends with mean; [`super::Code`] gives them out.
const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    done, but --strict found something unmatched or ambiguous
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
    /// Keep answers and the library in this folder [default: ./cache if it exists, else the user's
    /// cache folder].
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
    /// Look into or clear out the answers that are kept.
    Cache {
        /// What to do with them.
        #[command(subcommand)]
        command: CacheCommand,
    },
}

/// Arguments of `fetch`.
#[derive(Debug, Args)]
pub struct Fetch {
    /// Lists of publications, each a profile.json; `-` reads standard input. Several make one
    /// bibliography.
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
    /// Write exactly what the lock says, without cache or network; fail if it lacks a listing.
    #[arg(long)]
    pub locked: bool,
    /// Write what became of each listing, and why, to this JSON file.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write this format [default: as configured, else bibtex].
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// End with exit code 1 when anything is left unmatched or ambiguous.
    #[arg(long)]
    pub strict: bool,
}

/// What the output is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Classic BibTeX, in ASCII.
    Bibtex,
    /// BibLaTeX's data model, in UTF-8.
    Biblatex,
}

/// What to do with the answers that are kept.
#[derive(Debug, Clone, Copy, Subcommand)]
pub enum CacheCommand {
    /// Show where they are, how many and how old.
    Status,
    /// Remove those that are no longer good.
    Prune,
    /// Remove them all; the library stays.
    Clear,
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
