use std::path::PathBuf;

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::Format;
use crate::{
    check,
    references::{VENUES, VenuePolicy},
};

/// Arguments of `check`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Check {
    /// BibTeX files (`-` reads standard input), or lists: then the entries that the lock has for
    /// them are checked.
    #[arg(required = true, value_name = "FILE.bib|INPUT")]
    pub files: Vec<PathBuf>,
    /// Look each reference up, in a .bib file or any list that `fetch` takes: is it real, and right?
    #[arg(long, conflicts_with_all = ["lock", "format"])]
    pub online: bool,
    /// With --online: send no request; use the library and the cache alone.
    #[arg(long, requires = "online", help_heading = "With --online")]
    pub offline: bool,
    /// With --online: write the fields that differ into the .bib files, as `update --write` does. What it
    /// would not correct stays.
    #[arg(long, requires = "online", help_heading = "With --online")]
    pub fix: bool,
    /// With --online: add the class that the chairs of this venue give each finding.
    #[arg(long, requires = "online", value_parser = policies(), value_name = "VENUE", help_heading = "With --online")]
    pub venue: Option<&'static VenuePolicy>,
    /// With lists: read this lock.
    #[arg(long, value_name = "FILE", default_value = "references.lock")]
    pub lock: PathBuf,
    /// What the files are written for [default: recognized by their fields].
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// How to print the findings; `html`, with --online, is a page to look at.
    #[arg(long, value_parser = outputs(), default_value = "text", value_name = "FORM")]
    pub output: CheckOutput,
    /// Exit with 1 for advice, too; with --online, for references not found or with differences.
    #[arg(long)]
    pub strict: bool,
}

/// Policies of venues by their names.
fn policies() -> impl TypedValueParser<Value = &'static VenuePolicy> {
    PossibleValuesParser::new(VENUES.map(|policy| policy.name))
        .try_map(|name| VenuePolicy::of(&name).ok_or("no such venue"))
}

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckOutput {
    /// As a list.
    List(check::ReportFormat),
    /// As a page.
    Page,
}

/// The name of the page among the forms of findings.
const PAGE: &str = "html";

/// Forms of findings by their names.
fn outputs() -> impl TypedValueParser<Value = CheckOutput> {
    let names = check::ReportFormat::ALL.map(check::ReportFormat::as_str);
    PossibleValuesParser::new(names.into_iter().chain([PAGE])).try_map(|name| {
        if name == PAGE {
            return Ok(CheckOutput::Page);
        }
        let form = check::ReportFormat::from_name(&name);
        form.map(CheckOutput::List).ok_or("no form")
    })
}
