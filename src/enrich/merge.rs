use std::collections::{BTreeMap, BTreeSet};

use super::{
    dispute::contradicting_claims,
    field_table::WorkClass,
    precedence::{Precedence, Ranking},
    version::ExportedVersion,
};
use crate::{
    model::{
        Contributor, DatasetVersion, Doi, Field, FieldOfStudy, Kind, Listing, Metadata,
        PartialDate, Provenance, Record, RecordLink, SourceName, Title,
    },
    text::{
        casing::{informed, is_shouted},
        fold::fold,
        names::likeness,
        venue_fields,
    },
};

/// One work's metadata and the provenance of each field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergedMetadata {
    /// The metadata.
    pub meta: Metadata,
    /// The provenance of each field that is set.
    pub origins: BTreeMap<Field, Provenance>,
    /// The local datasets that contributed.
    pub editions: BTreeSet<DatasetVersion>,
}

impl MergedMetadata {
    /// Applies what the person states, which always wins: the pinned identifiers, kind, note, URL
    /// and ISBN.
    fn apply_listing(&mut self, listing: &Listing) {
        let Self { meta, origins, .. } = self;
        let mut set = |field: Field| origins.insert(field, SourceName::LISTING.into());
        if let Some(note) = &listing.note {
            meta.note = Some(note.clone());
            set(Field::Note);
        }
        if let Some(url) = &listing.url {
            meta.url = Some(url.clone());
            set(Field::Url);
        }
        let pins = listing.pins();
        // The DOI of a preprint is none of its publication.
        if pins.doi.is_some() && pins.doi != meta.ids.preprint {
            meta.ids.doi = pins.doi;
            set(Field::Doi);
        }
        if pins.dblp.is_some() {
            meta.ids.dblp = pins.dblp;
            set(Field::Dblp);
        }
        if pins.arxiv.is_some() {
            meta.ids.arxiv = pins.arxiv;
            set(Field::Arxiv);
        }
        if pins.pmid.is_some() {
            meta.ids.pmid = pins.pmid;
            set(Field::Pmid);
        }
        // A listed preprint may have been published since.
        let settled = meta.kind.is_published() && listing.kind.is_some_and(Kind::is_published);
        if let Some(kind) = listing.kind.filter(|kind| settled && *kind != meta.kind) {
            meta.kind = kind;
            set(Field::Kind);
        }
        if let Some(isbn) = &listing.isbn {
            meta.isbn = Some(isbn.clone());
            set(Field::Isbn);
        }
    }
}

/// Merges the records of one work. The first record is the version to export. Preprints add only
/// their identifiers to a published work.
///
/// Kind, place and date come from the best single record; other records of the same version fill
/// its gaps. Title, authors and identifiers are the same in every version, and each comes from the
/// source that `precedence` puts first for it.
///
/// The listing adds what no source can know: the person's own note, URL and ISBN. Returns `None` if
/// there are no records.
#[must_use]
pub fn merge(
    records: &[Record],
    listing: &Listing,
    precedence: &Precedence,
) -> Option<MergedMetadata> {
    let first = records.first()?;
    let published = first.meta.kind != Kind::Preprint;
    let version: Vec<&Record> = records
        .iter()
        .filter(|record| (record.meta.kind != Kind::Preprint) == published)
        .collect();
    let studied = studied(&version, listing);
    let class = |kind: Kind| WorkClass {
        is_published: kind != Kind::Preprint,
        is_book: kind == Kind::Book,
        studied: &studied,
    };
    let of_kind = precedence.of_field(Field::Kind, class(first.meta.kind));
    let ExportedVersion {
        base,
        same_venue,
        naming,
        same_version,
        same_pages,
    } = ExportedVersion::of(&version, listing, of_kind)?;
    let work = class(base.meta.kind);
    let order = |field: Field| precedence.of_field(field, work);
    let base = [base];
    let (pick, base) = (Pick::of(&version), Pick::of(&base));
    let (same_venue, naming) = (Pick::of(&same_venue), Pick::of(&naming));
    let (same_version, same_pages) = (Pick::of(&same_version), Pick::of(&same_pages));

    let (kind, kind_from) = base.best(of_kind, |meta| Some(meta.kind))?;
    let (title, title_from) = pick.title(order(Field::Title))?;
    let mut meta = Metadata::new(kind, title);
    let mut origins = BTreeMap::from([(Field::Kind, kind_from), (Field::Title, title_from)]);
    let mut set = |field: Field, from: Option<Provenance>| {
        if let Some(from) = from {
            origins.insert(field, from);
        }
    };

    if let Some((authors, more, from)) = pick.authors(order(Field::Authors), precedence) {
        (meta.authors, meta.more_authors) = (authors, more);
        set(Field::Authors, Some(from));
    }
    let non_empty = |list: &Vec<Contributor>| (!list.is_empty()).then(|| list.clone());
    let mut from;
    let editors = same_version.best(order(Field::Editors), |m| non_empty(&m.editors));
    (meta.editors, from) = parts(editors);
    set(Field::Editors, from);
    (meta.date, from) = same_version.date(&base, order(Field::Date));
    set(Field::Date, from);
    macro_rules! take {
        ($($field:ident: $name:ident, [$($pick:ident)+];)*) => {$(
            let believed = order(Field::$name);
            let found = None$(.or_else(|| $pick.best(believed, |m| m.$field.clone())))+;
            (meta.$field, from) = parts(found.map(|(v, s)| (Some(v), s)));
            set(Field::$name, from);
        )*};
    }
    take! {
        venue: Venue, [naming];
        venue_short: VenueShort, [same_venue];
        series: Series, [same_version];
        volume: Volume, [base same_pages];
        number: Number, [base same_pages];
        pages: Pages, [base same_pages];
        chapter: Chapter, [base same_pages];
        article_number: ArticleNumber, [same_pages];
        edition: Edition, [same_pages];
        genre: Genre, [same_venue];
        publisher: Publisher, [same_venue];
        address: Address, [same_venue];
        institution: Institution, [same_venue];
        isbn: Isbn, [same_version];
        collaboration: Collaboration, [pick];
        arxiv_class: ArxivClass, [pick];
        url: Url, [pick];
        note: Note, [same_venue];
    }
    add_identifiers(&mut meta, &mut origins, &version, records);
    let indexed = pick.best(order(Field::Pmid), |meta| meta.ids.pmid.clone());
    if let Some((pmid, from)) = indexed {
        meta.ids.pmid = Some(pmid);
        origins.insert(Field::Pmid, from);
    }
    let editions = records.iter().filter_map(|record| record.edition.clone());
    let mut merged = MergedMetadata {
        meta,
        origins,
        editions: editions.collect(),
    };
    merged.apply_listing(listing);
    for (field, origin) in &mut merged.origins {
        origin.others = contradicting_claims(*field, &merged.meta, &version);
    }
    Some(merged)
}

/// Returns the fields of study that the names of the work's venue tell.
fn studied(version: &[&Record], listing: &Listing) -> Vec<FieldOfStudy> {
    let recorded = version.iter().flat_map(|record| {
        let meta = &record.meta;
        let full = meta.venue.as_ref().map(Title::text);
        full.into_iter().chain(meta.venue_short.clone())
    });
    let names = recorded.chain(listing.venue.clone());
    let fields = names.flat_map(|name| venue_fields::of_venue(&name));
    fields.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Takes each identifier from the first record that has it. A preprint gives its identifiers and its
/// class in arXiv to a published work, and nothing else.
fn add_identifiers(
    meta: &mut Metadata,
    origins: &mut BTreeMap<Field, Provenance>,
    version: &[&Record],
    records: &[Record],
) {
    let versions = version.iter().copied();
    let first = |has: fn(&Record) -> bool| versions.clone().find(|record| has(record));
    let doi = first(|record| record.meta.ids.doi.is_some());
    let dblp = first(|record| record.meta.ids.dblp.is_some());
    let arxiv = records.iter().find(|it| it.meta.ids.arxiv.is_some());
    let class = records.iter().find(|it| it.meta.arxiv_class.is_some());
    if meta.kind.is_published() {
        meta.ids.preprint = records.iter().find_map(preprint_of);
    }
    if let Some(record) = doi {
        meta.ids.doi.clone_from(&record.meta.ids.doi);
        origins.insert(Field::Doi, provenance_of(record));
    }
    if let Some(record) = dblp {
        meta.ids.dblp.clone_from(&record.meta.ids.dblp);
        origins.insert(Field::Dblp, provenance_of(record));
    }
    let texkey = records.iter().find(|it| it.meta.ids.texkey.is_some());
    if let Some(record) = texkey {
        meta.ids.texkey.clone_from(&record.meta.ids.texkey);
        origins.insert(Field::Texkey, provenance_of(record));
    }
    if let Some(record) = arxiv {
        meta.ids.arxiv.clone_from(&record.meta.ids.arxiv);
        origins.insert(Field::Arxiv, provenance_of(record));
    }
    if let Some(record) = class.filter(|_| meta.arxiv_class.is_none()) {
        meta.arxiv_class.clone_from(&record.meta.arxiv_class);
        origins.insert(Field::ArxivClass, provenance_of(record));
    }
}

/// Returns the DOI of the preprint that a record is, or names.
fn preprint_of(record: &Record) -> Option<Doi> {
    if record.meta.kind == Kind::Preprint {
        return record.meta.ids.doi.clone();
    }
    let named = record.links.iter().find_map(|link| match link {
        RecordLink::HasPreprint(doi) => Some(doi.clone()),
        RecordLink::PreprintOf(_) | RecordLink::VersionOf(_) => None,
    });
    named.filter(|doi| doi.arxiv().is_none())
}

/// Returns the provenance of a record's fields, without contradicting claims.
fn provenance_of(record: &Record) -> Provenance {
    Provenance::new(record.source, record.day())
}

fn parts<T: Default>(found: Option<(T, Provenance)>) -> (T, Option<Provenance>) {
    match found {
        Some((value, from)) => (value, Some(from)),
        None => (T::default(), None),
    }
}

/// Records from which fields are taken.
struct Pick<'a> {
    records: &'a [&'a Record],
}

impl<'a> Pick<'a> {
    fn of(records: &'a [&'a Record]) -> Self {
        Self { records }
    }

    /// Returns the value of the source that is believed first.
    fn best<T>(
        &self,
        order: Ranking<'_>,
        part: impl Fn(&Metadata) -> Option<T>,
    ) -> Option<(T, Provenance)> {
        let mut records = order.sorted(self.records).into_iter();
        records.find_map(|record| Some((part(&record.meta)?, provenance_of(record))))
    }

    /// Returns the best title that is not in capitals, or one in capitals if there is no other.
    /// Capitals and braces known to other sources are added.
    fn title(&self, order: Ranking<'_>) -> Option<(Title, Provenance)> {
        let title = |meta: &Metadata| (!meta.title.is_empty()).then(|| meta.title.clone());
        let calm = |meta: &Metadata| title(meta).filter(|title| !is_shouted(title));
        let (title, from) = self.best(order, calm).or_else(|| self.best(order, title))?;
        let others = self.records.iter().map(|record| &record.meta.title);
        Some((informed(&title, others), from))
    }

    /// Returns the author list that is believed first, with each name in a registrar's spelling if both
    /// are the same name: a registrar separates the family name and keeps more accents.
    fn authors(
        &self,
        order: Ranking<'_>,
        precedence: &Precedence,
    ) -> Option<(Vec<Contributor>, bool, Provenance)> {
        let some = |meta: &Metadata| {
            (!meta.authors.is_empty()).then(|| (meta.authors.clone(), meta.more_authors))
        };
        let whole = |meta: &Metadata| some(meta).filter(|(_, more)| !more);
        let ((mut authors, more), from) =
            self.best(order, whole).or_else(|| self.best(order, some))?;
        let records = self.records.iter();
        let mut registered = records
            .filter(|record| precedence.spells_names(record.source))
            .map(|record| &record.meta);
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

    /// Returns the year of `base`, with the month of any record in that year.
    fn date(&self, base: &Self, order: Ranking<'_>) -> (Option<PartialDate>, Option<Provenance>) {
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
        // Swapped name parts fold to another order of words, so the same order means the same
        // parts.
        && b.to_string().chars().count() >= a.to_string().chars().count()
}

#[cfg(test)]
mod tests;
