//! What an entry prints beside title, authors, venue and year: volume, issue, pages, publisher and place. A model
//! of its own labels the words; it learned from references that are labelled part by part.

use std::{ops::Range, sync::OnceLock};

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
    crf::{Crf, Marginals},
    fields::LONGEST,
    word_features::word_features,
};
use crate::{
    model::{ImportedMetadata, Kind, Listing, Metadata, Pages, Title},
    text::fold::{fold, words},
};

/// The labels of words. What stands first is none of the others.
pub const DETAILS: [&str; 11] = [
    "other",
    "author",
    "title",
    "container",
    "date",
    "volume",
    "issue",
    "pages",
    "publisher",
    "place",
    "editor",
];
const TITLE: usize = 2;
const VENUE: usize = 3;
const DATE: usize = 4;
const VOLUME: usize = 5;
const ISSUE: usize = 6;
const PAGES: usize = 7;
const PUBLISHER: usize = 8;
const PLACE: usize = 9;
const EDITORS: usize = 10;

/// A stretch whose words are less likely a detail is none. Of 0.3, 0.4 and so on to 0.8, this had the highest F1 over the
/// five fields, 93.5, on 8,509 labelled references (`--details`, five folds).
const LIKELY: f64 = 0.5;

/// A venue that no sign parts from a title must be as likely. Of 0.9, 0.8, 0.7 and 0.5, all fields of 6,535 labelled references
/// had the F1 91.0, 91.1, 91.2 and 91.2; with 0.6 three titles of 491 labelled pages were parted where they should not be.
const SURE: f64 = 0.8;

/// So many tokens behind a venue are its numbers.
const NEAR: usize = 4;

/// The weights that come with the program, if they can be read.
fn shipped() -> Option<&'static Crf> {
    static MODEL: OnceLock<Option<Crf>> = OnceLock::new();
    MODEL
        .get_or_init(|| Crf::read(include_bytes!("details.model"), DETAILS.len()))
        .as_ref()
}

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
        if let Some(sure) = labelled.part_title(&mut entry.listing, is_known) {
            entry.certainty.venue = sure;
        }
        labelled.part_place(&mut entry.listing);
        let printed = labelled.printed(&entry.listing.title);
        printed.part_venue(&mut entry.listing);
        entry.listing.imported = printed
            .beside(&entry.listing)
            .map(|told| ImportedMetadata::Extra(Box::new(told)));
    }
}

/// The tokens of an entry with the probabilities of their labels.
pub(super) struct LabelledWords {
    tokens: Vec<Token>,
    marginals: Marginals,
    /// The likeliest label of each.
    labels: Vec<usize>,
}

impl LabelledWords {
    pub(super) fn of(model: &Crf, tokens: &[Token]) -> Self {
        let tokens = numbers_apart(&tokens[..tokens.len().min(LONGEST)]);
        let marginals = model.marginals(&word_features(&tokens)).light();
        let likeliest = |at: usize| {
            let shares = marginals.at(at);
            let best =
                (0..DETAILS.len()).max_by(|one, other| shares[*one].total_cmp(&shares[*other]));
            best.unwrap_or(0)
        };
        let labels = (0..tokens.len()).map(likeliest).collect();
        Self {
            tokens,
            marginals,
            labels,
        }
    }

    /// Parts a title from the venue that no sign parts from it, where volume, pages or date stand behind: `Looms and
    /// mills Cloth Review 12:3-9, 1999`, and returns how likely that venue is. A title that is that of a known work stays.
    fn part_title(&self, listing: &mut Listing, is_known: &dyn Fn(&str) -> bool) -> Option<f64> {
        if listing.venue.is_some() || is_known(&fold(&listing.title)) {
            return None;
        }
        let tokens = &self.tokens;
        let title = title_at(tokens, &words(&listing.title));
        let is_venue = |at: &Range<usize>| {
            let behind = at.end..(at.end + NEAR).min(tokens.len());
            let counts = |at: usize| matches!(self.labels[at], DATE | VOLUME | ISSUE | PAGES);
            at.start > title.start + 1
                && at.start < title.end
                && title.end <= at.end + NEAR
                && likely(&self.marginals, tokens, at, VENUE) >= SURE
                && behind.clone().any(counts)
        };
        let venue = self.stretches(VENUE).find(is_venue)?;
        let before = text(&tokens[title.start..venue.start]);
        let before = before.trim_end_matches([' ', '.', ',', ':', ';', '"', '”']);
        if !before.contains(' ') || !(title.start..venue.start).all(|at| self.is_titled(at)) {
            return None;
        }
        before.clone_into(&mut listing.title);
        listing.venue = Some(text(&tokens[venue.clone()]));
        Some(likely(&self.marginals, tokens, &venue, VENUE))
    }

    /// Takes the place of a book for no venue: `Looms of the North, New York 1982`.
    fn part_place(&self, listing: &mut Listing) {
        let Some(venue) = listing.venue.as_deref() else {
            return;
        };
        let mut venue = words(venue);
        let year = listing.year.map(|year| year.to_string());
        if venue.len() > 1 && venue.last() == year.as_ref() {
            venue.pop();
        }
        // `Oxford UP` is none.
        let is_town =
            |token: &Token| token.form != Form::Word || token.text.contains(char::is_lowercase);
        let is_place = |at: Range<usize>| {
            self.tokens[at.clone()].iter().all(is_town) && words(&text(&self.tokens[at])) == venue
        };
        if self.stretches(PLACE).any(is_place) {
            listing.venue = None;
        }
    }

    fn is_titled(&self, at: usize) -> bool {
        self.tokens[at].form != Form::Word || self.labels[at] == TITLE
    }

    /// The stretches of words that are likely of a label.
    fn stretches(&self, label: usize) -> impl Iterator<Item = Range<usize>> {
        let tokens = &self.tokens;
        let is_of = move |at: usize| self.labels[at] == label;
        let starts = (0..tokens.len()).filter(move |at| is_of(*at) && (*at == 0 || !is_of(at - 1)));
        starts
            .map(move |start| {
                let end = (start..tokens.len())
                    .find(|at| !is_of(*at))
                    .unwrap_or(tokens.len());
                let is_word = |at: &usize| tokens[*at].form == Form::Word;
                let first = (start..end).find(is_word).unwrap_or(end);
                let last = (first..end).rev().find(is_word).map_or(first, |at| at + 1);
                first..last
            })
            .filter(move |at| {
                !at.is_empty() && likely(&self.marginals, tokens, at, label) >= LIKELY
            })
    }

    /// Reads the details of the entry, whose title has none.
    pub(super) fn printed(&self, title: &str) -> Printed {
        let tokens = &self.tokens;
        let title = title_at(tokens, &words(title));
        let best = |label: usize| {
            self.stretches(label)
                .filter(|at| at.end <= title.start || title.end <= at.start)
                .filter_map(|at| {
                    let shown = shown(&tokens[at.clone()], label)?;
                    (!counts_pages(tokens, &at, label)).then_some((shown, at))
                })
                .max_by(|(_, one), (_, other)| {
                    let sure = |at: &Range<usize>| likely(&self.marginals, tokens, at, label);
                    sure(one)
                        .total_cmp(&sure(other))
                        .then(other.start.cmp(&one.start))
                })
                .map(|(shown, _)| shown)
        };
        Printed {
            volume: best(VOLUME),
            issue: best(ISSUE),
            pages: best(PAGES),
            publisher: best(PUBLISHER),
            place: best(PLACE),
            is_edited: best(EDITORS).is_some(),
        }
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

/// The tokens with letters, numbers and signs parted where a word has a digit: `31:480-486`, `B437`, `제16권`.
pub(super) fn numbers_apart(tokens: &[Token]) -> Vec<Token> {
    let mut out = Vec::with_capacity(tokens.len());
    for token in tokens {
        if token.form != Form::Word || !token.text.contains(|c: char| c.is_ascii_digit()) {
            out.push(token.clone());
            continue;
        }
        let mut rest = token.text.as_str();
        let mut gap = token.gap;
        while let Some(first) = rest.chars().next() {
            let sort = piece_form(first);
            let end = match sort {
                Form::Word => rest
                    .find(|c: char| {
                        piece_form(c) != Form::Word || c.is_numeric() != first.is_numeric()
                    })
                    .unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            let (text, behind) = rest.split_at(end);
            out.push(Token {
                text: text.into(),
                form: sort,
                gap,
                ..token.clone()
            });
            gap = Gap::Glued;
            rest = behind;
        }
    }
    out
}

/// What a character within a word is by itself.
fn piece_form(c: char) -> Form {
    match c {
        ':' => Form::Colon,
        ',' => Form::Comma,
        '.' => Form::Period,
        ';' => Form::Semicolon,
        '/' => Form::Slash,
        '(' | '[' => Form::Open,
        ')' | ']' => Form::Close,
        '-' | '‐' | '‑' | '–' | '—' | '−' => Form::Dash,
        _ => Form::Word,
    }
}

/// Where the words of a title stand.
fn title_at(tokens: &[Token], title: &[String]) -> Range<usize> {
    let Some(first) = title.first() else {
        return 0..0;
    };
    let spoken: Vec<usize> = (0..tokens.len())
        .filter(|at| tokens[*at].form == Form::Word)
        .collect();
    let agrees = |from: usize| {
        let met = spoken[from..].iter().zip(title);
        met.filter(|(at, word)| tokens[**at].folded() == **word)
            .count()
    };
    let starts = (0..spoken.len()).filter(|from| tokens[spoken[*from]].folded() == *first);
    let best = starts.max_by_key(|from| (agrees(*from), usize::MAX - from));
    best.map_or(0..0, |from| {
        let last = spoken[(from + title.len()).min(spoken.len()) - 1];
        spoken[from]..last + 1
    })
}

/// The mean probability of the words of a stretch to be of a label.
#[expect(clippy::cast_precision_loss, reason = "an entry has few words")]
fn likely(marginals: &Marginals, tokens: &[Token], at: &Range<usize>, label: usize) -> f64 {
    let spoken = at.clone().filter(|at| tokens[*at].form == Form::Word);
    let shares: Vec<f64> = spoken.map(|at| marginals.at(at)[label]).collect();
    shares.iter().sum::<f64>() / shares.len().max(1) as f64
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
