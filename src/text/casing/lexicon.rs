//! Words that keep their capitals: those that a person names, and those learnt from titles.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;

use super::parts::{self, Part, TitleItem};
use crate::model::Title;
use crate::text::fold::is_stop_word;

/// Words and short phrases that keep their capitals inside a title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lexicon {
    /// The phrases by their first part: `Wi-Fi` under `Wi`.
    phrases: BTreeMap<String, BTreeSet<Vec<char>>>,
}

impl Lexicon {
    /// Creates a lexicon of these words or phrases, as they are spelled in a title. Those without a
    /// capital are omitted.
    #[must_use]
    pub fn new<'a>(phrases: impl IntoIterator<Item = &'a str>) -> Self {
        let mut lexicon = Self::default();
        for phrase in phrases {
            lexicon.add(phrase.trim());
        }
        lexicon
    }

    /// Adds the words that `titles` show to be names:
    ///
    /// - single words in braces (`the {Kalman} filter`);
    /// - a capital in a title in sentence case (`On the use of Gossamer for logs`);
    /// - the name of a system at the beginning of one title (`Gandalf: …`) that occurs in another.
    ///
    /// A word that is in lower case in some title, not at its beginning, is no name.
    #[must_use]
    pub fn taught_by<'a>(&self, titles: impl IntoIterator<Item = &'a Title>) -> Self {
        let mut seen = Seen::default();
        for title in titles {
            seen.read(title);
        }
        let mut lexicon = self.clone();
        for name in seen.names() {
            lexicon.add(name);
        }
        lexicon
    }

    fn add(&mut self, phrase: &str) {
        let items: Vec<TitleItem> = phrase.chars().map(|c| TitleItem::Char(c, false)).collect();
        let capital = phrase.chars().any(char::is_uppercase);
        if let Some(first) = parts::find(&items).into_iter().next()
            && first.start == 0
            && capital
        {
            let phrases = self.phrases.entry(first.text).or_default();
            phrases.insert(phrase.chars().collect());
        }
    }

    /// Returns the item after the longest phrase that begins with `part`.
    pub(super) fn phrase(&self, items: &[TitleItem], part: &Part) -> Option<usize> {
        let phrases = self.phrases.get(&part.text)?;
        let fits = |phrase: &&Vec<char>| {
            let end = part.start + phrase.len();
            let same = items.get(part.start..end).is_some_and(|items| {
                let chars = items.iter().map(|item| match item {
                    TitleItem::Char(c, _) => Some(*c),
                    TitleItem::Marked(_) => None,
                });
                chars.eq(phrase.iter().map(|c| Some(*c)))
            });
            let goes_on =
                matches!(items.get(end), Some(TitleItem::Char(c, _)) if c.is_alphanumeric());
            same && !goes_on
        };
        let longest = phrases
            .iter()
            .filter(fits)
            .max_by_key(|phrase| phrase.len());
        longest.map(|phrase| part.start + phrase.len())
    }
}

/// The words of titles, by their capitals.
#[derive(Default)]
struct Seen {
    /// Words with a deliberate capital.
    names: HashSet<String>,
    /// Single words before a colon at the beginning of a title.
    heads: HashSet<String>,
    /// Words with a capital that are not at the beginning of a title.
    inside: HashSet<String>,
    /// Words in lower case.
    small: HashSet<String>,
}

impl Seen {
    fn read(&mut self, title: &Title) {
        let items = parts::items(title);
        let parts = parts::find(&items);
        let words: Vec<(&Part, bool)> = parts
            .iter()
            .filter(|part| is_word(part))
            .map(|part| (part, may_begin(&items, part.start)))
            .collect();
        let telling = |part: &Part| part.text.chars().count() >= 4 && !is_stop_word(&part.text);
        let within = words
            .iter()
            .filter(|(part, begins)| !begins && telling(part));
        let (mut small, mut capital) = (0_usize, 0_usize);
        for (part, _) in within {
            if part.starts_upper() {
                capital += 1;
            } else {
                small += 1;
            }
        }
        // Three ordinary words in four are small where capitals are kept for names.
        let sentence_case = small >= 3 && capital * 3 <= small;
        let hinted = words.iter().filter(|(part, _)| part.is_hinted(&items));
        let hints_tell = hinted.count() * 2 <= words.len();
        if let Some(part) = parts.first()
            && part.start == 0
            && is_word(part)
            && matches!(items.get(part.end), Some(TitleItem::Char(':', _)))
            && is_coined(&part.text)
        {
            self.heads.insert(part.text.clone());
        }
        for (part, begins) in words {
            let set = if !part.starts_upper() {
                &mut self.small
            } else if hints_tell && part.is_hinted(&items) || sentence_case && !begins {
                &mut self.names
            } else if !begins {
                &mut self.inside
            } else {
                continue;
            };
            if !set.contains(&part.text) {
                set.insert(part.text.clone());
            }
        }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let systems = self.heads.intersection(&self.inside);
        let mut names: Vec<&str> = self
            .names
            .iter()
            .chain(systems)
            .map(String::as_str)
            .collect();
        names.retain(|name| !self.small.contains(&name.to_lowercase()));
        names.into_iter()
    }
}

/// Letters alone, at least three, of which only the first may be a capital: everything else with
/// capitals is protected as it is.
fn is_word(part: &Part) -> bool {
    let mut letters = part.text.chars();
    letters.next().is_some_and(char::is_alphabetic)
        && part.text.chars().count() >= 3
        && letters.all(char::is_lowercase)
}

/// Whether a word at this place may have its capital for beginning the title, a subtitle, a
/// sentence or a quotation.
fn may_begin(items: &[TitleItem], start: usize) -> bool {
    let mut before = items[..start].iter().rev();
    match before.next() {
        Some(TitleItem::Char(' ', _)) => {}
        // The second half of `Gauss-Newton`, what follows markup or a quotation mark.
        _ => return true,
    }
    match before.next() {
        Some(TitleItem::Char(c, _)) => !(c.is_alphanumeric() || matches!(c, ',' | ')' | '’')),
        _ => true,
    }
}

/// Ordinary words at the beginning of titles, which are no names.
const ORDINARY: &str = "Abstract Addendum Agents Algorithms Analytics Answer Architecture Artifact \
    Attack Attacks Attention Audio Author Authors Benchmark Benchmarks Bias Blockchain Blockchains \
    Brief Caching Causality Challenge Chapter Classification Cloud Clouds Cluster Code Column \
    Comment Comments Commentary Compilers Compressed Concurrency Consensus Consistency Context \
    Control Corrigendum Crowdsourcing Cryptography Data Database Databases Datacenter Deadlock \
    Debate Debugging Deep Defense Demo Demonstration Design Diffusion Discussion Dynamics Editorial \
    Efficient Embeddings Energy Ensemble Entropy Erratum Errata Ethics Evolution Experience \
    Explainability Failure Failures Fairness Faster Fault Features Feedback File Filters Flash \
    Flow Forecasting Foreword Forum Framework Functions Fuzzing Game Games Garbage Gradient Graph \
    Graphs Hardware Hash Health Highlights History Human Humans Hypothesis Image Images Index \
    Inference Innovation Insights Interactive Interfaces Internet Interview Introduction Invited \
    Issue Journal Kernel Kernels Keynote Knowledge Language Languages Latency Learning Lecture \
    Less Lessons Letter Letters Live Locality Logic Love Machine Machines Manifesto Market Markets \
    Memory Message Methods Metrics Mobile Model Models Money Monitoring More Motion Music Networks \
    Neurons News Noise Note Notes Object Objects Objective Observability Offloading Opinion Online \
    Overview Panel Paper Parallel Parsing Partial People Performance Perspective Perspectives \
    Pixels Planning Platform Platforms Point Policy Position Poster Power Practice Preface \
    Principles Privacy Problem Problems Program Programs Project Proof Proofs Protocol Protocols \
    Pruning Quality Queries Query Question Questions Queues Reasoning Record Recommendation \
    Recommendations Reflections Remark Remarks Reply Report Reproducibility Research Response \
    Rethinking Retraction Review Reviews Robot Robots Robustness Safety Scale Search Security \
    Semantics Sensors Serverless Session Short Signals Simple Simulation Sketch Sketches Smart \
    Software Some Space Sparse Sparsity Special Speech Spotlight Stability Storage Stories Stream \
    Streams Structure Students Survey Symposium System Systems Tail Task Tasks Teaching Tensors \
    Testbed Text Theory Things Time Tools Topics Towards Trace Traces Training Transformers Trees \
    Trust Tutorial Types Understanding Update Users Verification Video Videos Viewpoint Virtual \
    Vision Vulnerabilities Watch Welcome What Where When Words Work Workload Workloads Workshop \
    World";

static ORDINARY_WORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| ORDINARY.split_whitespace().collect());

/// Endings of ordinary English words. A name with such an ending is taken for a word.
const ENDINGS: [&str; 22] = [
    "ing", "ion", "ions", "ity", "ities", "ment", "ments", "ness", "ance", "ence", "ency", "ics",
    "ism", "ally", "able", "ible", "less", "ous", "ive", "ed", "ated", "ology",
];

fn is_coined(word: &str) -> bool {
    let plural = word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us");
    word.starts_with(char::is_uppercase)
        && !plural
        && !is_stop_word(&word.to_lowercase())
        && !ENDINGS.iter().any(|ending| word.ends_with(ending))
        && !ORDINARY_WORDS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Run;
    use crate::text::casing::{CasingScope, TitlePiece, protect};

    fn shown(title: &Title, lexicon: &Lexicon) -> String {
        protect(title, CasingScope::Title, lexicon)
            .into_iter()
            .map(|piece| match piece {
                TitlePiece::Guarded(text) => format!("{{{text}}}"),
                other => other.text().to_owned(),
            })
            .collect()
    }

    fn taught(lessons: &[Title], title: &str) -> String {
        shown(&Title::plain(title), &Lexicon::default().taught_by(lessons))
    }

    #[test]
    fn a_person_names_words_and_phrases() {
        let lexicon = Lexicon::new(["Sparrow", "Azure Functions", "Ray-Tune", "small"]);
        for (given, want) in [
            ("Revisiting Sparrow Today", "Revisiting {Sparrow} Today"),
            ("Sparrow: Fast, and Sparrows", "Sparrow: Fast, and Sparrows"),
            ("On Azure Functions", "On {Azure Functions}"),
            ("On Azure Skies", "On Azure Skies"),
            ("Tuning Ray-Tune: Sparrow", "Tuning {Ray-Tune}: Sparrow"),
        ] {
            assert_eq!(shown(&Title::plain(given), &lexicon), want);
        }
    }

    #[test]
    fn braces_of_a_source_teach() {
        let lesson = Title::from_runs([
            Run::Plain("Scheduling with ".into()),
            Run::Protected("Borg".into()),
            Run::Plain(" in Practice".into()),
        ]);
        assert_eq!(taught(&[lesson], "The Borg Way"), "The {Borg} Way");
        let all = ["Deep", " ", "Owls", " ", "Learn"].map(|word| match word {
            " " => Run::Plain(word.into()),
            word => Run::Protected(word.into()),
        });
        let whole = Title::from_runs(all);
        assert_eq!(taught(&[whole], "Of Owls and Deep"), "Of Owls and Deep");
    }

    #[test]
    fn capitals_among_small_words_teach() {
        let lesson = Title::plain("On the use of Gossamer for large logs with streams");
        assert_eq!(
            taught(std::slice::from_ref(&lesson), "Why Gossamer Won"),
            "Why {Gossamer} Won"
        );
        let against = Title::plain("Reading gossamer in the original language");
        assert_eq!(
            taught(&[lesson, against], "Why Gossamer Won"),
            "Why Gossamer Won"
        );
        let title_case = Title::plain("On the Use of Pears for Large Logs");
        assert_eq!(taught(&[title_case], "Why Pears Won"), "Why Pears Won");
    }

    #[test]
    fn names_of_systems_teach() {
        let lessons = [
            Title::plain("Gandalf: An Intelligent Service for Safe Deployment"),
            Title::plain("Attention: A Survey"),
            Title::plain("Lessons from Gandalf and Attention"),
        ];
        assert_eq!(
            taught(&lessons, "Lessons from Gandalf and Attention"),
            "Lessons from {Gandalf} and Attention"
        );
        assert_eq!(taught(&lessons, "Gandalf: Again"), "Gandalf: Again");
    }
}
