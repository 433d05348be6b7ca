//! What is found out once of each row, for the features.

use super::super::{
    super::{Begins, FieldRole},
    aside::aside,
    atom::Vocabulary,
    cut::is_year,
    head_looks::HeadLooks,
    heading::heading,
    headings::{self, Heading, Topic},
    item::Learned,
    join::{join, would_fit},
    learn::lower,
    openers::{begins_with_name, is_of_row_above},
    row::{Mark, Row, whole_year},
    section::{self, Section},
    shape::is_initials,
    speech::is_speech,
    start::is_apart,
    token::{Form, Gap, Token},
};
use super::{
    letters::{form, shape},
    row_reading::{LONGEST, RowReading},
    signs::Signs,
};

/// A row as the features see it.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, told to the models as it is"
)]
pub(super) struct Facts {
    pub(super) mark: char,
    pub(super) begins: char,
    pub(super) level: u8,
    pub(super) indent: usize,
    /// The number of smaller indents on the page.
    pub(super) depth: usize,
    pub(super) left: Option<usize>,
    pub(super) is_full: bool,
    pub(super) printed: bool,
    pub(super) words: usize,
    pub(super) first_shape: char,
    pub(super) last_shape: char,
    pub(super) first_form: char,
    pub(super) last_form: char,
    pub(super) capitals: f64,
    pub(super) is_capitals: bool,
    pub(super) initials: usize,
    pub(super) years: usize,
    pub(super) has_span: bool,
    pub(super) year_at: char,
    pub(super) numbers: usize,
    pub(super) east: bool,
    pub(super) commas: usize,
    pub(super) periods: usize,
    pub(super) colons: usize,
    pub(super) semicolons: usize,
    pub(super) pipes: usize,
    pub(super) brackets: usize,
    pub(super) quoted: usize,
    pub(super) bold: f64,
    pub(super) italic: f64,
    pub(super) linked: f64,
    pub(super) first_style: char,
    pub(super) has_label: bool,
    pub(super) named: char,
    pub(super) addresses: usize,
    pub(super) columns: usize,
    pub(super) begins_with_name: bool,
    pub(super) is_aside: bool,
    pub(super) is_speech: bool,
    /// What it is read as by itself.
    pub(super) alone: RowReading,
    /// What the rows up to the next one that is set apart are read as together, if it begins them.
    pub(super) block: Option<RowReading>,
    pub(super) in_block: usize,
    pub(super) block_rows: usize,
    /// The folded words, of a long row the first and last.
    pub(super) folded: Vec<String>,
    pub(super) is_head: bool,
    pub(super) topic: char,
    /// The heading above, and the one above that of a higher level.
    pub(super) above: Option<usize>,
    pub(super) outer: Option<usize>,
    /// The row as a heading.
    pub(super) head: Option<Heading>,
    /// What the rules say that it stands in: a list (`L`), other things (`O`), neither (`-`).
    pub(super) standing: char,
    /// What its text has of print and of speech.
    pub(super) signs: Signs,
    /// Whether it names the people of the entry above, and nothing else.
    pub(super) is_roll: bool,
}

/// The most rows of a block that are read together.
const BLOCK: usize = 8;
/// The most words of which the features know.
const WORDS: usize = 24;

impl Facts {
    /// The facts of all rows of a page.
    pub(super) fn of(rows: &[Row]) -> Vec<Self> {
        let whole = Section::whole(rows);
        let full = whole.full;
        let learned = Learned {
            vocabulary: Vocabulary {
                lower: lower(rows, &[whole]),
                ..Vocabulary::default()
            },
            ..Learned::default()
        };
        let mut indents: Vec<usize> = rows.iter().map(|row| row.indent).collect();
        indents.sort_unstable();
        indents.dedup();
        let looks = HeadLooks::of(rows);
        let mut out: Vec<Self> = (0..rows.len())
            .map(|at| {
                let depth = indents.binary_search(&rows[at].indent).unwrap_or(0);
                Self::of_row(rows, at, depth, full, &learned, &looks)
            })
            .collect();
        blocks(rows, &mut out, full, &learned);
        above(rows, &mut out);
        standings(rows, &mut out);
        out
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one short fact after another, each with a name"
    )]
    fn of_row(
        rows: &[Row],
        at: usize,
        depth: usize,
        full: usize,
        learned: &Learned,
        looks: &HeadLooks,
    ) -> Self {
        let row = &rows[at];
        let tokens = &row.tokens;
        let words: Vec<&Token> = tokens
            .iter()
            .filter(|token| token.form == Form::Word)
            .collect();
        let count = words.len();
        let share = |is: &dyn Fn(&Token) -> bool| {
            words.iter().filter(|word| is(word)).count() as f64 / count.max(1) as f64
        };
        let forms = |form: Form| tokens.iter().filter(|token| token.form == form).count();
        let years: Vec<usize> = (0..tokens.len())
            .filter(|at| is_year(&tokens[*at].text))
            .collect();
        let has_span = tokens.windows(3).any(|three| {
            whole_year(&three[0].text).is_some()
                && three[1].form == Form::Dash
                && three[2].form == Form::Word
        });
        let head = heading(rows, at, looks);
        let topic = match &head {
            Some(head) => topic(head.topic),
            None if count <= 8 && count > 0 => {
                let head = headings::read(&row.text());
                if head.sureness >= 0.5 {
                    topic(head.topic).to_ascii_lowercase()
                } else {
                    '-'
                }
            }
            None => '-',
        };
        let alone = if tokens.len() <= LONGEST {
            RowReading::of(&join(rows, at, at + 1, full), learned)
        } else {
            RowReading::default()
        };
        let keep = |at: usize| at < WORDS / 2 || at + WORDS / 2 >= count;
        let style = |token: &Token| {
            let style = token.style;
            match (
                style.label,
                token.link.is_some(),
                style.bold,
                style.italic,
                style.underlined,
            ) {
                (true, ..) => 'L',
                (_, true, true, ..) => 'B',
                (_, true, ..) => 'l',
                (_, _, true, true, _) => 'x',
                (_, _, true, ..) => 'b',
                (_, _, _, true, _) => 'i',
                (_, _, _, _, true) => 'u',
                _ => '-',
            }
        };
        Self {
            mark: match row.mark {
                None => '-',
                Some(Mark::Bullet('-' | '–' | '—')) => 'd',
                Some(Mark::Bullet(_)) => '*',
                Some(Mark::Number(sign)) => sign,
                Some(Mark::Year) => 'y',
                Some(Mark::Item) => 'i',
            },
            begins: match row.begins {
                Begins::Heading(_) => 'h',
                Begins::Item => 'i',
                Begins::Paragraph => 'p',
                Begins::Page => '#',
                Begins::Nothing => '-',
            },
            level: match row.begins {
                Begins::Heading(level) => level,
                _ => 0,
            },
            indent: row.indent,
            depth,
            left: row.left,
            is_full: row.printed && at + 1 < rows.len() && !would_fit(rows, at + 1, full),
            printed: row.printed,
            words: count,
            first_shape: tokens.first().map_or('-', shape),
            last_shape: tokens.last().map_or('-', shape),
            first_form: tokens.first().map_or('-', form),
            last_form: tokens.last().map_or('-', form),
            capitals: share(&|word| word.text.starts_with(char::is_uppercase)),
            is_capitals: count > 0
                && words
                    .iter()
                    .all(|word| !word.text.chars().any(char::is_lowercase)),
            initials: words.iter().filter(|word| is_initials(&word.text)).count(),
            years: years.len(),
            has_span,
            year_at: match (years.first(), years.last()) {
                (Some(0 | 1), _) => '0',
                (_, Some(last)) if last + 3 >= tokens.len() => 'e',
                (Some(_), _) => 'm',
                (None, _) => '-',
            },
            numbers: words
                .iter()
                .filter(|word| word.text.bytes().all(|byte| byte.is_ascii_digit()))
                .count(),
            east: words
                .iter()
                .any(|word| word.text.chars().any(|c| c as u32 > 0x2e80)),
            commas: forms(Form::Comma),
            periods: forms(Form::Period),
            colons: forms(Form::Colon),
            semicolons: forms(Form::Semicolon),
            pipes: forms(Form::Pipe),
            brackets: forms(Form::Open),
            quoted: match tokens
                .iter()
                .position(|token| token.form == Form::QuoteOpen)
            {
                None => 0,
                Some(0) => 1,
                Some(_) => 2,
            },
            bold: share(&|word| word.style.bold),
            italic: share(&|word| word.style.italic),
            linked: share(&|word| word.link.is_some()),
            first_style: tokens.first().map_or('-', style),
            has_label: tokens.iter().any(|token| token.style.label),
            named: tokens.iter().find_map(|token| token.style.named).map_or(
                '-',
                |role| match role {
                    FieldRole::Title => 't',
                    FieldRole::Authors => 'a',
                    FieldRole::Venue => 'v',
                },
            ),
            addresses: forms(Form::Address),
            columns: tokens
                .iter()
                .skip(1)
                .filter(|token| token.gap == Gap::Wide)
                .count(),
            begins_with_name: begins_with_name(tokens),
            is_aside: aside(tokens, false).is_some(),
            is_speech: is_speech(tokens),
            alone,
            block: None,
            in_block: 0,
            block_rows: 1,
            folded: words
                .iter()
                .enumerate()
                .filter(|(at, word)| keep(*at) && !(topic == 'P' && is_rare_script(word)))
                .map(|(_, word)| {
                    if word.folded().bytes().all(|byte| byte.is_ascii_digit()) {
                        format!("{}#", word.folded().len())
                    } else {
                        word.folded().to_owned()
                    }
                })
                .collect(),
            is_head: head.is_some(),
            topic,
            above: None,
            outer: None,
            head,
            standing: '-',
            signs: Signs::of(tokens),
            is_roll: is_of_row_above(rows, at),
        }
    }
}

/// Whether a word is in a script of which the models saw few lists. What publications are called there over a list
/// says which of these it is like, and nothing more: that it heads publications is known without.
fn is_rare_script(word: &Token) -> bool {
    word.text
        .chars()
        .any(|c| ('\u{370}'..'\u{530}').contains(&c))
}

fn topic(topic: Topic) -> char {
    match topic {
        Topic::Publications => 'P',
        Topic::Other => 'O',
        Topic::Years => 'Y',
        Topic::Open => 'N',
        Topic::Part => 'A',
    }
}

/// Rows up to the next one that is set apart are a block.
fn blocks(rows: &[Row], facts: &mut [Facts], full: usize, learned: &Learned) {
    let mut first = 0;
    for end in 1..=rows.len() {
        let ends = rows
            .get(end)
            .is_none_or(|row| is_apart(row) || row.mark.is_some());
        if !ends {
            continue;
        }
        for (place, row) in facts[first..end].iter_mut().enumerate() {
            row.in_block = place;
            row.block_rows = end - first;
        }
        let last = end.min(first + BLOCK);
        let words: usize = rows[first..last].iter().map(|row| row.tokens.len()).sum();
        if last > first + 1 && words <= LONGEST {
            facts[first].block = Some(RowReading::of(&join(rows, first, last, full), learned));
        }
        first = end;
    }
}

/// Finds the headings that each row stands under: a heading by markup or by the look of it.
fn above(rows: &[Row], facts: &mut [Facts]) {
    let level = |at: usize, facts: &[Facts]| match rows[at].begins {
        Begins::Heading(level) => usize::from(level),
        _ if facts[at].is_capitals => 7,
        // An item outside of lists, as a row of a table, is as deep as one within: it heads no items behind it.
        _ if rows[at].mark == Some(Mark::Item) => 8 + rows[at].indent.clamp(1, 90),
        _ => 8 + rows[at].indent.min(90),
    };
    let mut open: Vec<(usize, usize)> = Vec::new();
    for at in 0..rows.len() {
        facts[at].above = open.last().map(|(_, at)| *at);
        facts[at].outer = open.len().checked_sub(2).map(|outer| open[outer].1);
        if facts[at].is_head || matches!(rows[at].begins, Begins::Heading(_)) {
            let own = level(at, facts);
            // A year heads nothing but what is dated so.
            if facts[at].topic == 'Y' {
                continue;
            }
            while open.last().is_some_and(|(level, _)| *level >= own) {
                open.pop();
            }
            open.push((own, at));
        }
    }
}

/// Marks what the rules say of the rows.
fn standings(rows: &[Row], facts: &mut [Facts]) {
    let heads: Vec<Option<Heading>> = facts.iter().map(|row| row.head.clone()).collect();
    let sections = section::under(rows, &heads);
    for (first, end) in sections.others {
        for row in &mut facts[first..end] {
            row.standing = 'O';
        }
    }
    if !sections.headed {
        return;
    }
    for section in sections.list {
        for row in &mut facts[section.first..section.end] {
            row.standing = 'L';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{latex, list::read::rows_of, markdown};

    #[test]
    fn what_heads_a_table_heads_no_items_behind_it() {
        let text = r"\begin{tabular}{ll}
            \multicolumn{2}{l}{\textbf{Education}}\\
            2007 & PhD, University of Looms\\
            2000 & BA, University of Mills\\
            \end{tabular}
            \begin{itemize}
            \item \textbf{Publications}
            \begin{enumerate}
            \item Looms of the North. Cloth Review, 2019.
            \end{enumerate}
            \end{itemize}";
        let rows = rows_of(&latex::page(text).0);
        let facts = Facts::of(&rows);
        let heads = |at: Option<usize>| at.map(|at| rows[at].text());
        assert_eq!(facts.iter().filter(|row| row.is_head).count(), 2);
        let entry = facts.last().unwrap();
        assert_eq!(heads(entry.above).as_deref(), Some("Publications"));
        assert_eq!(heads(entry.outer), None);
    }

    #[test]
    fn what_publications_are_called_in_a_rare_script_is_not_told() {
        let words = |text: &str| {
            let rows = rows_of(&markdown::page(text).0);
            Facts::of(&rows)
                .into_iter()
                .map(|row| row.folded.len())
                .collect::<Vec<_>>()
        };
        let text = "\n\n- Ли А. Ткацкие станки севера // Вопросы ремесла, 2019.\n";
        assert_eq!(words(&format!("# Публикации{text}"))[0], 0);
        assert_eq!(words(&format!("# Publications{text}"))[0], 1);
        assert!(words(&format!("# Публикации{text}"))[1] > 5);
    }
}
