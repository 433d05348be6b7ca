use crate::model::{ArxivId, DblpKey, Doi, Ids, Pmid};

use super::read::BibEntry;

/// The identifiers of an entry.
#[derive(Debug, Default)]
pub(super) struct Identity {
    pub(super) ids: Ids,
    pub(super) arxiv_class: Option<String>,
    /// A URL that contains none of the identifiers, except in the address of a publisher's page.
    pub(super) url: Option<String>,
    /// The DOI in the address of a publisher's page, which counts where no other is given.
    of_page: Option<Doi>,
}

/// Collects the identifiers from the fields meant for them, then from URLs and notes.
pub(super) fn identify(entry: &BibEntry) -> Identity {
    let field = |name: &str| entry.field(name).map(verbatim);
    let mut found = Identity::default();
    found.take_dblp(entry);
    if let Some(doi) = field("doi").and_then(|doi| Doi::parse(&doi).ok()) {
        found.take_doi(doi);
    }
    found.ids.pmid = pmid(entry);
    if is_arxiv(entry) {
        let id = field("eprint").and_then(|id| ArxivId::parse(without_class(&id)).ok());
        found.ids.arxiv = found.ids.arxiv.or(id);
    } else if entry
        .field("eprinttype")
        .or(entry.field("archiveprefix"))
        .is_none()
    {
        // Where no archive is named, only an id in one of arXiv's two forms is accepted.
        let id = field("eprint").and_then(|id| ArxivId::parse(&id).ok());
        found.ids.arxiv = found.ids.arxiv.or(id);
    }
    for name in [
        "url",
        "ee",
        "link",
        "howpublished",
        "pdf",
        "note",
        "volume",
        "journal",
        "journaltitle",
        "booktitle",
        "number",
        "pages",
        "eid",
    ] {
        if let Some(value) = field(name) {
            found.take_text(name, &value);
        }
    }
    if let Some(doi) = found.of_page.take() {
        found.take_doi(doi);
    }
    let class = field("primaryclass").or_else(|| field("eprintclass"));
    found.arxiv_class = class.or(found.arxiv_class);
    found
}

/// Returns whether the entry names arXiv as the archive of its eprint.
fn is_arxiv(entry: &BibEntry) -> bool {
    ["archiveprefix", "eprinttype"]
        .iter()
        .filter_map(|name| entry.field(name))
        .any(|archive| archive.to_lowercase().contains("arxiv"))
}

/// Returns the PubMed identifier: in a field of its own, as reference managers write it, or as the
/// eprint, as biblatex has it.
fn pmid(entry: &BibEntry) -> Option<Pmid> {
    let field = |name: &str| entry.field(name).map(verbatim);
    let own = || Pmid::parse(&field("pmid")?).ok();
    let archive = field("eprinttype").or_else(|| field("archiveprefix"));
    let is_pubmed = archive.is_some_and(|archive| {
        let archive = archive.to_lowercase();
        matches!(archive.trim(), "pubmed" | "pmid" | "medline")
    });
    own().or_else(|| Pmid::parse(&field("eprint").filter(|_| is_pubmed)?).ok())
}

impl Identity {
    fn take_doi(&mut self, doi: Doi) {
        if let Some(arxiv) = doi.arxiv() {
            self.ids.arxiv.get_or_insert(arxiv);
        } else {
            self.ids.doi.get_or_insert(doi);
        }
    }

    /// Takes DBLP's key from the citation key of its exports, or from `biburl`, whose form has changed
    /// over the years: `rec/bib/conf/..`, `rec/conf/...bib`.
    fn take_dblp(&mut self, entry: &BibEntry) {
        let key = entry.key.strip_prefix("DBLP:").or_else(|| {
            let sections = [
                "conf/",
                "journals/",
                "books/",
                "series/",
                "phd/",
                "reference/",
            ];
            let is_bare = sections
                .iter()
                .any(|section| entry.key.starts_with(section));
            is_bare.then_some(entry.key.as_str())
        });
        let biburl = entry.field("biburl").map(verbatim);
        self.ids.dblp = key
            .and_then(|key| DblpKey::parse(key).ok())
            .or_else(|| dblp_key(&biburl?));
    }

    fn take_text(&mut self, name: &str, value: &str) {
        let is_address_field = matches!(name, "url" | "ee" | "link" | "pdf" | "howpublished");
        for word in value.split(|c: char| c.is_whitespace() || matches!(c, '"' | '|')) {
            let word = without_tags(word).trim_end_matches([',', ';']);
            let lower = word.to_lowercase();
            if lower.contains("arxiv.org/")
                || lower.contains("arxiv:")
                || is_abs_volume(name, &lower)
            {
                if let Some(id) = arxiv_id(&lower) {
                    self.ids.arxiv.get_or_insert(id);
                    continue;
                }
            } else if lower.contains("doi.org/") || lower.starts_with("doi:10.") {
                // A note may name the work to which this one replies (`Reply to doi:10.1234/abcd`).
                let is_own = name != "note" || Doi::parse(value).is_ok();
                let address = without_parentheses(word);
                if is_own && let Ok(doi) = Doi::parse(without_fragment(address)) {
                    self.take_doi(doi);
                    continue;
                }
            } else if lower.contains("dblp.")
                && let Some(key) = dblp_key(word)
            {
                self.ids.dblp.get_or_insert(key);
                continue;
            } else if is_address_field && let Some(doi) = Doi::of_page(word) {
                self.of_page.get_or_insert(doi);
            }
            if is_address_field && lower.contains("://") && self.url.is_none() {
                self.url = Some(word.to_owned());
            }
        }
        let lower = value.to_lowercase();
        if lower.contains("arxiv") {
            if self.arxiv_class.is_none() {
                self.arxiv_class = bracketed_class(value);
            }
            // Google Scholar writes `pages = {arXiv--1706}` and the year's digits only; a complete id
            // may also follow the word without a colon.
            if self.ids.arxiv.is_none() {
                self.ids.arxiv = value
                    .split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '[' | ']'))
                    .find_map(|word| ArxivId::parse(word).ok());
            }
        }
    }
}

/// Returns whether the value is `abs/2309.13254`, the form in which DBLP writes the volume of an
/// article in `CoRR`.
fn is_abs_volume(name: &str, lower: &str) -> bool {
    matches!(name, "volume" | "journal" | "journaltitle") && lower.starts_with("abs/")
}

/// Returns the arXiv id in a word that contains `arxiv.org/`, `arxiv:` or `abs/`.
fn arxiv_id(lower: &str) -> Option<ArxivId> {
    let start = ["arxiv.org/", "arxiv:"]
        .iter()
        .filter_map(|mark| lower.rfind(mark).map(|at| at + mark.len()))
        .max()
        .unwrap_or(0);
    let rest = lower[start..]
        .trim_start_matches("abs/")
        .trim_start_matches("pdf/")
        .trim_start_matches("html/");
    let end = rest
        .find(['?', '#', '[', ']', '(', ')', ',', '}'])
        .unwrap_or(rest.len());
    ArxivId::parse(rest[..end].trim_end_matches(['.', ';'])).ok()
}

/// Returns a URL without the angle brackets or HTML tags around it; `<` and `>` inside are part of
/// many old DOIs (`..17:15/16<1661::AID-SIM968>3.0.CO;2-2`).
fn without_tags(word: &str) -> &str {
    let tag_length = |text: &str| {
        let name = text.strip_prefix('<')?.trim_start_matches('/');
        let after = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let end = after.trim_start_matches('/').strip_prefix('>')?;
        (after.len() < name.len()).then_some(text.len() - end.len())
    };
    let mut inside = word.trim_start_matches('>');
    while let Some(length) = tag_length(inside) {
        inside = &inside[length..];
    }
    if let Some(rest) = inside.strip_prefix('<') {
        inside = rest.trim_end_matches('>');
    }
    let mut signs = inside.match_indices('<').map(|(at, _)| at);
    let end = signs.find(|at| tag_length(&inside[*at..]).is_some());
    &inside[..end.unwrap_or(inside.len())]
}

/// Returns a word without the parentheses around it.
fn without_parentheses(word: &str) -> &str {
    let mut word = word.trim_start_matches(['(', '[']);
    for (open, close) in [('(', ')'), ('[', ']')] {
        while word.ends_with(close) && word.matches(open).count() < word.matches(close).count() {
            word = &word[..word.len() - 1];
        }
    }
    word
}

/// Returns a URL without its fragment. A DOI may contain `#`, but a link to one hardly ever does,
/// except for the check character of a SICI: `3.0.CO;2-#`.
fn without_fragment(address: &str) -> &str {
    let (page, place) = address.split_once('#').unwrap_or((address, ""));
    if place.is_empty() && page.to_lowercase().ends_with("co;2-") {
        address
    } else {
        page
    }
}

fn without_class(id: &str) -> &str {
    id.split_whitespace().next().unwrap_or(id)
}

fn dblp_key(address: &str) -> Option<DblpKey> {
    let (_, mut path) = address.split_once("/rec/")?;
    for form in [
        "bibtex/", "bibtex0/", "bibtex1/", "bibtex2/", "bib/", "bib0/", "bib1/", "bib2/", "html/",
        "xml/",
    ] {
        path = path.strip_prefix(form).unwrap_or(path);
    }
    let path = path
        .trim_end_matches(".bib")
        .trim_end_matches(".html")
        .trim_end_matches(".xml");
    DblpKey::parse(path).ok()
}

/// Returns the arXiv class in `arXiv:1706.03762 [cs.CL]`.
fn bracketed_class(text: &str) -> Option<String> {
    let (_, rest) = text.split_once('[')?;
    let (class, _) = rest.split_once(']')?;
    let archive = class.split('.').next()?;
    let sound = (2..=8).contains(&archive.len())
        && class.len() <= 18
        && class
            .chars()
            .all(|c| c.is_ascii_alphabetic() || c == '.' || c == '-')
        && archive.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    sound.then(|| class.to_owned())
}

/// Returns the value of a URL or identifier without LaTeX markup (`\_`, `\%`, `\url{..}`,
/// `{\textasciitilde}`, `{\textless}`, `\href{..}{..}`) and without HTML entities.
pub(super) fn verbatim(value: &str) -> String {
    let mut text = value.trim().to_owned();
    for (latex, plain) in [
        ("$<$", "<"),
        ("$>$", ">"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ] {
        if text.contains(latex) {
            text = text.replace(latex, plain);
        }
    }
    for (latex, plain) in [
        ("{\\textasciitilde}", "~"),
        ("\\textasciitilde{}", "~"),
        ("\\textasciitilde", "~"),
        ("{\\~{}}", "~"),
        ("\\~{}", "~"),
        ("{\\textunderscore}", "_"),
        ("\\textunderscore", "_"),
        ("$\\sim$", "~"),
        ("{\\textless}", "<"),
        ("\\textless{}", "<"),
        ("\\textless", "<"),
        ("{\\textgreater}", ">"),
        ("\\textgreater{}", ">"),
        ("\\textgreater", ">"),
        ("{\\_}", "_"),
        ("\\_", "_"),
        ("\\%", "%"),
        ("\\&", "&"),
        ("\\#", "#"),
        ("\\~", "~"),
        ("\\$", "$"),
        ("\\url", " "),
        ("\\href", " "),
        ("\\path", " "),
        ("\\nolinkurl", " "),
    ] {
        if text.contains('\\') {
            text = text.replace(latex, plain);
        }
    }
    let text = text.replace("}{", " ").replace(['{', '}'], "");
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::*;

    fn doi(field: &str) -> Option<String> {
        let source = format!("@article{{x, {field}}}");
        identify(&read(&source).entries[0])
            .ids
            .doi
            .map(String::from)
    }

    #[test]
    fn angle_brackets_in_old_dois_are_kept() {
        const SICI: &str =
            "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2";
        for field in [
            "url={https://doi.org/10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2}",
            "url={<https://doi.org/10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2>}",
            "doi={10.1002/(SICI)1097-0258(19980815/30)17:15/16$<$1661::AID-SIM968$>$3.0.CO;2-2}",
            "doi={10.1002/(SICI)1097-0258(19980815/30)17:15/16{\\textless}1661::AID-SIM968{\\textgreater}3.0.CO;2-2}",
            "doi={10.1002/(SICI)1097-0258(19980815/30)17:15/16\\textless{}1661::AID-SIM968\\textgreater{}3.0.CO;2-2}",
            "doi={10.1002/(SICI)1097-0258(19980815/30)17:15/16&lt;1661::AID-SIM968&gt;3.0.CO;2-2}",
        ] {
            assert_eq!(doi(field).as_deref(), Some(SICI), "{field}");
        }
        let hash = doi("url={https://doi.org/10.1002/(SICI)1<1::AID-1>3.0.CO;2-#}");
        assert_eq!(hash.as_deref(), Some("10.1002/(sici)1<1::aid-1>3.0.co;2-#"));
    }

    #[test]
    fn markup_around_a_url_is_removed() {
        for field in [
            "howpublished={<a href={\"}https://doi.org/10.1234/abcd{\"}>here</a>}",
            "howpublished={<a>https://doi.org/10.1234/abcd</a>}",
            "howpublished={(https://doi.org/10.1234/abcd)}",
            "url={https://doi.org/10.1234/abcd<br/>}",
            "url={https://doi.org/10.1234/abcd#sec-2}",
            "note={\\url{https://doi.org/10.1234/abcd}}",
            "note={doi:10.1234/abcd.}",
        ] {
            assert_eq!(doi(field).as_deref(), Some("10.1234/abcd"), "{field}");
        }
        let page = "url={https://dl.acm.org/doi/abs/10.1145/1.2}";
        assert_eq!(doi(page).as_deref(), Some("10.1145/1.2"));
        let both = format!("{page}, howpublished={{https://doi.org/10.1234/abcd}}");
        assert_eq!(doi(&both).as_deref(), Some("10.1234/abcd"));
        let parts = doi("url={https://doi.org/10.1016/S0140(05)}");
        assert_eq!(parts.as_deref(), Some("10.1016/s0140(05)"));
    }

    #[test]
    fn doi_of_another_work_in_a_note_is_ignored() {
        for note in [
            "Commentary on https://doi.org/10.1234/abcd",
            "Reply to doi:10.1234/abcd",
        ] {
            assert_eq!(doi(&format!("note={{{note}}}")), None, "{note}");
        }
    }
}
