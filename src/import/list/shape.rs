//! Whether a stretch has the look of a name.

use super::{
    cut::{is_acronym, is_year},
    honorifics::is_honorific,
    lexicon::{self, Sort},
    likeness::signs_works,
    rest::is_rest,
    token::{Form, Token},
};
use crate::{model::PersonName, text::groups::is_group_word};

/// What one part of a list of names is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Nothing between two commas: the person, left blank.
    Blank,
    /// Given and family name: `Ann Lee`, `A. Lee`.
    Full,
    /// A family name with initials behind it: `Lee A`, `Ли А. Б.`
    Behind,
    /// Initials alone.
    Initials,
    /// Words that end in an initial: `Joan W.`
    Given,
    /// One word.
    Single,
    /// A name in Chinese characters.
    Han,
    /// A group.
    Group,
    /// `et al.`, `and 3 others`.
    Rest,
    /// No name.
    Not,
}

/// Particles that stand behind the given name where the family name is turned to the front: `Dyk, Bo van der`.
pub(super) const TRAILING: [&str; 14] = [
    "van", "von", "der", "den", "de", "da", "das", "do", "dos", "del", "ten", "ter", "vom", "zu",
];

/// The shape of a part. Marks and numbers behind names are looked through.
pub(super) fn shape(tokens: &[Token]) -> Shape {
    let tokens = without_marks(&tokens[honorifics(tokens)..]);
    let words: Vec<&Token> = tokens
        .iter()
        .filter(|token| token.form == Form::Word)
        .collect();
    if words.is_empty() {
        return if tokens.is_empty() {
            Shape::Blank
        } else if matches!(tokens, [dots] if dots.text.starts_with("..") || dots.text == "…") {
            Shape::Rest
        } else {
            Shape::Not
        };
    }
    if is_rest(&words) {
        return Shape::Rest;
    }
    // `D. W. u. a.`: the others are no part of the name before them.
    let tail = (words.len().saturating_sub(3).max(1)..words.len())
        .find(|at| words.len() <= 8 && is_rest(&words[*at..]));
    if let Some(tail) = tail
        && let Some(end) = tokens
            .iter()
            .position(|token| std::ptr::eq(token, words[tail]))
    {
        return shape(&tokens[..end]);
    }
    if is_ditto(tokens) {
        return Shape::Blank;
    }
    if words.len() == 1 && ["me", "myself"].contains(&words[0].text.as_str()) {
        return Shape::Blank;
    }
    if tokens
        .iter()
        .any(|token| !matches!(token.form, Form::Word | Form::Period | Form::Dash))
    {
        return Shape::Not;
    }
    if let Some(shape) = whole(&words) {
        return shape;
    }
    if words.len() > 6 {
        return Shape::Not;
    }
    let mut initials = 0;
    let mut capitals = 0;
    let mut last_is_initial = false;
    for (at, word) in words.iter().enumerate() {
        // Behind a name stand the numbers of affiliations: `Lee2,3`.
        let text = match word
            .text
            .trim_end_matches(|c: char| c.is_ascii_digit() || c == ',')
        {
            bare if is_capital(bare) => bare,
            _ => word.text.as_str(),
        };
        last_is_initial = false;
        // `A. O. Hero III`; behind one word alone it may be initials: `Ivanov IV`.
        let is_junior = ["jr", "sr"].contains(&word.folded());
        if (at >= 2 || at == 1 && is_junior) && PersonName::is_suffix(text) {
            continue;
        }
        let is_family = at == 0 && is_short_family(&words)
            || is_loud_last(&words, at)
            || is_loud_particle(&words, at);
        if is_initials(text) && !is_family {
            initials += 1;
            last_is_initial = true;
        } else if is_capital(text) || is_joined(text) || PersonName::is_suffix(text) {
            capitals += 1;
        } else if word.is(Sort::Particle) && (at + 1 < words.len() || initials > 0 && capitals == 0)
            || at > 0
                && words[at..]
                    .iter()
                    .all(|word| TRAILING.contains(&word.text.as_str()))
            || is_elided(text)
        {
            if is_elided(text) {
                capitals += 1;
            }
        } else {
            return Shape::Not;
        }
    }
    let is_turned = words
        .last()
        .is_some_and(|word| TRAILING.contains(&word.text.as_str()));
    match (capitals, initials) {
        (1.., 0) if is_turned => Shape::Single,
        (0, 1..=5) => Shape::Initials,
        (0, _) => Shape::Not,
        (1, 0) => Shape::Single,
        (_, 0) => Shape::Full,
        _ if !last_is_initial => Shape::Full,
        // `Lee JA`, `Ли А. Б.`: a family name and nothing but initials; `Joan W.` may be either.
        _ if has_dotted_end(tokens) && !is_behind(&words) => Shape::Given,
        _ => Shape::Behind,
    }
}

/// How many tokens at the head of a name are degrees and ranks.
pub(super) fn honorifics(tokens: &[Token]) -> usize {
    let mut end = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.form {
            Form::Word if is_honorific(&token.text) => end = at + 1,
            Form::Period if end == at && at > 0 => end = at + 1,
            _ => break,
        }
    }
    end
}

pub(super) fn without_marks(tokens: &[Token]) -> &[Token] {
    let is_mark = |token: &Token| {
        token.form == Form::Mark
            || token.form == Form::Word
                && token.text.bytes().all(|b| b.is_ascii_digit())
                && !is_year(&token.text)
    };
    let end = tokens
        .iter()
        .rposition(|token| !is_mark(token))
        .map_or(0, |at| at + 1);
    &tokens[..end]
}

/// A stroke in the place of the people of the entry before.
pub(super) fn is_ditto(tokens: &[Token]) -> bool {
    matches!(tokens, [token] | [token, _] if matches!(token.form, Form::Word | Form::Dash)
        && (token.text.chars().count() >= 2 || matches!(token.text.as_str(), "⸺" | "⸻"))
        && token.text.chars().all(|c| "-–—_⸺⸻―".contains(c)))
}

/// The shape of names in Chinese characters, and of groups.
fn whole(words: &[&Token]) -> Option<Shape> {
    if words.len() == 1 && is_han(&words[0].text) {
        let length = words[0].text.chars().count();
        let is_name = (2..=4).contains(&length) || length == 5 && is_japanese_given(&words[0].text);
        return Some(if is_name { Shape::Han } else { Shape::Not });
    }
    if words.iter().all(|word| is_han(&word.text)) {
        let length: usize = words.iter().map(|word| word.text.chars().count()).sum();
        let is_name = words.len() == 2 && length <= 5;
        return Some(if is_name { Shape::Han } else { Shape::Not });
    }
    if words.len() <= 6
        && (words
            .iter()
            .any(|word| is_group_word(&word.text) || word.text == "Investigators")
            || is_small_group(words))
    {
        // Where people work is no author of theirs, but a team there is: `Loom Institute Survey Team`.
        let is_team = words
            .last()
            .is_some_and(|word| ["Team", "Collaboration", "Consortium"].contains(&&*word.text));
        let is_place = !is_team
            && words.iter().any(|word| {
                [
                    "university",
                    "institute",
                    "institut",
                    "department",
                    "laboratory",
                    "center",
                    "centre",
                    "school",
                ]
                .contains(&word.folded())
            });
        return Some(if is_place { Shape::Not } else { Shape::Group });
    }
    None
}

/// `LOOM collaboration`
fn is_small_group(words: &[&Token]) -> bool {
    matches!(words, [first, .., last] if is_acronym(&first.text) && signs_works(last.folded()))
}

/// Whether a word ends as given names do in Japan, of names of five characters: `高橋由紀子`.
fn is_japanese_given(word: &str) -> bool {
    word.ends_with([
        '子', '郎', '美', '江', '代', '介', '恵', '奈', '彦', '雄', '夫', '樹', '香', '織', '穂',
    ])
}

/// Whether a word is one to four initials: `J`, `J.-C`, `JA`, `И.И`.
pub(super) fn is_initials(word: &str) -> bool {
    if !word.starts_with(char::is_uppercase) {
        return false;
    }
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    if letters > 4 {
        return false;
    }
    let is_dotted = word.contains(['.', '-']);
    let each = word
        .split(['.', '-', '‐'])
        .filter(|part| !part.is_empty())
        .all(|part| {
            part.chars().count() == 1
                || ["Yu", "Ju", "Ya", "Zh", "Ch", "Sh", "Th", "Ph", "Юл"].contains(&part)
                    && is_dotted
        });
    !is_han(word)
        && !matches!(word, "Ph.D" | "PhD")
        && word.chars().all(|c| c.is_alphabetic() || ".-‐".contains(c))
        && (each || letters <= 3 && !is_dotted && word.chars().all(char::is_uppercase))
}

/// Whether words are a family name with initials behind: one or two words, then initials only.
pub(super) fn is_behind(words: &[&Token]) -> bool {
    let families = words
        .iter()
        .enumerate()
        .take_while(|(at, word)| !is_initials(&word.text) || *at == 0 && is_short_family(words))
        .count();
    let rest = &words[families..];
    let is_slavic = words[0]
        .text
        .chars()
        .any(|c| ('\u{400}'..='\u{4ff}').contains(&c));
    (1..=3).contains(&families)
        && rest.iter().all(|word| is_initials(&word.text))
        && (is_slavic
            || is_short_family(words)
            || rest.len() >= 2 && families == 1
            || rest.len() == 1 && rest[0].text.chars().count() >= 2)
}

/// Whether a word is a short family name in capitals behind initials: `B. LI`.
fn is_loud_last(words: &[&Token], at: usize) -> bool {
    let is_letter = |word: &&Token| word.text.split('.').all(|part| part.chars().count() <= 1);
    at > 0
        && at + 1 == words.len()
        && words[..at].iter().all(is_letter)
        && words[at].text.chars().count() > 1
        && words[at].text.chars().all(char::is_uppercase)
}

/// Whether a word is the particle of a name in capitals: `VAN DEN BERG`.
fn is_loud_particle(words: &[&Token], at: usize) -> bool {
    at + 1 < words.len()
        && words[at].is(Sort::Particle)
        && words[at].text.chars().count() > 1
        && words[words.len() - 1].text.chars().count() > 3
        && words
            .iter()
            .all(|word| word.text.chars().all(|c| !c.is_lowercase()))
}

/// Whether words are a short family name in capitals with initials behind: `LI H`, `LIU T Y`.
fn is_short_family(words: &[&Token]) -> bool {
    let is_letter = |word: &&Token| word.text.chars().count() == 1 && is_initials(&word.text);
    words.len() > 1
        && words[0].text.chars().count() > 1
        && words[0].text.chars().all(char::is_uppercase)
        && words[1..].iter().all(is_letter)
}

pub(super) fn has_dotted_end(tokens: &[Token]) -> bool {
    tokens
        .last()
        .is_some_and(|token| token.form == Form::Period)
        || tokens
            .last()
            .is_some_and(|token| token.text.chars().filter(|c| c.is_alphabetic()).count() == 1)
}

/// Whether a word has the case of a name: `Lee`, `O’Neil`, `McAuley`, `SANTOS`, `d’Alché-Buc`.
pub(super) fn is_capital(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters.next().is_some_and(char::is_uppercase)
        && word.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && word
            .chars()
            .all(|c| c.is_alphabetic() || "-'’‐ʼ`.·‘".contains(c))
}

/// Whether a particle is joined to the name behind it: `deSouza`, `van-der-Hoek`.
pub(super) fn is_joined(word: &str) -> bool {
    let head = word.chars().take_while(|c| c.is_lowercase()).count();
    if let Some((particle, rest)) = word.split_once('-') {
        return lexicon::is(particle, Sort::Particle) && (is_capital(rest) || is_joined(rest));
    }
    let Some((at, _)) = word.char_indices().nth(head) else {
        return false;
    };
    let (particle, rest) = word.split_at(at);
    particle.len() >= 2
        && lexicon::is(particle, Sort::Particle)
        && is_capital(rest)
        && rest.chars().skip(1).all(char::is_lowercase)
}

pub(super) fn is_elided(word: &str) -> bool {
    let mut parts = word.splitn(2, ['’', '\'']);
    let head = parts.next().unwrap_or_default();
    head.chars().count() <= 1
        && parts
            .next()
            .is_some_and(|rest| rest.is_empty() || is_capital(rest))
        || word == "’t"
        || word == "'t"
        || word == "‘t"
}

/// Capitals inside that no name has: `NeurIPS`, `MLSys`, `eBPF`.
pub(super) fn is_mixed(word: &str) -> bool {
    let chars: Vec<char> = word.chars().collect();
    let inner = chars
        .windows(2)
        .filter(|pair| pair[0].is_lowercase() && pair[1].is_uppercase())
        .count();
    let ends_upper =
        chars.last().is_some_and(|c| c.is_uppercase()) && chars.iter().any(|c| c.is_lowercase());
    let is_scottish = [
        "Mc", "Mac", "De", "Di", "Le", "La", "Van", "Du", "Fitz", "Della", "Dal",
    ]
    .iter()
    .any(|head| word.starts_with(head));
    inner > 0 && !is_scottish && !is_joined(word)
        || ends_upper && chars.len() > 2 && !word.contains('-')
}

/// Whether a word is of Chinese characters, kana or hangul.
pub(super) fn is_han(word: &str) -> bool {
    let is_sign = |c: char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '々');
    word.chars().any(is_sign) && word.chars().all(|c| is_sign(c) || c == '·')
}

/// `3DV`, `6GNet`
pub(super) fn is_numbered_acronym(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().filter(|c| c.is_uppercase()).count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::list::examples::tokens;

    #[test]
    fn degrees_and_ranks_before_names_are_counted() {
        for (text, count) in [
            ("Prof. Dr. Ann Lee", 4),
            ("Professor Ann Lee", 1),
            ("Dr Ann Lee", 1),
            ("Ann Lee", 0),
            ("Drake Lee", 0),
            ("DR Lee", 0),
        ] {
            assert_eq!(honorifics(&tokens(text)), count, "{text}");
        }
    }

    #[test]
    fn particles_may_be_joined_to_the_name() {
        for name in ["deSouza", "van-der-Hoek", "de-Luca", "vanDyk"] {
            assert!(is_joined(name), "{name}");
            assert!(!is_mixed(name), "{name}");
        }
        for word in ["eBPF", "mRNA", "deep", "de-noising", "deRNA", "iOS"] {
            assert!(!is_joined(word), "{word}");
        }
    }
}
