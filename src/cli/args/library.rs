use std::path::PathBuf;

use clap::{Args, Subcommand};

/// What to do with the records on this disk.
#[derive(Debug, Clone, Subcommand)]
pub enum LibraryCommand {
    /// Make a part of the library of a file, or make it anew.
    ///
    /// The file is DBLP's dump (dblp.xml.gz from <https://dblp.org/xml>), JSON lines in bibsync's
    /// own form or in Crossref's, CSL-JSON or BibTeX; packed with gzip or not. What was there
    /// before is replaced once the new part is complete, and kept if the file proves bad.
    Build {
        /// The file of records.
        #[arg(value_name = "FILE", required_unless_present = "download")]
        file: Option<PathBuf>,
        /// Fetch DBLP's dump and make the part `dblp` of it: about 1 GB, gone on with where an
        /// earlier try broke off, and only when it changed.
        #[arg(long, conflicts_with_all = ["file", "name"])]
        download: bool,
        /// Bring the part up to this newer file by the days on which records changed, which spares
        /// making it anew while little did.
        #[arg(long)]
        update: bool,
        /// What to call it.
        #[command(flatten)]
        making: Making,
    },
    /// Add parts to the library, one for each file; none is replaced.
    Add {
        /// Files of records, in any format that `build` takes.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// What to call it.
        #[command(flatten)]
        making: Making,
    },
    /// Show what is there, how old and how large it is.
    Status,
    /// Take a part away.
    Remove {
        /// The part's name, as `status` shows it.
        name: String,
    },
}

/// What a part of the library is to be called.
#[derive(Debug, Clone, Args)]
pub struct Making {
    /// Call the part so [default: the file's name up to the first dot].
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The day the file's content is of [default: when the newest of its records changed].
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub date: Option<jiff::civil::Date>,
    /// The licence of the records, as an SPDX identifier [default: CC0-1.0 for DBLP's dump].
    #[arg(long, value_name = "LICENCE")]
    pub licence: Option<String>,
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
