use serde::{Deserialize, Serialize};

use super::{Contributor, Metadata};

/// A part of a work's metadata that has an origin of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "each names the field of `Metadata` it stands for"
)]
pub enum Field {
    Kind,
    Title,
    Authors,
    Editors,
    Date,
    Venue,
    VenueShort,
    Series,
    Volume,
    Number,
    Pages,
    Chapter,
    ArticleNumber,
    Edition,
    Genre,
    Publisher,
    Address,
    Institution,
    Dblp,
    Doi,
    Arxiv,
    ArxivClass,
    Isbn,
    Url,
    Note,
}

impl Field {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 25] = [
        Self::Kind,
        Self::Title,
        Self::Authors,
        Self::Editors,
        Self::Date,
        Self::Venue,
        Self::VenueShort,
        Self::Series,
        Self::Volume,
        Self::Number,
        Self::Pages,
        Self::Chapter,
        Self::ArticleNumber,
        Self::Edition,
        Self::Genre,
        Self::Publisher,
        Self::Address,
        Self::Institution,
        Self::Dblp,
        Self::Doi,
        Self::Arxiv,
        Self::ArxivClass,
        Self::Isbn,
        Self::Url,
        Self::Note,
    ];

    /// Its name in the lock.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Kind => "kind",
            Self::Title => "title",
            Self::Authors => "authors",
            Self::Editors => "editors",
            Self::Date => "date",
            Self::Venue => "venue",
            Self::VenueShort => "venue_short",
            Self::Series => "series",
            Self::Volume => "volume",
            Self::Number => "number",
            Self::Pages => "pages",
            Self::Chapter => "chapter",
            Self::ArticleNumber => "article_number",
            Self::Edition => "edition",
            Self::Genre => "genre",
            Self::Publisher => "publisher",
            Self::Address => "address",
            Self::Institution => "institution",
            Self::Dblp => "dblp",
            Self::Doi => "doi",
            Self::Arxiv => "arxiv",
            Self::ArxivClass => "arxiv_class",
            Self::Isbn => "isbn",
            Self::Url => "url",
            Self::Note => "note",
        }
    }

    /// The field of this name, its own or that of the BibTeX field it is printed as.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let own = Self::ALL.into_iter().find(|field| field.as_str() == name);
        own.or(match name.as_str() {
            "type" => Some(Self::Kind),
            "author" => Some(Self::Authors),
            "editor" => Some(Self::Editors),
            "year" | "month" => Some(Self::Date),
            "booktitle" | "journal" | "journaltitle" => Some(Self::Venue),
            "issue" => Some(Self::Number),
            "eid" => Some(Self::ArticleNumber),
            "location" => Some(Self::Address),
            "school" => Some(Self::Institution),
            "eprint" => Some(Self::Arxiv),
            "primaryclass" | "eprintclass" => Some(Self::ArxivClass),
            _ => None,
        })
    }
}

impl Metadata {
    /// What stands in a field, for people to read; `None` where nothing does.
    #[must_use]
    pub fn in_words(&self, field: Field) -> Option<String> {
        let text = match field {
            Field::Kind => self.kind.as_str().to_owned(),
            Field::Title => self.title.text(),
            Field::Authors => people(&self.authors, self.more_authors),
            Field::Editors => people(&self.editors, false),
            Field::Date => self.date?.to_string(),
            Field::Venue => self.venue.as_ref()?.text(),
            Field::VenueShort => self.venue_short.clone()?,
            Field::Series => self.series.clone()?,
            Field::Volume => self.volume.clone()?,
            Field::Number => self.number.clone()?,
            Field::Pages => self.pages.as_ref()?.to_string(),
            Field::Chapter => self.chapter.clone()?,
            Field::ArticleNumber => self.article_number.clone()?,
            Field::Edition => self.edition.clone()?,
            Field::Genre => self.genre.clone()?,
            Field::Publisher => self.publisher.clone()?,
            Field::Address => self.address.clone()?,
            Field::Institution => self.institution.clone()?,
            Field::Dblp => self.ids.dblp.as_ref()?.to_string(),
            Field::Doi => self.ids.doi.as_ref()?.to_string(),
            Field::Arxiv => self.ids.arxiv.as_ref()?.to_string(),
            Field::ArxivClass => self.arxiv_class.clone()?,
            Field::Isbn => self.isbn.as_ref()?.to_string(),
            Field::Url => self.url.clone()?,
            Field::Note => self.note.clone()?,
        };
        (!text.is_empty()).then_some(text)
    }
}

/// Names one after the other; of more than a dozen, how many follow.
fn people(people: &[Contributor], more: bool) -> String {
    const NAMED: usize = 12;
    let named: Vec<String> = people
        .iter()
        .take(NAMED)
        .map(|person| person.name.to_string())
        .collect();
    let mut out = named.join(", ");
    match people.len().saturating_sub(NAMED) {
        0 if more => out.push_str(" and others"),
        0 => {}
        left => out.extend([" and ", &left.to_string(), " more"]),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_lock() {
        for field in Field::ALL {
            let json = serde_json::to_value(field).unwrap();
            assert_eq!(json, field.as_str());
            assert_eq!(Field::from_name(field.as_str()), Some(field));
        }
        assert_eq!(Field::from_name("Booktitle"), Some(Field::Venue));
        assert_eq!(Field::from_name("colour"), None);
    }
}
