//! An entry as read becomes a listing.

use super::{
    super::{Certainty, ImportedEntry, LineRange},
    among,
    dates::{glued_year, year_of, year_of_meeting},
    identify::identify,
    lexicon::{self, Sort},
    parts::{Parts, content},
    people::{self, People},
    segment::{Field, Segment},
    shape,
    title::{title, titled_year},
    token::{Form, Token, bare, text},
    venue::{is_on_server, venue},
};
use crate::{
    model::{Kind, ListedAuthor, Listing},
    text::fold::fold,
};

/// The listing that an entry makes, and how sure each of its fields is. The margins are how far
/// the reading lies above the best one with another title, other authors and another venue.
pub(super) fn entry(parts: &Parts, at: LineRange, margins: [f64; 3]) -> ImportedEntry {
    let Parts { tokens, headed, .. } = parts;
    let people = people(parts);
    let (venue, status) = venue(parts);
    let status = status.or_else(|| headed.status.map(str::to_owned));
    let (year, year_certainty) = year(parts, venue.as_deref());
    // The sort of a thesis stands in its venue, as it is written, but is no part of the name.
    let written = parts
        .reading
        .of(Field::Venue)
        .map(|segment| text(content(parts, segment)))
        .or_else(|| venue.clone());
    let mut listing = Listing {
        title: title(parts),
        authors: people.authors,
        authors_complete: people.complete,
        kind: kind(written.as_deref(), status.as_deref(), tokens, headed.kind),
        venue,
        year,
        month: month(parts),
        status,
        ..Listing::titled(String::new())
    };
    identify(&mut listing, tokens);
    let certain = |margin: f64| (1.0 / (1.0 + libm::exp(-0.7 * margin))).clamp(0.02, 0.99);
    let certainty = Certainty {
        title: certain(margins[1]),
        authors: certain(margins[0]),
        venue: certain(margins[2]),
        year: year_certainty,
    };
    ImportedEntry {
        listing,
        at,
        certainty,
    }
}

fn people(parts: &Parts) -> People {
    let Some(segment) = parts.reading.of(Field::Authors) else {
        return People::default();
    };
    let mut first = parts.atoms[segment.first].first;
    // A comma before the first name leaves somebody blank.
    if parts.atoms[segment.first].words == 0 && first > 0 && parts.tokens[first].form != Form::Comma
    {
        first -= 1;
    }
    let mut end = parts.atoms[segment.end - 1].end;
    // `et al. (25 authors, including A. Lee)`
    if let Some(next) = parts.atoms.get(segment.end)
        && next.bracketed
        && among::includes(&parts.tokens[next.first..next.end])
    {
        end = next.end;
    }
    let mut people = people::read(&parts.tokens[first..end], parts.turned);
    // A list that ends with a comma and nothing behind it leaves the last one blank.
    let last = &parts.atoms[segment.end - 1];
    if last.first == last.end && segment.end - segment.first > 1 {
        people.authors.push(ListedAuthor::Person);
    }
    // What follows the names may say that they are not all.
    let signs = parts.tokens[end..]
        .iter()
        .take_while(|token| matches!(token.form, Form::Comma | Form::Period));
    people.complete &= !signs
        .take(3)
        .any(|token| token.text.starts_with("..") || token.text.starts_with('…'));
    if let Some(next) = parts.atoms.get(segment.end) {
        let rest = &parts.tokens[next.first..next.end];
        let rest = bare(rest, next.bracketed);
        people.complete &= shape::shape(rest) != shape::Shape::Rest;
    }
    people
}

/// The year, and how sure it is.
fn year(parts: &Parts, venue: Option<&str>) -> (Option<i32>, f64) {
    let title = parts.reading.of(Field::Title);
    let authors = parts.reading.of(Field::Authors);
    let within = |segment: Option<Segment>, at: usize| {
        segment.is_some_and(|segment| {
            (parts.atoms[segment.first].first..parts.atoms[segment.end - 1].end).contains(&at)
        })
    };
    let dated: Vec<Segment> = parts
        .reading
        .segments
        .iter()
        .copied()
        .filter(|segment| segment.field == Field::Date)
        .collect();
    // A year that is not said again is that of the entry too.
    let titled = titled_year(parts)
        .filter(|(_, is_said_again)| *is_said_again)
        .map(|(atom, _)| atom);
    let mut found: Vec<(i32, u8)> = Vec::new();
    for (at, token) in parts.tokens.iter().enumerate() {
        if token.form != Form::Word || within(title, at) || within(authors, at) {
            continue;
        }
        if titled.is_some_and(|atom| parts.atoms[atom].first == at) {
            continue;
        }
        let Some(year) = year_of(&token.text) else {
            continue;
        };
        let in_date = dated.iter().any(|segment| within(Some(*segment), at));
        let in_venue = within(parts.reading.of(Field::Venue), at);
        found.push((year, if in_date { 2 } else { u8::from(in_venue) }));
    }
    let is_one = found.iter().all(|(year, _)| *year == found[0].0);
    let best = found
        .iter()
        .enumerate()
        .max_by_key(|(at, (_, rank))| (*rank, std::cmp::Reverse(*at)))
        .map(|(_, (year, _))| *year);
    let listed = parts.year.or(parts.headed.year);
    match (best, listed) {
        // The other years are those of prizes: `2019  Looms. Cloth Review. (Wool Prize 2021)`.
        (Some(best), Some(year)) if parts.has_year => {
            (Some(year), if best == year { 0.98 } else { 0.8 })
        }
        (Some(year), _) => (Some(year), if is_one { 0.98 } else { 0.7 }),
        (None, Some(year)) => (Some(year), 0.9),
        // A year within the title is the title's; a venue may have one glued to its name.
        (None, None) => {
            let of_meeting = || venue?.split([' ', '(', ')']).find_map(year_of_meeting);
            match venue.and_then(glued_year).or_else(of_meeting) {
                Some(year) => (Some(year), 0.9),
                None => (None, 0.8),
            }
        }
    }
}

fn month(parts: &Parts) -> Option<u8> {
    parts
        .reading
        .segments
        .iter()
        .filter(|segment| segment.field == Field::Date)
        .flat_map(|segment| content(parts, *segment))
        .filter(|token| lexicon::is(&fold(&token.text), Sort::Month))
        .find_map(|token| crate::text::dates::month_and_day(&token.text).0)
}

fn kind(
    venue: Option<&str>,
    status: Option<&str>,
    tokens: &[Token],
    headed: Option<Kind>,
) -> Option<Kind> {
    let folded = venue.map(fold).unwrap_or_default();
    let has = |words: &[&str]| {
        words
            .iter()
            .any(|word| folded.split(' ').any(|own| own == *word))
    };
    let by_venue = if folded.contains("patent") {
        Some(Kind::Patent)
    } else if has(&["thesis", "dissertation", "these"]) {
        let is_master = has(&["master", "masters", "msc", "bachelor", "diploma"]);
        Some(if is_master {
            Kind::MastersThesis
        } else {
            Kind::PhdThesis
        })
    } else if is_on_server(&folded) {
        Some(Kind::Preprint)
    } else if has(&[
        "proceedings",
        "proc",
        "conference",
        "symposium",
        "workshop",
        "conf",
        "symp",
    ]) {
        Some(Kind::Conference)
    } else if has(&[
        "journal",
        "transactions",
        "trans",
        "letters",
        "magazine",
        "review",
        "revue",
        "revista",
        "zeitschrift",
    ]) {
        Some(Kind::Journal)
    } else if folded.contains("technical report") || has(&["techreport"]) {
        Some(Kind::Report)
    } else {
        None
    };
    let signs = tokens.windows(3).find_map(|three| {
        match (three[0].form, three[1].text.as_str(), three[2].form) {
            (Form::Open, "J" | "J/OL", Form::Close) => Some(Kind::Journal),
            (Form::Open, "M", Form::Close) => Some(Kind::Book),
            (Form::Open, "C" | "C/OL", Form::Close) => Some(Kind::Conference),
            (Form::Open, "D", Form::Close) => Some(Kind::PhdThesis),
            (Form::Open, "P", Form::Close) => Some(Kind::Patent),
            _ => None,
        }
    });
    let by_heading = headed.filter(|_| status.is_none() || by_venue.is_none());
    signs
        .or(by_venue.filter(|kind| kind.is_thesis() || *kind == Kind::Patent))
        .or(by_heading)
        .or(by_venue)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_year_from_which_on_a_work_is_printed_is_its_year() {
        use crate::import::{Hints, list::read_page, plain};
        let text = "Publications\n\nLee, A., Ray, B. (2021+). On looms and the weaving of wool. Submitted.\n\n\
            Lee, A., Orr, C. (2020). A survey of 2000+ looms in three towns. Cloth Review 3, 4-9.\n";
        let entries = read_page(&plain::read(text), &Hints::default()).entries;
        let read: Vec<(&str, Option<i32>)> = entries
            .iter()
            .map(|entry| (entry.listing.title.as_str(), entry.listing.year))
            .collect();
        assert_eq!(
            read,
            [
                ("On looms and the weaving of wool", Some(2021)),
                ("A survey of 2000+ looms in three towns", Some(2020))
            ]
        );
    }

    #[test]
    fn the_year_of_a_column_is_no_prize_s() {
        use crate::import::{Hints, html, list};
        let row = |year: &str, rest: &str| format!("<tr><td>{year}</td><td>{rest}</td></tr>");
        let text = format!(
            "<h1>Publications</h1><table>{}{}{}</table>",
            row(
                "2019",
                "A. Lee, B. Ray, <i>On looms and cloth</i>, Cloth Review, vol. 4. (Wool Prize 2021)"
            ),
            row(
                "2018",
                "A. Lee, C. Orr, <i>Mills without any wind</i>, Cloth Review, vol. 3"
            ),
            row(
                "in press",
                "A. Lee, C. Orr, <i>Spinning wool in mills</i>, Cloth Review"
            )
        );
        let entries = list::read_by_rules(&html::page(&text), &Hints::default()).entries;
        let years: Vec<Option<i32>> = entries.iter().map(|entry| entry.listing.year).collect();
        assert_eq!(years, [Some(2019), Some(2018), None]);
    }
}
