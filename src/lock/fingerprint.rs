use crate::model::{Field, ImportedMetadata, Listing, MatchDirective, Person};

/// Returns the digest of a listing, with the person whose list it is on. If it is the same as in the lock, the
/// decision in the lock is still valid. It is 64 bits of FNV-1a in hexadecimal
/// (isthe.com/chongo/tech/comp/fnv) and protects against change, not against malice.
#[must_use]
pub fn fingerprint(listing: &Listing, person: &Person) -> String {
    let mut state = Fnv::default();
    state.put(&listing.title);
    for name in listing.author_names(person) {
        state.put(&name.map(String::from).unwrap_or_default());
    }
    state.put(if listing.authors_complete {
        "all"
    } else {
        "et al."
    });
    let text = |value: Option<&dyn ToString>| value.map(ToString::to_string).unwrap_or_default();
    for value in [
        text(listing.venue.as_ref().map(|v| v as &dyn ToString)),
        text(listing.year.as_ref().map(|v| v as &dyn ToString)),
        text(listing.month.as_ref().map(|v| v as &dyn ToString)),
        listing
            .kind
            .map(|kind| format!("{kind:?}"))
            .unwrap_or_default(),
        text(listing.status.as_ref().map(|v| v as &dyn ToString)),
        text(listing.doi.as_ref().map(|v| v as &dyn ToString)),
        text(listing.arxiv.as_ref().map(|v| v as &dyn ToString)),
        text(listing.dblp.as_ref().map(|v| v as &dyn ToString)),
        text(listing.isbn.as_ref().map(|v| v as &dyn ToString)),
        text(listing.url.as_ref().map(|v| v as &dyn ToString)),
        text(listing.key.as_ref().map(|v| v as &dyn ToString)),
        text(listing.note.as_ref().map(|v| v as &dyn ToString)),
    ] {
        state.put(&value);
    }
    state.put(if listing.is_searched() {
        "look up"
    } else {
        "leave"
    });
    // Added only if set, so that other listings keep their digests.
    if listing.directive == MatchDirective::Confirmed {
        state.put("confirmed");
    }
    if !listing.export {
        state.put("not exported");
    }
    if let Some(pmid) = &listing.pmid {
        state.put("pmid");
        state.put(pmid.as_str());
    }
    for id in &listing.rejected {
        state.put("not");
        state.put(&id.to_string());
    }
    for (name, value) in &listing.fields {
        state.put(name);
        state.put(value);
    }
    for field in Field::ALL {
        let imported = listing.imported.as_ref().map(ImportedMetadata::meta);
        if let Some(value) = imported.and_then(|imported| imported.in_words(field)) {
            state.put(field.as_str());
            state.put(&value);
        }
    }
    format!("{:016x}", state.0)
}

/// Returns the digest of a text, by the same algorithm.
#[must_use]
pub fn digest(text: &str) -> String {
    let mut digest = Digest::default();
    digest.update(text);
    digest.finish()
}

/// The [`digest`] of a text that is made piece by piece.
#[derive(Default)]
pub(super) struct Digest(Fnv);

impl Digest {
    pub(super) fn update(&mut self, piece: &str) {
        self.bytes(piece.as_bytes());
    }

    pub(super) fn bytes(&mut self, piece: &[u8]) {
        self.0.bytes(piece);
    }

    pub(super) fn finish(mut self) -> String {
        self.0.bytes(&[END]);
        format!("{:016x}", self.0.0)
    }
}

/// A byte that is not valid in UTF-8 ends each part, so that adjacent parts stay distinct.
const END: u8 = 0xff;

struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn put(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[END]);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, Metadata, Title, WorkId};

    #[test]
    fn every_change_changes_the_fingerprint() {
        let person = Person::default();
        let plain = Listing::titled("On Sorting");
        let base = fingerprint(&plain, &person);
        assert_eq!(base, fingerprint(&plain, &person));
        let mut imported = Metadata::new(Kind::Journal, Title::plain("On Sorting"));
        imported.volume = Some("7".into());
        let changed = [
            Listing {
                year: Some(2023),
                ..plain.clone()
            },
            Listing {
                venue: Some("2023".into()),
                ..plain.clone()
            },
            Listing {
                directive: MatchDirective::Skip,
                ..plain.clone()
            },
            Listing {
                export: false,
                ..plain.clone()
            },
            Listing {
                directive: MatchDirective::Confirmed,
                ..plain.clone()
            },
            Listing {
                rejected: vec![WorkId::parse("10.1145/1.2").unwrap()],
                ..plain.clone()
            },
            Listing::titled("On sorting"),
            Listing {
                imported: Some(ImportedMetadata::Full(Box::new(imported))),
                ..plain.clone()
            },
        ];
        for listing in changed {
            assert_ne!(base, fingerprint(&listing, &person));
        }
    }
}
