//! What tells works in print from what was but spoken: pages, volumes, identifiers; days, months.

use super::super::{
    cut::is_year,
    lexicon::{self, Sort},
    row::whole_year,
    token::{Form, Gap, Token},
};

/// The signs in some words.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a sign of its own, told to the models as it is"
)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Signs {
    /// A range of pages: `33-58`, `pp. 5`.
    pub(super) pages: bool,
    /// A volume with its issue: `12(3)`.
    pub(super) volume: bool,
    /// A link, or a DOI.
    pub(super) link: bool,
    /// A month.
    pub(super) month: bool,
    /// A day beside a month: `12 May`, `March 3`.
    pub(super) day: bool,
    /// A word of what is printed: `Proceedings`, `Journal`.
    pub(super) print: bool,
}

fn number(token: &Token) -> Option<u32> {
    token.text.parse().ok()
}

fn is_dash(token: &Token) -> bool {
    token.form == Form::Dash
}

/// No day of a month is higher.
const LAST_DAY: u32 = 31;

impl Signs {
    pub(super) fn of(tokens: &[Token]) -> Self {
        let mut out = Self::default();
        for (at, token) in tokens.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| &tokens[at]);
            let next = tokens.get(at + 1);
            out.link |= token.form == Form::Address || token.link.is_some();
            if token.form != Form::Word {
                continue;
            }
            let folded = token.folded();
            out.pages |= matches!(folded, "pp" | "pages" | "pagg" | "pags" | "seiten");
            out.print |= lexicon::is(folded, Sort::VenueHead);
            if lexicon::is(folded, Sort::Month) {
                out.month = true;
                let is_day = |token: &Token| number(token).is_some_and(|day| day <= LAST_DAY);
                let behind = before.filter(|token| token.form != Form::Period);
                let behind = behind.or_else(|| at.checked_sub(2).map(|at| &tokens[at]));
                out.day |= behind.is_some_and(is_day) || next.is_some_and(is_day);
            }
            let is_page = |part: &str| part.parse::<u32>().is_ok() && whole_year(part).is_none();
            let range = token.text.split_once(['-', '–']);
            out.pages |= range.is_some_and(|(first, last)| is_page(first) && is_page(last));
            if number(token).is_none() || whole_year(&token.text).is_some() || is_year(&token.text)
            {
                continue;
            }
            if next.is_some_and(is_dash) {
                let last = tokens.get(at + 2);
                out.pages |= last.is_some_and(|last| number(last).is_some());
            }
            let opens = next.is_some_and(|next| next.form == Form::Open && next.gap == Gap::Glued);
            out.volume |= opens && tokens.get(at + 2).is_some_and(|at| number(at).is_some());
        }
        out
    }

    /// The signs of two passages together.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            pages: self.pages || other.pages,
            volume: self.volume || other.volume,
            link: self.link || other.link,
            month: self.month || other.month,
            day: self.day || other.day,
            print: self.print || other.print,
        }
    }

    /// Each sign with its name.
    pub(super) fn each(self) -> [(&'static str, bool); 6] {
        [
            ("pages", self.pages),
            ("volume", self.volume),
            ("link", self.link),
            ("month", self.month),
            ("day", self.day),
            ("print", self.print),
        ]
    }
}
