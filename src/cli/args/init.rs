use std::path::PathBuf;

use clap::Args;

use crate::{
    config::Email,
    model::{DblpPid, Orcid},
};

/// Arguments of `init`.
#[derive(Debug, Args)]
pub struct Init {
    /// Lists of your publications: a CV, a homepage, a .bib file, or anything else that `import`
    /// reads.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Your name, `First Last` [default: as the list or the page says].
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Your ORCID iD.
    #[arg(long, value_parser = Orcid::parse, value_name = "ID")]
    pub orcid: Option<Orcid>,
    /// Your page at DBLP, such as 95/7448-1. Without FILE, your publications are taken from it.
    #[arg(long, value_parser = DblpPid::parse, value_name = "PID")]
    pub dblp: Option<DblpPid>,
    /// Your e-mail address, which is sent to the services.
    #[arg(long, value_parser = Email::parse, value_name = "ADDRESS")]
    pub email: Option<Email>,
    /// Ask nothing; what no option says is left out.
    #[arg(short, long)]
    pub yes: bool,
    /// Send no request; use the library and the cache alone.
    #[arg(long)]
    pub offline: bool,
}
