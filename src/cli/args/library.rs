use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::help::after_help;
use crate::library::Shard;

/// What to do with the records on this disk.
#[derive(Debug, Clone, Subcommand)]
pub enum LibraryCommand {
    /// Make a part of the library from a file of records, or make it again.
    ///
    /// The file may be DBLP's dump (dblp.xml.gz from <https://dblp.org/xml>), JSON lines in bibsync's
    /// or Crossref's form, CSL-JSON or BibTeX, compressed with gzip or not. An older part of that name is
    /// replaced once the new one is complete, and kept if the file turns out to be damaged.
    ///
    /// A folder, such as Crossref's public data file, is one dataset. Large ones are made in several
    /// parts, its shards. A shard whose files did not change is kept, so that an interrupted build goes on.
    #[command(after_help = after_help("library build"))]
    Build(BuildArgs),
    /// Add files of records to the library, each as a new part.
    #[command(after_help = after_help("library add"))]
    Add {
        /// Files of records, in any format that `build` takes.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// What to call it.
        #[command(flatten)]
        making: Making,
    },
    /// Show the parts, their age and their size.
    #[command(after_help = after_help("library status"))]
    Status,
    /// Remove a part.
    #[command(after_help = after_help("library remove"))]
    Remove {
        /// The part's name, as `status` shows it.
        name: String,
    },
}

/// What `library build` makes a part of.
#[derive(Debug, Clone, Args)]
pub struct BuildArgs {
    /// The file of records, or a folder of such files in JSON.
    #[arg(value_name = "FILE", required_unless_present = "download")]
    pub file: Option<PathBuf>,
    /// Download DBLP's dump (about 1 GB) and make the part `dblp` from it. An interrupted
    /// download continues, and an unchanged dump is not downloaded again.
    #[arg(long, conflicts_with_all = ["file", "name"])]
    pub download: bool,
    /// Replace only the records that changed since the part was made by those of this newer file, which
    /// is quicker when few did.
    #[arg(long)]
    pub update: bool,
    /// The file is the whole of DBLP's dump. `check --online` then knows which volumes are held
    /// completely, and that a paper which they lack is not in them. A download is whole.
    #[arg(long)]
    pub complete: bool,
    /// Make only this shard of a folder, of how many: several computers can make some each. Their
    /// `.library` files then go into one folder.
    #[arg(long, value_name = "NUMBER/ALL", conflicts_with = "download")]
    pub shard: Option<Shard>,
    /// What to call it.
    #[command(flatten)]
    pub making: Making,
}

/// What a part of the library is to be called.
#[derive(Debug, Clone, Args)]
pub struct Making {
    /// The name of the part [default: the file's name up to the first dot].
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The day on which the records were current [default: when the newest of them changed].
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub date: Option<jiff::civil::Date>,
    /// The licence of the records, as an SPDX identifier [default: CC0-1.0 for DBLP's dump].
    #[arg(long, value_name = "LICENCE")]
    pub licence: Option<String>,
}

/// What to do with the answers that are kept.
#[derive(Debug, Clone, Copy, Subcommand)]
pub enum CacheCommand {
    /// Show where the answers are, how many and how old; and which services are paused.
    #[command(after_help = after_help("cache status"))]
    Status,
    /// Delete the answers that are out of date.
    #[command(after_help = after_help("cache prune"))]
    Prune,
    /// Delete all answers, with a store those of the whole group; the library stays.
    #[command(after_help = after_help("cache clear"))]
    Clear,
}
