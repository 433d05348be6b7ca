//! Which sources are asked about some lists, where the settings leave that open.

use crate::{
    config::Settings,
    model::{FieldOfStudy, SourceName, WorkIdKind},
    sources::{Capabilities, Holdings},
    sync::{Listed, ListedFields},
};

/// The sources of a run, and why each is asked.
#[derive(Debug, Clone)]
pub struct SourceChoice {
    /// The settings, with the sources that are asked.
    pub settings: Settings,
    /// Why each source is asked or, where it usually is, not asked.
    pub reasons: Vec<SourceReason>,
}

/// Why a source is asked, or is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceReason {
    /// The source.
    pub source: SourceName,
    /// Whether it is asked.
    pub is_asked: bool,
    /// Why, in words.
    pub why: String,
}

/// Chooses the sources for these lists. Where the settings name sources, these are asked.
///
/// Otherwise the usual ones are asked for every list, and another one if a list has works of its fields
/// of study, pins an identifier that it alone knows, gives the person's page in it, or has books. A list that is of
/// nothing but other fields is not looked up in a bibliography of computing.
#[must_use]
pub fn choose(settings: &Settings, lists: &[Listed]) -> SourceChoice {
    let mut chosen = settings.clone();
    let configured = settings.sources.configured.iter();
    let mut reasons: Vec<SourceReason> = Vec::new();
    if !settings.sources.is_automatic {
        let named = settings.sources.order.iter();
        reasons.extend(named.map(|source| SourceReason {
            source: *source,
            is_asked: true,
            why: "`sources.use` names it".to_owned(),
        }));
        return SourceChoice {
            settings: chosen,
            reasons,
        };
    }
    let evidence: Vec<ListEvidence<'_>> = lists.iter().map(ListEvidence::of).collect();
    let is_far = !evidence.is_empty() && evidence.iter().all(ListEvidence::is_far_from_computing);
    chosen.sources.order.clear();
    for descriptor in configured.map(|it| it.descriptor) {
        let capabilities = &descriptor.capabilities;
        let (is_asked, why) = if descriptor.is_default {
            if is_far && is_of_computing(capabilities) {
                (false, "no listed work is one of computing".to_owned())
            } else {
                (true, "every list".to_owned())
            }
        } else {
            let found = evidence.iter().find_map(|list| list.reason(capabilities));
            match found {
                Some(why) => (true, why),
                None => continue,
            }
        };
        if is_asked {
            chosen.sources.order.push(descriptor.name);
        }
        reasons.push(SourceReason {
            source: descriptor.name,
            is_asked,
            why,
        });
    }
    SourceChoice {
        settings: chosen,
        reasons,
    }
}

/// Whether it has works of computing alone.
fn is_of_computing(capabilities: &Capabilities) -> bool {
    capabilities.fields == [FieldOfStudy::Computing]
}

/// What a list says about the sources that may know its works.
struct ListEvidence<'a> {
    list: &'a Listed,
    fields: ListedFields,
}

impl<'a> ListEvidence<'a> {
    fn of(list: &'a Listed) -> Self {
        Self {
            list,
            fields: ListedFields::of(list),
        }
    }

    fn is_far_from_computing(&self) -> bool {
        self.list.person.dblp.is_none() && self.fields.is_far_from_computing()
    }

    /// Returns why a source is asked about the list that is not asked about every one.
    fn reason(&self, capabilities: &Capabilities) -> Option<String> {
        let file = &self.list.file;
        let listed = self.fields.listed;
        if capabilities.home_of == Some(WorkIdKind::Pmid) {
            let publications = self.list.publications.iter();
            let pinned = publications.filter(|it| it.pmid.is_some() && it.pins().doi.is_none());
            let pinned = pinned.count();
            if pinned > 0 {
                return Some(format!(
                    "{file}: {pinned} of {listed} have a PMID and no DOI"
                ));
            }
        }
        if capabilities.holds == Holdings::Books {
            let books = self.fields.books;
            let asked = self.fields.has_books();
            return asked.then(|| format!("{file}: {books} of {listed} are books"));
        }
        if (capabilities.has_page_of)(&self.list.person) {
            return Some(format!("{file} gives the person's page there"));
        }
        let (count, field) = self.fields.of_these(capabilities.fields)?;
        Some(format!(
            "{file}: {count} of {listed} are of the field {field}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{
        config,
        model::{Listing, OpenAlexAuthor, Person, Pmid},
    };

    fn settings(text: &str) -> Settings {
        config::load(Some(("bibsync.toml", text)), &BTreeMap::new()).unwrap()
    }

    fn list(venues: &[&str]) -> Listed {
        let listing = |venue: &&str| {
            let mut listing = Listing::titled("x");
            listing.venue = Some((*venue).to_owned());
            listing
        };
        Listed {
            file: "profile.json".into(),
            person: Person::default(),
            publications: venues.iter().map(listing).collect(),
        }
    }

    fn asked(lists: &[Listed]) -> String {
        let chosen = choose(&settings(""), lists);
        let order = chosen.settings.sources.order.iter();
        order.map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    const USUAL: &str = "library dblp crossref arxiv datacite doi";

    #[test]
    fn usual_sources_are_asked_about_computing() {
        assert_eq!(asked(&[]), USUAL);
        assert_eq!(asked(&[list(&["NSDI", "SOSP", "Nature"])]), USUAL);
        assert_eq!(asked(&[list(&["NSDI", "Sleep", "The Lancet"])]), USUAL);
        let named = "[sources]\nuse = ['dblp']\n";
        let chosen = choose(&settings(named), &[list(&["JAMA"; 9])]);
        assert_eq!(chosen.settings.sources.order, [SourceName::DBLP]);
    }

    #[test]
    fn list_of_another_field_has_its_sources() {
        let few = list(&["JAMA", "BMJ", "Nature"]);
        assert_eq!(asked(&[few]), format!("{USUAL} europepmc openalex"));
        let many = list(&["JAMA"; 6]);
        let without_dblp = "library crossref arxiv datacite doi europepmc openalex";
        assert_eq!(asked(std::slice::from_ref(&many)), without_dblp);
        let mut in_dblp = many.clone();
        in_dblp.person.dblp = crate::model::DblpPid::parse("00/1").ok();
        assert_eq!(asked(&[in_dblp]), format!("{USUAL} europepmc openalex"));
        let computing = list(&["NSDI", "SOSP"]);
        assert_eq!(
            asked(&[computing, many]),
            format!("{USUAL} europepmc openalex"),
            "one list of computing is enough"
        );
        let physics = list(&["Phys. Rev. D", "JHEP", "Nature"]);
        assert_eq!(asked(&[physics]), format!("{USUAL} inspire openalex"));
        let history = list(&["The American Historical Review", "Past & Present"]);
        assert_eq!(asked(&[history]), format!("{USUAL} openalex"));
    }

    #[test]
    fn list_with_books_is_looked_up_in_a_catalogue() {
        let books = list(&["C. H. Beck", "Suhrkamp", "Merkur"]);
        assert_eq!(
            asked(std::slice::from_ref(&books)),
            format!("{USUAL} k10plus")
        );
        let chosen = choose(&settings(""), &[books]);
        let why = &chosen.reasons.last().unwrap().why;
        assert_eq!(why, "profile.json: 2 of 3 are books");
        assert_eq!(asked(&[list(&["MIT Press", "SOSP", "NSDI"])]), USUAL);
    }

    #[test]
    fn identifier_or_page_is_reason_enough() {
        let mut pinned = list(&["Nature"]);
        pinned.publications[0].pmid = Pmid::parse("31000001").ok();
        assert_eq!(asked(&[pinned.clone()]), format!("{USUAL} europepmc"));
        pinned.publications[0].doi = crate::model::Doi::parse("10.1000/1").ok();
        assert_eq!(asked(&[pinned]), USUAL);
        let mut known = list(&["Nature"]);
        known.person.openalex = OpenAlexAuthor::parse("A1").ok();
        assert_eq!(asked(&[known]), format!("{USUAL} openalex"));
    }
}
