//! Protection of capitals in titles.
//!
//! Classic BibTeX styles lower-case all of a title but its first character, the letter after a
//! colon and a blank, and text in braces (btxdoc and `change.case$`). Braces go around the part of a
//! word that would be damaged, never around a whole title.

mod capitals;
mod guards;
mod lexicon;
mod nouns;
mod parts;
mod spelling;

pub use capitals::{is_shouted, lowered, repaired};
pub use guards::CasingScope;
pub use lexicon::Lexicon;
pub use spelling::informed;

use crate::model::{Run, Title};
use guards::Guard;
use parts::TitleItem;

/// A part of a title that is converted to LaTeX.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TitlePiece {
    /// Text that a style may lower-case.
    Open(String),
    /// Text that is put in braces.
    Guarded(String),
    /// A formula, script or emphasis, which has braces already.
    Marked(Run),
}

impl TitlePiece {
    /// Returns the text without markup.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Open(text) | Self::Guarded(text) => text,
            Self::Marked(run) => run.text(),
        }
    }
}

/// Whether every word of `text` is a name of a person, people or place.
#[must_use]
pub fn is_proper_noun(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let pair = |at: usize| {
        words
            .get(at + 1)
            .is_some_and(|next| nouns::is_compound(words[at], ' ', next))
    };
    (0..words.len()).all(|at| nouns::is_proper(words[at]) || pair(at) || at > 0 && pair(at - 1))
}

/// Splits a tidied title into parts that may be lower-cased and parts that may not.
///
/// Protection by a source ([`Run::Protected`]) is a hint: it counts for one capitalised word in a
/// longer title, but not for a whole title in braces. Words of `lexicon` keep their capitals inside a
/// title.
#[must_use]
pub fn protect(title: &Title, scope: CasingScope, lexicon: &Lexicon) -> Vec<TitlePiece> {
    let items = parts::items(title);
    let guards = guards::find(&items, scope, lexicon);
    pieces(&items, &guards, title)
}

fn pieces(items: &[TitleItem], guards: &[Guard], title: &Title) -> Vec<TitlePiece> {
    let mut out: Vec<TitlePiece> = Vec::new();
    let text = |range: &[TitleItem]| -> String {
        range
            .iter()
            .filter_map(|item| match item {
                TitleItem::Char(c, _) => Some(*c),
                TitleItem::Marked(_) => None,
            })
            .collect()
    };
    let mut guards = guards.iter().peekable();
    let mut at = 0;
    while at < items.len() {
        if let Some(guard) = guards.next_if(|guard| guard.start == at) {
            out.push(TitlePiece::Guarded(text(&items[guard.start..guard.end])));
            at = guard.end;
            continue;
        }
        match (&items[at], out.last_mut()) {
            (TitleItem::Marked(run), _) => out.push(TitlePiece::Marked(title.runs()[*run].clone())),
            (TitleItem::Char(c, _), Some(TitlePiece::Open(before))) => before.push(*c),
            (TitleItem::Char(c, _), _) => out.push(TitlePiece::Open(c.to_string())),
        }
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::latex::tidy_title;

    fn shown(title: &Title, scope: CasingScope) -> String {
        protect(&tidy_title(title), scope, &Lexicon::default())
            .into_iter()
            .map(|piece| match piece {
                TitlePiece::Open(text) => text,
                TitlePiece::Guarded(text) => format!("{{{text}}}"),
                TitlePiece::Marked(run) => format!("<{}>", run.text()),
            })
            .collect()
    }

    fn title(text: &str) -> String {
        shown(&Title::plain(text), CasingScope::Title)
    }

    #[test]
    fn capitals_that_mean_something() {
        for (given, want) in [
            ("BERT: Pre-training", "{BERT}: Pre-training"),
            (
                "Scheduling on GPUs in the IaaS Era",
                "Scheduling on {GPU}s in the {IaaS} Era",
            ),
            ("RGB-D and OXPath-Based", "{RGB}-{D} and {OXPath}-Based"),
            ("The Role of iPads", "The Role of {iPads}"),
            (
                "I/O, R&D and TCP/IP with A/B",
                "{I/O}, {R&D} and {TCP}/{IP} with {A/B}",
            ),
            (
                "C++, C# and the A* Search",
                "{C++}, {C#} and the {A*} Search",
            ),
            ("ML.NET and Node.js", "{ML.NET} and {Node.js}"),
            (
                "A Study in the U.S. of Type I",
                "A Study in the {U.S.} of Type {I}",
            ),
            ("3D and 4Vs and #2-SAT", "{3D} and {4Vs} and #2-{SAT}"),
            (
                "What is this URL's Destination",
                "What is this {URL}’s Destination",
            ),
            (
                "NSGA-II, H2 and LAEO-Net++",
                "{NSGA}-{II}, {H2} and {LAEO}-Net++",
            ),
            ("(ML)2P-Encoder", "({ML}){2P}-Encoder"),
            ("ooc_cuDNN", "{ooc_cuDNN}"),
            (
                "Rˆ3: A Study of F^2-Softmax",
                "{Rˆ3}: A Study of {F^2}-Softmax",
            ),
            ("MμSE and NF-κB", "{MμSE} and {NF}-{κB}"),
            ("802.11ad e.g. this", "802.11ad e.g. this"),
            ("A Map at 2.5 Å Resolution", "A Map at 2.5 {Å} Resolution"),
            ("À la Recherche: À Deux", "À la Recherche: À Deux"),
        ] {
            assert_eq!(title(given), want);
        }
    }

    #[test]
    fn sentence_beginnings() {
        for (given, want) in [
            ("\"Because it is\": x", "“{Because} it is”: x"),
            ("(In)Security of Uploads", "{(In)Security} of Uploads"),
            ("CLIP-It! Language-Guided", "{CLIP}-It! {Language}-Guided"),
            ("Foe?: Studying", "Foe?: Studying"),
            ("One vs. Many... Or. Not", "One vs. Many... Or. {Not}"),
            ("基于 (A Study) of It", "基于 ({A} Study) of It"),
            ("Really? \"Yes\"", "Really? “{Yes}”"),
            ("¿Qué tal? ¡Hola", "¿{Qué} tal? ¡{Hola}"),
            ("Generating↔Preserving", "Generating↔Preserving"),
        ] {
            assert_eq!(title(given), want);
        }
    }

    #[test]
    fn proper_nouns() {
        for (given, want) in [
            ("Markov State Models", "{Markov} State Models"),
            ("The Goemans-Linial SDP", "The {Goemans-Linial} {SDP}"),
            ("Nesterov-Accelerated", "{Nesterov}-Accelerated"),
            ("Gauss–Newton in New York", "{Gauss–Newton} in {New} {York}"),
            ("Schrödinger's Cat", "{Schrödinger}’s Cat"),
            ("Gaussians over Wi-Fi", "{Gaussians} over {Wi-Fi}"),
            ("Decay of Ca 38", "Decay of {Ca} 38"),
            (
                "(Orthoptera: Rhaphidophoridae)",
                "({Orthoptera}: {Rhaphidophoridae})",
            ),
            ("Inside Apple Inc.", "Inside {Apple} {Inc.}"),
            ("An apple a day", "An apple a day"),
        ] {
            assert_eq!(title(given), want);
        }
        let venue = Title::plain("20th USENIX Symposium on Markov Chains (NSDI 23), Germany");
        assert_eq!(
            shown(&venue, CasingScope::Venue),
            "20th {USENIX} Symposium on Markov Chains ({NSDI} 23), Germany"
        );
    }

    #[test]
    fn markup_and_hints() {
        let run = |text: &str| Run::Plain(text.into());
        let title = Title::from_runs([run("DF"), Run::Sup("2".into()), run("Net on Nets")]);
        assert_eq!(shown(&title, CasingScope::Title), "{DF}<2>{Net} on Nets");
        let whole = Title::from_runs([Run::Protected("BERT: Pre-training".into())]);
        assert_eq!(shown(&whole, CasingScope::Title), "{BERT}: Pre-training");
        let word = Title::from_runs([run("Of the "), Run::Protected("Owl".into()), run(" Tree")]);
        assert_eq!(shown(&word, CasingScope::Title), "Of the {Owl} Tree");
        let letter = Title::from_runs([run("The "), Run::Protected("T".into()), run("ree Model")]);
        assert_eq!(shown(&letter, CasingScope::Title), "The Tree Model");
    }
}
