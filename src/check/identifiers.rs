//! Rules on DOIs, addresses and eprints.

use std::collections::BTreeMap;

use super::dialect::Dialect;
use super::entries::{Field, Item};
use super::finding::Found;
use crate::model::{ArxivId, Doi};

/// The DOIs of a file, and the entries that have them.
pub(super) type Dois = BTreeMap<Doi, String>;

/// What is wrong with the identifiers of an entry.
pub(super) fn judge(item: &Item<'_>, dialect: Dialect, dois: &mut Dois) -> Vec<Found> {
    let mut found = Vec::new();
    if let Some(field) = item.field("doi") {
        doi(item, field, dois, &mut found);
    }
    if let Some(field) = item.field("url") {
        url(item, field, &mut found);
    }
    eprint(item, dialect, &mut found);
    found
}

fn doi(item: &Item<'_>, field: &Field<'_>, dois: &mut Dois, found: &mut Vec<Found>) {
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
            let wrong = field.error(0, "D02", format!("`{text}` is no DOI"));
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
            found.push(wrong.fix("merge the entries, or mend the DOI"));
        }
        dois.entry(doi).or_insert_with(|| item.key.to_owned());
    }
}

fn url(item: &Item<'_>, field: &Field<'_>, found: &mut Vec<Found>) {
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
        let own = Doi::parse(item.value("doi")).ok();
        if own.is_none() {
            let wrong = field.error(0, "D07", "the DOI stands as an address only");
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
    if on_arxiv && !item.value("eprint").is_empty() {
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

fn eprint(item: &Item<'_>, dialect: Dialect, found: &mut Vec<Found>) {
    if let Some(field) = item
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
        let (classic, modern) = (item.value("archiveprefix"), item.value("eprinttype"));
        if classic.is_empty() && modern.is_empty() {
            let wrong = field.error(0, "E01", "nothing says whose eprint this is");
            found.push(wrong.fix(match dialect {
                Dialect::Bibtex => "add `archivePrefix = {arXiv}`",
                Dialect::Biblatex => "add `eprinttype = {arxiv}`",
            }));
        }
        let shown = !item.value("howpublished").is_empty() || !item.value("note").is_empty();
        if item.kind == "misc" && dialect == Dialect::Bibtex && !shown {
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
    let journal = item.field("journal").or(item.field("journaltitle"));
    let disguised = journal.filter(|field| {
        let name = field
            .text
            .trim_start_matches(['{', ' '])
            .to_ascii_lowercase();
        ["corr", "arxiv", "abs/"]
            .iter()
            .any(|head| name.starts_with(head))
    });
    let volume = item.field("volume").filter(|field| {
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
