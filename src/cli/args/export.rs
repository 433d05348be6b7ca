use std::path::PathBuf;

use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use crate::export;

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct Export {
    /// Write this format [default: by the ending of -o, else as in the
    /// settings, else bibtex].
    #[arg(long, value_parser = formats(), value_name = "FORMAT")]
    pub format: Option<export::OutputFormat>,
    /// Write for this style [default: as in the settings, else default].
    #[arg(long, value_parser = styles(), value_name = "STYLE")]
    pub style: Option<&'static export::Style>,
    /// Write to this file [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Read this lock.
    #[arg(long, value_name = "FILE", default_value = "references.lock")]
    pub lock: PathBuf,
    /// Export the lock as it was at this git revision (a commit, tag or branch), or before this day
    /// (such as 2025-11-01, in UTC), in the format and style of that time.
    #[arg(long, value_name = "REV|DAY")]
    pub at: Option<String>,
    /// Make new citation keys by this pattern, such as `{auth}{shortyear}`; in biblatex the old keys
    /// still work (`ids`). The lock keeps its keys.
    #[arg(long, value_name = "PATTERN")]
    pub keys: Option<String>,
    /// Write only what a paper cites, as its .aux, .bcf or .tex file tells.
    #[arg(long, value_name = "PAPER")]
    pub only_cited: Option<PathBuf>,
    /// Print each former key and the key that replaces it, instead of the bibliography; with -o, in
    /// addition to it.
    #[arg(long)]
    pub keys_map: bool,
}

/// Formats by their names.
fn formats() -> impl TypedValueParser<Value = export::OutputFormat> {
    let names = export::OutputFormat::ALL.map(export::OutputFormat::as_str);
    PossibleValuesParser::new(names)
        .try_map(|name| export::OutputFormat::from_name(&name).ok_or("no format"))
}

/// Styles by their names.
pub(super) fn styles() -> impl TypedValueParser<Value = &'static export::Style> {
    let names = export::Style::ALL.map(|style| PossibleValue::new(style.name).help(style.purpose));
    PossibleValuesParser::new(names)
        .try_map(|name| export::Style::from_name(&name).ok_or("no style"))
}
