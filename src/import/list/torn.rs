//! Words and signs that blanks part wrongly, or that none parts: initials, `J. -F. Mao` and `A.Lee`, short words, `Eur.Phys. J.`,
//! letters that are no initials, `A & A`, and blanks that copying from a page has moved before the signs, `,Cloth .Rev .12`.

use super::{
    lexicon::{self, Sort},
    shape::{is_capital, is_initials},
    token::{Form, Gap, Token},
};

/// Puts `J`, `.`, `-F` together to `J.-F`, as it is written elsewhere.
pub(super) fn torn_initials(tokens: &mut Vec<Token>) {
    let mut at = 2;
    while at < tokens.len() {
        if is_torn(&tokens[at - 2..=at]) {
            tokens[at - 2].text = format!("{}.{}", tokens[at - 2].text, tokens[at].text).into();
            tokens.drain(at - 1..=at);
        } else {
            at += 1;
        }
    }
}

/// Parts initials from the name that touches them, `A.Lee`, as they are parted elsewhere.
pub(super) fn touching_initials(tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at < tokens.len() {
        if let Some(length) = initials_before(&tokens[at], tokens.get(at + 1)) {
            let text = tokens[at].text.clone();
            let (initials, name) = text.split_at(length);
            let mut initials = initials.chars();
            initials.next_back();
            tokens[at].text = initials.as_str().into();
            let period = Token {
                text: ".".into(),
                form: Form::Period,
                gap: Gap::Glued,
                ..tokens[at].clone()
            };
            let name = Token {
                text: name.into(),
                gap: Gap::Glued,
                ..tokens[at].clone()
            };
            tokens.insert(at + 1, name);
            tokens.insert(at + 1, period);
        }
        at += 1;
    }
}

/// Parts short words that touch, `Eur.Phys`, behind which a period stands.
pub(super) fn touching_shorts(tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at < tokens.len() {
        let is_short = tokens
            .get(at + 1)
            .is_some_and(|next| next.form == Form::Period && next.text == ".");
        if is_short && are_shorts(&tokens[at]) {
            let whole = tokens.remove(at);
            for (number, word) in whole.text.split('.').enumerate() {
                if number > 0 {
                    tokens.insert(
                        at,
                        Token {
                            text: ".".into(),
                            form: Form::Period,
                            gap: Gap::Glued,
                            ..whole.clone()
                        },
                    );
                    at += 1;
                }
                tokens.insert(
                    at,
                    Token {
                        text: word.into(),
                        gap: if number > 0 { Gap::Glued } else { whole.gap },
                        ..whole.clone()
                    },
                );
                at += 1;
            }
        } else {
            at += 1;
        }
    }
}

/// Whether periods part a word into words with a capital: `Phys.Rev`.
fn are_shorts(word: &Token) -> bool {
    const LONGEST: usize = 9;
    let is_short = |part: &str| {
        let count = part.chars().count();
        (2..=LONGEST).contains(&count)
            && is_capital(part)
            && part.chars().skip(1).all(char::is_lowercase)
    };
    word.form == Form::Word && word.text.contains('.') && word.text.split('.').all(is_short)
}

/// Returns the length of the initials at the head of a word, behind which stands a name. What is shorter than most
/// names is one before a comma only: `M.Sc. thesis`.
fn initials_before(word: &Token, next: Option<&Token>) -> Option<usize> {
    const SHORT: usize = 4;
    if word.form != Form::Word {
        return None;
    }
    let at = word.text.rfind('.')? + 1;
    let (initials, name) = word.text.split_at(at);
    let is_long = name.chars().count() >= SHORT;
    let is_listed = next.is_some_and(|next| next.form == Form::Comma);
    let is_name =
        is_capital(name) && name.chars().any(char::is_lowercase) && (is_long || is_listed)
            || lexicon::is(name, Sort::Particle)
                && next.is_some_and(|next| next.form == Form::Word && is_capital(&next.text));
    (is_name && is_initials(initials)).then_some(at)
}

fn is_torn(three: &[Token]) -> bool {
    let [first, period, second] = three else {
        return false;
    };
    let is_initial = |text: &str| text.chars().count() == 1 && text.chars().all(char::is_uppercase);
    is_initial(&first.text)
        && period.form == Form::Period
        && period.text == "."
        && period.gap == Gap::Glued
        && second.form == Form::Word
        && second.gap <= Gap::Space
        && second
            .text
            .strip_prefix(['-', '‐', '‑'])
            .is_some_and(is_initial)
}

/// Puts two capitals and the `&` between them together to one word, so that they are not taken for people. One
/// with a period behind it may be an initial: `A & B. Lee`.
pub(super) fn joined_letters(tokens: &mut Vec<Token>) {
    let mut at = 2;
    while at < tokens.len() {
        let is_end = tokens.get(at + 1).is_none_or(|next| {
            next.form != Form::Period && !(next.form == Form::Word && next.gap == Gap::Glued)
        });
        if is_end && is_joined(&tokens[at - 2..=at]) {
            let blank = if tokens[at].gap == Gap::Glued {
                ""
            } else {
                " "
            };
            let (first, second) = (&tokens[at - 2].text, &tokens[at].text);
            tokens[at - 2].text = format!("{first}{blank}&{blank}{second}").into();
            tokens.drain(at - 1..=at);
        }
        at += 1;
    }
}

fn is_joined(three: &[Token]) -> bool {
    let [first, and, second] = three else {
        return false;
    };
    let is_letter = |token: &Token| {
        token.form == Form::Word
            && token.text.chars().count() == 1
            && token.text.chars().all(char::is_uppercase)
    };
    is_letter(first)
        && and.text == "&"
        && is_letter(second)
        && and.gap == second.gap
        && and.gap <= Gap::Space
        && first.link == second.link
}

/// Takes away the wide gaps within brackets that markup leaves around what it sets off: `(   LOOM 2025   )`.
pub(super) fn brackets_around_gaps(tokens: &mut [Token]) {
    for at in 1..tokens.len() {
        let is_edge = tokens[at - 1].form == Form::Open || tokens[at].form == Form::Close;
        if is_edge && tokens[at].gap == Gap::Wide {
            tokens[at].gap = Gap::Glued;
        }
    }
}

/// Makes one word of `w/`, and of `w.` at the head of a bracket: with.
pub(super) fn short_with(tokens: &mut Vec<Token>) {
    let is_short = |at: usize| {
        let [with, sign, behind, ..] = &tokens[at..] else {
            return false;
        };
        let is_led = at > 0 && tokens[at - 1].form == Form::Open;
        with.text == "w"
            && sign.gap == Gap::Glued
            && (sign.text == "/" || sign.text == "." && is_led)
            && behind.gap > Gap::Glued
    };
    if let Some(at) = (0..tokens.len()).find(|at| is_short(*at)) {
        let sign = tokens.remove(at + 1);
        tokens[at].text = format!("w{}", sign.text).into();
    }
}

/// Makes one sign of three periods with blanks between, as they stand for the authors who are not named: `Lee, A., . . . Orr,
/// C.`
pub(super) fn spaced_ellipsis(tokens: &mut Vec<Token>) {
    let is_lone = |token: &Token| token.form == Form::Period && token.text == ".";
    let is_spaced = |at: usize| {
        at > 0
            && tokens[at - 1].form == Form::Comma
            && matches!(&tokens[at..], [one, two, three, ..]
                if [one, two, three].into_iter().all(|token| is_lone(token) && token.gap > Gap::Glued))
    };
    if let Some(at) = (0..tokens.len()).find(|at| is_spaced(*at)) {
        tokens[at].text = "...".into();
        tokens.drain(at + 1..at + 3);
    }
}

/// Makes the word `with` of a label before coauthors in a bracket: `(Co-authors: A. Lee, B. Ray)`, `（合作者：王霄，张辉）`.
pub(super) fn labelled_with(tokens: &mut Vec<Token>) {
    const LABELS: [&str; 12] = [
        "coauthor",
        "coauthors",
        "co-author",
        "co-authors",
        "coautor",
        "coautores",
        "koautoren",
        "coauteurs",
        "合作者",
        "合著者",
        "共著者",
        "공저자",
    ];
    let is_label = |at: usize| {
        matches!(&tokens[at..], [open, label, colon, _, ..]
            if open.form == Form::Open
                && colon.form == Form::Colon
                && LABELS.contains(&label.text.to_lowercase().as_str()))
    };
    if let Some(open) = (0..tokens.len()).find(|at| is_label(*at)) {
        tokens[open + 1].text = "with".into();
        tokens.remove(open + 2);
    }
}

/// One such sign may be meant, `.NET`.
const FEWEST: usize = 2;

/// Puts the blanks of a line behind its commas and periods, where several stand before them.
pub(super) fn moved_blanks(tokens: &mut Vec<Token>) {
    let moved = (0..tokens.len()).filter(|at| is_moved(tokens, *at));
    if moved.count() < FEWEST {
        return;
    }
    let mut out = Vec::with_capacity(tokens.len());
    let mut gap = None;
    for mut token in tokens.drain(..) {
        if let Some(moved) = gap.take()
            && token.gap == Gap::Glued
        {
            token.gap = moved;
        }
        if token.gap == Gap::Space {
            let word = behind_period(&token, |c| c.is_uppercase() || c.is_ascii_digit());
            if let Some(word) = word {
                let word = word.to_owned();
                out.push(Token {
                    text: ".".into(),
                    form: Form::Period,
                    gap: Gap::Glued,
                    ..token.clone()
                });
                token.text = word.into();
            } else if matches!(token.form, Form::Comma | Form::Period) {
                gap = Some(token.gap);
                token.gap = Gap::Glued;
            }
        }
        out.push(token);
    }
    *tokens = out;
}

/// Whether a blank stands before a sign and none behind it.
fn is_moved(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    let is_sign = matches!(token.form, Form::Comma | Form::Period)
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.gap == Gap::Glued && next.form == Form::Word);
    at > 0
        && token.gap == Gap::Space
        && (is_sign || behind_period(token, char::is_uppercase).is_some())
}

/// The word behind the period that it begins with, if that begins so.
fn behind_period(token: &Token, begins: fn(char) -> bool) -> Option<&str> {
    let word = token.text.strip_prefix('.')?;
    (token.form == Form::Word && word.starts_with(begins)).then_some(word)
}

#[cfg(test)]
mod tests {
    use crate::import::list::{examples::tokens, token::text};

    fn whole(line: &str) -> String {
        text(&tokens(line))
    }

    #[test]
    fn blanks_are_put_behind_signs() {
        assert_eq!(
            whole("A. Lee, Looms and mills ,Cloth .Rev .12 (1999) ,3"),
            "A. Lee, Looms and mills, Cloth. Rev. 12 (1999), 3"
        );
        assert_eq!(
            whole("Looms for .NET, and mills"),
            "Looms for .NET, and mills"
        );
    }

    #[test]
    fn a_blank_before_a_hyphen_tears_no_name() {
        let read = tokens("A. -B. Lee, C. Orr");
        let texts: Vec<&str> = read.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(texts, ["A.-B", ".", "Lee", ",", "C", ".", "Orr"]);
    }

    #[test]
    fn initials_are_parted_from_the_name_they_touch() {
        let texts = |text: &str| {
            let read = tokens(text).into_iter();
            read.map(|token| token.text.to_string())
                .collect::<Vec<_>>()
                .join("|")
        };
        assert_eq!(
            texts("A.Lee, C.Th.Muster, K.von Dyk"),
            "A|.|Lee|,|C.Th|.|Muster|,|K|.|von|Dyk"
        );
        assert_eq!(
            texts("M.Sc. thesis, E.coli, v.Looms"),
            "M.Sc|.|thesis|,|E.coli|,|v.Looms"
        );
    }

    #[test]
    fn short_words_that_touch_are_parted() {
        let read = tokens("Eur.Loom. J. 3, Node.Js and Phys.Rev.D1");
        let texts: Vec<&str> = read.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(texts[..6], ["Eur", ".", "Loom", ".", "J", "."]);
        assert!(texts.contains(&"Node.Js"));
    }

    #[test]
    fn letters_that_an_and_joins_are_one_word() {
        let words = |text: &str| -> Vec<String> {
            let tokens = tokens(text);
            tokens
                .into_iter()
                .map(|token| token.text.to_string())
                .collect()
        };
        assert_eq!(words("A & W, 12"), ["A & W", ",", "12"]);
        assert_eq!(words("Loom R & D"), ["Loom", "R & D"]);
        assert_eq!(words("A & B. Lee"), ["A", "&", "B", ".", "Lee"]);
        assert_eq!(words("Lee & Ray"), ["Lee", "&", "Ray"]);
    }
}
