//! Conversion of LaTeX to titles and plain text.

mod group;
mod packages;
mod reader;
pub(in crate::text) mod symbols;

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use crate::model::{Run, Title};

use super::markup::{entities, runs};
use reader::UnlatexReader;

pub(crate) use group::{group_length, is_one_group};
pub(in crate::text) use reader::character;

/// Reads a title of a `.bib` file, without its outer delimiters: `{BERT:} Pre-training`.
///
/// Accents, quotes, dashes and symbols become Unicode; `$..$` and `\(..\)` become formulas;
/// `\emph` and `\textit` emphasis. Braces around a part of the text protect its capitals, unless
/// they enclose the whole title or are BibTeX's special character (`{\"O}`). Unknown commands are
/// replaced by their arguments. Entities and elements of HTML, which reference managers produce, are
/// read as in a source's markup. Any depth of nesting is accepted.
#[must_use]
pub fn title(latex: &str) -> Title {
    let undone = undo_escaped_dollars(&without_entities(latex));
    let atoms = UnlatexReader::read(without_outer_braces(&undone));
    runs::title(&atoms)
}

/// Reads another field (journal, publisher, note) as plain text. A formula is reduced to its text;
/// its commands become characters if such exist.
#[must_use]
pub fn text(latex: &str) -> String {
    title(latex).runs().iter().map(plain).collect()
}

/// A listed title with the text of its formulas and commands, if it has any.
pub(crate) fn without_tex(title: &str) -> Cow<'_, str> {
    if has_tex(title) {
        Cow::Owned(text(title))
    } else {
        Cow::Borrowed(title)
    }
}

/// Whether a text has a command of TeX, or a formula between dollars.
fn has_tex(text: &str) -> bool {
    let mut behind = text.split('\\').skip(1);
    behind.any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
        || text.matches('$').count() >= 2
}

/// The text of a run.
fn plain(run: &Run) -> Cow<'_, str> {
    match run {
        Run::Math(tex) => Cow::Owned(runs::title(&UnlatexReader::read_text(tex)).text()),
        run => Cow::Borrowed(run.text()),
    }
}

/// Reads a field as [`text`] does. Also returns which bytes of the text are formulas, each with its TeX in dollar
/// signs, in their order and none within another. Each index is one, `\textsubscript{2}` too, but not the `nd` of
/// `2\textsuperscript{nd}`.
pub(crate) fn text_and_formulas(latex: &str) -> (String, Vec<(Range<usize>, String)>) {
    let mut out = String::new();
    let mut formulas = Vec::new();
    let raised = raised(latex);
    for run in title(latex).runs() {
        let first = out.len();
        out.push_str(&plain(run));
        let written = match run {
            Run::Math(tex) => Some(format!("${tex}$")),
            Run::Sub(text) if text.chars().count() == 1 => Some(format!("$_{text}$")),
            Run::Sub(text) => Some(format!("$_{{{text}}}$")),
            Run::Sup(text) => raised
                .get(text.as_str())
                .map(|written| (*written).to_owned()),
            _ => None,
        };
        if let Some(written) = written {
            formulas.push((first..out.len(), written));
        }
    }
    (out, formulas)
}

/// The formulas that are nothing but something raised, by what is: `$^{40}$` by `40`.
fn raised(latex: &str) -> BTreeMap<&str, &str> {
    let mut out = BTreeMap::new();
    let mut rest = latex;
    while let Some(at) = rest.find("$^") {
        rest = &rest[at..];
        let end = rest[1..].find('$').map_or(rest.len(), |end| end + 2);
        let (written, behind) = rest.split_at(end);
        let inner = written.trim_matches('$').trim_start_matches('^');
        out.insert(inner.trim_matches(['{', '}']), written);
        rest = behind;
    }
    out
}

/// Removes pairs of braces that enclose the whole value.
fn without_outer_braces(latex: &str) -> &str {
    // More pairs than this nobody writes, and looking for each costs a look at the whole.
    const MOST_PAIRS: usize = 4;
    let mut inner = latex.trim();
    for _ in 0..MOST_PAIRS {
        if !is_one_group(inner) {
            break;
        }
        inner = inner[1..inner.len() - 1].trim();
    }
    inner
}

/// Resolves the entities of HTML, except those that would become TeX.
fn without_entities(latex: &str) -> Cow<'_, str> {
    if !(latex.contains('&') && latex.contains(';')) {
        return Cow::Borrowed(latex);
    }
    let undone = entities::unescape(latex);
    let count = |text: &str| text.matches(['\\', '{', '}', '$']).count();
    if count(&undone) == count(latex) {
        Cow::Owned(undone)
    } else {
        Cow::Borrowed(latex)
    }
}

/// Turns TeX that was escaped as if it were text back into TeX, as in DBLP's
/// `{\textdollar}O({\textbackslash}sqrt\{T\}){\textdollar}` (133 titles of its export in 2024).
fn undo_escaped_dollars(latex: &str) -> String {
    const DOLLAR: &str = "{\\textdollar}";
    let parts: Vec<&str> = latex.split(DOLLAR).collect();
    if parts.len() < 3 {
        return latex.to_owned();
    }
    let mut out = parts[0].to_owned();
    let mut at = 1;
    while at < parts.len() {
        let undone = parts[at]
            .replace("{\\textbackslash}", "\\")
            .replace("{\\_}", "_")
            .replace("\\_", "_")
            .replace("{\\^{}}", "^")
            .replace("\\^{}", "^")
            .replace("{\\textasciicircum}", "^")
            .replace("\\{", "{")
            .replace("\\}", "}");
        let after = parts.get(at + 1).and_then(|rest| rest.chars().next());
        if at + 1 < parts.len() && runs::is_formula(&undone, after) {
            out.push('$');
            out.push_str(&undone);
            out.push('$');
            out.push_str(parts[at + 1]);
            at += 2;
        } else {
            out.push_str(DOLLAR);
            out.push_str(parts[at]);
            at += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Runs in a short form: `[..]` protected, `$..$`, `*..*` for emphasis, `_{..}`, `^{..}`.
    fn shown(latex: &str) -> String {
        title(latex)
            .runs()
            .iter()
            .map(|run| match run {
                Run::Plain(text) => text.clone(),
                Run::Protected(text) => format!("[{text}]"),
                Run::Math(text) => format!("${text}$"),
                Run::Sub(text) => format!("_{{{text}}}"),
                Run::Sup(text) => format!("^{{{text}}}"),
                Run::Emph(text) => format!("*{text}*"),
            })
            .collect()
    }

    #[test]
    fn formulas_are_told_as_they_are_written() {
        let latex = r"{\em On} CO$_2$, H\textsubscript{12}, $^{40}$Ar, the 2\textsuperscript{nd} loom and $\tilde{O}(n)$";
        let (text, formulas) = text_and_formulas(latex);
        assert_eq!(text, "On CO2, H12, 40Ar, the 2nd loom and Õ(n)");
        let told: Vec<(&str, &str)> = formulas
            .iter()
            .map(|(at, tex)| (&text[at.clone()], tex.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                ("2", "$_2$"),
                ("12", "$_{12}$"),
                ("40", "$^{40}$"),
                ("Õ(n)", r"$\tilde{O}(n)$")
            ]
        );
    }

    #[test]
    fn a_listed_title_is_looked_for_by_the_text_of_its_formulas() {
        assert_eq!(without_tex(r"Looms in $\tilde{O}(n)$"), "Looms in Õ(n)");
        assert_eq!(without_tex("Looms for 5$ a day"), "Looms for 5$ a day");
    }

    #[test]
    fn text_of_a_formula_keeps_functions_roots_and_accents() {
        for (latex, expected) in [
            (
                "Sorting in $O(n \\log n)$ time",
                "Sorting in O(n log n) time",
            ),
            ("$n\\log\\log n$", "n log log n"),
            ("$\\sqrt{n}$ and $\\sqrt{n+1}$", "√n and √(n+1)"),
            ("$\\min_x f(x)$", "min_x f(x)"),
            ("A $\\tilde{O}(n^2)$ bound", "A Õ(n^2) bound"),
            ("$\\widetilde O(1)$", "Õ(1)"),
            ("$a \\bmod b$", "a mod b"),
            ("$\\mathrm{NP} \\left( x \\right)$", "NP ( x )"),
            ("$\\sqrt n$ and $\\sqrt[3]{n}$", "√n and ∛n"),
            ("$\\sqrt{\\log n}$", "√(log n)"),
            ("$O(n^{2/3})$", "O(n^2/3)"),
            ("$\\frac{n}{\\log n}$ and $\\frac12$", "n/(log n) and 1/2"),
            ("$\\binom{n}{k}$", "(n choose k)"),
            ("$a \\equiv b \\pmod{p}$", "a ≡ b (mod p)"),
            ("$\\operatorname{polylog} n$", "polylog n"),
            ("$\\operatorname*{argmin}_x f$", "argmin_x f"),
            ("$\\NP \\subseteq \\coNP$", "NP ⊆ coNP"),
            ("$\\mathcal O(1)$ in $\\mathbb{R}^d$", "O(1) in R^d"),
            ("$\\displaystyle\\sum\\limits_{i} x_i$", "∑_i x_i"),
            ("$\\widetilde{\\Omega}(\\sqrt{T})$", "Ω̃(√T)"),
            ("$\\lceil \\lg n \\rceil$", "⌈lg n ⌉"),
            ("$\\bigl(1+\\varepsilon\\bigr)$", "(1+ε)"),
        ] {
            assert_eq!(text(latex), expected, "{latex}");
        }
    }

    #[test]
    fn accents_in_every_dress() {
        for (latex, want) in [
            (r#"{\"o} \"{o} \"o {\"{o}} \" {u}"#, "ö ö ö ö ü"),
            (r"\'{\i} \'\i{} {\'{\i}} \v{\j}", "í í í ǰ"),
            (r"\~{\^e} {\~\^e}", "ễ ễ"),
            (
                r"\v{s}\c c\c{ c}\k{e}\H{o}\u{g}\r{a}\d{u}\.z\=a\b{d}",
                "šççęőğåụżāḏ",
            ),
            (
                r"\ss{} stra\ss e {\ss}x \o stergaard \L{}\'od\'z",
                "ß straße ßx østergaard Łódź",
            ),
            (
                r#"{\O}ystein {\AA}ngstr{\"o}m {\"U}ber"#,
                "Øystein Ångström Über",
            ),
            (
                r"\^{} \~{} {\textasciitilde} \textbackslash{}x",
                r"^ ~ ~ \x",
            ),
            (r"\t{oo}", "o\u{361}o"),
        ] {
            assert_eq!(shown(latex), want, "{latex}");
        }
    }

    #[test]
    fn what_braces_protect() {
        for (latex, want) in [
            (
                "{BERT:} Pre-training of {GPU}s",
                "[BERT]: Pre-training of [GPU]s",
            ),
            ("{{BERT: Pre-training}}", "BERT: Pre-training"),
            ("{A}$x${B}", "[A]$x$[B]"),
            (r"Maria{-}Florina {\&} {e}Bay", "Maria-Florina & eBay"),
            ("The {{DNA}} of {von Neumann}", "The [DNA] of [von Neumann]"),
            (
                r"{\emph{Coli}} and \emph{{E}. coli} in {\it situ} x",
                "*Coli* and *E. coli* in *situ* x",
            ),
            (r"The {\sc CONNIVER} Manual", "The CONNIVER Manual"),
            (r#"{Ar{\"a}mis}"#, "Arämis"),
            (r#"An {Ar{\"a}mis}"#, "An [Arämis]"),
        ] {
            assert_eq!(shown(latex), want, "{latex}");
        }
    }

    #[test]
    fn formulas() {
        for (latex, want) in [
            (
                r"$O(n^2 \log n)$ and \(\ell_1\)",
                r"$O(n^2 \log n)$ and $\ell_1$",
            ),
            (r"in {$O(N)$} Time", r"in $O(N)$ Time"),
            (
                r"QA\({}^{\mbox{RT}}\) and \(_{\mbox{1}}\)",
                "QA^{RT} and _{1}",
            ),
            (r"DF$^2$Net, {$^{\mathrm{RT}}$}", "DF^{2}Net, ^{RT}"),
            (
                r"\({}_{\mbox{1, \(\infty\)}}\)-norm",
                r"${}_{\mbox{1, \(\infty\)}}$-norm",
            ),
            ("Costs $5 or $10", "Costs $5 or $10"),
            (r"Costs \$5, $ alone", "Costs $5, $ alone"),
            (
                r"with {\textdollar}O({\textbackslash}sqrt\{T\}){\textdollar} Regret",
                r"with $O(\sqrt{T})$ Regret",
            ),
            (r"{\textdollar}5 and {\textdollar}6", "$5 and $6"),
            (
                r"\ensuremath{\alpha}-x and \textsuperscript{2}",
                r"$\alpha$-x and ^{2}",
            ),
        ] {
            assert_eq!(shown(latex), want, "{latex}");
        }
    }

    #[test]
    fn signs_and_commands() {
        for (latex, want) in [
            (
                r"``A'' --- b -- c~d \& \% \_ \# \ldots",
                "“A” — b – c d & % _ # …",
            ),
            (
                "`Watch the Flu': users' view",
                "‘Watch the Flu’: users' view",
            ),
            (r"\foo{kept} \bar gone \enquote{q}", "kept gone “q”"),
            (r"\unicode{8206}x\unicode{233}", "xé"),
            (r"\href{http://x}{text} \noopsort{1973b}a", "text a"),
            (r"{\LaTeX} and \TeX{} is", "LaTeX and TeX is"),
            ("unbalanced } and { braces", "unbalanced and braces"),
            ("ends in \\", "ends in"),
        ] {
            assert_eq!(shown(latex), want, "{latex}");
        }
    }

    #[test]
    fn html_that_leaked_in() {
        for (latex, want) in [
            (
                "Smith &amp; Wesson: R&amp;amp;D in <i>Escherichia</i> {Coli}",
                "Smith & Wesson: R&D in *Escherichia* [Coli]",
            ),
            ("A \\&amp; B", "A & B"),
            (
                "In &lt;i&gt;vivo&lt;/i&gt; CO<sub>2</sub>",
                "In *vivo* CO_{2}",
            ),
            (
                "The <b>{BERT}</b> Model<br/>and More",
                "The [BERT] Model and More",
            ),
            ("{The <i>{E}. coli</i>} Case", "[The] *E. coli* Case"),
            (
                "n < 5 and List<Person>, <i> alone",
                "n < 5 and List<Person>, <i> alone",
            ),
            ("The <title> Tag<p>New Line", "The <title> Tag New Line"),
            ("$a<i>b$ and $c</i>d$", "$a<i>b$ and $c</i>d$"),
            (
                "Q&A; Costs &#36;5 &amp; more",
                "Q&A; Costs &#36;5 &amp; more",
            ),
        ] {
            assert_eq!(shown(latex), want, "{latex}");
        }
    }

    #[test]
    fn commands_of_packages() {
        for (latex, want) in [
            (
                r"Code at \url{http://x.edu/~me/a--b\_c?q=1%20x}",
                "Code at http://x.edu/~me/a--b_c?q=1%20x",
            ),
            (
                r"\path{a~b} \nolinkurl{x.org/{\textasciitilde}y}",
                "a~b x.org/~y",
            ),
            (
                r"$\ce{H2O}$ and \ce{SO4^2-} in \ce{Ca(OH)2}",
                "H_{2}O and SO_{4}^{2-} in Ca(OH)_{2}",
            ),
            (r"\ce{CO2 + H2 -> CO}", "CO_{2} + H_{2} → CO"),
            (r"$\ce{H2O}_x$", r"$\mathrm{H2O}_x$"),
            (
                r"At \SI{5}{\meter}, \qty{3.2}{\kilo\meter\per\second}, \SI{20}{GHz}",
                "At 5 m, 3.2 km/s, 20 GHz",
            ),
            (
                r"\si{\newton\meter}, \unit{\cubic\angstrom}, \num{12}",
                "N m, Å³, 12",
            ),
            (r"$\SI{10}{\giga\bit\per\second}$ Links", "10 Gbit/s Links"),
            (r"On \texorpdfstring{$n$}{n} Looms", "On $n$ Looms"),
        ] {
            assert_eq!(shown(latex), want, "{latex}");
        }
    }

    #[test]
    fn other_fields_are_plain() {
        assert_eq!(
            text(r"{IEEE} Trans.\ {\&} $\mu$-Systems"),
            "IEEE Trans. & μ-Systems"
        );
    }

    #[test]
    fn any_nesting_is_survived() {
        for piece in [
            "{", r"\emph{", r"\'{", r"\'\'", r"{\em ", "$", r"\(", "<i>", r"\ce{", r"\SI{5}{",
        ] {
            let deep = piece.repeat(20_000);
            let closed = format!("{deep}x{}", "}".repeat(20_000));
            assert!(text(&deep).len() <= deep.len());
            assert!(text(&closed).contains('x'), "{piece}");
        }
    }

    /// The `biblatex` crate reads accents its own way; where it is right both agree.
    #[test]
    fn agrees_with_biblatex() {
        for latex in [
            r#"Baden-W{\"{u}}rttemberg, {\'E}cole, Fa{\c{c}}ade, {\AA}rhus, \v{C}ech"#,
            r"\'{\i} {\ss} {\L} {\o} {\ae} {\th} \& \% \#",
            "a -- b --- c",
        ] {
            let source = format!("@misc{{x, title = {{{latex}}}}}");
            let bib = biblatex::Bibliography::parse(&source).unwrap();
            let chunks = bib.get("x").unwrap().get("title").unwrap();
            let theirs: String = chunks.iter().map(|chunk| chunk.v.get()).collect();
            assert_eq!(text(latex), theirs);
        }
    }

    #[test]
    fn characters_are_not_looked_for_far_away() {
        for piece in [r"\'{a $x$ ", "{\\'é $x$ "] {
            let text = piece.repeat(48_000 / piece.len());
            assert!(!crate::text::markup::plain(&text).is_empty());
        }
        assert_eq!(
            character(r"\H{o}s and many more words than fit"),
            Some(("o\u{30b}".into(), 5))
        );
        assert_eq!(character("{\\'e ééééééééééééééééééééééééé}"), None);
    }

    proptest! {
        #[test]
        fn any_value_is_read(latex in r"(?:[\\{}$~'`^ a-zäA-Z-]|\\emph|\\'|\\\()*") {
            let read = title(&latex);
            prop_assert!(!read.text().starts_with(' ') && !read.text().ends_with(' '));
        }
    }
}
