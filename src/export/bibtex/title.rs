//! Encodes titles and names of venues in LaTeX.

use crate::model::{Run, Title};
use crate::text::casing::{CasingScope, Lexicon, TitlePiece, protect, repaired};
use crate::text::latex::{
    self, Charset, Hand, formula, script, takes_script, tidy_title, with_formulas,
};
use crate::text::markup::without_final_period;

/// Encodes a cleaned title in LaTeX, with protected capitals in braces.
pub(super) fn encode(
    title: &Title,
    scope: CasingScope,
    words: &Lexicon,
    charset: Charset,
) -> String {
    let mut title = tidy_title(title);
    if scope == CasingScope::Title {
        title = repaired(&with_formulas(&without_final_period(title)));
    }
    let pieces = protect(&title, scope, words);
    let hand = Hand::of(&title.text(), charset);
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            TitlePiece::Open(text) => {
                let before = at
                    .checked_sub(1)
                    .and_then(|at| pieces[at].text().chars().last());
                let after = pieces
                    .get(at + 1)
                    .and_then(|piece| piece.text().chars().next());
                out.push_str(&latex::text_between(before, text, after, hand));
            }
            TitlePiece::Guarded(text) => {
                out.extend(["{", &latex::guarded(text, hand), "}"]);
            }
            TitlePiece::Marked(run) => marked(&mut out, run, hand),
        }
    }
    out
}

fn marked(out: &mut String, run: &Run, hand: Hand) {
    match run {
        Run::Math(tex) => match formula(tex) {
            Some(tex) => out.extend(["{$", &tex, "$}"]),
            // TeX that is not a valid formula is printed literally.
            None => out.push_str(&latex::text_between(None, tex, None, hand)),
        },
        Run::Sub(text) => add_script(out, '_', text),
        Run::Sup(text) => match text.trim() {
            sign @ ("®" | "™") => out.push_str(&latex::text_between(None, sign, None, hand)),
            text => add_script(out, '^', text),
        },
        Run::Emph(text) => emphasis(out, text, hand),
        Run::Plain(text) | Run::Protected(text) => {
            out.push_str(&latex::text_between(None, text, None, hand));
        }
    }
}

/// Adds a script to the preceding formula. A script alone needs braces only if it has letters that
/// a style would lower-case.
fn add_script(out: &mut String, mark: char, text: &str) {
    if text.trim().is_empty() {
        return;
    }
    let tex = script(mark, text);
    let formula = out
        .strip_suffix("$}")
        .filter(|before| !before.ends_with('\\'))
        .map(|before| &before[before.rfind('$').map_or(0, |at| at + 1)..]);
    match formula {
        Some(formula) if takes_script(formula, mark) => {
            out.truncate(out.len() - 2);
            out.extend([&tex, "$}"]);
        }
        // TeX allows only one script of a kind on a base.
        Some(_) => out.extend(["{${}", &tex, "$}"]),
        None if tex.contains(|c: char| c.is_ascii_alphabetic()) => {
            out.extend(["{$", &tex, "$}"]);
        }
        None => out.extend(["$", &tex, "$"]),
    }
}

/// Writes `\emph{..}` without braces around it: `{\emph{..}}` is BibTeX's "special character",
/// whose content is lower-cased.
fn emphasis(out: &mut String, text: &str, hand: Hand) {
    let word = text.trim();
    let tex = latex::guarded(word, hand);
    let is_formula = tex.len() > 1
        && tex.starts_with('$')
        && tex.ends_with('$')
        && tex.matches('$').count() == 2;
    out.push_str(&text[..text.len() - text.trim_start().len()]);
    if is_formula {
        // Greek letters are slanted already.
        out.extend(["{", &tex, "}"]);
    } else if !word.is_empty() {
        out.extend(["\\emph{", &tex, "}"]);
    }
    if !word.is_empty() {
        out.push_str(&text[text.trim_end().len()..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold::fold_without_blanks;
    use crate::text::unlatex;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn braces_of_any_title_are_balanced(text in ".{0,30}", script in ".{0,5}") {
            let title = Title::from_runs([
                Run::Plain(text.clone()),
                Run::Sub(script.clone()),
                Run::Emph(text.clone()),
                Run::Math(script),
                Run::Protected(text),
            ]);
            for scope in [CasingScope::Title, CasingScope::Venue] {
                for charset in [Charset::Ascii, Charset::Unicode] {
                    let tex = encode(&title, scope, &Lexicon::default(), charset);
                    prop_assert_eq!(tex.matches('{').count(), tex.matches('}').count(), "{}", tex);
                }
            }
        }

        #[test]
        fn latin_titles_are_read_back_unchanged(text in "[a-zA-Z0-9 À-ÖØ-öø-žǍ-ǜȘ-ț&%#_$~^:;,.?!'\"()-]{0,40}") {
            // The dot of `ŀ` is a character of its own.
            prop_assume!(!text.contains(['ŀ', 'Ŀ']));
            for charset in [Charset::Ascii, Charset::Unicode] {
                let tex = encode(&Title::plain(text.clone()), CasingScope::Title, &Lexicon::default(), charset);
                if charset == Charset::Ascii {
                    prop_assert!(tex.is_ascii() || text.contains(['ħ', 'Ħ', 'ŧ', 'Ŧ', 'ĸ']), "{}", tex);
                }
                let read = unlatex::title(&tex).text();
                prop_assert_eq!(fold_without_blanks(&read), fold_without_blanks(&latex::tidy(&text)), "{}", tex);
            }
        }
    }

    fn ascii(runs: &[Run]) -> String {
        encode(
            &Title::from_runs(runs.to_vec()),
            CasingScope::Title,
            &Lexicon::default(),
            Charset::Ascii,
        )
    }

    fn plain(text: &str) -> Run {
        Run::Plain(text.into())
    }

    #[test]
    fn final_periods_are_removed() {
        for (given, want) in [
            ("Filters.", "Filters"),
            ("United They Stand . . .", "United They Stand . . ."),
            ("Who Is?", "Who Is?"),
            ("To Be or Not to Be...", "To Be or Not to Be..."),
            ("By Doe et al.", "By Doe et al."),
            ("Part of the U.S.", "Part of the {U.S.}"),
            ("The Environment .", "The Environment"),
            ("File Uploads in Node.js.", "File Uploads in {Node.js}"),
        ] {
            assert_eq!(ascii(&[plain(given)]), want);
        }
    }

    #[test]
    fn scripts_join_formulas() {
        let sup = |text: &str| Run::Sup(text.into());
        let sub = |text: &str| Run::Sub(text.into());
        for (runs, want) in [
            (
                vec![plain("QA"), sup("RT"), plain(": A")],
                "{QA}{$^{\\mathrm{RT}}$}: A",
            ),
            (vec![plain("DF"), sup("2"), plain("Net")], "{DF}$^2${Net}"),
            (
                vec![plain("onto ℓ"), sub("1, ∞"), plain("-norm")],
                "onto {$\\ell_{1, \\infty}$}-norm",
            ),
            (
                vec![plain("in ℝ"), sup("d"), plain(".")],
                "in {$\\mathbf{R}^d$}",
            ),
            (vec![Run::Math("x".into()), sub("i"), sup("2")], "{$x_i^2$}"),
            (
                vec![Run::Math("x^2".into()), sup("1"), sup("2")],
                "{$x^2$}{${}^1$}{${}^2$}",
            ),
            (
                vec![Run::Math("x_1".into()), sub("2"), sup("3")],
                "{$x_1$}{${}_2^3$}",
            ),
            (
                vec![plain("On ℓ_2 and L_1-norms")],
                "On {$\\ell_2$} and {$L_1$}-norms",
            ),
            (vec![plain("CO"), sub("2"), plain(" here")], "{CO}$_2$ here"),
            (
                vec![plain("5"), sup("th"), plain(" one")],
                "5{$^{\\mathrm{th}}$} one",
            ),
        ] {
            assert_eq!(ascii(&runs), want);
        }
    }

    #[test]
    fn capitals_in_emphasis_are_protected() {
        let emph = |text: &str| Run::Emph(text.into());
        assert_eq!(
            ascii(&[
                plain("in "),
                emph("O"),
                plain("("),
                emph("n "),
                plain("log)")
            ]),
            "in \\emph{O}(\\emph{n} log)"
        );
        assert_eq!(ascii(&[emph("α"), plain("-Test")]), "{$\\alpha$}-Test");
    }

    #[test]
    fn formulas_are_kept_or_printed_literally() {
        let math = |tex: &str| Run::Math(tex.into());
        assert_eq!(
            ascii(&[plain("Large "), math("L_qL_p"), plain(" Margins")]),
            "Large {$L_qL_p$} Margins"
        );
        assert_eq!(
            ascii(&[plain("A "), math("x}{")]),
            "A x{\\textbraceright}{\\textbraceleft}"
        );
        assert_eq!(
            ascii(&[math("\\input{secret}")]),
            "{$\\backslash$}input{\\textbraceleft}secret{\\textbraceright}"
        );
    }
}
