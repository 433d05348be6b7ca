//! Talks below a heading that may name papers in print too: `Conference papers`.

use super::{
    depth::depth,
    headings::{Heading, Topic},
    lexicon::{self, Sort},
    row::{Row, whole_year},
    token::{Form, Token},
};
use crate::text::fold::fold;

/// So many talks at least make a list of them.
const FEW: usize = 2;

/// Whether below a heading of conference papers stand but talks: quoted titles with nobody's name
/// before them, each with the month of a gathering, and not a word of print. `"On looms." Loom
/// Association, Lyon, March 2015.`
pub(super) fn are_talks(rows: &[Row], heads: &[Option<Heading>], at: usize) -> bool {
    let named = fold(&rows[at].text());
    let is_open = heads[at]
        .as_ref()
        .is_some_and(|head| head.topic == Topic::Publications)
        && (named.contains("conference") || named.contains("papers"))
        && ![
            "refereed",
            "reviewed",
            "proceedings",
            "journal",
            "published",
            "working",
        ]
        .iter()
        .any(|word| named.contains(word));
    if !is_open {
        return false;
    }
    let end = (at + 1..rows.len())
        .find(|row| heads[*row].is_some())
        .unwrap_or(rows.len());
    let below = &rows[at + 1..end];
    let quoted = below.iter().filter(|row| begins_quoted(row)).count();
    let whole = below
        .iter()
        .filter(|row| row.begins != super::super::Begins::Nothing);
    let tokens = || below.iter().flat_map(|row| &row.tokens);
    let months = tokens().filter(|token| is_month(token)).count();
    (quoted >= FEW || quoted > 0 && tokens().any(is_of_meeting))
        && months * 10 >= quoted * 8
        && whole.filter(|row| !begins_quoted(row)).count() * 5 <= quoted
        && !tokens().any(is_of_print)
}

/// Whether what stands below a heading of communications was but heard: other sections of
/// publications, as deep, have pages, and nothing here has any, nor a word of print.
pub(super) fn are_unprinted(rows: &[Row], heads: &[Option<Heading>], at: usize) -> bool {
    let below = |at: usize| {
        let next = |row: &usize| heads[*row].is_some();
        let end = (at + 1..rows.len()).find(next).unwrap_or(rows.len());
        &rows[at + 1..end]
    };
    let is_printed = |rows: &[Row]| rows.iter().any(has_pages);
    let own = below(at);
    let is_beside = |other: &usize| {
        let is_of = |head: &Heading| head.topic == Topic::Publications && !head.is_heard;
        heads[*other].as_ref().is_some_and(is_of) && depth(&rows[*other]) == depth(&rows[at])
    };
    own.len() >= FEW
        && !is_printed(own)
        && !own.iter().flat_map(|row| &row.tokens).any(is_of_print)
        && (0..rows.len())
            .filter(is_beside)
            .any(|other| is_printed(below(other)))
}

/// Whether a word is two numbers joined by a dash that are no years: `33-58`.
fn has_pages(row: &Row) -> bool {
    let is_page = |part: &str| part.parse::<u32>().is_ok() && whole_year(part).is_none();
    row.tokens
        .iter()
        .filter_map(|token| token.text.split_once(['-', '–']))
        .any(|(first, last)| is_page(first) && is_page(last))
}

fn begins_quoted(row: &Row) -> bool {
    row.tokens
        .first()
        .is_some_and(|token| token.form == Form::QuoteOpen)
}

/// Whether a word is of a gathering to which nobody brings papers in print.
fn is_of_meeting(token: &Token) -> bool {
    ["meeting", "meetings", "convention"].contains(&token.folded.as_str())
}

fn is_month(token: &Token) -> bool {
    token.form == Form::Word && lexicon::is(&token.folded, Sort::Month)
}

/// Whether a word is of what is printed: `Proceedings`, `pp`, `vol`, a publisher, an address.
fn is_of_print(token: &Token) -> bool {
    token.form == Form::Address
        || [
            "proceedings",
            "proc",
            "pp",
            "pages",
            "vol",
            "press",
            "journal",
            "edited",
            "eds",
            "acm",
            "ieee",
            "springer",
            "doi",
            "forthcoming",
            "acta",
            "actes",
            "atti",
            "actas",
        ]
        .contains(&token.folded.as_str())
}

#[cfg(test)]
mod tests {
    use crate::import::{Hints, list::read_by_rules as read_page, plain};

    fn count(text: &str) -> usize {
        read_page(&plain::read(text), &Hints::default())
            .entries
            .len()
    }

    #[test]
    fn talks_below_conference_papers_are_none() {
        let articles = "ARTICLES\n\n\"The Loom in Prose.\" Cloth Review 55, no. 1 (2003): 88-91.\n\"Mills and Wind.\" Wool Quarterly 73, no. 4 (2012): 590-93.\n\n";
        let talks = "CONFERENCE PAPERS\n\n\"Prose of Wool.\" Loom Association Convention, Lyon, January 2015.\n\"Who Weaves at Night?\" Wool Society, Graz, March 2012.\n\nAWARDS\n\nLoom Prize, 2010\n";
        assert_eq!(count(&format!("{articles}{talks}")), 2);
        let papers = talks.replace("Lyon, January", "Lyon, pp. 1-9, January");
        assert_eq!(count(&format!("{articles}{papers}")), 4);
    }

    #[test]
    fn one_talk_at_a_meeting_is_none() {
        let articles = "ARTICLES\n\n\"The Loom in Prose.\" Cloth Review 55, no. 1 (2003): 88-91.\n\"Mills and Wind.\" Wool Quarterly 73, no. 4 (2012): 590-93.\n\n";
        let talk = "CONFERENCE PAPERS\n\n\"Prose of Wool.\" Loom Association Annual Meeting, Lyon, January 2015.\n\nAWARDS\n\nLoom Prize, 2010\n";
        assert_eq!(count(&format!("{articles}{talk}")), 2);
    }

    #[test]
    fn communications_without_pages_beside_articles_are_none() {
        let text = "# Articles\n\n- A. Lee, « Les métiers à tisser », *Draps*, n° 4, 2019, p. 33-58.\n- A. Lee, « La laine du nord », *Draps*, n° 2, 2017, p. 5-19.\n\n\
            # Communications\n\n- A. Lee, « Tisser la nuit », colloque Laines, Lyon, juin 2018.\n- A. Lee, « Le vent », séminaire, Lille, 2016.\n";
        let read = |text: &str| {
            let (page, _) = crate::import::markdown::page(text);
            read_page(&page, &Hints::default()).entries.len()
        };
        assert_eq!(read(text), 2);
        let printed = text.replace("Lille, 2016", "Lille, 2016, p. 7-12");
        assert_eq!(read(&printed), 4);
    }
}
