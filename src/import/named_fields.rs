use super::{
    ImportWarning, ImportedList, LeftOut, LineRange, Reason, from_metadata,
    own_notes::without_verdict,
    pinned_keys::PinnedKeys,
    refused::{MOST_ENTRIES, Refused},
};
use crate::formats::address;
use crate::model::{
    ArxivId, Contributor, Doi, Field, Isbn, Kind, Metadata, Pages, PartialDate, PersonName, Pmid,
    Title,
};
use crate::text::{dates, markup};

/// The fields of one entry of another program's format, under the names that records have here.
#[derive(Debug, Default)]
pub(super) struct NamedFields {
    /// Its lines in the file.
    pub(super) at: (usize, usize),
    /// What it is, if the format says so.
    pub(super) kind: Option<Kind>,
    /// Its citation key.
    pub(super) key: Option<String>,
    /// The first words of its text, by which a person finds it.
    pub(super) begins: String,
    pub(super) authors: Vec<PersonName>,
    /// Whether more authors are not named.
    pub(super) more_authors: bool,
    pub(super) editors: Vec<PersonName>,
    fields: Vec<(Field, String)>,
}

/// The longest value of a field, in bytes. Titles and names have a few hundred; abstracts are not read.
const LONGEST: usize = 20_000;

impl NamedFields {
    /// Creates an entry without fields that begins on a line.
    pub(super) fn from_line(line: usize) -> Self {
        Self {
            at: (line, line),
            ..Self::default()
        }
    }

    /// Adds a field, the first of which counts. An empty one is none.
    pub(super) fn add(&mut self, field: Field, value: &str) {
        let value = value.trim();
        if !value.is_empty() && value.len() <= LONGEST {
            self.fields.push((field, value.to_owned()));
        }
    }

    /// Appends to the last field, whose value goes on.
    pub(super) fn go_on(&mut self, field: Field, value: &str) {
        let last = self.fields.last_mut().filter(|(last, _)| *last == field);
        if let Some((_, known)) = last
            && known.len() + value.len() < LONGEST
        {
            known.push(' ');
            known.push_str(value.trim());
        }
    }

    /// Adds a person. A name in one string is `Last, First` or `First Last`.
    pub(super) fn author(&mut self, name: &str) {
        let name = name.trim().trim_end_matches(',');
        if is_others(name) {
            self.more_authors = true;
        } else if !name.is_empty() && name.len() <= LONGEST {
            self.authors.push(PersonName::parse(name));
        }
    }

    /// Adds an editor of the volume.
    pub(super) fn editor(&mut self, name: &str) {
        let name = name.trim().trim_end_matches(',');
        if !name.is_empty() && !is_others(name) && name.len() <= LONGEST {
            self.editors.push(PersonName::parse(name));
        }
    }

    /// Whether nothing was said.
    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.authors.is_empty()
    }

    fn values(&self, field: Field) -> impl Iterator<Item = &str> {
        let fields = self.fields.iter();
        fields
            .filter(move |(name, _)| *name == field)
            .map(|(_, value)| value.as_str())
    }

    fn text(&self, field: Field) -> Option<String> {
        let text = markup::plain(self.values(field).next()?);
        Some(text).filter(|text| !text.is_empty())
    }

    /// Returns the metadata. The title is empty if there is none.
    fn metadata(&self) -> Metadata {
        let title = self.values(Field::Title).next().unwrap_or_default();
        // MEDLINE ends titles with a period, and puts those that it translated into brackets.
        let bare = title.strip_suffix('.').unwrap_or(title);
        let inner = bare
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let title = inner
            .filter(|inner| !inner.contains(['[', ']']))
            .unwrap_or(title);
        let title = markup::without_final_period(markup::title(title));
        let mut meta = Metadata::new(Kind::Other, title);
        let name = meta.title.text();
        let people = |names: &[PersonName]| -> Vec<Contributor> {
            let named = names.iter().filter(|name| !name.is_empty());
            named.cloned().map(Contributor::from).collect()
        };
        meta.authors = people(&self.authors);
        meta.more_authors = self.more_authors;
        meta.editors = people(&self.editors);
        meta.date = self.date();
        let mut venues = self.values(Field::Venue).map(markup::title);
        meta.venue = venues.find(|venue| !venue.is_empty() && venue.text() != name);
        let venue = meta.venue.as_ref().map(Title::text);
        let short = self.text(Field::VenueShort);
        meta.venue_short = short.filter(|short| Some(short) != venue.as_ref());
        meta.series = self.text(Field::Series);
        meta.volume = self.text(Field::Volume);
        meta.number = self.text(Field::Number);
        meta.pages = self.text(Field::Pages).and_then(|text| Pages::parse(&text));
        meta.chapter = self.text(Field::Chapter);
        meta.article_number = self.text(Field::ArticleNumber);
        meta.edition = self.text(Field::Edition);
        meta.publisher = self.text(Field::Publisher);
        meta.address = self.text(Field::Address);
        meta.institution = self.text(Field::Institution);
        meta.note = self.text(Field::Note);
        let isbn = self.text(Field::Isbn);
        // Several numbers may share the field, and ISSNs be among them.
        meta.isbn = isbn.and_then(|isbn| {
            isbn.split([';', ',', ' '])
                .find_map(|one| Isbn::parse(one).ok())
        });
        for doi in self.values(Field::Doi) {
            if let Some(doi) = Doi::parse(doi).ok().or_else(|| Doi::of_page(doi)) {
                address::take_doi(&mut meta.ids, doi);
            }
        }
        let arxiv = self
            .values(Field::Arxiv)
            .find_map(|id| ArxivId::parse(id).ok());
        meta.ids.arxiv = arxiv.or(meta.ids.arxiv.take());
        meta.ids.pmid = self.values(Field::Pmid).find_map(|id| Pmid::parse(id).ok());
        for url in self.values(Field::Url) {
            let known = meta.url.clone();
            if url.contains("://") {
                address::place(&mut meta, url.to_owned());
            }
            meta.url = known.or(meta.url.take());
        }
        meta.kind = self.kind.unwrap_or_else(|| guessed_kind(&meta));
        if meta.kind == Kind::Other && meta.venue.is_none() && meta.ids.arxiv.is_some() {
            meta.kind = Kind::Preprint;
        }
        if (meta.kind.is_thesis() || meta.kind == Kind::Report) && meta.institution.is_none() {
            meta.institution.clone_from(&meta.publisher);
        }
        meta.genre = self
            .text(Field::Genre)
            .and_then(|words| meta.kind.genre(&words));
        meta
    }

    fn date(&self) -> Option<PartialDate> {
        let all: Vec<PartialDate> = self.values(Field::Date).filter_map(date).collect();
        // A year and a whole date may both be given.
        let year = all.first()?.year;
        let whole = all
            .iter()
            .find(|date| date.year == year && date.month.is_some());
        whole.or(all.first()).copied()
    }

    /// Puts the entry into a list, or what it lacks among what was left out.
    pub(super) fn finish(self, keys: &mut PinnedKeys, import: &mut ImportedList) {
        let (first, last) = self.at;
        let meta = self.metadata();
        let Some(mut listing) = from_metadata::listing(&meta).map(without_verdict) else {
            import.left_out.push(LeftOut {
                at: LineRange { first, last },
                text: self.begins.chars().take(60).collect(),
                reason: Reason::NoTitle,
            });
            return;
        };
        match keys.pin(self.key.as_deref().unwrap_or_default().trim(), first) {
            Ok(key) => listing.key = key,
            Err(message) => import.warnings.push(warning(first, message)),
        }
        import
            .entries
            .push(from_metadata::entry(listing, first, last));
    }
}

/// Creates a warning about a line.
pub(super) fn warning(line: usize, message: String) -> ImportWarning {
    ImportWarning {
        line,
        column: 1,
        message,
    }
}

/// Checks that a list may have one more entry.
pub(super) fn bounded(import: &ImportedList) -> Result<(), Refused> {
    let count = import.entries.len() + import.left_out.len() + import.warnings.len();
    if count < MOST_ENTRIES {
        return Ok(());
    }
    Err(Refused::TooMany {
        limit: MOST_ENTRIES,
        what: "entries",
    })
}

fn is_others(name: &str) -> bool {
    let bare = name.trim_end_matches('.').to_lowercase();
    name == "..." || matches!(bare.as_str(), "others" | "et al" | "and others" | "…")
}

/// Reads `2020-04-01`, `2020/04/01`, `2020 Apr 1`, `April 2020`, `04/2020` or a year.
fn date(text: &str) -> Option<PartialDate> {
    let parts: Vec<&str> = text.split(['/', '-', '.']).map(str::trim).collect();
    let number = |at: usize| parts.get(at).and_then(|part| part.parse::<u8>().ok());
    if parts.len() > 1
        && let Some(year) = parts[0]
            .parse()
            .ok()
            .filter(|year| (1000..3000).contains(year))
    {
        return PartialDate::from_parts(year, number(1), number(2));
    }
    let year = dates::year(text)?;
    let named = text.contains(|c: char| c.is_alphabetic());
    let month = named.then(|| dates::month_and_day(text).0).flatten();
    PartialDate::from_parts(year, month, None)
}

/// Returns the kind of an entry whose format states none.
fn guessed_kind(meta: &Metadata) -> Kind {
    match (&meta.venue, &meta.volume) {
        (Some(_), Some(_)) => Kind::Journal,
        (Some(_), None) => Kind::Conference,
        (None, _) => Kind::Other,
    }
}

/// Returns the kind that a program's name for it means, in any spelling: `journalArticle`, `Journal
/// Article`, `Conference Proceedings`.
pub(super) fn kind_named(name: &str) -> Option<Kind> {
    let name: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    Some(match name.to_ascii_lowercase().as_str() {
        "journalarticle" | "journal" | "magazinearticle" | "newspaperarticle" | "article"
        | "review" | "electronicarticle" | "editorial" | "letter" | "shortsurvey"
        | "articleinpress" => Kind::Journal,
        "conferencepaper"
        | "conferenceproceedings"
        | "conference"
        | "proceedingspaper"
        | "inproceedings"
        | "presentation" => Kind::Conference,
        "book" | "editedbook" | "electronicbook" | "monograph" => Kind::Book,
        "booksection"
        | "bookchapter"
        | "electronicbooksection"
        | "chapter"
        | "encyclopediaarticle"
        | "dictionaryentry"
        | "encyclopedia" => Kind::Chapter,
        "thesis" | "phdthesis" | "dissertation" => Kind::PhdThesis,
        "mastersthesis" | "masterthesis" => Kind::MastersThesis,
        "report" | "techreport" | "technicalreport" | "governmentdocument" => Kind::Report,
        "preprint" => Kind::Preprint,
        "patent" => Kind::Patent,
        "dataset" | "datapaper" => Kind::Dataset,
        "computerprogram" | "software" => Kind::Software,
        "webpage" | "blogpost" | "forumpost" | "blog" | "web" | "electronicsource" => Kind::Web,
        "proceedings" => Kind::Proceedings,
        "generic" | "document" | "manuscript" | "unpublishedwork" | "misc" | "other" => Kind::Other,
        _ => return None,
    })
}

/// Returns a thesis's kind by the words for its degree.
pub(super) fn thesis(kind: Kind, degree: &str) -> Kind {
    let is_lower = ["master", "msc", "m.sc", "diplom", "bachelor"]
        .iter()
        .any(|word| degree.to_lowercase().contains(word));
    if kind == Kind::PhdThesis && is_lower {
        Kind::MastersThesis
    } else {
        kind
    }
}

/// Returns the names of an entry's authors, for the tests of the formats.
#[cfg(test)]
pub(super) fn authors(list: &ImportedList, at: usize) -> Vec<String> {
    use crate::model::ListedAuthor;
    let authors = list.entries[at].listing.authors.iter();
    let named = authors.filter_map(|author| match author {
        ListedAuthor::Named(name) => Some(name.to_string()),
        ListedAuthor::Person => None,
    });
    named.collect()
}
