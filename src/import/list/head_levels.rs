//! What headings of each level are in a text: those of its parts, or titles of works.

use super::{
    super::Begins,
    headings::{self, Heading, Topic},
    lead_in::is_led_in,
    likeness::{likeness, name_likeness_of_list},
    row::Row,
    token::{Form, Token},
};

/// The levels that markup has, and one for what is deeper.
const LEVELS: usize = 8;

/// A heading of which so many of its words are known is one.
const KNOWN: f64 = 0.75;

/// For each level, how many headings are known by their words, and how many have the look of titles.
#[derive(Debug, Default)]
pub(super) struct HeadLevels([[usize; 2]; LEVELS]);

impl HeadLevels {
    /// The headings of a text.
    pub(super) fn of(rows: &[Row]) -> Self {
        let mut out = Self::default();
        for (at, row) in rows.iter().enumerate() {
            if let Begins::Heading(level) = row.begins {
                let head = headings::read(&row.text());
                let is_known = head.topic != Topic::Open && head.sureness >= KNOWN;
                let counts = &mut out.0[index(level)];
                counts[0] += usize::from(is_known);
                counts[1] += usize::from(!is_known && looks_as_title(rows, at, &head));
            }
        }
        out
    }

    /// Whether the headings of the text are set as such by markup: several known ones are.
    pub(super) fn are_marked_up(&self) -> bool {
        self.0.iter().map(|[known, _]| known).sum::<usize>() >= 2
    }

    /// Whether a heading of a level is the title of a work, which has its authors below it. Where
    /// others of its level are known to be headings or titles, it is what they are: `Technical Skills`,
    /// `Harmony in motion`.
    pub(super) fn is_title(&self, rows: &[Row], at: usize, level: u8, head: &Heading) -> bool {
        let [known, titles] = self.0[index(level)];
        let looks_so = looks_as_title(rows, at, head);
        let is_surely = length(&rows[at]) >= 5 && rows.get(at + 1).is_some_and(has_names);
        if looks_so && known >= 2 && known > titles {
            is_surely
        } else {
            looks_so
                || head.topic != Topic::Years
                    && titles >= 3
                    && titles > 2 * known
                    && head.sureness < KNOWN
        }
    }
}

fn index(level: u8) -> usize {
    usize::from(level).min(LEVELS - 1)
}

/// Whether a heading by itself has the look of a title.
fn looks_as_title(rows: &[Row], at: usize, head: &Heading) -> bool {
    let next = rows.get(at + 1);
    let is_over_title = next.is_some_and(|next| next.is_set_off() && likeness(&next.tokens) < 1.5);
    length(&rows[at]) >= 5 && head.sureness < 0.4 && !is_over_title
        || head.sureness < 0.9 && next.is_some_and(|next| is_led_in(&next.tokens))
        || head.topic == Topic::Open && next.is_some_and(has_names)
}

/// How many words a row has, those in brackets apart: what is added may be long.
pub(super) fn length(row: &Row) -> usize {
    let mut depth = 0_usize;
    let is_counted = |token: &&Token| {
        match token.form {
            Form::Open => depth += 1,
            Form::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.form == Form::Word
    };
    row.tokens.iter().filter(is_counted).count()
}

/// The most tokens of a row that is told by its words to be names.
const NAMES: usize = 24;

/// Whether a row has the look of a list of names: several commas and hardly a small word, or names
/// and nothing else: `Ann Lee and Bo Ray`.
fn has_names(row: &Row) -> bool {
    let is_heading = matches!(row.begins, Begins::Heading(_));
    let is_short = (1..=NAMES).contains(&row.tokens.len());
    if is_short && !is_heading && name_likeness_of_list(&row.tokens) > 1.5 {
        return true;
    }
    if row.tokens.is_empty() {
        return false;
    }
    let of = |is: fn(&Token) -> bool| row.tokens.iter().filter(|token| is(token)).count();
    let commas = of(|token| token.form == Form::Comma);
    let small = of(|token| token.form == Form::Word && token.text.chars().all(char::is_lowercase));
    // `2012–2015 Weaver, Loom Lab`
    let is_dated = row.tokens[0].text.starts_with(|c: char| c.is_ascii_digit());
    commas >= 1 && small <= 1 + commas / 3 && !is_dated
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::titles_of_markdown as titles;

    #[test]
    fn headings_are_what_the_others_of_their_level_are() {
        let text = "## Education\n\nPhD, 2012\n\n## Papers\n\nA. Lee and B. Ray. On looms. *Cloth Review*, 2019.\n\n\
            A. Lee. On the mills of the north. *Cloth Review*, 2018.\n\n## Technical Bits\n\nRust, Haskell, 2017\n";
        assert_eq!(titles(text), ["On looms", "On the mills of the north"]);
        let entry = |title: &str, authors: &str| {
            format!("### {title}\n{authors}\n*Cloth Review*, 2019\n\n")
        };
        let text = format!(
            "# Publications\n\n{}{}{}{}",
            entry("Weaving without any looms", "A. Lee, B. Ray"),
            entry("Mills without any wind", "C. Orr, A. Lee"),
            entry("Spinning wool by night and day", "A. Lee, C. Orr"),
            entry("Harmony in motion", "A. Lee")
        );
        assert_eq!(titles(&text).len(), 4);
        let trained = format!(
            "{text}{}",
            entry("Discriminative Training of Looms", "A. Lee, B. Ray")
        );
        assert_eq!(titles(&trained).len(), 5);
    }

    #[test]
    fn what_stands_in_something_is_the_work_above() {
        let entry = |title: &str, book: &str| {
            format!(
                "### {title}\n\nIn: *{book}*\n\nHg. von A. Lee. Leeds: Loom Press 2019, S. 1-9.\n\n"
            )
        };
        let text = format!(
            "# Papers\n\n{}{}{}",
            entry("Weaving", "A Handbook of Looms"),
            entry("Mills without wind", "The North"),
            entry("On wool", "Cloth and Its Makers")
        );
        assert_eq!(titles(&text), ["Weaving", "Mills without wind", "On wool"]);
    }
}
