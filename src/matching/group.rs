//! Groups the records of one work before works compete.

use std::{cell::OnceCell, iter};

use super::{editions, venue::venues_differ};
use crate::{
    model::{Kind, Metadata, Record, RecordLink},
    text::{fold::fold_without_blanks, names::NameSpelling, roll::Roll},
};

/// Groups `records` into works. Each group lists positions in `records`.
///
/// Two records belong to one work if they share an identifier, if a source links them, or if title
/// and authors are the same and nothing contradicts: a preprint and its published form, or two
/// sources' records of one publication. Two published records with different identifiers of one
/// kind (a paper and its journal version, a talk and its demo) stay separate.
#[must_use]
pub fn group_works(records: &[&Record]) -> Vec<Vec<usize>> {
    let members: Vec<GroupedRecord> = records
        .iter()
        .map(|record| GroupedRecord::of(record))
        .collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    // Published records come first so that a preprint finds the work it belongs to.
    let (published, preprints): (Vec<usize>, Vec<usize>) =
        (0..records.len()).partition(|at| records[*at].meta.kind != Kind::Preprint);
    for at in published.into_iter().chain(preprints) {
        let fits = |group: &[usize], by_id: bool| {
            let joins = |other: &GroupedRecord| {
                if by_id {
                    members[at].shares_id(other)
                } else {
                    members[at].is_same_publication(other)
                }
            };
            group.iter().any(|other| joins(&members[*other]))
                && group
                    .iter()
                    .all(|other| !members[at].contradicts(&members[*other]))
        };
        let home = groups
            .iter()
            .position(|group| fits(group, true))
            .or_else(|| groups.iter().position(|group| fits(group, false)));
        match home {
            Some(home) => groups[home].push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

struct GroupedRecord<'a> {
    record: &'a Record,
    title_key: String,
    /// The authors' names, parsed on first use.
    spellings: OnceCell<Vec<NameSpelling>>,
}

impl<'a> GroupedRecord<'a> {
    fn of(record: &'a Record) -> Self {
        Self {
            record,
            title_key: fold_without_blanks(&record.meta.title.text()),
            spellings: OnceCell::new(),
        }
    }

    fn spellings(&self) -> &[NameSpelling] {
        self.spellings.get_or_init(|| {
            let people = self.record.meta.people().iter();
            people
                .map(|author| NameSpelling::of(&author.name))
                .collect()
        })
    }

    fn is_preprint(&self) -> bool {
        self.record.meta.kind == Kind::Preprint
    }

    fn shares_id(&self, other: &Self) -> bool {
        let (a, b) = (&self.record.meta.ids, &other.record.meta.ids);
        let same = a.doi.is_some() && a.doi == b.doi
            || a.dblp.is_some() && a.dblp == b.dblp
            || a.arxiv.is_some() && a.arxiv == b.arxiv
            || a.pmid.is_some() && a.pmid == b.pmid;
        let linked = |from: &Self, to: &Self| {
            from.record.links.iter().any(|link| match link {
                RecordLink::PreprintOf(doi) | RecordLink::HasPreprint(doi) => {
                    to.record.meta.ids.doi.as_ref() == Some(doi)
                        || doi.arxiv().is_some() && doi.arxiv() == to.record.meta.ids.arxiv
                }
                RecordLink::VersionOf(_) => false,
            })
        };
        same || linked(self, other) || linked(other, self)
    }

    /// Whether both are published, or both are preprints, and an identifier of one kind differs.
    fn contradicts(&self, other: &Self) -> bool {
        if self.is_preprint() != other.is_preprint() {
            return false;
        }
        let (a, b) = (&self.record.meta.ids, &other.record.meta.ids);
        differ(a.doi.as_ref(), b.doi.as_ref())
            || differ(a.dblp.as_ref(), b.dblp.as_ref())
            || self.is_preprint() && differ(a.arxiv.as_ref(), b.arxiv.as_ref())
            || editions::are_two(&self.record.meta, &other.record.meta)
    }

    fn is_same_publication(&self, other: &Self) -> bool {
        let (a, b) = (&self.record.meta, &other.record.meta);
        if self.title_key != other.title_key || !self.same_people(other) {
            return false;
        }
        let apart = a.year().zip(b.year()).map_or(0, |(a, b)| (a - b).abs());
        if self.is_preprint() != other.is_preprint() {
            // A preprint precedes its publication, rarely by more than three years.
            return apart <= 3;
        }
        // Sources assign kinds loosely (an LNCS paper is a chapter in Crossref) and years to within
        // one.
        let class = |kind: Kind| match kind {
            Kind::Conference | Kind::Chapter => 0,
            Kind::Journal => 1,
            Kind::Preprint | Kind::Other | Kind::Web => 2,
            Kind::PhdThesis | Kind::MastersThesis => 3,
            Kind::Report => 4,
            Kind::Patent => 5,
            Kind::Dataset | Kind::Software => 6,
            Kind::Book | Kind::Proceedings => 7,
        };
        apart <= 1
            && class(a.kind) == class(b.kind)
            && !venues_differ(a, b)
            && !(apart == 1 && begin_elsewhere(a, b))
    }

    fn same_people(&self, other: &Self) -> bool {
        let (a, b) = (self.record.meta.people(), other.record.meta.people());
        if a.is_empty() || b.is_empty() {
            return false;
        }
        let less = a.len().min(b.len());
        let (a, b) = (self.spellings(), other.spellings());
        let roll = Roll::of(b.iter(), a.len());
        let is_there = |(at, name): &(usize, &NameSpelling)| {
            let mut near = roll.near(iter::once(*name), *at);
            near.any(|place| name.likeness(&b[place]) >= 0.75)
        };
        let shared = a.iter().enumerate().filter(is_there).count();
        shared * 10 >= less * 6
    }
}

/// Whether both state a first page that is not the first of a volume, and the two differ.
fn begin_elsewhere(a: &Metadata, b: &Metadata) -> bool {
    let first = |meta: &Metadata| -> Option<u32> {
        let page = meta.pages.as_ref()?.first().parse().ok();
        page.filter(|page| *page > 1)
    };
    differ(first(a).as_ref(), first(b).as_ref())
}

fn differ<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a != b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ArxivId, Doi, PartialDate, PersonName, SourceName, Title};

    fn record(kind: Kind, title: &str, author: &str, year: i32) -> Record {
        let mut meta = Metadata::new(kind, Title::plain(title));
        meta.authors = vec![PersonName::parse(author).into()];
        meta.date = Some(PartialDate::year(year));
        Record::new(SourceName::DBLP, meta)
    }

    fn groups(records: &[Record]) -> Vec<Vec<usize>> {
        group_works(&records.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_preprint_joins_its_publication() {
        let mut preprint = record(Kind::Preprint, "On Sorting", "Jane Doe", 2021);
        preprint.meta.ids.arxiv = Some(ArxivId::parse("2101.00001").unwrap());
        let mut paper = record(Kind::Conference, "On sorting.", "J. Doe", 2022);
        paper.meta.ids.doi = Some(Doi::parse("10.1145/1.2").unwrap());
        assert_eq!(groups(&[preprint, paper]), [[1, 0]]);
    }

    #[test]
    fn two_publications_with_one_title_stay_separate() {
        let mut talk = record(Kind::Conference, "On Sorting", "Jane Doe", 2022);
        talk.meta.ids.doi = Some(Doi::parse("10.1145/1.2").unwrap());
        let mut demo = talk.clone();
        demo.meta.ids.doi = Some(Doi::parse("10.1145/1.3").unwrap());
        assert_eq!(groups(&[talk.clone(), demo]).len(), 2);
        let article = record(Kind::Journal, "On Sorting", "Jane Doe", 2022);
        assert_eq!(groups(&[talk.clone(), article]).len(), 2);
        let others = record(Kind::Conference, "On Sorting", "Richard Roe", 2022);
        assert_eq!(groups(&[talk, others]).len(), 2);
    }

    #[test]
    fn a_link_joins_works_of_different_titles() {
        let mut preprint = record(Kind::Preprint, "FLASH", "Jane Doe", 2021);
        preprint.links = vec![RecordLink::PreprintOf(Doi::parse("10.1145/1.2").unwrap())];
        let mut paper = record(Kind::Conference, "FAST", "Jane Doe", 2022);
        paper.meta.ids.doi = Some(Doi::parse("10.1145/1.2").unwrap());
        assert_eq!(groups(&[preprint, paper]).len(), 1);
    }
}
