use std::collections::{BTreeMap, BTreeSet};

use super::dispute::differing;
use crate::{
    model::{
        Contributor, Edition, Field, Kind, Listing, Metadata, Origin, PartialDate, Record,
        SourceName, Title,
    },
    text::{
        casing::{informed, is_shouted},
        fold::fold,
        names::likeness,
    },
};

/// One work's metadata, and where each part is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// The metadata.
    pub meta: Metadata,
    /// The origin of every part that is there.
    pub origins: BTreeMap<Field, Origin>,
    /// The datasets on this disk that had a say.
    pub editions: BTreeSet<Edition>,
}

impl Merged {
    /// What the person says is never overruled: the identifiers they pin, the kind they name, their
    /// note and address.
    fn hear(&mut self, listing: &Listing) {
        let Self { meta, origins, .. } = self;
        let mut say = |field: Field| origins.insert(field, SourceName::Listing.into());
        if let Some(note) = &listing.note {
            meta.note = Some(note.clone());
            say(Field::Note);
        }
        if let Some(url) = &listing.url {
            meta.url = Some(url.clone());
            say(Field::Url);
        }
        if let Some(doi) = listing.doi.as_ref().filter(|doi| doi.arxiv().is_none()) {
            meta.ids.doi = Some(doi.clone());
            say(Field::Doi);
        }
        if let Some(key) = &listing.dblp {
            meta.ids.dblp = Some(key.clone());
            say(Field::Dblp);
        }
        if let Some(arxiv) = &listing.arxiv {
            meta.ids.arxiv = Some(arxiv.clone());
            say(Field::Arxiv);
        }
        // A preprint listed as one may have been found published since.
        let settled = meta.kind.is_published() && listing.kind.is_some_and(Kind::is_published);
        if let Some(kind) = listing.kind.filter(|kind| settled && *kind != meta.kind) {
            meta.kind = kind;
            say(Field::Kind);
        }
        if let Some(isbn) = &listing.isbn {
            meta.isbn = Some(isbn.clone());
            say(Field::Isbn);
        }
    }
}

use SourceName::{Arxiv, Crossref, Datacite, Dblp, Library};

/// DBLP's records are made by hand and whole: best for what a work is called and who wrote it.
const CURATED: [SourceName; 5] = [Dblp, Library, Crossref, Arxiv, Datacite];
/// Registrants give a venue's name in full, without place and days.
const REGISTERED: [SourceName; 5] = [Crossref, Library, Dblp, Arxiv, Datacite];
/// arXiv itself knows a preprint's newest title; DBLP keeps the first.
const PREPRINTED: [SourceName; 5] = [Arxiv, Library, Dblp, Datacite, Crossref];

/// Merges what sources say of one work. `records` stand with the version to be exported first;
/// preprints add only their arXiv id to a work that is published.
///
/// The listing adds what no source can know: the person's own note, address and ISBN.
#[must_use]
pub fn merge(records: &[Record], listing: &Listing) -> Option<Merged> {
    let first = records.first()?;
    let published = first.meta.kind != Kind::Preprint;
    let version: Vec<&Record> = records
        .iter()
        .filter(|record| (record.meta.kind != Kind::Preprint) == published)
        .collect();
    let order = if published { CURATED } else { PREPRINTED };
    let pick = Pick { version: &version };

    let (kind, kind_from) = pick.best(CURATED, |meta| Some(meta.kind))?;
    let (title, title_from) = pick.title(order)?;
    let mut meta = Metadata::new(kind, title);
    let mut origins = BTreeMap::from([(Field::Kind, kind_from), (Field::Title, title_from)]);
    let mut set = |field: Field, from: Option<Origin>| {
        if let Some(from) = from {
            origins.insert(field, from);
        }
    };

    if let Some((authors, more, from)) = pick.authors(order) {
        (meta.authors, meta.more_authors) = (authors, more);
        set(Field::Authors, Some(from));
    }
    let non_empty = |list: &Vec<Contributor>| (!list.is_empty()).then(|| list.clone());
    let mut from;
    (meta.editors, from) = parts(pick.best(CURATED, |m| non_empty(&m.editors)));
    set(Field::Editors, from);
    (meta.date, from) = pick.date(order);
    set(Field::Date, from);
    macro_rules! take {
        ($($field:ident: $name:ident, $order:expr;)*) => {$(
            (meta.$field, from) = parts(pick.best($order, |m| m.$field.clone()).map(|(v, s)| (Some(v), s)));
            set(Field::$name, from);
        )*};
    }
    take! {
        venue: Venue, REGISTERED;
        venue_short: VenueShort, CURATED;
        series: Series, CURATED;
        volume: Volume, CURATED;
        number: Number, CURATED;
        pages: Pages, CURATED;
        article_number: ArticleNumber, REGISTERED;
        publisher: Publisher, CURATED;
        address: Address, CURATED;
        institution: Institution, CURATED;
        isbn: Isbn, CURATED;
        arxiv_class: ArxivClass, PREPRINTED;
        url: Url, order;
        note: Note, CURATED;
    }
    for record in &version {
        let ids = &record.meta.ids;
        if meta.ids.doi.is_none() && ids.doi.is_some() {
            meta.ids.doi.clone_from(&ids.doi);
            set(Field::Doi, Some(origin_of(record)));
        }
        if meta.ids.dblp.is_none() && ids.dblp.is_some() {
            meta.ids.dblp.clone_from(&ids.dblp);
            set(Field::Dblp, Some(origin_of(record)));
        }
    }
    for record in records {
        if meta.ids.arxiv.is_none() && record.meta.ids.arxiv.is_some() {
            meta.ids.arxiv.clone_from(&record.meta.ids.arxiv);
            set(Field::Arxiv, Some(origin_of(record)));
        }
        if meta.arxiv_class.is_none() && record.meta.arxiv_class.is_some() {
            meta.arxiv_class.clone_from(&record.meta.arxiv_class);
            set(Field::ArxivClass, Some(origin_of(record)));
        }
    }
    let editions = records.iter().filter_map(|record| record.edition.clone());
    let mut merged = Merged {
        meta,
        origins,
        editions: editions.collect(),
    };
    merged.hear(listing);
    for (field, origin) in &mut merged.origins {
        origin.others = differing(*field, &merged.meta, &version);
    }
    Some(merged)
}

/// Who says what a record says, undisputed so far.
fn origin_of(record: &Record) -> Origin {
    Origin::new(record.source, record.day())
}

fn parts<T: Default>(found: Option<(T, Origin)>) -> (T, Option<Origin>) {
    match found {
        Some((value, from)) => (value, Some(from)),
        None => (T::default(), None),
    }
}

/// The parts of `meta` that are there.
pub(super) fn fields_of(meta: &Metadata) -> Vec<Field> {
    let mut out = vec![Field::Kind, Field::Title];
    let mut when = |there: bool, field: Field| {
        if there {
            out.push(field);
        }
    };
    when(!meta.authors.is_empty(), Field::Authors);
    when(meta.date.is_some(), Field::Date);
    when(meta.venue.is_some(), Field::Venue);
    when(meta.publisher.is_some(), Field::Publisher);
    when(meta.institution.is_some(), Field::Institution);
    when(meta.ids.doi.is_some(), Field::Doi);
    when(meta.ids.arxiv.is_some(), Field::Arxiv);
    when(meta.ids.dblp.is_some(), Field::Dblp);
    when(meta.isbn.is_some(), Field::Isbn);
    when(meta.url.is_some(), Field::Url);
    when(meta.note.is_some(), Field::Note);
    out
}

struct Pick<'a> {
    version: &'a [&'a Record],
}

impl Pick<'_> {
    fn by(&self, source: SourceName) -> impl Iterator<Item = &Record> {
        let version = self.version.iter().copied();
        version.filter(move |record| record.source == source)
    }

    /// The first value in the order of sources.
    fn best<T>(
        &self,
        order: [SourceName; 5],
        part: impl Fn(&Metadata) -> Option<T>,
    ) -> Option<(T, Origin)> {
        let mut records = order.into_iter().flat_map(|source| self.by(source));
        records.find_map(|record| Some((part(&record.meta)?, origin_of(record))))
    }

    /// The best title that is not shouted; a shouted one when there is no other. What other sources
    /// know of its capitals is kept.
    fn title(&self, order: [SourceName; 5]) -> Option<(Title, Origin)> {
        let title = |meta: &Metadata| (!meta.title.is_empty()).then(|| meta.title.clone());
        let calm = |meta: &Metadata| title(meta).filter(|title| !is_shouted(title));
        let (title, from) = self.best(order, calm).or_else(|| self.best(order, title))?;
        let others = self.version.iter().map(|record| &record.meta.title);
        Some((informed(&title, others), from))
    }

    /// The curated author list, each name in Crossref's spelling where the two are one name:
    /// Crossref keeps the family name apart and more of the accents.
    fn authors(&self, order: [SourceName; 5]) -> Option<(Vec<Contributor>, bool, Origin)> {
        let some = |meta: &Metadata| {
            (!meta.authors.is_empty()).then(|| (meta.authors.clone(), meta.more_authors))
        };
        let whole = |meta: &Metadata| some(meta).filter(|(_, more)| !more);
        let ((mut authors, more), from) =
            self.best(order, whole).or_else(|| self.best(order, some))?;
        let mut registered = self.by(Crossref).map(|record| &record.meta);
        if let Some(other) = registered.find(|meta| meta.authors.len() == authors.len()) {
            for (author, spelled) in authors.iter_mut().zip(&other.authors) {
                if is_same_spelling(author, spelled) {
                    author.name = spelled.name.clone();
                }
                if author.orcid.is_none() && likeness(&author.name, &spelled.name) >= 0.95 {
                    author.orcid.clone_from(&spelled.orcid);
                }
            }
        }
        Some((authors, more, from))
    }

    /// The curated year; its month from whoever has one in that year.
    fn date(&self, order: [SourceName; 5]) -> (Option<PartialDate>, Option<Origin>) {
        let Some((date, from)) = self.best(order, |meta| meta.date) else {
            return (None, None);
        };
        let month = self
            .best(order, |meta| {
                meta.date
                    .filter(|other| other.year == date.year && other.month.is_some())
            })
            .map_or(date, |(fuller, _)| fuller);
        (Some(month), Some(from))
    }
}

fn is_same_spelling(author: &Contributor, spelled: &Contributor) -> bool {
    let (a, b) = (&author.name, &spelled.name);
    let shouted = |text: &str| text.len() > 3 && text.to_uppercase() == *text;
    fold(&a.to_string()) == fold(&b.to_string())
        && !b.given.is_empty()
        && !b.organisation
        && !shouted(&b.family)
        && !shouted(&b.given)
        // Exchanged parts fold to another order of words, so equal order means equal parts.
        && b.to_string().chars().count() >= a.to_string().chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ArxivId, Doi, PersonName};

    fn record(source: SourceName, kind: Kind, title: &str, authors: &[&str]) -> Record {
        let mut meta = Metadata::new(kind, Title::plain(title));
        meta.authors = authors
            .iter()
            .map(|n| PersonName::parse(n).into())
            .collect();
        Record {
            source,
            meta,
            links: Vec::new(),
            edition: None,
            learned: None,
            withdrawn: false,
        }
    }

    #[test]
    fn each_part_from_its_best_source() {
        let mut dblp = record(
            Dblp,
            Kind::Journal,
            "On Sorting",
            &["Tomás Van Gool", "J. Roe"],
        );
        dblp.meta.venue = Some(Title::plain("J. Sort."));
        dblp.meta.date = Some(PartialDate::year(2022));
        let mut crossref = record(
            Crossref,
            Kind::Journal,
            "ON SORTING OF THE STRINGS",
            &["Van Gool, Tomáš", "Roe, J."],
        );
        crossref.meta.venue = Some(Title::plain("Journal of Sorting"));
        crossref.meta.date = PartialDate::from_parts(2022, Some(3), None);
        crossref.meta.ids.doi =
            Some(Doi::parse("10.1/sort").unwrap_or_else(|_| Doi::parse("10.1000/sort").unwrap()));
        let mut corr = record(Dblp, Kind::Preprint, "Sorting", &["Tomás Van Gool"]);
        corr.meta.ids.arxiv = Some(ArxivId::parse("2101.00001").unwrap());

        let merged = merge(&[dblp, crossref, corr], &Listing::titled("x")).unwrap();
        assert_eq!(merged.meta.title.text(), "On Sorting");
        assert_eq!(
            merged.meta.authors[0].name.sorting_form(),
            "Van Gool, Tomáš"
        );
        assert_eq!(merged.meta.venue.unwrap().text(), "Journal of Sorting");
        assert_eq!(merged.meta.date.unwrap().to_string(), "2022-03");
        assert_eq!(merged.meta.ids.arxiv.unwrap().as_str(), "2101.00001");
        assert_eq!(merged.origins[&Field::Doi].source, Crossref);
        assert_eq!(merged.origins[&Field::Title].source, Dblp);
    }

    #[test]
    fn who_said_it_when_and_who_says_otherwise() {
        let mut dblp = record(Dblp, Kind::Conference, "On Sorting", &["Jane Doe"]);
        dblp.learned = Some(jiff::civil::date(2026, 11, 1));
        dblp.meta.pages = crate::model::Pages::parse("1-9");
        let mut crossref = record(Crossref, Kind::Conference, "On sorting.", &["J. Doe"]);
        crossref.learned = Some(jiff::civil::date(2026, 11, 20));
        crossref.meta.pages = crate::model::Pages::parse("1-12");
        crossref.meta.volume = Some("7".into());
        let merged = merge(&[dblp.clone(), crossref.clone()], &Listing::titled("x")).unwrap();
        let pages = &merged.origins[&Field::Pages];
        assert_eq!((pages.source, pages.day), (Dblp, dblp.learned));
        assert_eq!(pages.others.len(), 1);
        assert_eq!(pages.others[0].day, crossref.learned);
        assert_eq!(pages.others[0].value, "1--12");
        assert_eq!(
            merged.origins[&Field::Volume],
            Origin::new(Crossref, crossref.learned)
        );
        assert!(merged.origins[&Field::Title].others.is_empty());
    }

    #[test]
    fn the_kind_that_is_listed_stays() {
        let article = record(Dblp, Kind::Journal, "On Sorting", &["Jane Doe"]);
        let kind = |listed: Kind| {
            let listing = Listing {
                kind: Some(listed),
                ..Listing::titled("On Sorting")
            };
            merge(std::slice::from_ref(&article), &listing)
                .unwrap()
                .meta
                .kind
        };
        assert_eq!(kind(Kind::Conference), Kind::Conference);
        assert_eq!(kind(Kind::Preprint), Kind::Journal, "published since");
    }

    #[test]
    fn a_preprint_lends_nothing_but_its_id() {
        let paper = record(Dblp, Kind::Conference, "FAST", &["Jane Doe"]);
        let mut preprint = record(Arxiv, Kind::Preprint, "FLASH", &["Jane Doe", "A. Other"]);
        preprint.meta.date = Some(PartialDate::year(2020));
        let merged = merge(&[paper, preprint], &Listing::titled("x")).unwrap();
        assert_eq!(merged.meta.title.text(), "FAST");
        assert_eq!(merged.meta.authors.len(), 1);
        assert_eq!(merged.meta.date, None);
    }

    #[test]
    fn shouted_titles_come_last() {
        let loud = record(
            Dblp,
            Kind::Conference,
            "KITTY: ACCURATE AND EFFICIENT CACHES",
            &[],
        );
        let calm = record(
            Crossref,
            Kind::Conference,
            "Kitty: Accurate and Efficient Caches",
            &[],
        );
        let merged = merge(&[loud, calm], &Listing::titled("x")).unwrap();
        assert_eq!(merged.origins[&Field::Title].source, Crossref);
    }

    #[test]
    fn sources_mend_each_others_capitals() {
        let title = |source, title| record(source, Kind::Conference, title, &[]);
        let dblp = title(
            Dblp,
            "Scaling Spindle and Bert to Large Clusters of Small Machines",
        );
        let crossref = title(
            Crossref,
            "Scaling Spindle and BERT to large clusters of small machines",
        );
        let merged = merge(&[dblp, crossref], &Listing::titled("x")).unwrap();
        assert_eq!(merged.origins[&Field::Title].source, Dblp);
        assert_eq!(
            merged.meta.title.text(),
            "Scaling Spindle and BERT to Large Clusters of Small Machines"
        );
        let meant = crate::model::Run::Protected("Spindle".into());
        assert!(merged.meta.title.runs().contains(&meant));
    }
}
