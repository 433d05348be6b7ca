//! Conversion of Unicode to LaTeX.
//!
//! Quotes, special characters, Greek letters and operators are written the same in both dialects.
//! Accented letters and long dashes are kept if the file is UTF-8.

mod append;
mod commands;
mod formula;
mod letters;
mod nearest;
mod script;
mod scripts;
mod symbols;
mod tidy;

pub use append::takes_script;
pub use formula::formula;
pub use script::script;
pub use scripts::{with_formulas, with_scripts};
pub use tidy::{tidy, tidy_title};

/// The characters that a file may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Charset {
    /// ASCII, as far as LaTeX has a command: accents become macros in their own braces. Scripts
    /// that base LaTeX can't write (Chinese, Cyrillic, Arabic) are kept, because nothing may be
    /// invented.
    Ascii,
    /// UTF-8 in NFC.
    Unicode,
}

/// How a text is written: in which characters, and what its Greek letters are.
#[derive(Debug, Clone, Copy)]
pub struct Hand {
    charset: Charset,
    greek: Greek,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Greek {
    /// Symbols, but for long words.
    Symbols,
    /// Words if there are several in a row, and articles.
    Words,
    /// Letters, each of them.
    Letters,
}

impl Hand {
    /// The hand for the parts of `whole`: where one word of it is Greek, its short words are words
    /// too and no formulas (`και`, `η`).
    #[must_use]
    pub fn of(whole: &str, charset: Charset) -> Self {
        let greek = if !whole.is_ascii() && has_greek_word(whole) {
            Greek::Words
        } else {
            Greek::Symbols
        };
        Self { charset, greek }
    }

    /// The hand for the parts of a person's name, in which single Greek letters are initials if
    /// any word of it is Greek.
    #[must_use]
    pub fn of_name(whole: &str, charset: Charset) -> Self {
        let mut hand = Self::of(whole, charset);
        if hand.greek == Greek::Words {
            hand.greek = Greek::Letters;
        }
        hand
    }
}

/// Writes tidy text that a style may lower-case. A symbol gets its own braces, so that classic
/// BibTeX styles don't turn `$\Omega$` into `$\omega$`.
#[must_use]
pub fn text(text: &str, charset: Charset) -> String {
    text_between(None, text, None, Hand::of(text, charset))
}

/// Writes text like [`text`], between two characters of the same text.
#[must_use]
pub fn text_between(before: Option<char>, text: &str, after: Option<char>, hand: Hand) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let mut writer = Writer::new(hand, Surroundings::Open);
    writer.before = before;
    writer.write(text, after)
}

/// Writes tidy text that will be inside braces: symbols need no braces (`M$\mu$SE`).
#[must_use]
pub fn guarded(text: &str, hand: Hand) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    Writer::new(hand, Surroundings::Guarded).write(text, None)
}

/// The letters and signs of a tidy text that [`Charset::Ascii`] has no command for and writes as what
/// comes nearest, each with that.
#[must_use]
pub fn approximated(text: &str) -> Vec<(char, String)> {
    let is_exact = |c: char| {
        c.is_ascii()
            || symbols::math(c).is_some()
            || symbols::text(c).is_some()
            || symbols::dash(c).is_some()
            || letters::letter(c).is_some()
            || letters::marks_after(&[c]) > 0
    };
    let odd = text.chars().filter(|c| !is_exact(*c));
    odd.filter_map(|c| Some((c, nearest::nearest(c)?)))
        .collect()
}

/// The first letter of a text whose command stops LaTeX in its default font encoding, OT1: they need
/// `\usepackage[T1]{fontenc}`, as most documents of those who cite them have.
#[must_use]
pub fn needs_t1(text: &str) -> Option<char> {
    text.chars().find(|c| letters::needs_t1(*c))
}

/// Writes one character for a formula or its text, in ASCII.
fn lone(c: char) -> String {
    let hand = Hand {
        charset: Charset::Ascii,
        greek: Greek::Symbols,
    };
    guarded(c.encode_utf8(&mut [0; 4]), hand)
}

/// Whether a text is the same in LaTeX, as most are: letters, digits and signs without a meaning.
fn is_plain(text: &str) -> bool {
    let has_address = text.contains("--") && text.contains("://");
    !has_address
        && text.bytes().all(|byte| {
            byte.is_ascii_alphanumeric()
                || matches!(
                    byte,
                    b' ' | b'.'
                        | b','
                        | b':'
                        | b'-'
                        | b'/'
                        | b'('
                        | b')'
                        | b'?'
                        | b'!'
                        | b'+'
                        | b'*'
                        | b'['
                        | b']'
                        | b'='
                        | b';'
                        | b'@'
                )
        })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Surroundings {
    Open,
    Guarded,
}

struct Writer {
    hand: Hand,
    around: Surroundings,
    out: String,
    /// The character that was read last.
    before: Option<char>,
    /// Symbols that are read but not written: neighbours share one pair of dollar signs.
    math: String,
}

impl Writer {
    fn new(hand: Hand, around: Surroundings) -> Self {
        Self {
            hand,
            around,
            out: String::new(),
            before: None,
            math: String::new(),
        }
    }

    fn write(mut self, text: &str, after: Option<char>) -> String {
        let chars: Vec<char> = text.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            at += self.step(&chars, at);
        }
        self.close_math(after);
        self.out
    }

    /// Writes the character at `at` and its combining marks; returns the number of characters read.
    fn step(&mut self, chars: &[char], at: usize) -> usize {
        let c = chars[at];
        let marks = letters::marks_after(&chars[at + 1..]);
        // On a brace or a percent sign an accent would take its escape away; it is left out there.
        let accents = if c.is_alphanumeric() { marks } else { 0 };
        if accents == 0
            && !in_greek_word(chars, at, self.hand.greek)
            && let Some(tex) = symbols::math(c)
        {
            append::push(&mut self.math, &tex);
            return 1 + marks;
        }
        self.close_math(Some(c));
        self.before = Some(c);
        if accents > 0 {
            self.out
                .push_str(&letters::accented(c, &chars[at + 1..=at + accents]));
        } else if c == '-' && self.out.ends_with('-') && in_address(&chars[..at]) {
            // Two hyphens would be printed as a dash.
            self.out.push_str("{}-");
        } else if let Some(tex) = symbols::text(c) {
            // `'` and `''` side by side would be read as `''` and `'`.
            if tex == "''" && self.out.ends_with('\'') {
                self.out.push_str("{}");
            }
            self.out.push_str(tex);
        } else if self.hand.charset == Charset::Ascii
            && let Some(tex) = letters::letter(c)
        {
            self.out.push_str(&tex);
        } else if self.hand.charset == Charset::Ascii
            && let Some(tex) = symbols::dash(c)
        {
            self.out.push_str(tex);
        } else if self.hand.charset == Charset::Ascii
            && let Some(tex) = nearest::nearest(c)
            && (!tex.is_empty() || self.out.is_ascii())
        {
            self.out.push_str(&tex);
        } else {
            self.out.push(c);
        }
        1 + marks
    }

    fn close_math(&mut self, next: Option<char>) {
        if self.math.is_empty() {
            return;
        }
        let tex = std::mem::take(&mut self.math);
        // A minus within a word, and scripts of digits, have nothing that could be lower-cased.
        let within = self.before.is_some_and(char::is_alphanumeric)
            && next.is_some_and(char::is_alphanumeric);
        let harmless = !tex.contains(|c: char| c.is_ascii_alphabetic() || "<>|'".contains(c));
        let bare = harmless && (tex != "-" || within);
        if self.around == Surroundings::Guarded || bare {
            self.out.extend(["$", &tex, "$"]);
        } else {
            self.out.extend(["{$", &tex, "$}"]);
        }
    }
}

/// Whether the text ends with the beginning of an address.
fn in_address(before: &[char]) -> bool {
    let word = before.rsplit(|c| c.is_whitespace()).next();
    word.is_some_and(|word| word.windows(3).any(|three| three == [':', '/', '/']))
}

/// The number of Greek letters in a row that don't occur in a formula.
const GREEK_WORD: usize = 4;

/// Whether the letter at `at` belongs to a Greek word and is not a symbol: in a long run of Greek
/// letters; in a text with Greek words, also in a run of two or more, or as an article.
fn in_greek_word(chars: &[char], at: usize, greek: Greek) -> bool {
    if !is_greek_letter(chars[at]) {
        return false;
    }
    let letters = |c: &&char| is_greek_letter(**c);
    let before = chars[..at].iter().rev().take(GREEK_WORD);
    let after = chars[at..].iter().take(GREEK_WORD);
    let run = before.take_while(letters).count() + after.take_while(letters).count();
    let is_article = matches!(chars[at], 'ο' | 'η' | 'Ο' | 'Η');
    run >= GREEK_WORD
        || match greek {
            Greek::Symbols => false,
            Greek::Words => run >= 2 || is_article,
            Greek::Letters => true,
        }
}

/// Whether a text has a word that is certainly Greek: a long or accented one, which no symbol is.
fn has_greek_word(text: &str) -> bool {
    text.split(|c| !is_greek_letter(c)).any(|run| {
        let length = run.chars().count();
        length >= GREEK_WORD || length >= 2 && run.chars().any(|c| symbols::math(c).is_none())
    })
}

fn is_greek_letter(c: char) -> bool {
    ('\u{370}'..='\u{3ff}').contains(&c) || ('\u{1f00}'..='\u{1fff}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ascii(raw: &str) -> String {
        text(&tidy(raw), Charset::Ascii)
    }

    fn unicode(raw: &str) -> String {
        text(&tidy(raw), Charset::Unicode)
    }

    #[test]
    fn accents_stand_in_their_own_braces() {
        for (given, want) in [
            ("Émile", "{\\'E}mile"),
            ("Erdős", "Erd{\\H{o}}s"),
            ("Şule Gündüz", "{\\c{S}}ule G{\\\"u}nd{\\\"u}z"),
            ("Calì", "Cal{\\`i}"),
            ("naïve", "na{\\\"i}ve"),
            ("İığ", "{\\.I}{\\i}{\\u{g}}"),
            (
                "Łukasz Øystein Ångström ß",
                "{\\L}ukasz {\\O}ystein {\\AA}ngstr{\\\"o}m {\\ss}",
            ),
            ("Nguyễn Việt", "Nguy{\\~{\\^e}}n Vi{\\^{\\d{e}}}t"),
            ("Þór ð Đ", "{\\TH}{\\'o}r {\\dh} {\\DJ}"),
            ("x\u{304}", "{\\=x}"),
        ] {
            assert_eq!(ascii(given), want);
        }
        for sign in ["}", "{", "%", "$", "#", "&", "_", "~", "^", "\\"] {
            let marked = format!("a{sign}\u{301}, year = 1666");
            assert_eq!(ascii(&marked), ascii(&marked.replace('\u{301}', "")));
            assert_eq!(unicode(&marked), unicode(&marked.replace('\u{301}', "")));
        }
        assert_eq!(unicode("Erdős naïve"), "Erdős naïve");
        assert_eq!(unicode("x\u{304}"), "{\\=x}");
    }

    #[test]
    fn specials_and_quotes() {
        for (given, want) in [
            ("R&D 100 % #2 a_b $5", "R\\&D 100 \\% \\#2 a\\_b \\$5"),
            ("~foo x^2", "{\\textasciitilde}foo x{\\textasciicircum}2"),
            (
                "\\ { }",
                "{$\\backslash$} {\\textbraceleft} {\\textbraceright}",
            ),
            (
                "\"I'd go\": 'No' said users' list",
                "``I'd go'': `No' said users' list",
            ),
            ("“a” ‘b’ ’90s '90s „c“", "``a'' `b' '90s '90s ,,c''"),
            ("1999–2009 — x … y", "1999--2009 --- x ... y"),
            (
                "http://x.edu/~me/a--b",
                "http://x.edu/{\\textasciitilde}me/a-{}-b",
            ),
            ("methanol‐to‑olefins", "methanol-to-olefins"),
            (
                "LEGO® x™ a@b",
                "LEGO{\\textregistered} x{\\texttrademark} a@b",
            ),
        ] {
            assert_eq!(ascii(given), want);
        }
        assert_eq!(unicode("“1999–2009” — x…"), "``1999–2009'' — x...");
    }

    #[test]
    fn symbols_become_formulas() {
        for (given, want) in [
            ("μ + λ", "{$\\mu$} + {$\\lambda$}"),
            ("αβ-test", "{$\\alpha\\beta$}-test"),
            ("<30 1+1>2", "{$<$}30 1+1{$>$}2"),
            ("n² a − b", "n$^2$ a {$-$} b"),
            ("¹⁸F-FDG PET at 10⁻⁹ M", "$^{18}$F-FDG PET at 10$^{-9}$ M"),
            ("x¹² x₁²", "x$^{12}$ x$_1^2$"),
            ("1−x", "1$-$x"),
            ("√log n", "{$\\surd$}log n"),
            (
                "ℝ 𝒪 𝔽 𝑛",
                "{$\\mathbf{R}$} {$\\mathcal{O}$} {$\\mathbf{F}$} {$n$}",
            ),
            ("A|B", "A{$|$}B"),
        ] {
            assert_eq!(ascii(given), want);
            assert_eq!(unicode(given), want);
        }
        let hand = Hand::of("MμSE", Charset::Ascii);
        assert_eq!(guarded("MμSE", hand), "M$\\mu$SE");
    }

    #[test]
    fn scripts_without_macros_stay() {
        for text in [
            "基于深度学习的推荐系统",
            "Москва",
            "ελληνική",
            "Ελληνικά και άλλα",
            "Η γλώσσα ΣΕ χρήση",
            "Що є істина",
        ] {
            assert_eq!(ascii(text), text);
        }
        assert_eq!(
            ascii("(1+ є)-approximation"),
            "(1+ {$\\epsilon$})-approximation"
        );
        assert_eq!(
            unicode("αβ and γδ T cells"),
            "{$\\alpha\\beta$} and {$\\gamma\\delta$} T cells"
        );
        assert_eq!(unicode("Η β-διάσπαση"), "Η {$\\beta$}-διάσπαση");
    }
}
