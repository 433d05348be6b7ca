//! What an entry prints beside title, authors, venue and year: volume, issue, pages, publisher and place, by the labels
//! of its words.

use std::ops::Range;

use super::super::{
    super::ImportedEntry,
    aside::is_roman,
    join::join,
    lexicon::Sort,
    row::Row,
    token::{Form, Gap, Token, text},
    width::full_width,
};
use super::{
    corrections::correct,
    labelled::{EDITORS, ISSUE, LabelledWords, PAGES, PLACE, PUBLISHER, VOLUME, shipped},
};
use crate::{
    model::{ImportedMetadata, Kind, Listing, Metadata, Pages, Title},
    text::fold::{fold, words},
};

/// Adds what entries print of their details, and parts from title and venue what is none of them. Each comes with the
/// range of its rows; `is_known` says whether a folded text is the title of a known work.
pub(super) fn settle_details(
    rows: &[Row],
    entries: &mut [(ImportedEntry, Range<usize>)],
    is_known: &dyn Fn(&str) -> bool,
) {
    if entries.is_empty() {
        return;
    }
    let Some(model) = shipped() else { return };
    let full = full_width(rows);
    for (entry, at) in entries {
        let labelled = LabelledWords::of(model, &join(rows, at.start, at.end, full));
        correct(&labelled, entry, is_known);
        let printed = Printed::of(&labelled, &entry.listing.title);
        printed.part_venue(&mut entry.listing);
        entry.listing.imported = printed
            .beside(&entry.listing)
            .map(|told| ImportedMetadata::Extra(Box::new(told)));
    }
}

/// The details of an entry, as printed.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Printed {
    /// The volume of a journal or series.
    pub volume: Option<String>,
    /// The issue within the volume.
    pub issue: Option<String>,
    /// The pages, or the number of an article.
    pub pages: Option<String>,
    /// Who brought it out.
    pub publisher: Option<String>,
    /// Where the publisher is.
    pub place: Option<String>,
    /// Whether editors of a volume are named.
    pub is_edited: bool,
}

impl Printed {
    /// Reads the details of the entry, whose title has none.
    pub(super) fn of(labelled: &LabelledWords, title: &str) -> Self {
        let tokens = &labelled.tokens;
        let title = labelled.title_at(&words(title));
        let best = |label: usize| {
            labelled
                .stretches(label)
                .filter(|at| at.end <= title.start || title.end <= at.start)
                .filter_map(|at| {
                    let shown = shown(&tokens[at.clone()], label)?;
                    (!counts_pages(tokens, &at, label)).then_some((shown, at))
                })
                .max_by(|(_, one), (_, other)| {
                    let sure = |at: &Range<usize>| labelled.likely(at, &[label]);
                    sure(one)
                        .total_cmp(&sure(other))
                        .then(other.start.cmp(&one.start))
                })
                .map(|(shown, _)| shown)
        };
        Self {
            volume: best(VOLUME),
            issue: best(ISSUE),
            pages: best(PAGES),
            publisher: best(PUBLISHER),
            place: best(PLACE),
            is_edited: best(EDITORS).is_some(),
        }
    }

    /// Takes the volume from the end of a venue's name: `Loom. Rev. D94`.
    fn part_venue(&self, listing: &mut Listing) {
        let (Some(volume), true) = (&self.volume, self.pages.is_some() || self.issue.is_some())
        else {
            return;
        };
        let number = volume.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let is_number =
            (1..=3).contains(&number.len()) && number.bytes().all(|c| c.is_ascii_digit());
        let name = listing
            .venue
            .as_deref()
            .and_then(|venue| venue.strip_suffix(number))
            .filter(|name| is_number && name.ends_with(char::is_alphabetic))
            .map(str::to_owned);
        if name.is_some() {
            listing.venue = name;
        }
    }

    /// These details as metadata beside a listing; `None` if there are none that it does not have.
    fn beside(self, listing: &Listing) -> Option<Metadata> {
        let venue = fold(listing.venue.as_deref().unwrap_or_default());
        let is_venue = |publisher: &String| venue.contains(&fold(publisher));
        let is_press = self.publisher.as_ref().is_some_and(is_venue);
        let publisher = self.publisher.filter(|_| !is_press);
        let is_article = self.volume.is_some() && (self.issue.is_some() || self.pages.is_some());
        let kind = listing.kind.unwrap_or(match () {
            () if venue.is_empty() && self.place.is_some() => Kind::Book,
            () if venue.is_empty() => Kind::Other,
            () if is_press => Kind::Book,
            () if self.is_edited && publisher.is_some() => Kind::Chapter,
            () if is_article && publisher.is_none() => Kind::Journal,
            () => Kind::Conference,
        });
        let mut out = Metadata::new(kind, Title::default());
        out.address = self
            .place
            .filter(|_| is_press || publisher.is_some() || venue.is_empty());
        out.volume = self.volume;
        out.number = self.issue;
        out.pages = self.pages.and_then(|pages| Pages::parse(&pages));
        out.publisher = publisher;
        (out != Metadata::new(kind, Title::default())).then_some(out)
    }
}

/// Whether a number is the count of pages of a book, `320 p.`, or no volume but a page: `第13至25页`.
fn counts_pages(tokens: &[Token], at: &Range<usize>, label: usize) -> bool {
    let is_page = tokens.get(at.end).is_some_and(|next| {
        next.gap == Gap::Glued && next.text.starts_with(['至', '页', '頁', '쪽', '면'])
    });
    if matches!(label, VOLUME | ISSUE) && is_page {
        return true;
    }
    let is_counted = tokens.get(at.end).is_some_and(|next| {
        next.form == Form::Word
            && next.gap <= Gap::Wrap
            && (next.is(Sort::Counted) || next.folded() == "s")
    });
    label == PAGES && is_counted && at.len() == 1
}

/// What a stretch of a label says; `None` if it can't be of it.
fn shown(range: &[Token], label: usize) -> Option<String> {
    let counts = |token: &Token| {
        token.form != Form::Word
            || token.is(Sort::Counted) && !token.text.contains(|c: char| c.is_ascii_digit())
    };
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    match label {
        VOLUME | ISSUE | PAGES => {
            // `Vol. 3`, but not the letter of `S39`.
            let is_counted = |at: &usize| {
                counts(&range[*at])
                    && range
                        .get(at + 1)
                        .is_some_and(|next| next.gap > Gap::Glued || next.form != Form::Word)
            };
            let first = (0..range.len()).find(|at| !is_counted(at))?;
            let text = text(&range[first..]);
            let bare = text.trim_start_matches([':', '-', '–']);
            let is_number = has_digit(bare)
                || is_roman(&bare.to_uppercase())
                || matches!(bare, "I" | "V" | "X");
            let most = if label == PAGES { 40 } else { 16 };
            (is_number && bare.chars().count() <= most).then(|| bare.to_owned())
        }
        _ => {
            let text = text(range);
            (text.chars().any(char::is_alphabetic) && text.chars().count() <= 80).then_some(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Metadata};
    use crate::import::{Hints, list::read_page, plain};

    fn details(entry: &str) -> Option<Metadata> {
        let text = format!("Publications\n\n{entry}\n");
        let import = read_page(&plain::read(&text), &Hints::default());
        let told = import.entries[0].listing.imported.as_ref();
        told.map(|told| told.meta().clone())
    }

    fn kind_of(entry: &str) -> Option<Kind> {
        details(entry).map(|meta| meta.kind)
    }

    /// What an entry of a list prints beside its main fields.
    fn told(entry: &str) -> Vec<String> {
        let meta = details(entry);
        meta.map(|meta| {
            let pages = meta.pages.as_ref().map(ToString::to_string);
            let fields = [&meta.volume, &meta.number, &pages, &meta.publisher];
            fields.into_iter().flatten().cloned().collect()
        })
        .unwrap_or_default()
    }

    #[test]
    fn volume_issue_and_pages_of_an_article_are_kept() {
        let want = ["12", "3", "45--67"];
        for entry in [
            "A. Lee and B. Ray. On the weaving of cloth with looms. Journal of Cloth Studies, 12(3):45-67, 2019.",
            "Lee A, Ray B. On the weaving of cloth with looms. J Cloth Stud. 2019;12(3):45-67.",
            "Lee, A., & Ray, B. (2019). On the weaving of cloth with looms. Journal of Cloth Studies, 12(3), 45–67.",
        ] {
            assert_eq!(told(entry), want, "{entry}");
        }
    }

    #[test]
    fn the_publisher_of_a_volume_with_editors_makes_a_chapter() {
        let entry = "Lee, A. (2004). Spinning and dyeing as one trade. In B. Ray (Ed.), The trades of the towns \
                     (pp. 12–34). New York: Cambridge University Press.";
        assert_eq!(told(entry), ["12--34", "Cambridge University Press"]);
        assert_eq!(kind_of(entry), Some(Kind::Chapter));
        let book =
            "Lee, A. (2010). Wool and its colours in the towns of the North. Berlin: Springer.";
        assert_eq!(kind_of(book), Some(Kind::Book));
    }

    #[test]
    fn the_place_of_a_book_is_no_venue() {
        let text = "Publications\n\nA. Lee, Looms of the North: an introduction to their history, New York 1995.\n\n\
                    B. Ray, Form and content in the weaving of the towns, Stuttgart, 1982.\n";
        let read = read_page(&plain::read(text), &Hints::default()).entries;
        for (entry, place) in read.iter().zip(["New York", "Stuttgart"]) {
            let told = entry.listing.imported.as_ref().unwrap().meta();
            assert_eq!(entry.listing.venue, None);
            assert_eq!(
                (told.kind, told.address.as_deref()),
                (Kind::Book, Some(place))
            );
        }
        assert_eq!(read.len(), 2);
    }

    #[test]
    fn an_entry_without_numbers_tells_nothing() {
        let entry = "A. Lee and B. Ray. On the weaving of cloth with looms. Journal of Cloth Studies, 2019.";
        assert!(told(entry).is_empty());
    }
}
