//! An entry as read becomes a listing.

use super::{
    super::{Certainty, ImportedEntry, LineRange},
    among, aside,
    atom::Atom,
    cut::Sign,
    dates::{glued_year, year_of, year_of_meeting},
    identify::identify,
    inverted::Turned,
    lexicon::{self, Sort},
    people::{self, People},
    quotes::quote_end,
    remark::is_language,
    section::Section,
    segment::{Field, Reading, Segment},
    shape,
    token::{Form, Gap, Token, text},
    venue::{bare, venue},
};
use crate::{
    model::{Kind, ListedAuthor, Listing},
    text::fold::fold,
};

/// What an entry is made from.
pub(super) struct Parts<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) atoms: &'a [Atom],
    pub(super) reading: &'a Reading,
    pub(super) section: &'a Section,
    /// A year in a column before the item.
    pub(super) year: Option<i32>,
    /// Whether the column has it for this item, and not for one above.
    pub(super) has_year: bool,
    /// Which names the list turns around.
    pub(super) turned: Turned,
}

/// The listing that an entry makes, and how sure each of its fields is. The margins are how far
/// the reading lies above the best one with another title, other authors and another venue.
pub(super) fn entry(parts: &Parts, at: LineRange, margins: [f64; 3]) -> ImportedEntry {
    let Parts {
        tokens, section, ..
    } = parts;
    let people = people(parts);
    let (venue, status) = venue(parts);
    let status = status.or_else(|| section.status.clone());
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
        kind: kind(written.as_deref(), status.as_deref(), tokens, section),
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

pub(super) fn content<'a>(parts: &'a Parts, segment: Segment) -> &'a [Token] {
    &parts.tokens[parts.atoms[segment.first].first..parts.atoms[segment.end - 1].end]
}

fn title(parts: &Parts) -> String {
    let Some(segment) = parts.reading.of(Field::Title) else {
        return String::new();
    };
    let mut range = with_quotes(parts, segment);
    // Marks behind a title point to a legend.
    while let Some(last) = range.last()
        && last.form == Form::Mark
    {
        range = &range[..range.len() - 1];
    }
    // `[J]` behind a title says what sort of work it is.
    if let [rest @ .., open, sign, close] = range
        && (open.form, close.form) == (Form::Open, Form::Close)
        && open.text == "["
        && aside::is_sort_sign(&sign.text)
        && !rest.is_empty()
    {
        range = rest;
    }
    if let Some((year, _)) = titled_year(parts) {
        let first = parts.atoms[segment.first].first;
        range = &parts.tokens[first..parts.atoms[year].end];
    }
    range = without_language(without_sort(range));
    without_frame(without_end(text(range).trim())).replace("( ", "(")
}

/// Without the language of the work, which stands in brackets behind its title: `Looms of the North [in Chinese]`.
fn without_language(range: &[Token]) -> &[Token] {
    let whole = match range {
        [bare @ .., period] if period.form == Form::Period => bare,
        _ => range,
    };
    let Some((_, front)) = whole
        .split_last()
        .filter(|(last, _)| last.form == Form::Close)
    else {
        return range;
    };
    let Some(open) = front.iter().rposition(|token| token.form == Form::Open) else {
        return range;
    };
    let words: Vec<&str> = front[open + 1..].iter().map(Token::folded).collect();
    if open > 0 && is_language(&words) {
        &range[..open]
    } else {
        range
    }
}

/// Without the marks of a legend before a title, and without square brackets around it: `[Looms]`.
fn without_frame(title: &str) -> &str {
    const MARKS: [char; 9] = ['^', '∘', '°', '†', '‡', '§', '¶', '⋆', '∗'];
    let bare = title.trim_start_matches(MARKS);
    // `*Looms`, and not `*-algebras`
    let bare = match bare.strip_prefix('*') {
        Some(rest) if rest.starts_with(char::is_uppercase) => rest,
        _ => bare,
    };
    let inner = bare
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    inner
        .filter(|inner| !inner.contains(['[', ']']) && inner.contains(' '))
        .unwrap_or(if bare.is_empty() { title } else { bare })
}

/// The words of a segment, with a sign of quotation beside it whose other one stands within: `“Looms” and mills`.
fn with_quotes<'a>(parts: &'a Parts, segment: Segment) -> &'a [Token] {
    let tokens = parts.tokens;
    let mut first = parts.atoms[segment.first].first;
    let mut end = parts.atoms[segment.end - 1].end;
    let before = first.checked_sub(1);
    if let Some(open) = before.filter(|at| tokens[*at].form == Form::QuoteOpen)
        && quote_end(tokens, open).is_some_and(|close| close < end)
    {
        first = open;
    }
    let behind = tokens.get(end);
    if behind.is_some_and(|sign| sign.form == Form::QuoteClose)
        && (first + 1..end)
            .any(|at| tokens[at].form == Form::QuoteOpen && quote_end(tokens, at) == Some(end))
    {
        end += 1;
    }
    &tokens[first..end]
}

/// Without the word that law reviews have before the title of a short piece: `Note, Custom as Law in …`
fn without_sort(range: &[Token]) -> &[Token] {
    const SORTS: [&str; 4] = ["Note", "Comment", "Opinion", "Essay"];
    match range {
        [sort, comma, rest @ ..]
            if SORTS.contains(&sort.text.as_str())
                && comma.form == Form::Comma
                && rest.len() > 3
                && rest[0].text.starts_with(char::is_uppercase)
                && !rest
                    .iter()
                    .any(|token| token.form == Form::Comma && token.gap == Gap::Glued) =>
        {
            rest
        }
        _ => range,
    }
}

/// Without the period that ends a title, but with that of an abbreviation: `Looms in the U.S.`
fn without_end(title: &str) -> &str {
    let Some(bare) = title.strip_suffix('.') else {
        return title;
    };
    let mut words = bare.rsplit(' ');
    let last = words.next().unwrap_or(bare);
    // `Weaving patterns in R.`: no initial of a name.
    let is_word = (last.chars().count() > 1 || words.next() == Some("in"))
        && !last.contains('.')
        && ![
            "etc", "al", "sp", "spp", "Inc", "Ltd", "Jr", "Sr", "St", "Co", "Corp",
        ]
        .contains(&last);
    if is_word { bare } else { title }
}

/// The year that a title ends in, where another says when the work came out, `The Fair of 2019. In Looms, 2020`, or a
/// small word leads to it, `The fair in 2019. Looms`; and whether another does.
fn titled_year(parts: &Parts) -> Option<(usize, bool)> {
    let title = parts.reading.of(Field::Title)?;
    let atom = parts.atoms.get(title.end)?;
    let is_year = |range: &[Token]| matches!(range, [year] if year_of(&year.text).is_some());
    let is_end = parts
        .tokens
        .get(atom.end)
        .is_some_and(|sign| sign.form == Form::Period && sign.gap == Gap::Glued);
    let is_said_again = parts.atoms[title.end + 1..].iter().any(|atom| {
        !atom.bracketed
            && parts.tokens[atom.first..atom.end]
                .iter()
                .any(|token| year_of(&token.text).is_some())
    });
    let before = parts.tokens.get(atom.first.checked_sub(1)?)?;
    let is_behind = before.form == Form::Word;
    // `Mills of the North in 2022`
    let is_led = before.text.starts_with(char::is_lowercase) && before.is(Sort::Small);
    (is_year(&parts.tokens[atom.first..atom.end])
        && atom.before.sign == Sign::None
        && atom.before.gap <= Gap::Wrap
        && !atom.before.restyled
        && is_behind
        && is_end
        && (is_said_again || is_led))
        .then_some((title.end, is_said_again))
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
    let listed = parts.year.or(parts.section.year);
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
    section: &Section,
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
    } else if has(&["arxiv", "biorxiv", "medrxiv", "preprint", "corr", "ssrn"]) {
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
    let by_section = section
        .kind
        .filter(|_| status.is_none() || by_venue.is_none());
    signs
        .or(by_venue.filter(|kind| kind.is_thesis() || *kind == Kind::Patent))
        .or(by_section)
        .or(by_venue)
}

#[cfg(test)]
mod tests {
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

    use crate::import::list::examples::titles;

    #[test]
    fn a_year_that_a_small_word_leads_to_ends_the_title() {
        use crate::import::list::examples;
        let written = [
            "Lee, A., Ray, B. Mapping of looms in the mills of the North in 2022. Cloth Report 12.",
            "Lee, A., Orr, C. Dyes and how they fade in the sun of the South. Cloth Report 11, 2021.",
        ];
        assert_eq!(
            examples::titles(&written)[0],
            "Mapping of looms in the mills of the North in 2022"
        );
    }

    #[test]
    fn the_language_of_a_work_is_no_part_of_its_title() {
        let read = titles(&[
            "Lee, A. Looms of the north and their makers [in Chinese]. Cloth Review, 12(3), 4–9, 2019.",
            "Lee, A. Mills in the dialects of the south (in Norfolk). Cloth Review, 11(3), 4–9, 2018.",
        ]);
        assert_eq!(
            read,
            [
                "Looms of the north and their makers",
                "Mills in the dialects of the south (in Norfolk)"
            ]
        );
    }

    #[test]
    fn a_period_ends_a_title_but_for_abbreviations() {
        for (written, want) in [
            ("Looms for IE.", "Looms for IE"),
            ("Looms in R.", "Looms in R"),
            ("Looms of a Bacillus sp.", "Looms of a Bacillus sp."),
            ("A study by A.", "A study by A."),
            ("Looms in the U.S.", "Looms in the U.S."),
        ] {
            assert_eq!(super::without_end(written), want);
        }
    }

    #[test]
    fn marks_stand_between_a_name_and_its_title() {
        let read = titles(&[
            "Ray, B.; Lee, A.* Weaving Wool with Suppressed Shrinking. Cloth Sci. 2018, 47, 33–42.",
            "Ray, B.; Orr, C.; Lee, A.* Mills as Triplet Grinders of Grain. Cloth Sci. 2017, 46, 3–9.",
        ]);
        assert_eq!(
            read,
            [
                "Weaving Wool with Suppressed Shrinking",
                "Mills as Triplet Grinders of Grain"
            ]
        );
    }
}
