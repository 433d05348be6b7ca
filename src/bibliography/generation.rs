//! The settings and lists of a run, which the lock keeps so that a refresh writes the same file.

use crate::{
    config::{Dialect, Settings},
    lock::{Lock, OutputSettings},
};

/// Replaces dialect and style by those with which the lock's output was written.
pub fn restore_generation(settings: &mut Settings, lock: &Lock) {
    match lock.output_settings.dialect.as_deref() {
        Some("bibtex") => settings.export.dialect = Dialect::Bibtex,
        Some("biblatex") => settings.export.dialect = Dialect::Biblatex,
        _ => {}
    }
    if let Some(style) = &lock.output_settings.style {
        settings.export.style.clone_from(style);
    }
}

/// Returns what the lock keeps of a run over `inputs` with these settings.
pub(super) fn generation(inputs: &[String], settings: &Settings) -> OutputSettings {
    let dialect = match settings.export.dialect {
        Dialect::Bibtex => "bibtex",
        Dialect::Biblatex => "biblatex",
    };
    OutputSettings {
        inputs: inputs.to_vec(),
        dialect: Some(dialect.to_owned()),
        style: Some(settings.export.style.clone()),
    }
}
