//! Rules on DOIs, URLs and eprints.

use std::collections::BTreeMap;

use super::dialect::Dialect;
use super::entry::{CheckedEntry, CheckedField};
use super::finding::RawFinding;
use crate::model::{ArxivId, Doi};

/// The DOIs seen so far in a file, each with the key of its entry.
pub(super) type Dois = BTreeMap<Doi, String>;

/// Checks the identifiers of an entry.
pub(super) fn check(
    entry: &CheckedEntry<'_>,
    dialect: Dialect,
    dois: &mut Dois,
) -> Vec<RawFinding> {
    let mut found = Vec::new();
    if let Some(field) = entry.field("doi") {
        doi(entry, field, dois, &mut found);
    }
    if let Some(field) = entry.field("url") {
        url(entry, field, &mut found);
    }
    eprint(entry, dialect, &mut found);
    found
}

fn doi(
    entry: &CheckedEntry<'_>,
    field: &CheckedField<'_>,
    dois: &mut Dois,
    found: &mut Vec<RawFinding>,
) {
    let text = field.text.trim();
    if text.is_empty() {
        return;
    }
    let lower = text.to_ascii_lowercase();
    let parsed = Doi::parse(text);
    let prefixed = ["http:", "https:", "doi:", "doi ", "dx.doi", "doi.org"]
        .iter()
        .any(|prefix| lower.starts_with(prefix));
    match &parsed {
        Ok(doi) if prefixed => {
            let wrong = field.error(0, "D01", "the DOI has a prefix");
            found.push(wrong.fix(format!("write `{doi}`")));
        }
        Err(_) => {
            let wrong = field.error(0, "D02", format!("`{text}` is not a DOI"));
            found.push(wrong.fix("write it from its `10.` on, or remove it"));
        }
        Ok(_) => {}
    }
    let encoded = text.match_indices('%').any(|(at, _)| {
        let hex = text.get(at + 1..at + 3);
        hex.is_some_and(|hex| hex.chars().all(|c| c.is_ascii_hexdigit()))
    });
    if let Ok(doi) = parsed {
        if encoded {
            let wrong = field.error(
                0,
                "D05",
                "the DOI is percent-encoded, which breaks plainurl and splncs04",
            );
            found.push(wrong.fix(format!("write `{doi}`")));
        }
        if let Some(other) = dois.get(&doi) {
            let wrong = field.error(0, "D06", format!("`{other}` has this DOI too"));
            found.push(wrong.fix("merge the entries, or correct the DOI"));
        }
        dois.entry(doi).or_insert_with(|| entry.key.to_owned());
    }
}

fn url(entry: &CheckedEntry<'_>, field: &CheckedField<'_>, found: &mut Vec<RawFinding>) {
    let text = field.text.trim();
    let lower = text.to_ascii_lowercase();
    if text.is_empty() {
        return;
    }
    if text.contains(char::is_whitespace) {
        found.push(
            field
                .error(0, "U01", "a blank in the address")
                .fix("write `%20`"),
        );
    }
    if !["http://", "https://", "ftp://"]
        .iter()
        .any(|scheme| lower.starts_with(scheme))
    {
        let wrong = field.error(0, "U02", format!("`{text}` has no scheme"));
        let host = text.split('/').next().unwrap_or_default();
        let is_host = host.contains('.') && !host.contains([' ', '@', ':']) && !host.ends_with('.');
        found.push(if is_host && !text.contains(char::is_whitespace) {
            wrong.fix(format!("write `https://{text}`"))
        } else {
            wrong.fix("write the whole address, or move it to `note`")
        });
    }
    if lower.contains("doi.org/10.") {
        let of_url = Doi::parse(text).ok();
        let own = Doi::parse(entry.value("doi")).ok();
        if own.is_none() {
            let wrong = field.error(0, "D07", "the DOI is given only as an address");
            let fix = of_url.map(|doi| format!("write `doi = {{{doi}}}` instead"));
            found.push(wrong.fix(fix.unwrap_or_default()));
        } else if own == of_url {
            found.push(
                field
                    .error(0, "D03", "the address repeats the DOI")
                    .fix("remove it"),
            );
        }
    }
    let on_arxiv = lower.contains("arxiv.org/abs/") || lower.contains("arxiv.org/pdf/");
    if on_arxiv && !entry.value("eprint").is_empty() {
        found.push(
            field
                .error(0, "U03", "the address repeats the eprint")
                .fix("remove it"),
        );
    }
    let indexes = [
        "dblp.org",
        "dblp.uni-trier",
        "semanticscholar.org",
        "scholar.google",
    ];
    if indexes.iter().any(|index| lower.contains(index)) {
        let wrong = field.error(0, "U04", "the address leads to an index, not to the work");
        found.push(wrong.advice().fix("remove it, or give the work's own"));
    }
}

fn eprint(entry: &CheckedEntry<'_>, dialect: Dialect, found: &mut Vec<RawFinding>) {
    if let Some(field) = entry
        .field("eprint")
        .filter(|field| !field.text.trim().is_empty())
    {
        let text = field.text.trim();
        let lower = text.to_ascii_lowercase();
        if lower.starts_with("arxiv:") || lower.starts_with("http") {
            let wrong = field.error(0, "E02", "the eprint has a prefix");
            let bare =
                ArxivId::parse(text).map_or_else(|_| "the id alone".into(), |id| format!("`{id}`"));
            found.push(wrong.fix(format!("write {bare}")));
        }
        let (classic, modern) = (entry.value("archiveprefix"), entry.value("eprinttype"));
        if classic.is_empty() && modern.is_empty() {
            let wrong = field.error(0, "E01", "nothing names the archive of this eprint");
            found.push(wrong.fix(match dialect {
                Dialect::Bibtex => "add `archivePrefix = {arXiv}`",
                Dialect::Biblatex => "add `eprinttype = {arxiv}`",
            }));
        }
        let shown = !entry.value("howpublished").is_empty() || !entry.value("note").is_empty();
        if entry.kind == "misc" && dialect == Dialect::Bibtex && !shown {
            let wrong = field.error(
                0,
                "E04",
                "plain, plainnat, IEEEtran and splncs04 don't print the eprint",
            );
            found.push(
                wrong
                    .advice()
                    .fix(format!("add `howpublished = {{arXiv:{text}}}`")),
            );
        }
    }
    let journal = entry.field("journal").or(entry.field("journaltitle"));
    let disguised = journal.filter(|field| {
        let name = field
            .text
            .trim_start_matches(['{', ' '])
            .to_ascii_lowercase();
        ["corr", "arxiv", "abs/"]
            .iter()
            .any(|head| name.starts_with(head))
    });
    let volume = entry.field("volume").filter(|field| {
        let rest = field.text.trim().strip_prefix("abs/");
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    if let Some(field) = disguised.or(volume) {
        let wrong = field.error(0, "E03", "an arXiv paper that looks like a journal article");
        found.push(wrong.fix(match dialect {
            Dialect::Bibtex => "make it @misc with `eprint`, `archivePrefix` and `howpublished`",
            Dialect::Biblatex => "make it @online with `eprint` and `eprinttype`",
        }));
    }
}
