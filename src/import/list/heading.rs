//! Which rows are headings.

use super::{
    super::Begins,
    head_levels::length,
    head_looks::HeadLooks,
    head_places::{heads_items, heads_lines, heads_marked, heads_outline, heads_years},
    head_text,
    head_years::is_year_of_many,
    headings::{self, Heading, Topic},
    lexicon::Sort,
    row::{Mark, Row, whole_year},
    token::{Form, Gap, Token},
};

/// The heading that a row is, if it is one.
pub(super) fn heading(rows: &[Row], at: usize, looks: &HeadLooks) -> Option<Heading> {
    let row = &rows[at];
    let length = length(row);
    let has_address = row.tokens.iter().any(|token| token.form == Form::Address);
    if row.tokens.is_empty() || length > 14 || has_address || is_praise(row) || is_badge(row) {
        return None;
    }
    if is_column_head(rows, at) {
        return Some(headings::read("Publications"));
    }
    let text = head_text::bare(&row.text());
    let mut head = headings::read(&row.text());
    if head.topic == Topic::Open && is_part(rows, at) {
        head.topic = Topic::Part;
    }
    if let Begins::Heading(level) = row.begins {
        let is_title = looks.levels.is_title(rows, at, level, &head);
        return (!is_title).then_some(head);
    }
    // A row that goes over all columns of a table may say what stands in the next ones.
    let is_table_head = row.mark == Some(Mark::Item)
        && row.is_set_off()
        && row.indent == 0
        && !row.tokens.iter().any(|token| token.gap == Gap::Wide)
        && rows.get(at + 1).is_some_and(has_columns)
        && head.sureness >= 0.9;
    if is_table_head {
        return Some(head);
    }
    if heads_items(rows, at, &head) {
        return Some(head);
    }
    let allowed_mark = matches!(row.mark, None | Some(Mark::Number(_)));
    let ends_sentence = row
        .tokens
        .last()
        .is_some_and(|token| matches!(token.form, Form::Period | Form::Comma | Form::Semicolon));
    let begins_lower =
        row.tokens[0].text.starts_with(char::is_lowercase) && !head_text::is_outlined(&row.text());
    // `The Loom Journal, 2023`
    let is_dated = head.sureness < 0.9
        && matches!(row.tokens.as_slice(), [.., comma, year]
            if comma.form == Form::Comma && whole_year(&year.text).is_some());
    // `Journal of Looms (2019), Cloth Review (2018)` in a text whose headings are marked up.
    let is_text = looks.levels.are_marked_up()
        && (0.01..0.8).contains(&head.sureness)
        && head.topic == Topic::Publications
        && !row.is_set_off();
    let is_none = begins_lower || ends_sentence || is_dated || is_text;
    if !allowed_mark || is_none || text.chars().count() > 80 || length > 10 {
        return None;
    }
    let next_begins = rows
        .get(at + 1)
        .is_none_or(|next| next.begins != Begins::Nothing || next.mark.is_some());
    let alone = row.begins != Begins::Nothing && row.mark.is_none();
    if row.tokens.iter().any(|token| token.link.is_some()) || ends_item(rows, at) {
        return None;
    }
    let all_words_are_buttons = row
        .tokens
        .iter()
        .all(|token| token.is(Sort::Button) || token.form != Form::Word);
    if all_words_are_buttons && length > 1 {
        return None;
    }
    let takes = match head.topic {
        Topic::Years => alone && (next_begins || row.is_set_off()) || is_year_of_many(rows, at),
        Topic::Open => alone && next_begins && ends_list(rows, at, length),
        Topic::Part => alone && next_begins && length <= 6,
        // A line of a CV may be an entry that is all venue: `Preprint`, `PhD thesis`.
        _ if row.mark.is_some() => {
            let begins = row.begins != Begins::Nothing && next_begins;
            head.sureness >= 0.9 && length <= 4 && (begins || heads_outline(rows, at, &head))
        }
        _ if alone => {
            head.sureness >= 0.6 && (next_begins || head.sureness >= 0.75)
                || head.sureness >= 0.4 && head.is_plain && row.is_set_off()
                || head.sureness >= 0.5 && head.is_plain && length <= 4 && next_begins
        }
        _ => {
            head.sureness >= 1.0
                && length <= 4
                && !all_words_are_buttons
                && (head.topic == Topic::Other && looks.stands_alone(rows, at)
                    || is_plural(&text) && row.is_set_off()
                    || at == 0
                    || is_plural(&text) && heads_part(rows, at)
                    || text.to_lowercase().starts_with("publication"))
        }
    };
    // In an outline whose other headings are known, a number makes a heading.
    let takes = takes || alone && next_begins && length <= 8 && is_part(rows, at);
    let takes = takes || alone && length <= 10 && head.is_plain && heads_years(rows, at, &head);
    let takes = takes
        || !alone && length <= 6 && (heads_marked(rows, at, looks) || heads_lines(rows, at, &head));
    let takes = takes || looks.has(row) && head.topic != Topic::Years || looks.has_tight(row);
    (takes && (alone || !is_of_item(rows, at, &head))).then_some(head)
}

/// Whether a row is a line of an item of markup that another item follows, and nothing sets it off: the
/// publisher, `Academic Press`.
fn ends_item(rows: &[Row], at: usize) -> bool {
    let is_line = |row: &Row| row.mark.is_none() && row.begins == Begins::Nothing;
    let is_item = |row: &Row| row.mark == Some(Mark::Item);
    let head = rows[..at]
        .iter()
        .rev()
        .take(AROUND)
        .find(|row| !is_line(row));
    is_line(&rows[at])
        && !rows[at].is_set_off()
        && !rows[at].printed
        && head.is_some_and(|head| is_item(head) && head.indent <= rows[at].indent)
        && rows.get(at + 1).is_some_and(is_item)
}

/// Whether a row is labels and nothing else, as they stand at the head of an entry.
fn is_badge(row: &Row) -> bool {
    row.tokens.iter().all(|token| token.style.label) && !matches!(row.begins, Begins::Heading(_))
}

/// Whether a row stands right below a heading of publications: `Articles` below `Publications`.
fn heads_part(rows: &[Row], at: usize) -> bool {
    let above = at.checked_sub(1).and_then(|above| rows.get(above));
    above.is_some_and(|above| {
        let head = headings::read(&above.text());
        above.begins != Begins::Nothing
            && above.mark.is_none()
            && head.topic == Topic::Publications
            && head.sureness >= 1.0
            && above.tokens.len() <= 4
    })
}

/// Whether a row praises the work above it: `Best student paper award`.
fn is_praise(row: &Row) -> bool {
    // `Oral presentation (acceptance rate 6.2 %)`
    if row.tokens.iter().any(|token| token.text.ends_with('%')) {
        return true;
    }
    let has = |words: &[&str]| {
        let mut folded = row.tokens.iter().map(Token::folded);
        folded.any(|word| words.contains(&word))
    };
    let is_one = has(&[
        "award",
        "prize",
        "finalist",
        "nominee",
        "nomination",
        "runner",
        "mention",
    ]);
    is_one
        && has(&[
            "best",
            "outstanding",
            "distinguished",
            "finalist",
            "nominee",
            "runner",
            "honorable",
            "honourable",
        ])
        && !matches!(row.begins, Begins::Heading(_))
}

/// Whether a row that nothing sets off is said of the item it stands in: it names one thing, or the
/// items are counted on across it.
fn is_of_item(rows: &[Row], at: usize, head: &Heading) -> bool {
    const SINGLE: [&str; 12] = [
        "award",
        "talk",
        "presentation",
        "lecture",
        "keynote",
        "poster",
        "oral",
        "mention",
        "paper",
        "demo",
        "article",
        "report",
    ];
    let row = &rows[at];
    let is_one = row
        .tokens
        .last()
        .is_some_and(|word| SINGLE.contains(&word.folded()));
    let marked = |row: &&Row| row.mark.is_some();
    let before = rows[..at].iter().rev().take(AROUND).find(marked);
    let after = rows[at..].iter().take(AROUND).find(marked);
    let numbers = before
        .and_then(|row| row.number)
        .zip(after.and_then(|row| row.number));
    let is_counted_on = numbers.is_some_and(|(last, next)| last.abs_diff(next) == 1);
    head.topic == Topic::Other && row.mark.is_none() && is_counted_on || is_one && !row.is_set_off()
}

/// So far around a row is looked for others of its sort.
pub(super) const AROUND: usize = 60;

/// The names of the columns of a list, over it or below each other: `TITLE CITED BY YEAR`.
fn is_column_head(rows: &[Row], at: usize) -> bool {
    const COLUMNS: [&str; 4] = ["title", "cited", "by", "year"];
    let words = |row: &Row| {
        let is_all = row
            .tokens
            .iter()
            .all(|token| COLUMNS.contains(&token.folded()));
        if is_all { row.tokens.len() } else { 0 }
    };
    let from = (0..=at)
        .rev()
        .take_while(|at| words(&rows[*at]) > 0)
        .last()
        .unwrap_or(at);
    words(&rows[at]) > 0
        && rows[from..]
            .iter()
            .take(COLUMNS.len())
            .map(words)
            .take_while(|words| *words > 0)
            .sum::<usize>()
            >= 3
}

/// Whether a row has a number in an outline of which other rows are headings.
fn is_part(rows: &[Row], at: usize) -> bool {
    let is_outlined = |row: &Row| {
        let is_sign = |token: &Token| matches!(token.form, Form::Comma | Form::Semicolon);
        row.mark.is_none()
            && row.begins != Begins::Nothing
            && (3..=10).contains(&row.tokens.len())
            && row.tokens[1].form == Form::Period
            && row.tokens[0].text.len() <= 4
            && !row.tokens.iter().any(is_sign)
            && head_text::is_outlined(&row.text())
    };
    is_outlined(&rows[at])
        && rows[..at]
            .iter()
            .rev()
            .take(OUTLINE)
            .filter(|row| is_outlined(row))
            .any(|row| headings::read(&row.text()).sureness >= 0.6)
}

/// How far a heading of the same outline is looked for, in rows.
const OUTLINE: usize = 400;

fn has_columns(row: &Row) -> bool {
    row.mark.is_some()
        && (row.year.is_some() || row.tokens.iter().any(|token| token.gap == Gap::Wide))
}

fn is_plural(text: &str) -> bool {
    text.trim_end_matches(':')
        .ends_with(['s', 'S', 'n', 'N', 'e', 'i'])
}

/// A short line in capitals, of words that no heading is known by, in a text where headings are set
/// so.
fn ends_list(rows: &[Row], at: usize, length: usize) -> bool {
    let row = &rows[at];
    let head = headings::read(&row.text());
    if head.status.is_some() {
        return length <= 4 && row.begins != Begins::Nothing;
    }
    length <= 3
        && row.is_set_off()
        && row.tokens.iter().all(|token| {
            token.form == Form::Word && !token.text.bytes().any(|b| b.is_ascii_digit())
        })
        && rows[..at].iter().any(|other| {
            other.is_set_off()
                && other.begins == Begins::Paragraph
                && headings::read(&other.text()).topic == Topic::Publications
                && other.tokens.len() <= 6
        })
}

#[cfg(test)]
mod tests {
    use crate::import::{Hints, list, markdown};

    #[test]
    fn numbers_of_an_outline_stand_over_numbers_of_items() {
        let text = "3. Publications\n3.1 Journal papers\n1. A. Lee and B. Ray. On looms and cloth. Cloth Review, 2019.\n\
            3.2 Conference papers\n2. B. Ray and A. Lee. Mills without wind. In Proc. ICOL, 2018.\n\
            4. Talks\n4.1 Invited\n1. A. Lee. On looms and cloth. Lyon, 2019.\n5. Grants\n1. Looms at scale, 2018.\n";
        let import = list::read_by_rules(&crate::import::plain::read(text), &Hints::default());
        assert_eq!(import.entries.len(), 2);
    }

    #[test]
    fn praise_between_items_heads_nothing() {
        let item = |title: &str| format!("- {title} by Ann Lee, Bo Ray. *Cloth Review*, 2019\n");
        let text = format!(
            "# Papers\n\n{}<br>**Best student paper award**\n{}\n\nOral presentation (acceptance rate 6.2%)\n\n{}",
            item("On looms and cloth"),
            item("Mills without any wind"),
            item("Spinning wool in mills")
        );
        let (page, _) = markdown::page(&text);
        assert_eq!(
            list::read_by_rules(&page, &Hints::default()).entries.len(),
            3
        );
    }

    #[test]
    fn a_paragraph_with_years_and_journals_heads_nothing() {
        let text = "# Ann Lee\n\n## Education\n\nPhD\n\n## Papers\n\nA. Lee and B. Ray. On looms. *Cloth Review*, 2019.\n\n\
            ## Peer reviewing\n\nJournal of Looms (2019), Cloth Review (2018)\n\nICOL 2019, WOM 2018, 2017\n\n## Teaching\n\nLooms, 2018\n";
        let (page, _) = markdown::page(text);
        assert_eq!(
            list::read_by_rules(&page, &Hints::default()).entries.len(),
            1
        );
    }

    #[test]
    fn a_publisher_below_an_entry_heads_nothing() {
        let item = |title: &str| {
            format!(
                "\\item {title}.\\\\\nA. Lee and B. Ray\\\\\nin ``Looms and Mills'', Vol. 2 (2001) pp. 12--92.\\\\\nAcademic Press\n\n"
            )
        };
        let text = format!(
            "\\begin{{document}}\n\\section{{Publications}}\n\\begin{{enumerate}}\n{}{}{}\\end{{enumerate}}\n\\end{{document}}\n",
            item("Weaving cloth of wool and silk"),
            item("Novel dyes for yarn of linen"),
            item("Mills without any wind")
        );
        let (page, _) = crate::import::latex::page(&text);
        let import = list::read_by_rules(&page, &Hints::default());
        assert_eq!(import.entries.len(), 3);
    }
}
