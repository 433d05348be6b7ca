//! How an output is written, as the lock keeps it.

use super::args::Fetch;
use crate::{
    config::{Dialect, Settings},
    export::bibtex,
    lock::{Lock, Made},
};

/// The dialect that is to be written.
pub(super) fn dialect(settings: &Settings) -> bibtex::Dialect {
    match settings.export.dialect {
        Dialect::Bibtex => bibtex::Dialect::Bibtex,
        Dialect::Biblatex => bibtex::Dialect::Biblatex,
    }
}

/// What is written is written as before, whatever the settings say to others.
pub(super) fn as_made(settings: &mut Settings, old: &Lock) {
    match old.made.dialect.as_deref() {
        Some("bibtex") => settings.export.dialect = Dialect::Bibtex,
        Some("biblatex") => settings.export.dialect = Dialect::Biblatex,
        _ => {}
    }
    if let Some(style) = &old.made.style {
        settings.export.style.clone_from(style);
    }
}

/// What a later refresh must know to write the same file.
pub(super) fn made(args: &Fetch, settings: &Settings) -> Made {
    let dialect = match settings.export.dialect {
        Dialect::Bibtex => "bibtex",
        Dialect::Biblatex => "biblatex",
    };
    // Standard input can't be read again.
    let inputs = args.inputs.iter().filter(|path| path.as_os_str() != "-");
    Made {
        inputs: inputs.map(|path| path.display().to_string()).collect(),
        dialect: Some(dialect.to_owned()),
        style: Some(settings.export.style.clone()),
    }
}
