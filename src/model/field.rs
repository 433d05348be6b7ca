use serde::{Deserialize, Serialize};

use super::{
    ArxivId, Contributor, DblpKey, Doi, Isbn, Kind, Metadata, Pages, PartialDate, Pmid, Title,
};

/// Declares the fields of [`Metadata`]: the variant of [`Field`], the place, the name in the lock, and
/// the label in a sentence. Everything that enumerates the fields is generated from this list.
macro_rules! fields {
    ($($field:ident: $($place:ident).+, $name:literal, $label:literal;)+) => {
        /// A part of a work's metadata that has an origin of its own.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(rename_all = "snake_case")]
        #[expect(
            missing_docs,
            reason = "each is called like the field of `Metadata` it is for"
        )]
        pub enum Field {
            $($field,)+
        }

        impl Field {
            /// All fields, in the order in which they are shown.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$field),+];

            /// Returns the name in the lock.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$field => $name,)+
                }
            }

            /// Returns the field's label in a sentence.
            #[must_use]
            pub fn label(self) -> &'static str {
                match self {
                    $(Self::$field => $label,)+
                }
            }
        }

        impl Metadata {
            /// Returns a field for people to read; `None` if it is empty.
            #[must_use]
            pub fn in_words(&self, field: Field) -> Option<String> {
                let mut text = match field {
                    $(Field::$field => self.$($place).+.in_words()?,)+
                };
                if field == Field::Authors {
                    text = people(&self.authors, self.more_authors);
                }
                (!text.is_empty()).then_some(text)
            }

            /// Takes the value of a field from other metadata.
            pub fn copy_field(&mut self, field: Field, from: &Self) {
                match field {
                    $(Field::$field => self.$($place).+.clone_from(&from.$($place).+),)+
                }
                if field == Field::Authors {
                    self.more_authors = from.more_authors;
                }
            }

            /// Returns a field that is plain text, to be written.
            pub fn text_mut(&mut self, field: Field) -> Option<&mut Option<String>> {
                match field {
                    $(Field::$field => self.$($place).+.text_mut(),)+
                }
            }
        }
    };
}

fields! {
    Kind: kind, "kind", "kind";
    Title: title, "title", "title";
    Authors: authors, "authors", "authors";
    Editors: editors, "editors", "editors";
    Collaboration: collaboration, "collaboration", "collaboration";
    Date: date, "date", "date";
    Venue: venue, "venue", "venue";
    VenueShort: venue_short, "venue_short", "venue's short name";
    Series: series, "series", "series";
    Volume: volume, "volume", "volume";
    Number: number, "number", "number";
    Pages: pages, "pages", "pages";
    Chapter: chapter, "chapter", "chapter";
    ArticleNumber: article_number, "article_number", "article number";
    Edition: edition, "edition", "edition";
    Genre: genre, "genre", "type";
    Publisher: publisher, "publisher", "publisher";
    Address: address, "address", "address";
    Institution: institution, "institution", "institution";
    Dblp: ids.dblp, "dblp", "DBLP key";
    Doi: ids.doi, "doi", "DOI";
    Arxiv: ids.arxiv, "arxiv", "arXiv id";
    Pmid: ids.pmid, "pmid", "PubMed identifier";
    Texkey: ids.texkey, "texkey", "INSPIRE's citation key";
    ArxivClass: arxiv_class, "arxiv_class", "arXiv class";
    Isbn: isbn, "isbn", "ISBN";
    Url: url, "url", "address on the web";
    Note: note, "note", "note";
}

impl Field {
    /// The fields of plain text, and the pages, that a listing has no field for.
    pub const UNLISTED: [Self; 13] = [
        Self::Collaboration,
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
    ];

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

/// The value of a field.
trait MetadataValue {
    /// The value for people to read; `None` if there is none.
    fn in_words(&self) -> Option<String>;

    /// The value to be written, if the field is plain text.
    fn text_mut(&mut self) -> Option<&mut Option<String>> {
        None
    }
}

impl MetadataValue for Option<String> {
    fn in_words(&self) -> Option<String> {
        self.clone()
    }

    fn text_mut(&mut self) -> Option<&mut Option<String>> {
        Some(self)
    }
}

impl MetadataValue for Kind {
    fn in_words(&self) -> Option<String> {
        Some(self.as_str().to_owned())
    }
}

impl MetadataValue for Title {
    fn in_words(&self) -> Option<String> {
        Some(self.text())
    }
}

impl MetadataValue for Option<Title> {
    fn in_words(&self) -> Option<String> {
        self.as_ref().map(Title::text)
    }
}

impl MetadataValue for Vec<Contributor> {
    fn in_words(&self) -> Option<String> {
        Some(people(self, false))
    }
}

/// Implements [`MetadataValue`] for values that are shown as they are.
macro_rules! shown {
    ($($value:ty)+) => {$(
        impl MetadataValue for Option<$value> {
            fn in_words(&self) -> Option<String> {
                self.as_ref().map(ToString::to_string)
            }
        }
    )+};
}

shown! { PartialDate Pages DblpKey Doi ArxivId Pmid Isbn }

/// Returns names separated by commas; of more than a dozen the number of those left.
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
    fn field_names_are_those_of_the_lock() {
        for field in Field::ALL {
            let json = serde_json::to_value(field).unwrap();
            assert_eq!(json, field.as_str());
            assert_eq!(Field::from_name(field.as_str()), Some(field));
        }
        assert_eq!(Field::from_name("Booktitle"), Some(Field::Venue));
        assert_eq!(Field::from_name("colour"), None);
    }

    #[test]
    fn every_field_is_copied() {
        let mut from = Metadata::new(Kind::Journal, Title::plain("On Looms"));
        from.authors = vec![crate::model::PersonName::parse("Ada Sample").into()];
        from.more_authors = true;
        from.editors.clone_from(&from.authors);
        from.date = Some(PartialDate::year(2020));
        from.venue = Some(Title::plain("Cloth Review"));
        from.pages = Pages::parse("1-2");
        from.ids.doi = Doi::parse("10.1000/x").ok();
        for field in Field::ALL {
            if let Some(text) = from.text_mut(field) {
                *text = Some(field.label().to_owned());
            }
        }
        let mut into = Metadata::new(Kind::Book, Title::default());
        for field in Field::ALL {
            into.copy_field(field, &from);
            assert_eq!(into.in_words(field), from.in_words(field), "{field:?}");
        }
        assert_eq!(into, from);
        let texts = Field::UNLISTED.map(|field| from.text_mut(field).is_some());
        assert_eq!(
            texts.iter().filter(|is_text| !**is_text).count(),
            1,
            "the pages"
        );
    }
}
