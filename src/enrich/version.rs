//! Chooses the version of a work to export and the records that describe it.
//!
//! Records that share an identifier may describe an article online and in its issue, or a paper and
//! its reprint in a newsletter. Volume, pages and year must not be combined across versions,
//! because the result would not exist.

use super::precedence::Ranking;
use crate::{
    matching::venues_differ,
    model::{Kind, Listing, Metadata, Record, Title},
    text::fold::{fold, fold_without_blanks},
};

/// The records of one work, selected by what they can contribute to the exported version.
#[derive(Debug)]
pub(super) struct ExportedVersion<'a> {
    /// The record the version is based on.
    pub(super) base: &'a Record,
    /// The records with the same journal, conference or publisher as `base`.
    pub(super) same_venue: Vec<&'a Record>,
    /// Those of them that may name its venue: not one of articles ahead of their issue, nor one of
    /// another year.
    pub(super) naming: Vec<&'a Record>,
    /// The records of the same version.
    pub(super) same_version: Vec<&'a Record>,
    /// Those of them with no other volume, number or first page than `base`.
    pub(super) same_pages: Vec<&'a Record>,
}

impl<'a> ExportedVersion<'a> {
    /// Chooses among `records`, of which all or none are published. A published kind ranks above a
    /// loose one, an article in its issue above the same article before it, and the listed kind
    /// above others; then the `order` of sources, the listed venue and the number of known fields
    /// decide.
    pub(super) fn of(
        records: &[&'a Record],
        listing: &Listing,
        order: Ranking<'_>,
    ) -> Option<Self> {
        let rank = |record: &Record| {
            let meta = &record.meta;
            (
                !matches!(meta.kind, Kind::Other | Kind::Web),
                !is_early(meta, records),
                listing.kind.is_none_or(|kind| is_one_kind(kind, meta.kind)),
                std::cmp::Reverse(order.of(record)),
                is_listed_venue(listing, meta),
                richness(meta),
            )
        };
        // `rev` makes the first of equal records win.
        let base = *records.iter().rev().max_by_key(|record| rank(record))?;
        let early = |record: &Record| is_early(&record.meta, records);
        let those = |wanted: &dyn Fn(&Record) -> bool| -> Vec<&'a Record> {
            let records = records.iter().copied();
            records
                .filter(|record| std::ptr::eq(*record, base) || wanted(record))
                .collect()
        };
        let in_same_venue = |record: &Record| is_same_venue(base, record);
        let is_same_version = |record: &Record| {
            in_same_venue(record)
                && early(record) == early(base)
                && is_same_year(&base.meta, &record.meta)
        };
        Some(Self {
            base,
            same_venue: those(&in_same_venue),
            naming: those(&|record| match record.meta.kind {
                Kind::Journal => in_same_venue(record) && !is_marked_early(&record.meta),
                _ => is_same_version(record),
            }),
            same_version: those(&is_same_version),
            same_pages: those(&|record| {
                is_same_version(record) && is_same_place(&base.meta, &record.meta)
            }),
        })
    }
}

/// Whether two records are of the same journal, conference or publisher. Services file the papers
/// of some conferences under journals, but a single service uses one kind per venue.
fn is_same_venue(base: &Record, other: &Record) -> bool {
    let (a, b) = (&base.meta, &other.meta);
    let paper = |kind: Kind| matches!(kind, Kind::Conference | Kind::Chapter | Kind::Journal);
    let kinds = is_one_kind(a.kind, b.kind)
        || base.source != other.source && paper(a.kind) && paper(b.kind);
    kinds && !venues_differ(a, b)
}

/// Whether two kinds are the same to publishers, some of which call a paper in proceedings a
/// chapter.
pub(super) fn is_one_kind(a: Kind, b: Kind) -> bool {
    let class = |kind: Kind| match kind {
        Kind::Chapter => Kind::Conference,
        Kind::Web => Kind::Other,
        kind => kind,
    };
    class(a) == class(b)
}

/// Whether a record is of an article ahead of its issue: its venue says so, or it has neither
/// volume nor number although another record of that journal has.
fn is_early(meta: &Metadata, records: &[&Record]) -> bool {
    let in_issue = |meta: &Metadata| meta.volume.is_some() || meta.number.is_some();
    let elsewhere = |other: &&Record| {
        let other = &other.meta;
        other.kind == Kind::Journal
            && in_issue(other)
            && !is_marked_early(other)
            && !venues_differ(meta, other)
    };
    let waits = meta.kind == Kind::Journal && !in_issue(meta) && records.iter().any(elsewhere);
    waits || is_marked_early(meta)
}

/// Whether a venue's name marks articles ahead of their issue, in the words of publishers.
fn is_marked_early(meta: &Metadata) -> bool {
    const MARKS: [&str; 6] = [
        "early access",
        "online first",
        "ahead of print",
        "in press",
        "articles in advance",
        "just accepted",
    ];
    let venue = meta.venue.as_ref().map(|venue| fold(&venue.text()));
    venue.is_some_and(|venue| MARKS.iter().any(|mark| venue.contains(mark)))
}

fn is_listed_venue(listing: &Listing, meta: &Metadata) -> bool {
    let Some(venue) = &listing.venue else {
        return true;
    };
    let mut listed = Metadata::new(meta.kind, Title::default());
    listed.venue = Some(Title::plain(venue.clone()));
    !venues_differ(&listed, meta)
}

fn richness(meta: &Metadata) -> usize {
    [
        meta.venue.is_some(),
        meta.volume.is_some(),
        meta.number.is_some(),
        meta.pages.is_some() || meta.article_number.is_some(),
        meta.date.is_some(),
        meta.publisher.is_some(),
    ]
    .into_iter()
    .filter(|there| *there)
    .count()
}

/// Whether two records can be of one year's proceedings or of one journal volume. Some sources date
/// proceedings by the meeting and others by the publication.
fn is_same_year(a: &Metadata, b: &Metadata) -> bool {
    let apart = a.year().zip(b.year()).map_or(0, |(a, b)| (a - b).abs());
    let volume = |meta: &Metadata| meta.volume.as_deref().map(fold_without_blanks);
    match a.kind {
        Kind::Journal => apart == 0 || volume(a).is_some() && volume(a) == volume(b),
        _ => apart <= 1,
    }
}

/// Whether volume, number and first page agree as far as both records have them.
fn is_same_place(a: &Metadata, b: &Metadata) -> bool {
    let other = |part: fn(&Metadata) -> Option<&String>| {
        let both = part(a).zip(part(b));
        both.is_some_and(|(a, b)| fold_without_blanks(a) != fold_without_blanks(b))
    };
    let first = |meta: &Metadata| meta.pages.as_ref().map(|pages| fold(pages.first()));
    let pages_differ = first(a).zip(first(b)).is_some_and(|(a, b)| a != b);
    !(pages_differ || other(|meta| meta.volume.as_ref()) || other(|meta| meta.number.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            merge::{self, MergedMetadata},
            precedence::tests::precedence,
        },
        *,
    };
    use crate::model::{Doi, Field, Pages, PartialDate, SourceName};

    fn merge(records: &[Record], listing: &Listing) -> Option<MergedMetadata> {
        merge::merge(records, listing, &precedence())
    }

    /// Creates a record with the venue, year, volume and pages in `place`.
    fn record(source: SourceName, kind: Kind, place: [&str; 4]) -> Record {
        let [venue, year, volume, pages] = place;
        let mut meta = Metadata::new(kind, Title::plain("On Sorting"));
        meta.ids.doi = Doi::parse("10.1145/1.2").ok();
        meta.venue = (!venue.is_empty()).then(|| Title::plain(venue));
        meta.date = PartialDate::parse(year);
        meta.volume = (!volume.is_empty()).then(|| volume.to_owned());
        meta.pages = Pages::parse(pages);
        Record::new(source, meta)
    }

    /// Merges the records and checks that their order does not matter.
    fn merged(records: &[Record]) -> MergedMetadata {
        let listing = Listing::titled("On Sorting");
        let one = merge(records, &listing).unwrap();
        let turned: Vec<Record> = records.iter().rev().cloned().collect();
        assert_eq!(merge(&turned, &listing).unwrap().meta, one.meta);
        one
    }

    fn place(merged: &MergedMetadata) -> String {
        let fields = [
            Field::Kind,
            Field::Venue,
            Field::Date,
            Field::Volume,
            Field::Pages,
        ];
        let said = fields.map(|field| merged.meta.in_words(field).unwrap_or_default());
        said.join(" | ")
    }

    #[test]
    fn issue_is_not_mixed_with_the_article_ahead_of_it() {
        let name = "IEEE Transactions on Sorting";
        for (ahead, venue) in [
            (
                SourceName::LIBRARY,
                "IEEE Transactions on Sorting (Early Access)",
            ),
            (SourceName::LIBRARY, name),
            (SourceName::DBLP, name),
            (SourceName::CROSSREF, name),
        ] {
            let early = record(ahead, Kind::Journal, [venue, "2019-11", "", "1-20"]);
            let last = record(
                SourceName::LIBRARY,
                Kind::Journal,
                [name, "2020", "7", "100-119"],
            );
            let merged = merged(&[early, last]);
            assert_eq!(
                place(&merged),
                format!("journal | {name} | 2020 | 7 | 100--119"),
                "{ahead}"
            );
            assert_eq!(merged.origins[&Field::Volume].source, SourceName::LIBRARY);
        }
    }

    #[test]
    fn paper_and_reprint_are_not_mixed() {
        let paper = record(
            SourceName::LIBRARY,
            Kind::Conference,
            ["Conference on Sorting", "2019", "", "1-10"],
        );
        let reprint = record(
            SourceName::LIBRARY,
            Kind::Journal,
            ["Newsletter of the Sorters", "2020", "7", "100-119"],
        );
        let whole = [
            "conference | Conference on Sorting | 2019 |  | 1--10",
            "journal | Newsletter of the Sorters | 2020 | 7 | 100--119",
        ];
        let listing = |kind| Listing {
            kind: Some(kind),
            ..Listing::titled("On Sorting")
        };
        let records = [paper, reprint];
        assert!(whole.contains(&&*place(&merged(&records))));
        for (kind, want) in [Kind::Conference, Kind::Journal].into_iter().zip(whole) {
            assert_eq!(place(&merge(&records, &listing(kind)).unwrap()), want);
        }
    }

    #[test]
    fn published_record_ranks_above_a_loose_one() {
        let loose = record(
            SourceName::LIBRARY,
            Kind::Other,
            ["Talk at X", "2019", "", ""],
        );
        let article = record(
            SourceName::CROSSREF,
            Kind::Journal,
            ["Journal of Sorting", "2020", "7", "1-9"],
        );
        assert_eq!(
            place(&merged(&[loose, article])),
            "journal | Journal of Sorting | 2020 | 7 | 1--9"
        );
    }

    #[test]
    fn records_of_one_version_fill_each_others_gaps() {
        // One source dates the proceedings by the meeting, the other by the publication.
        let dblp = record(SourceName::DBLP, Kind::Conference, ["SORT", "2019", "", ""]);
        let name = "Proceedings of the Conference on Sorting (SORT)";
        let crossref = record(
            SourceName::CROSSREF,
            Kind::Chapter,
            [name, "2020", "12", "1-9"],
        );
        assert_eq!(
            place(&merged(&[dblp, crossref])),
            format!("conference | {name} | 2019 | 12 | 1--9")
        );
        let dblp = record(
            SourceName::DBLP,
            Kind::Journal,
            ["J. Sort.", "2019", "7", "1-9"],
        );
        let crossref = record(
            SourceName::CROSSREF,
            Kind::Journal,
            ["Journal of Sorting", "2020-02", "7", ""],
        );
        assert_eq!(
            place(&merged(&[dblp, crossref])),
            "journal | Journal of Sorting | 2019 | 7 | 1--9"
        );
    }

    #[test]
    fn record_with_another_volume_fills_no_gap() {
        let dblp = record(
            SourceName::DBLP,
            Kind::Conference,
            ["SORT", "2019", "", "1391-1407"],
        );
        let crossref = record(
            SourceName::CROSSREF,
            Kind::Conference,
            ["SORT", "2019", "12", "1-17"],
        );
        assert_eq!(
            place(&merged(&[dblp, crossref])),
            "conference | SORT | 2019 |  | 1391--1407"
        );
    }
}
