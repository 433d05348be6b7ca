//! Talks below a heading that may name papers in print too: `Conference papers`.

use super::{
    depth::depth,
    head_words::SPOKEN,
    headings::{Heading, Topic},
    lexicon::Sort,
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

/// So many items in ten that are said to be spoken make a list of talks.
const MOST_SPOKEN: usize = 8;

/// Whether each item below a heading has a sentence between its title and the meeting that says that it was but
/// spoken, and none has pages: `Ann Lee (2019). On looms. Poster. Wool Society, Lyon.` Behind the name of a
/// conference the same word tells how a paper in print was shown there.
pub(super) fn are_spoken(rows: &[Row], heads: &[Option<Heading>], at: usize) -> bool {
    let is_next = |row: &usize| heads[*row].is_some();
    let end = (at + 1..rows.len()).find(is_next).unwrap_or(rows.len());
    let below = &rows[at + 1..end];
    let items = below.iter().filter(|row| row.mark.is_some()).count();
    let spoken = below.iter().filter(|row| says_spoken(&row.tokens)).count();
    spoken > FEW && spoken * 10 >= items * MOST_SPOKEN && !below.iter().any(has_pages)
}

/// Whether words say how something was told: `Poster`, `Invited talk`.
fn is_told(words: &[Token]) -> bool {
    let told = words.last().map_or("", |word| word.folded());
    let mut stems = SPOKEN.split_whitespace().chain(["poster"]);
    words.iter().all(|word| word.form == Form::Word) && stems.any(|stem| told.starts_with(stem))
}

/// Whether a label in brackets between the title of an item and the meeting says that it was but spoken, and it has
/// no pages: `On looms [Conference poster]. Wool Society, Lyon.` An oral presentation is what the best papers get.
pub(super) fn is_labelled_spoken(tokens: &[Token]) -> bool {
    const LONGEST: usize = 3;
    let is_label = |open: usize| {
        let inner = &tokens[open + 1..];
        let end = inner
            .iter()
            .take(LONGEST + 1)
            .position(|token| token.form == Form::Close);
        end.is_some_and(|end| {
            let label = &inner[..end];
            end >= 2
                && is_told(label)
                && label[0].folded() != "oral"
                && label.iter().all(|word| word.link.is_none())
                && matches!(&inner[end + 1..], [period, next, ..]
                    if period.form == Form::Period && next.form == Form::Word)
        })
    };
    let mut opens = tokens.iter().enumerate().skip(1);
    opens.any(|(at, token)| token.form == Form::Open && token.text == "[" && is_label(at))
        && !tokens.iter().any(is_range)
}

/// Whether between two sentences stands one or two words that say how something was told, `Poster`, `Invited talk`,
/// and more than an address behind them.
fn says_spoken(tokens: &[Token]) -> bool {
    let is_end = |token: &Token| matches!(token.form, Form::Period | Form::QuoteClose);
    (1..=2).any(|count| {
        tokens.windows(count + 3).any(|part| {
            is_end(&part[0])
                && is_told(&part[1..=count])
                && part[1].text.starts_with(char::is_uppercase)
                && part[count + 1].form == Form::Period
                && part[count + 2].form == Form::Word
        })
    })
}

fn has_pages(row: &Row) -> bool {
    row.tokens.iter().any(is_range)
}

/// Whether a word is two numbers joined by a dash that are no years: `33-58`.
fn is_range(word: &Token) -> bool {
    let is_page = |part: &str| part.parse::<u32>().is_ok() && whole_year(part).is_none();
    let parts = word.text.split_once(['-', '–']);
    parts.is_some_and(|(first, last)| is_page(first) && is_page(last))
}

fn begins_quoted(row: &Row) -> bool {
    row.tokens
        .first()
        .is_some_and(|token| token.form == Form::QuoteOpen)
}

/// Whether a word is of a gathering to which nobody brings papers in print.
fn is_of_meeting(token: &Token) -> bool {
    ["meeting", "meetings", "convention"].contains(&token.folded())
}

fn is_month(token: &Token) -> bool {
    token.form == Form::Word && token.is(Sort::Month)
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
        .contains(&token.folded())
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
    fn what_is_said_to_be_spoken_is_no_publication() {
        let articles = "# Articles\n\n1. Lee, A., Ray, B. (2019). Looms in prose. Cloth Review, 55(1), 88-91.\n\
            2. Lee, A. (2018). Mills and wind. Wool Quarterly, 73(4), 590-593.\n\n";
        let talk = |title: &str, told: &str, meeting: &str| {
            format!("1. Lee, A. and Ray, B. (2017). {title}. {told}. *{meeting}*. Lyon, France.\n")
        };
        let talks = [
            talk("Yarn of the North", "Poster", "Wool Society"),
            talk("Who weaves at night", "Invited talk", "Loom Convention"),
            talk("Dyes and dyers", "Presentation", "Wool Society"),
        ]
        .concat();
        let read = |text: &str| {
            let (page, _) = crate::import::markdown::page(text);
            read_page(&page, &Hints::default()).entries.len()
        };
        let heading = "# Conference Proceedings\n\n";
        assert_eq!(read(&format!("{articles}{heading}{talks}")), 2);
        let papers = talks.replace("Lyon, France", "33-58");
        assert_eq!(read(&format!("{articles}{heading}{papers}")), 5);
    }

    #[test]
    fn what_a_label_says_to_be_spoken_is_no_publication() {
        let text = "# Publications\n\n- Lee, A., & Ray, B. (2019). *Looms in prose*. Cloth Review, 55(1), 88-91.\n\
            - Lee, A., & Ray, B. (2018). *Mills and wind* [Conference poster]. Wool Society, Lyon, France.\n\
            - Lee, A., & Ray, B. (2018). *Yarn of the North* [Oral presentation]. Conference on Looms.\n\
            - Lee, A. (2017). *Who weaves at night* [Conference paper]. Wool Society, Lyon, France.\n";
        assert_eq!(
            crate::import::list::examples::titles_of_markdown(text),
            ["Looms in prose", "Yarn of the North", "Who weaves at night"]
        );
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
