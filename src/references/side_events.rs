//! Events beside a conference, and matter beside the papers of a volume: what bibliographies list seldom.

use super::reference::Reference;
use crate::{
    matching::is_recurring_title,
    model::{ImportedMetadata, Metadata, Title},
    text::fold::fold,
};

/// Words and phrases of names of events beside a conference.
const SIDE: [&str; 38] = [
    "abstract",
    "abstracts",
    "blog",
    "blogpost",
    "blogposts",
    "bof",
    "challenge",
    "challenges",
    "colocated",
    "companion",
    "competition",
    "consortium",
    "datasets and benchmarks",
    "demo",
    "demos",
    "demonstrations",
    "doctoral",
    "ea",
    "fall symposium",
    "invited talk",
    "invited talks",
    "keynote",
    "keynotes",
    "late breaking",
    "panel",
    "poster",
    "posters",
    "shared task",
    "spring symposium",
    "student",
    "tiny",
    "tutorial",
    "tutorials",
    "work in progress",
    "workshop",
    "workshops",
    "ws",
    "wip",
];

/// Words with which titles of such contributions, and of matter beside the papers, begin.
const TITLES: [&str; 26] = [
    "book review",
    "corrigendum",
    "demo",
    "doctoral",
    "editorial",
    "editors",
    "erratum",
    "foreword",
    "fireside chat",
    "guest editorial",
    "in memoriam",
    "introduction to the special",
    "invited talk",
    "keynote",
    "letter to the editor",
    "letters to the editor",
    "message from",
    "obituary",
    "panel",
    "plenary",
    "poster",
    "preface",
    "review of the book",
    "tutorial",
    "welcome to",
    "workshop",
];

/// Whether a name is that of a workshop or another event beside a conference, of which DBLP lists few.
pub(super) fn is_side_event(venue: &str) -> bool {
    // `ICLR (Poster)` is how DBLP names a main volume.
    let folded = fold(venue);
    let main = ["iclr poster", "iclr oral", "iclr spotlight"];
    venue.contains('@') || !main.contains(&folded.as_str()) && says(&folded, &SIDE)
}

/// Whether a reference says anywhere that it is of an event beside a conference, or is no paper of its
/// volume: in its venue, its series, a remark, or its title.
pub(super) fn is_beside_papers(reference: &Reference) -> bool {
    let listing = &reference.listing;
    let title = fold(&listing.title);
    let begins = |it: &&str| {
        title
            .strip_prefix(*it)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let marks = [
        "extended abstract",
        "abstract",
        "keynote",
        "tutorial",
        "demo",
        "invited talk",
        "panel",
    ];
    let is_marked = listing
        .title
        .rsplit_once('(')
        .is_some_and(|(_, mark)| says(&fold(mark), &marks));
    listing.venue.as_deref().is_some_and(is_side_event)
        || is_said_beside(reference)
        || TITLES.iter().any(begins)
        || is_marked
        || says(&title, &["workshop on", "workshop"])
        || is_recurring_title(&listing.title)
}

/// Whether the series of a reference or a remark in it says that it is of a side event.
fn is_said_beside(reference: &Reference) -> bool {
    let listing = &reference.listing;
    let told = listing.imported.as_ref().map(ImportedMetadata::meta);
    let series = told.and_then(|meta| meta.series.as_deref());
    let remark = [
        "blogpost",
        "companion",
        "extended abstract",
        "keynote",
        "late breaking",
        "poster",
        "tutorial",
        "workshop",
        "workshops",
    ];
    series.is_some_and(is_side_event)
        || listing
            .note
            .as_deref()
            .is_some_and(|note| says(&fold(note), &remark))
}

/// Whether a reference says that it is of a workshop or the like, and a record is none of one.
pub(super) fn is_workshop_paper_elsewhere(reference: &Reference, meta: &Metadata) -> bool {
    const WORKSHOPS: [&str; 7] = [
        "blogpost",
        "blogposts",
        "tiny papers",
        "tutorial",
        "workshop",
        "workshops",
        "ws",
    ];
    let listing = &reference.listing;
    let told = listing.imported.as_ref().map(ImportedMetadata::meta);
    let series = told.and_then(|meta| meta.series.as_deref());
    let said = [listing.venue.as_deref(), series];
    let is_said = said
        .into_iter()
        .flatten()
        .any(|text| says(&fold(text), &WORKSHOPS));
    let full = meta.venue.as_ref().map(Title::text);
    let stream = meta.ids.dblp.as_ref().map(|key| key.stream().to_owned());
    let found = [full, meta.venue_short.clone(), meta.series.clone()];
    is_said
        && !found.iter().flatten().any(|name| is_side_event(name))
        && !stream.is_some_and(|it| it.ends_with('w'))
}

/// Whether a folded text has one of these words or phrases.
fn says(folded: &str, phrases: &[&str]) -> bool {
    let text = format!(" {folded} ");
    phrases.iter().any(|it| text.contains(&format!(" {it} ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, Listing};

    fn reference(title: &str, venue: &str, note: Option<&str>) -> Reference {
        Reference {
            listing: Listing {
                venue: Some(venue.to_owned()),
                note: note.map(str::to_owned),
                ..Listing::titled(title)
            },
            ..Reference::default()
        }
    }

    #[test]
    fn side_events_are_told_in_any_field() {
        for (title, venue, note) in [
            ("Looms", "CHI Extended Abstracts", None),
            ("Looms", "CHI EA", None),
            ("Looms", "ICLR Tiny Papers", None),
            ("Looms", "NeurIPS Datasets and Benchmarks", None),
            ("Looms", "SWCN@EMNLP", None),
            ("Keynote: What I Learned at the Loom", "CHI", None),
            ("Tutorial on Weaving", "KDD", None),
            ("Weaving for All (extended abstract)", "KDD", None),
            ("Looms", "CVPR", Some("Workshop on Textiles")),
        ] {
            assert!(
                is_beside_papers(&reference(title, venue, note)),
                "{title} {venue}"
            );
        }
        for (title, venue, note) in [
            ("Weaving for All Looms", "ICLR (Poster)", None),
            ("Weaving Panels for Looms", "CHI", Some("Best paper award")),
            ("Weaving for All Looms", "AAAI Conference", None),
        ] {
            assert!(
                !is_beside_papers(&reference(title, venue, note)),
                "{title} {venue}"
            );
        }
    }

    #[test]
    fn workshop_paper_is_not_of_the_main_volume() {
        let at = |venue: &str| {
            let mut meta = Metadata::new(Kind::Conference, Title::plain("x"));
            meta.venue_short = Some(venue.to_owned());
            is_workshop_paper_elsewhere(&reference("Looms", "ICLR Workshop", None), &meta)
        };
        assert!(at("ICLR") && !at("ICLR (Workshop)"));
    }
}
