use std::collections::{BTreeMap, BTreeSet};

use super::{dispute::differing, version::Version};
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
        let pins = listing.pins();
        if pins.doi.is_some() {
            meta.ids.doi = pins.doi;
            say(Field::Doi);
        }
        if pins.dblp.is_some() {
            meta.ids.dblp = pins.dblp;
            say(Field::Dblp);
        }
        if pins.arxiv.is_some() {
            meta.ids.arxiv = pins.arxiv;
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
/// What it is, where and when it appeared is one record's, the best there is; others of the same
/// appearance fill in what that one lacks. Title, authors and identifiers are the
/// same in every appearance, and each is from the source that is best for it.
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
    let Version {
        base,
        house,
        named,
        near,
        counted,
    } = Version::of(&version, listing, order)?;
    let pick = Pick { version: &version };
    let (house, named) = (Pick { version: &house }, Pick { version: &named });
    let (base, near, counted) = (
        Pick { version: &[base] },
        Pick { version: &near },
        Pick { version: &counted },
    );

    let (kind, kind_from) = base.best(order, |meta| Some(meta.kind))?;
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
    (meta.editors, from) = parts(near.best(CURATED, |m| non_empty(&m.editors)));
    set(Field::Editors, from);
    (meta.date, from) = near.date(&base, order);
    set(Field::Date, from);
    macro_rules! take {
        ($($field:ident: $name:ident, [$($pick:ident)+], $order:expr;)*) => {$(
            let found = None$(.or_else(|| $pick.best($order, |m| m.$field.clone())))+;
            (meta.$field, from) = parts(found.map(|(v, s)| (Some(v), s)));
            set(Field::$name, from);
        )*};
    }
    take! {
        venue: Venue, [named], REGISTERED;
        venue_short: VenueShort, [house], CURATED;
        series: Series, [near], CURATED;
        volume: Volume, [base counted], CURATED;
        number: Number, [base counted], CURATED;
        pages: Pages, [base counted], CURATED;
        chapter: Chapter, [base counted], CURATED;
        article_number: ArticleNumber, [counted], REGISTERED;
        edition: Edition, [base counted], CURATED;
        genre: Genre, [house], CURATED;
        publisher: Publisher, [house], CURATED;
        address: Address, [house], CURATED;
        institution: Institution, [house], CURATED;
        isbn: Isbn, [near], CURATED;
        arxiv_class: ArxivClass, [pick], PREPRINTED;
        url: Url, [pick], order;
        note: Note, [house], CURATED;
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

    /// The year of `base`; its month from whoever has one in that year.
    fn date(&self, base: &Self, order: [SourceName; 5]) -> (Option<PartialDate>, Option<Origin>) {
        let dated = |pick: &Self| pick.best(order, |meta| meta.date);
        let Some((date, from)) = dated(base).or_else(|| dated(self)) else {
            return (None, None);
        };
        let fuller = |meta: &Metadata| {
            let same_year = meta.date.filter(|other| other.year == date.year);
            same_year.filter(|other| other.month.is_some())
        };
        let month = match date.month {
            Some(_) => date,
            None => self.best(order, fuller).map_or(date, |(fuller, _)| fuller),
        };
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
mod tests;
