//! Rows that say something about an entry and are none of its fields: abstracts, keywords.

use super::{
    super::Begins,
    brackets::bare_people,
    broken_heads,
    buttons::is_button,
    comments::comments,
    cut::is_year,
    inside::{self, without_remarks},
    labels::{label, labels, unlabel_fields, unlabel_years},
    likeness::{likeness, name_likeness_of_list},
    remark::is_role,
    row::{Mark, Row},
    shape::{Shape, shape},
    speech::speaks_of_work,
    start::is_apart,
    teasers::teasers,
    token::{Form, Gap, Token},
    year_rows::{years_at_page_ends, years_before, years_behind},
};

/// A paragraph has so many words at least to be known for prose by its capitals.
const PROSE: usize = 32;

/// In so long a paragraph two capitals in five words are few: nouns have them in German.
const LONG_PROSE: usize = 55;

/// The rows without abstracts, lists of keywords and paragraphs of prose. What stands behind one
/// begins anew.
pub(super) fn spoken(rows: Vec<Row>) -> Vec<Row> {
    let rows = without_remarks(inside::inside(broken_heads::whole(rows)));
    let mut rows = years_at_page_ends(years_before(years_behind(names_in_one(rows))));
    unlabel_years(&mut rows);
    unlabel_fields(&mut rows);
    bare_people(&mut rows);
    let mut silent = silent(&rows);
    for ((silent, teaser), row) in silent.iter_mut().zip(teasers(&rows)).zip(&rows) {
        let begins = row.begins != Begins::Nothing || row.mark.is_some();
        *silent |= teaser || begins && speaks_of_work(&row.tokens);
    }
    let mut out: Vec<Row> = Vec::with_capacity(rows.len());
    let mut after = false;
    for (mut row, silent) in rows.into_iter().zip(silent) {
        let is_empty = row.tokens.is_empty() && row.mark.is_none();
        if silent || is_empty {
            after = true;
            continue;
        }
        if std::mem::take(&mut after) && row.begins == Begins::Nothing {
            row.begins = Begins::Paragraph;
        }
        out.push(row);
    }
    out
}

/// Puts names that stand each on a row of its own, below each other, into one row.
fn names_in_one(rows: Vec<Row>) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::with_capacity(rows.len());
    let mut after_name = false;
    for row in rows {
        let is_bare = row.begins == Begins::Nothing && row.mark.is_none();
        let is_name = is_bare && (is_name(&row.tokens) || after_name && is_gap(&row));
        if is_name
            && after_name
            && let Some(last) = out.last_mut()
        {
            let comma = Token {
                text: ",".into(),
                form: Form::Comma,
                gap: Gap::Glued,
                link: None,
                ..row.tokens[0].clone()
            };
            last.at.last = row.at.last;
            last.width += row.width;
            last.tokens.push(comma);
            last.tokens.extend(row.tokens);
            for token in last.tokens.iter_mut().rev().take(1) {
                token.gap = token.gap.min(Gap::Space);
            }
            continue;
        }
        after_name = is_name;
        out.push(row);
    }
    out
}

/// Whether a row is a name and nothing else.
fn is_name(tokens: &[Token]) -> bool {
    matches!(shape(tokens), Shape::Full | Shape::Behind) && likeness(tokens) > 1.5
}

/// `[...]`, in place of names.
fn is_gap(row: &Row) -> bool {
    !row.tokens.is_empty()
        && row.tokens.iter().all(|token| token.form != Form::Word)
        && row
            .tokens
            .iter()
            .any(|token| token.text.starts_with("..") || token.text == "…")
}

fn silent(rows: &[Row]) -> Vec<bool> {
    let comments = comments(rows);
    let mut out = vec![false; rows.len()];
    let labels = labels(rows);
    let mut at = 0;
    while at < rows.len() {
        let end = paragraph(rows, at);
        // What a label says reaches to the next one.
        let mut told = false;
        for row in at..end {
            told = match label(&rows[row]) {
                Some(label) => labels.contains(label),
                None => told && rows[row].printed && rows[row - 1].width > 60,
            };
            out[row] = told;
        }
        if let Some(label) =
            (at..end).find(|row| is_label(&rows[*row]) && !is_amid_buttons(rows, *row))
        {
            // Where several stand in one paragraph, each reaches as far as prose does.
            if (label + 1..end).any(|row| is_label(&rows[row])) {
                abstracts(&rows[at..end], &mut out[at..end]);
            } else {
                out[label..end].fill(true);
            }
        } else if is_prose(&rows[at..end]) {
            let first = at + usize::from(end > at + 1 && names_people(&rows[at]));
            out[first..end].fill(true);
        } else {
            // In a text whose lines are not wrapped each may be a paragraph of its own.
            for row in at..end {
                out[row] |= row > at && is_prose(&rows[row..=row]);
            }
        }
        at = end;
    }
    for ((out, row), is_comment) in out.iter_mut().zip(rows).zip(comments) {
        *out |= is_comment || is_legend(row);
    }
    let foot = rows.len().saturating_sub(FOOT);
    if let Some(at) = (foot..rows.len()).find(|at| is_copyright(&rows[*at])) {
        out[at..].fill(true);
    }
    out
}

/// A foot of a page has so many rows at most.
const FOOT: usize = 8;

/// Whether a row says whose the page is, with which its foot begins.
fn is_copyright(row: &Row) -> bool {
    row.tokens
        .iter()
        .find(|token| token.form != Form::Open)
        .is_some_and(|token| {
            token.text.starts_with('©') || token.folded() == "copyright" || token.text == "Powered"
        })
        && row.tokens.len() <= 20
}

/// Whether a row says what marks behind names mean, and nothing else: `(* = equal contribution)`.
fn is_legend(row: &Row) -> bool {
    let words: Vec<&str> = row
        .tokens
        .iter()
        .filter(|token| token.form == Form::Word)
        .map(Token::folded)
        .filter(|word| !word.is_empty())
        .collect();
    let has_sign = matches!(row.mark, Some(Mark::Bullet('*')))
        || row
            .tokens
            .first()
            .is_some_and(|token| matches!(token.form, Form::Mark | Form::Open));
    has_sign
        && ((2..=8).contains(&words.len()) && is_role(&words, &row.text().to_lowercase())
            || has_keys(row))
}

/// Whether each of several parts of a row behind a mark begins with a mark too, and not all of them are people:
/// `* speaker, # equal work`.
fn has_keys(row: &Row) -> bool {
    const LONGEST: usize = 5;
    let is_mark = |token: &Token| token.form == Form::Mark || token.text == "#";
    let parts: Vec<&[Token]> = row
        .tokens
        .split(|token| matches!(token.form, Form::Comma | Form::Semicolon))
        .collect();
    let bare = |part: &&[Token]| {
        let marks = part.iter().take_while(|token| is_mark(token)).count();
        shape(&part[marks..]) == Shape::Not && part.len() > marks
    };
    parts.len() > 1
        && parts.iter().all(|part| part.len() <= LONGEST)
        && parts[1..]
            .iter()
            .all(|part| part.first().is_some_and(is_mark))
        && parts.iter().any(bare)
}

/// Where the paragraph that begins at a row ends.
pub(super) fn paragraph(rows: &[Row], first: usize) -> usize {
    (first + 1..rows.len())
        .find(|at| is_apart(&rows[*at]) || rows[*at].mark.is_some())
        .unwrap_or(rows.len())
}

/// Whether a row is the word over an abstract or over keywords, and nothing else.
fn is_label(row: &Row) -> bool {
    const LABELS: [&str; 12] = [
        "abstract",
        "keywords",
        "keyword",
        "resumen",
        "resumo",
        "resume",
        "zusammenfassung",
        "schlusselworter",
        "stichworte",
        "palabras clave",
        "palavras chave",
        "mots cles",
    ];
    let mut words = row.tokens.iter().filter(|token| token.form == Form::Word);
    let (first, second) = (words.next(), words.next());
    let whole = match (first, second) {
        (Some(first), None) => first.folded().to_owned(),
        (Some(first), Some(second)) if words.next().is_none() => {
            format!("{} {}", first.folded(), second.folded())
        }
        _ => return false,
    };
    row.mark.is_none()
        && !matches!(row.begins, Begins::Heading(_))
        && LABELS.contains(&whole.as_str())
}

/// Whether a word stands among buttons, below each other, as one of them.
fn is_amid_buttons(rows: &[Row], at: usize) -> bool {
    let is_button = |row: Option<&Row>| row.is_some_and(|row| is_button(&row.tokens));
    is_button(at.checked_sub(1).and_then(|before| rows.get(before))) || is_button(rows.get(at + 1))
}

/// In print with no blank lines an abstract has so many words on each line but the last.
const ABSTRACT: usize = 9;

/// Marks labels, and below each the lines of prose.
fn abstracts(rows: &[Row], out: &mut [bool]) {
    let full = rows.iter().map(|row| row.width).max().unwrap_or(0);
    let mut told = false;
    for (at, (row, out)) in rows.iter().zip(out).enumerate() {
        let words = || row.tokens.iter().filter(|token| token.form == Form::Word);
        let capitals = words().filter(|word| word.text.starts_with(char::is_uppercase));
        let is_long = words().count() >= ABSTRACT && capitals.count() * 3 <= words().count();
        let goes_on = at > 0 && rows[at - 1].width * 10 >= full * 7 && !is_label(&rows[at - 1]);
        told = is_label(row) || told && (is_long || goes_on);
        *out |= told;
    }
}

/// Whether a row is a list of names, with or without a label, and not one of the lines of a printed text: `Authors: A.
/// Lee, B. Ray`.
fn names_people(row: &Row) -> bool {
    let names = match &row.tokens[..] {
        [_, colon, names @ ..] if colon.form == Form::Colon => names,
        names => names,
    };
    !row.printed
        && names.iter().any(|token| token.form == Form::Comma)
        && name_likeness_of_list(names) > 0.0
}

/// Whether rows are running text: many words, and hardly one in five with a capital, where names
/// and venues have more.
fn is_prose(rows: &[Row]) -> bool {
    if rows[0].mark.is_some() || matches!(rows[0].begins, Begins::Heading(_)) {
        return false;
    }
    let words = || {
        rows.iter()
            .flat_map(|row| &row.tokens)
            .filter(|token| token.form == Form::Word)
    };
    let has = |word: &Token, is: fn(char) -> bool| word.text.chars().any(is);
    let capitals = words().filter(|word| has(word, char::is_uppercase)).count();
    let small = words()
        .filter(|word| has(word, char::is_lowercase) && !has(word, char::is_uppercase))
        .count();
    // Rows that nothing parts may be a list with no marks.
    let is_one = rows.len() == 1
        || !words().any(|word| is_year(&word.text))
            && !rows
                .iter()
                .flat_map(|row| &row.tokens)
                .any(|token| token.form == Form::QuoteOpen);
    let all = small + capitals;
    is_one && (all >= PROSE && capitals * 5 <= all || all >= LONG_PROSE && capitals * 5 <= all * 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{list::row, markdown, plain};

    fn left(text: &str) -> Vec<String> {
        let rows = spoken(row::rows(&plain::read(text)));
        rows.iter().map(Row::text).collect()
    }

    #[test]
    fn names_above_an_abstract_are_none_of_it() {
        let prose =
            "weaving cloth by hand is older than any town and the looms that were built for it "
                .repeat(3);
        let text = format!(
            "### 1. On looms\n\n**Authors**: **Lee A**, Ray B, Orr C  \n**Abstract** Here {prose}\n"
        );
        let rows = spoken(row::rows(&markdown::page(&text).0));
        let left: Vec<String> = rows.iter().map(Row::text).collect();
        assert_eq!(left, ["On looms", "Authors: Lee A, Ray B, Orr C"]);
    }

    #[test]
    fn abstracts_and_keywords_are_passed_over() {
        let text = "On looms\nAnn Lee, Bo Ray\nAbstract\nWe weave.\n\nKeywords\nlooms, cloth\n\nOn mills\n";
        assert_eq!(left(text), ["On looms", "Ann Lee, Bo Ray", "On mills"]);
    }

    #[test]
    fn names_below_each_other_are_one_list() {
        let text = "On looms\nCloth Review\nAnn B. Lee\nBo C. Ray\nCy D. Orr\n12 Reads\n";
        assert_eq!(
            left(text),
            [
                "On looms",
                "Cloth Review",
                "Ann B. Lee, Bo C. Ray, Cy D. Orr",
                "12 Reads"
            ]
        );
    }

    #[test]
    fn what_marks_mean_is_no_entry() {
        let row = |text: &str| {
            let (page, _) = crate::import::latex::page(text);
            crate::import::list::row::rows(&page).remove(0)
        };
        for (text, want) in [
            (r"* speaker, \# equal work.", true),
            ("* 通讯作者, # 共同第一作者.", true),
            ("* Ann Lee, * Bo Ray", false),
            ("* Looms, yarn and # mills", false),
        ] {
            assert_eq!(super::is_legend(&row(text)), want, "{text}");
        }
    }

    #[test]
    fn labels_that_recur_are_passed_over_and_years_keep_their_number() {
        let entry = "On looms\nNotes: woven at night\nPublication year: 2019\n\n";
        let fields = "Título: On looms\nRef. revista/libro: Cloth Review\n\n";
        assert_eq!(
            left(&fields.repeat(3)),
            ["On looms", "Cloth Review"].repeat(3)
        );
        let expected = ["On looms", "2019"].repeat(3);
        assert_eq!(left(&entry.repeat(3)), expected);
        assert_eq!(left(entry).len(), 3);
        let venue = "On looms\nLooms: Mathematics, 209 (2018), 17\n\n";
        assert_eq!(left(&venue.repeat(3)).len(), 6);
    }
}
