//! Names in spoken order, without a comma between their parts.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::words::is_capital_particle;

/// Vietnamese family names: beside them `Van` and `Le` are names themselves.
const VIETNAMESE: [&str; 22] = [
    "bui", "dang", "dinh", "do", "doan", "duong", "ho", "hoang", "huynh", "le", "luong", "ly",
    "mai", "ngo", "nguyen", "pham", "phan", "tran", "trinh", "truong", "vo", "vu",
];

/// Chinese and Korean family names as they are romanised: before them `Di`, `De` and `Do` are
/// syllables of a given name.
const EAST_ASIAN: [&str; 116] = [
    "ahn", "an", "bae", "baek", "bai", "cai", "cao", "chan", "chang", "chen", "cheng", "cheung",
    "cho", "choi", "chow", "chung", "cui", "deng", "ding", "dong", "du", "fan", "fang", "feng",
    "fu", "gao", "gong", "gu", "guo", "han", "hao", "he", "hong", "hou", "hu", "huang", "hwang",
    "jang", "jeong", "jia", "jiang", "jin", "jung", "kang", "kim", "kong", "kwon", "lai", "lam",
    "lau", "lee", "lei", "leung", "li", "liang", "liao", "lim", "lin", "liu", "long", "lu", "luo",
    "ma", "meng", "moon", "ng", "oh", "ouyang", "pan", "park", "peng", "qian", "qin", "qiu", "ren",
    "seo", "shen", "shi", "shin", "song", "su", "sun", "tan", "tang", "tao", "tian", "wan", "wang",
    "wei", "wen", "wong", "wu", "xia", "xiao", "xie", "xiong", "xu", "xue", "yan", "yang", "yao",
    "ye", "yin", "yoo", "yoon", "yu", "yuan", "yun", "zeng", "zhang", "zhao", "zheng", "zhong",
    "zhou", "zhu", "zou",
];

/// The places at which the words of a name are split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    /// The first word of the particle.
    pub(super) particle: usize,
    /// The first word of the family name.
    pub(super) family: usize,
}

/// Splits a name of at least one word.
///
/// The family name is the last word, with the particle before it; the first word of all is never
/// a particle. What a capital begins belongs to the family name: `Van de Velde`, and in
/// `de La Tour` the last two words. Two Spanish, Portuguese or Catalan family names joined by `y`,
/// `e` or `i` are one: `Ortega y Gasset`.
pub(super) fn cut(words: &[&str]) -> Cut {
    let last = words.len().saturating_sub(1);
    let joined = last >= 2
        && is_joint(words[last - 1])
        && words[last - 2].starts_with(char::is_uppercase)
        && words[last - 2]
            .chars()
            .nth(1)
            .is_some_and(char::is_alphabetic);
    let family = if joined { last - 2 } else { last };
    let mut run = family;
    while run > 1 && (is_particle(words[run - 1]) || is_capital_particle(words[run - 1])) {
        run -= 1;
    }
    let capitals = words[run..family]
        .iter()
        .take_while(|word| !is_particle(word))
        .count();
    if capitals > 0 && !is_believed(&words[..run], &words[run..family], words[family]) {
        run += capitals;
    }
    let small = words[run..family]
        .iter()
        .take_while(|word| is_particle(word))
        .count();
    Cut {
        particle: run,
        family: run + small,
    }
}

/// Whether a name begins with the family name, as Chinese, Japanese and Korean names do in their own
/// scripts: `田中 太郎`. A name in katakana alone is a foreigner's and begins with the given names.
pub(super) fn is_family_first<'a>(mut words: impl Iterator<Item = &'a str>) -> bool {
    let is_native = |word: &str| word.starts_with(|c| is_han(c) || is_hangul(c));
    let is_cjk = |c| is_han(c) || is_hangul(c) || ('\u{3040}'..='\u{30ff}').contains(&c);
    words.next().is_some_and(is_native) && words.all(|word| word.chars().all(is_cjk))
}

/// Where the initials begin that stand behind a whole family name without a comma: `Doe J. R.`, `van der Berg A.`,
/// `Иванов А.Б.` Each has its period, since capitals alone may be a name: `Wei XU`.
pub(super) fn initials_behind(words: &[&str]) -> Option<usize> {
    let is_initials = |word: &str| {
        word.ends_with('.')
            && word.split_inclusive('.').all(|part| {
                let letters = part.trim_start_matches('-').trim_end_matches('.');
                letters.chars().count() == 1 && letters.chars().all(char::is_uppercase)
            })
    };
    let at = words.iter().rposition(|word| !is_initials(word))? + 1;
    let is_whole = |word: &&str| !word.contains('.') && word.chars().count() > 1;
    let is_named = words[..at].iter().all(is_whole)
        && words[at - 1].starts_with(char::is_uppercase)
        && words[at - 1].chars().any(char::is_lowercase);
    (at < words.len() && is_named).then_some(at)
}

/// Whether a word is a particle, or a word between two family names.
pub(super) fn is_particle(word: &str) -> bool {
    // Dutch names begin with `'t` and `'s`.
    let letters = word.trim_start_matches(['\'', '’']);
    letters.starts_with(char::is_lowercase) && !word.contains('.')
}

/// A word between two family names: `Ramón y Cajal`.
pub(super) fn is_joint(word: &str) -> bool {
    ["y", "e", "i"].contains(&word)
}

/// Whether capital words that look like particles are particles.
///
/// Alone, `Di`, `De` or `Do` is a syllable of many Chinese and Korean given names, and `Van` a
/// Vietnamese one: the names around tell. Several in a row (`De La`) are particles.
fn is_believed(given: &[&str], capitals: &[&str], family: &str) -> bool {
    let around = given.iter().chain([&family]).map(|word| plain(word));
    let around: Vec<String> = around.collect();
    if around.iter().any(|word| VIETNAMESE.contains(&&**word)) {
        return false;
    }
    let is_asian = |word: &String| EAST_ASIAN.contains(&&**word) || is_syllable(word);
    let is_asian_family = EAST_ASIAN.contains(&&*plain(family)) || around.iter().all(is_asian);
    capitals.len() > 1 || !is_asian_family
}

/// Whether a word in small letters is one syllable of Chinese as pinyin writes it.
fn is_syllable(word: &str) -> bool {
    const INITIALS: [&str; 24] = [
        "zh", "ch", "sh", "b", "p", "m", "f", "d", "t", "n", "l", "g", "k", "h", "j", "q", "x",
        "r", "z", "c", "s", "y", "w", "",
    ];
    let initial = INITIALS.iter().find_map(|head| word.strip_prefix(head));
    let rest = initial.unwrap_or(word);
    let vowels = rest.trim_start_matches(['a', 'e', 'i', 'o', 'u']);
    (1..=3).contains(&(rest.len() - vowels.len())) && ["", "n", "ng"].contains(&vowels)
}

/// A word in small letters without accents.
fn plain(word: &str) -> String {
    word.nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| if c == 'đ' { 'd' } else { c })
        .collect()
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '々' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

#[cfg(test)]
mod tests {
    use crate::model::PersonName;

    #[test]
    fn particles_with_capitals_belong_to_the_family_name() {
        for (given, want) in [
            ("Luc Van Gool", "Van Gool, Luc"),
            ("Alessio Del Bue", "Del Bue, Alessio"),
            ("Maria De La Cruz", "De La Cruz, Maria"),
            ("Maria Do Carmo", "Do Carmo, Maria"),
            ("Jan Van de Velde", "Van de Velde, Jan"),
            ("Jean-Luc de La Tour", "de La Tour, Jean-Luc"),
            ("Hugo De Man", "De Man, Hugo"),
            ("Yann Le Cun", "Le Cun, Yann"),
            ("J. Le Roux", "Le Roux, J."),
            ("Kim De Vries", "De Vries, Kim"),
            ("Hoang Van Nguyen", "Nguyen, Hoang Van"),
            ("Trần Van Minh", "Minh, Trần Van"),
            ("Di Xu", "Xu, Di"),
            ("Quoc V. Le", "Le, Quoc V."),
            ("Xiao Di Wu", "Wu, Xiao Di"),
            ("Frank Di Li", "Li, Frank Di"),
            ("Wen Da Mu", "Mu, Wen Da"),
            ("Kim Do Jong", "Jong, Kim Do"),
        ] {
            assert_eq!(PersonName::parse(given).sorting_form(), want, "{given}");
        }
    }

    #[test]
    fn a_comma_has_the_last_word() {
        for name in [
            "Wu, Xiao Di",
            "Zhang, Jin De",
            "Li, Wen Da",
            "Rao, P. V. Le",
            "Gool, Luc Van",
            "Gasset, José Ortega",
        ] {
            assert_eq!(PersonName::parse(name).sorting_form(), name);
        }
    }

    #[test]
    fn two_family_names_are_joined() {
        for (given, want) in [
            ("José Ortega y Gasset", "Ortega y Gasset, José"),
            ("Santiago Ramón y Cajal", "Ramón y Cajal, Santiago"),
            ("Ana de la Cruz y López", "de la Cruz y López, Ana"),
            ("Ortega y Gasset", "Ortega y Gasset"),
            ("J. y Gasset", "y Gasset, J."),
        ] {
            assert_eq!(PersonName::parse(given).sorting_form(), want, "{given}");
        }
    }

    #[test]
    fn the_east_begins_with_the_family() {
        for (given, want) in [
            ("田中 太郎", "田中, 太郎"),
            ("김 철수", "김, 철수"),
            ("佐々木 さくら", "佐々木, さくら"),
            ("ジョン スミス", "スミス, ジョン"),
            ("王小明", "王小明"),
        ] {
            let name = PersonName::parse(given);
            assert_eq!(name.sorting_form(), want);
            assert_eq!(name.to_string(), given);
        }
        assert_eq!(
            PersonName::from_parts("太郎", "田中").to_string(),
            "田中 太郎"
        );
    }
}
