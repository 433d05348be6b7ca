//! Conversion of a source's markup (HTML, JATS, MathML, entities) to titles and plain text.

pub(in crate::text) mod elements;
pub(in crate::text) mod entities;
mod mathml;
mod period;
mod reader;
pub(in crate::text) mod runs;
pub(in crate::text) mod tags;

use super::mojibake::mended;
use crate::model::Title;

pub use period::without_final_period;

/// Reads a title as DBLP, Crossref, arXiv and DataCite serve it.
///
/// Entities are resolved, also if they were escaped twice. Tags become runs or are removed; a literal
/// `<` or `>` is kept. MathML and TeX between dollar signs become formulas; a single dollar sign is
/// money. Blanks around tags are corrected, invisible marks removed, letters composed (NFC). Accents
/// in TeX (`Erd\H{o}s`) and capitals in braces (`{ANOVA}`), which arXiv and Crossref deliver, are
/// read as in a `.bib` file. UTF-8 that was decoded as Windows-1252 is repaired.
#[must_use]
pub fn title(text: &str) -> Title {
    let text = entities::unescape(text);
    runs::title(&reader::read(&mended(&text)))
}

/// Reads any other text of a source (publisher, container title) like a title, as plain text.
#[must_use]
pub fn plain(text: &str) -> String {
    title(text).text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Run;

    /// Runs in a short form: `_{..}`, `^{..}`, `*..*` for emphasis, `$..$`, `[..]` for protected.
    fn shown(title: &Title) -> String {
        title
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
    fn titles_as_services_write_them() {
        for (given, want) in [
            ("QA<sup>RT</sup>: A System.", "QA^{RT}: A System."),
            ("DF<sup>2</sup>Net", "DF^{2}Net"),
            ("Webots<sup>™</sup>: Robots", "Webots^{™}: Robots"),
            (
                "Beyond the <i>n</i> log(<i>n</i>) Barrier",
                "Beyond the *n* log(*n*) Barrier",
            ),
            (
                "Rank-(<i>R</i><sub>1</sub> ,<i>R</i><sub>2</sub>,<i>R<sub>N</sub></i>)",
                "Rank-(*R*_{1} ,*R*_{2},*R*_{N})",
            ),
            ("Balls in ℝ<sup><i>d</i></sup>.", "Balls in ℝ^{d}."),
            (
                "<30 mW conversion, a < b > c, 1+1>2",
                "<30 mW conversion, a < b > c, 1+1>2",
            ),
            (
                "List<Person> of <foo>things</foo>",
                "List<Person> of things",
            ),
            (
                "model for\n                  <i>de novo</i>\n                  RNA design",
                "model for *de novo* RNA design",
            ),
            (
                "with oPool\n            <sup>+</sup>\n            display",
                "with oPool^{+} display",
            ),
            (
                "System (\n            <scp>NFDRS</scp>\n            )",
                "System (NFDRS)",
            ),
            ("C57BL/6<i>ΔD</i>mice", "C57BL/6*ΔD*mice"),
            ("<i> de novo </i>design", "*de novo* design"),
            (
                "&lt;title&gt;Noise and scale&lt;/title&gt;",
                "Noise and scale",
            ),
            (
                "Models&amp;#39; Responses and&amp;nbsp;BOLD&nbsp;",
                "Models' Responses and BOLD",
            ),
            (
                "Deep Learning\tfor \u{200b}Free \u{200e}.",
                "Deep Learning for Free .",
            ),
            ("Cafe\u{301} nai\u{308}ve", "Café naïve"),
            (
                "<p><strong>A <em>Tachycines</em> (Orthoptera: </strong><strong>Rhaphi)</strong></p>",
                "A *Tachycines* (Orthoptera: Rhaphi)",
            ),
            (
                "<jats:italic>x</jats:italic> and <span class=\"a\">CFD</span>",
                "*x* and CFD",
            ),
            (
                "The <span class=\"nocase\">vLLM</span> engine",
                "The [vLLM] engine",
            ),
            ("<i>never closed", "never closed"),
            ("A<!-- no -->B<br/>C", "AB C"),
        ] {
            assert_eq!(shown(&title(given)), want, "{given}");
        }
    }

    #[test]
    fn formulas_and_money() {
        for (given, want) in [
            ("uniform $\\ell_p$ noise", "uniform $\\ell_p$ noise"),
            ("Large \\(L_qL_p\\) Margins", "Large $L_qL_p$ Margins"),
            ("in $O(\\sqrt{T})$ Time", "in $O(\\sqrt{T})$ Time"),
            ("$k$-Means and $n=3$", "$k$-Means and $n=3$"),
            ("$V_{k}D$: X", "$V_{k}D$: X"),
            (
                "Costs $5 and $10, US$ and A$",
                "Costs $5 and $10, US$ and A$",
            ),
            ("this !?$%# office", "this !?$%# office"),
            ("a $x_{1$ b", "a $x_{1$ b"),
            (
                "Solitons in<mml:math xmlns:mml=\"u\"><mml:mi>N</mml:mi></mml:math>-Coupled",
                "Solitons in $N$-Coupled",
            ),
            (
                "the <math><mi>k</mi></math>th root of<math><mi>x</mi></math>and y",
                "the $k$th root of $x$ and y",
            ),
            (
                "MoS<math><msub><mrow/><mn>2</mn></msub></math> layers",
                "MoS_{2} layers",
            ),
            (
                "a <alternatives><tex-math>$x^2$</tex-math><mml:math><mml:mi>x</mml:mi></mml:math></alternatives> b",
                "a $x$ b",
            ),
        ] {
            assert_eq!(shown(&title(given)), want, "{given}");
        }
    }

    #[test]
    fn tex_that_leaked_in() {
        for (given, want) in [
            (
                "Erd\\H{o}s-R\\'enyi and Schr\\\"{o}dinger",
                "Erdős-Rényi and Schrödinger",
            ),
            ("{\\L}ojasiewicz", "Łojasiewicz"),
            (
                "functional {ANOVA} for {0, 1}",
                "functional [ANOVA] for {0, 1}",
            ),
            ("``Quoted'' text", "“Quoted” text"),
            ("C:\\dir and \\alpha", "C:\\dir and \\alpha"),
        ] {
            assert_eq!(shown(&title(given)), want, "{given}");
        }
    }

    #[test]
    fn letters_read_in_the_wrong_encoding_are_mended() {
        for (given, want) in [
            ("SchrÃ¶dinger <i>Ã©tudes</i>", "Schrödinger *études*"),
            (
                "M&Atilde;&frac14;ller&acirc;&euro;&trade;s Ã&nbsp;",
                "Müller’s à",
            ),
            ("SÃO PAULO, Ångström", "SÃO PAULO, Ångström"),
        ] {
            assert_eq!(shown(&title(given)), want, "{given}");
        }
    }

    #[test]
    fn plain_text_is_free_of_markup() {
        for (given, want) in [
            ("UniversitÃ¤t", "Universität"),
            (
                "American Mathematical\n               Society",
                "American Mathematical Society",
            ),
            (
                "Computational Statistics &amp; Data",
                "Computational Statistics & Data",
            ),
        ] {
            assert_eq!(plain(given), want);
        }
    }

    #[test]
    fn hostile_titles_end() {
        for piece in ["<i>", "$", "&amp;", "{", "\\'", "<math>", "\\("] {
            let text = piece.repeat(5_000);
            assert!(title(&text).text().len() <= text.len());
        }
    }
}
