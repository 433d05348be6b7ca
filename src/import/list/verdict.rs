//! Whether what was read of an item is a publication.

use super::{
    super::{ImportedEntry, Reason},
    learn::Read,
    lexicon::{self, Sort},
    passage::Passage,
    row::Row,
    section::Sections,
    segment::Field,
    shape::is_initials,
    start::kind,
    talks::is_labelled_spoken,
    token::Form,
};
use crate::text::fold::{fold, words};

/// What was read as a publication, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub(super) entry: ImportedEntry,
    /// Its rows: the first, and the one after the last.
    pub(super) first: usize,
    pub(super) end: usize,
    /// The number of its section.
    pub(super) section: usize,
    /// Whether it would be an entry without a heading too.
    pub(super) is_strong: bool,
}

impl Placed {
    fn left(&self, reason: Reason) -> Passage {
        Passage {
            first: self.first,
            end: self.end,
            reason,
        }
    }

    fn is_marked(&self, rows: &[Row]) -> bool {
        rows[self.first].mark.is_some()
    }
}

/// Under a heading that does not name publications, though it stands below one that does, may be
/// anything: where hardly an item is a publication without doubt, none is.
pub(super) fn leave_untold(
    sections: &Sections,
    entries: &mut Vec<Placed>,
    left_out: &mut Vec<Passage>,
) {
    let mut counts = vec![(0, 0); sections.list.len()];
    for placed in &*entries {
        let (strong, all) = &mut counts[placed.section];
        *strong += usize::from(placed.is_strong);
        *all += 1;
    }
    entries.retain(|placed| {
        let (strong, all) = counts[placed.section];
        let is_untold = !sections.list[placed.section].told && strong * 3 < all;
        if is_untold {
            left_out.push(placed.left(Reason::OtherSection));
        }
        !is_untold
    });
}

/// In a list whose entries nearly all have authors, venue and year, what has none of them is no
/// entry; nor is what has no date and no mark where entries have one.
pub(super) fn leave_weak(
    rows: &[Row],
    sections: &Sections,
    strength: usize,
    entries: &mut Vec<Placed>,
    left_out: &mut Vec<Passage>,
) {
    let is_bare = |entry: &ImportedEntry| {
        let listing = &entry.listing;
        listing.authors.is_empty()
            && (listing.venue.is_none() || listing.year.is_none())
            && listing.status.is_none()
            && !listing.is_pinned()
            && listing.isbn.is_none()
    };
    let is_sure = strength >= 8 && strength * 10 >= entries.len() * 8;
    // A sentence among entries is said of one of them, or of all.
    let is_likely = strength >= 3 && strength * 2 >= entries.len();
    let marked = entries.iter().filter(|one| one.is_marked(rows)).count();
    let are_marked = marked >= 3 && marked * 10 >= entries.len() * 7;
    let is_signed = |placed: &&Placed| {
        let listing = &placed.entry.listing;
        !listing.authors.is_empty() && listing.year.is_some()
    };
    let signed = entries.iter().filter(is_signed).count();
    let are_signed = signed >= 3 && signed * 10 >= (entries.len() - 1) * 8;
    let is_said = |placed: &Placed| {
        let listing = &placed.entry.listing;
        let is_undated = listing.year.is_none() && listing.status.is_none() && !listing.is_pinned();
        let is_empty = listing.authors.is_empty() && listing.venue.is_none();
        let is_sentence = words(&listing.title).len() >= 4;
        let is_alone = are_signed && listing.authors.is_empty();
        is_undated
            && !placed.is_marked(rows)
            && (is_empty && is_sentence || are_marked && listing.authors.len() < 2 || is_alone)
    };
    // `Job market paper` stands over one, whose text is all that is to be had of it.
    let mut counts = vec![0_usize; sections.list.len()];
    for placed in &*entries {
        counts[placed.section] += 1;
    }
    let is_only = |placed: &Placed| {
        let section = &sections.list[placed.section];
        let mut tokens = rows[placed.first..placed.end]
            .iter()
            .flat_map(|row| &row.tokens);
        section.told
            && section.first == placed.first
            && section.end == placed.end
            && counts[placed.section] == 1
            && tokens.any(|token| token.link.is_some())
    };
    entries.retain(|placed| {
        if is_only(placed) {
            return true;
        }
        let is_weak = is_sure && is_bare(&placed.entry) || is_likely && is_said(placed);
        if is_weak {
            left_out.push(placed.left(Reason::NotAnEntry));
        }
        !is_weak
    });
}

/// Without a heading what is no publication beyond doubt is one where nearly all others are, if such
/// ones stand before and behind it, or if it has their mark.
pub(super) fn leave_loose(rows: &[Row], entries: &mut Vec<Placed>, left_out: &mut Vec<Passage>) {
    let strong = entries.iter().filter(|placed| placed.is_strong).count();
    let is_list = strong * 3 >= entries.len() * 2;
    let first = entries.iter().position(|placed| placed.is_strong);
    let last = entries.iter().rposition(|placed| placed.is_strong);
    let mark = |placed: &Placed| kind(rows[placed.first].mark);
    let marks = first.map_or(0, |at| mark(&entries[at]));
    let mut at = 0;
    entries.retain(|placed| {
        let is_among = first < Some(at) && last.is_some_and(|last| at < last);
        let is_listed = is_among || first.is_some() && marks > 0 && mark(placed) == marks;
        at += 1;
        let is_kept = placed.is_strong || is_list && is_listed;
        if !is_kept {
            left_out.push(placed.left(Reason::NotAnEntry));
        }
        is_kept
    });
}

/// Without a heading the first thing read may be the head of the page: the name and what is
/// written below it, with no year where all that follows has one.
pub(super) fn leave_head(rows: &[Row], entries: &mut Vec<Placed>, left_out: &mut Vec<Passage>) {
    let dated = |placed: &Placed| {
        let listing = &placed.entry.listing;
        listing.year.is_some() || listing.is_pinned()
    };
    let [first, rest @ ..] = entries.as_slice() else {
        return;
    };
    let is_head = first.first == 0
        && rows[0].mark.is_none()
        && !dated(first)
        && rest.len() >= 2
        && rest.iter().filter(|placed| dated(placed)).count() * 10 >= rest.len() * 8;
    if is_head {
        left_out.push(entries.remove(0).left(Reason::NotAnEntry));
    }
}

pub(super) enum Verdict {
    /// It is an entry; whether it would be one without a heading too.
    Taken(bool),
    Left(Reason),
}

/// Whether what was read of an item is enough for a publication.
pub(super) fn judge(entry: &ImportedEntry, read: &Read, headed: bool) -> Verdict {
    let listing = &entry.listing;
    let length = words(&listing.title).len();
    // `Lee, A., Ray, BC. (submitted). Cloth Review.` has no title.
    let is_initial = listing.title.chars().count() <= 2 && is_initials(&listing.title);
    if length == 0 || is_initial || read.reading.of(Field::Title).is_none() {
        return Verdict::Left(Reason::NoTitle);
    }
    if is_remark(&listing.title) && (listing.year.is_none() || listing.venue.is_none())
        || fold(&listing.title).starts_with("last updated")
        || listing.authors.is_empty() && tells_version(&listing.title)
    {
        return Verdict::Left(Reason::NotAnEntry);
    }
    if is_labelled_spoken(&read.tokens) {
        return Verdict::Left(Reason::NotAnEntry);
    }
    let has_ids = listing.is_pinned() || listing.isbn.is_some();
    if !has_ids && listing.venue.as_deref().is_some_and(is_spoken) {
        return Verdict::Left(Reason::NotAnEntry);
    }
    let parts = usize::from(!listing.authors.is_empty())
        + usize::from(listing.venue.is_some())
        + usize::from(listing.year.is_some())
        + usize::from(has_ids || listing.status.is_some());
    if parts >= 3 || parts >= 2 && !listing.authors.is_empty() {
        return Verdict::Taken(true);
    }
    let is_sentence = length > 12
        && read
            .tokens
            .last()
            .is_some_and(|token| token.form == Form::Period)
        && parts == 0;
    let is_short = length < 3 && parts < 2;
    let is_too_little = !headed && parts < 2;
    if is_too_little
        || is_sentence
        || is_short
        || parts == 0 && length < 4
        || is_remark(&listing.title)
    {
        return Verdict::Left(Reason::NotAnEntry);
    }
    Verdict::Taken(false)
}

/// Whether a title is the head of a remark on another printing: `Earlier version at NeurIPS`.
fn tells_version(title: &str) -> bool {
    const KINDS: [&str; 8] = [
        "earlier",
        "preliminary",
        "previous",
        "short",
        "shorter",
        "extended",
        "full",
        "longer",
    ];
    const LEADS: [&str; 6] = [
        "at",
        "in",
        "appeared",
        "published",
        "presented",
        "available",
    ];
    let words = words(title);
    let mut words = words
        .iter()
        .map(String::as_str)
        .skip_while(|word| matches!(*word, "a" | "an" | "the"));
    words.next().is_some_and(|kind| KINDS.contains(&kind))
        && words.next() == Some("version")
        && words.next().is_some_and(|lead| LEADS.contains(&lead))
}

/// What stands at the head of the columns of a table.
const COLUMNS: [&str; 11] = [
    "year",
    "title",
    "author",
    "authors",
    "co",
    "coauthors",
    "venue",
    "journal",
    "conference",
    "publisher",
    "no",
];

/// A line about the list: `Full list on Google Scholar`.
fn is_remark(title: &str) -> bool {
    let folded = fold(title);
    [
        "google scholar",
        "full list",
        "equal contribution",
        "equally",
        "h index",
        "citations",
        "see also",
        "merged in scholar",
        "review activity for",
        "record last modified",
        "combined citations",
        "comments welcome",
        "most of these",
        "on request",
        "available at",
        "orcid",
        "complete list",
        "last updated",
    ]
    .iter()
    .any(|phrase| folded.contains(phrase))
        || [
            "you can",
            "you may",
            "please",
            "for a complete",
            "for a full",
            "i am ",
            "i was ",
            "my interests",
            "my research",
        ]
        .iter()
        .any(|head| folded.starts_with(head))
        || folded.split(' ').all(|word| {
            lexicon::is(word, Sort::Button) || COLUMNS.contains(&word) || PRESS.contains(&word)
        })
}

/// What stands beside buttons: `Press release`, `News & Views`.
const PRESS: [&str; 5] = ["press", "release", "views", "coverage", "highlight"];

/// Whether a venue says that a work was but spoken: `Relazione al congresso`.
fn is_spoken(venue: &str) -> bool {
    let folded = fold(venue);
    [
        "relazione a",
        "intervento a",
        "vortrag ",
        "invited talk",
        "talk at",
        "talk given",
        "ponencia ",
        "voordracht ",
        "communication au",
    ]
    .iter()
    .any(|head| folded.starts_with(head))
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::titles_of_markdown as titles;

    #[test]
    fn the_only_one_under_its_heading_needs_no_more_than_a_title_and_its_text() {
        let entry =
            |title: &str| format!("- A. Lee, B. Ray. {title}. *Cloth Review* 3, 4-9, 2019.\n");
        let list: Vec<String> = (1..10)
            .map(|at| entry(&format!("Looms of the town number {at}")))
            .collect();
        let text = format!(
            "## Job Market Paper\n\n**Using looms to inform weavers** [PDF](a.pdf)\n\n## Publications\n\n{}",
            list.concat()
        );
        assert_eq!(
            titles(&text).first().map(String::as_str),
            Some("Using looms to inform weavers")
        );
    }

    #[test]
    fn a_remark_on_an_earlier_version_is_no_entry() {
        let text = "# Papers\n\n**Looms of the north**\n\nA. Lee, B. Ray\n\nIn Conference on Looms, 2019\n\n\
            Earlier version at ICML 2018 Workshop on Looms\n\n\
            **Mills without any wind**\n\nA. Lee, C. Orr\n\nCloth Review, 2018\n\n\
            **Short version in verse**\n\nC. Orr\n\nCloth Review, 2017\n";
        assert_eq!(
            titles(text),
            [
                "Looms of the north",
                "Mills without any wind",
                "Short version in verse"
            ]
        );
    }

    #[test]
    fn what_has_no_title_is_none() {
        let text = "# Papers\n\n- A. Lee and B. Ray. ME. *Cloth Review*, submitted.\n\
            - Ray, B., Lee, AB. (2019). Looms of the north. *Cloth Review* 3, 4-9.\n\
            - Orr, C., Lee, AB. (2018). Mills without any wind. *Cloth Review* 2, 1-3.\n";
        assert_eq!(
            titles(text),
            ["Looms of the north", "Mills without any wind"]
        );
    }

    #[test]
    fn what_was_but_spoken_is_none() {
        let text = "# Papers\n\n- A. Lee, B. Ray. Looms of the north. *Cloth Review* 3, 2019.\n\
            - A. Lee. Mills and wind. Relazione al 79 Congresso dei Tessitori, Roma, 2018.\n\n## Recent plenary talks\n\n\
            - \"Cloth in the universe\", Looms 2018, Lyon, June 2018\n- \"Wool at twenty\", Wool 2019, Graz\n";
        assert_eq!(titles(text), ["Looms of the north"]);
    }
}
