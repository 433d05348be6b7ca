//! What a page shows, as plain text: nothing here is markup.

/// A page.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// The heading: whose works, or which file.
    pub title: String,
    /// One sentence on the outcome.
    pub lead: String,
    /// The numbers of works by verdict.
    pub counts: Vec<Count>,
    /// What a person must look at.
    pub needs: Vec<Need>,
    /// What changed since the last time; `None` on a page that compares nothing.
    pub news: Option<Vec<Need>>,
    /// Questions that a person answers. They are shown before `needs`.
    pub questions: Vec<PageQuestion>,
    /// Whether questions have buttons; otherwise the page names the command that answers.
    pub answerable: bool,
    /// Charts.
    pub charts: Vec<Chart>,
    /// The works.
    pub groups: Vec<Group>,
    /// What was asked.
    pub asked: Vec<Table>,
    /// Sources that failed, each in a sentence.
    pub failures: Vec<String>,
    /// How to use the file in a document: lines of LaTeX.
    pub cite: Vec<String>,
    /// What made the page, and from which data.
    pub colophon: String,
}

/// How something is to be taken. It is never shown by colour alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Tone {
    /// All is well.
    Good,
    /// To be looked at.
    Doubt,
    /// Wrong, or of consequence.
    Bad,
    /// Neither.
    #[default]
    Plain,
}

/// The number of works with one verdict.
#[derive(Debug, Clone, Default)]
pub struct Count {
    /// How the verdict is to be taken.
    pub tone: Tone,
    /// The number.
    pub count: usize,
    /// The verdict.
    pub label: String,
    /// What the verdict means.
    pub means: String,
}

/// Something that a person must look at, or that is new.
#[derive(Debug, Clone, Default)]
pub struct Need {
    /// How grave it is.
    pub tone: Tone,
    /// What it is: `retracted`, `not listed`.
    pub what: String,
    /// The work's title.
    pub title: String,
    /// What is to be known or done.
    pub say: String,
    /// Where it can be read.
    pub link: Option<Link>,
}

/// An address, with its text. Only addresses of the web are links; others are shown as text.
#[derive(Debug, Clone, Default)]
pub struct Link {
    /// The text.
    pub text: String,
    /// The address.
    pub url: String,
}

/// A question which work a listing means.
#[derive(Debug, Clone, Default)]
pub struct PageQuestion {
    /// The listing's number over all lists.
    pub number: usize,
    /// Its key in the bibliography.
    pub key: String,
    /// The title as listed.
    pub title: String,
    /// The other listed fields: name and value.
    pub listed: Vec<(String, String)>,
    /// What contradicts the list.
    pub conflict: Option<String>,
    /// The works that it may mean, best first.
    pub candidates: Vec<Choice>,
}

/// A work that a listing may mean.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// The answer that chooses it; `None` for one that can't be chosen.
    pub answer: Option<String>,
    /// Its title, word by word, and whether the listed title lacks the word.
    pub title: Vec<(String, bool)>,
    /// Its other fields: name, and the value word by word.
    pub fields: Vec<(String, Vec<(String, bool)>)>,
    /// Where it can be read.
    pub links: Vec<Link>,
    /// How likely the listing means it, from 0 to 1.
    pub confidence: f64,
    /// Other evidence.
    pub remarks: Vec<String>,
}

/// Works under one heading.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// The heading.
    pub heading: String,
    /// A sentence below it; may be empty.
    pub say: String,
    /// The works.
    pub works: Vec<WorkItem>,
}

/// A work.
#[derive(Debug, Clone, Default)]
pub struct WorkItem {
    /// Its citation key.
    pub key: String,
    /// How the verdict is to be taken.
    pub tone: Tone,
    /// The verdict.
    pub verdict: String,
    /// Its title.
    pub title: String,
    /// Its authors, in short.
    pub people: String,
    /// Its venue in short, or the place in a file.
    pub place: String,
    /// What was found on single fields.
    pub findings: Vec<Finding>,
    /// The record that comes nearest.
    pub nearest: Option<Choice>,
    /// The evidence, each piece with its weight in log-odds.
    pub evidence: Vec<(f64, String)>,
    /// Other remarks, each a sentence.
    pub remarks: Vec<String>,
    /// The sources, each with the fields that come from it.
    pub origins: Vec<(String, String)>,
    /// Values that were not taken: field, value and source.
    pub others: Vec<(String, String, String)>,
    /// What was asked: source, answer and day.
    pub asked: Vec<(String, String, String)>,
    /// Where it can be read.
    pub links: Vec<Link>,
    /// Its entry.
    pub bibtex: String,
}

/// A finding on a field.
#[derive(Debug, Clone, Default)]
pub struct Finding {
    /// How grave it is.
    pub tone: Tone,
    /// The field; empty for the whole.
    pub field: String,
    /// The value as listed.
    pub listed: Option<String>,
    /// The value that a source has, word by word, and whether the listed value lacks the word.
    pub found: Option<Vec<(String, bool)>>,
    /// The source of that value.
    pub source: String,
    /// The finding in words.
    pub say: String,
}

/// A table.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// What it shows; may be empty.
    pub caption: String,
    /// The names of its columns; the first column names the row.
    pub head: Vec<String>,
    /// Its rows, as long as the head.
    pub rows: Vec<Vec<String>>,
}

/// A chart.
#[derive(Debug, Clone)]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// What it shows, in a sentence.
    pub say: String,
    /// The name of what the bars are for: `year`.
    pub unit: String,
    /// The names of the parts of a bar, in order; their colours follow this order.
    pub parts: Vec<String>,
    /// The bars: name, and the size of each part.
    pub bars: Vec<(String, Vec<usize>)>,
    /// How it is drawn.
    pub form: ChartForm,
}

/// How a chart is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartForm {
    /// Upright bars along an axis.
    Columns,
    /// Lying bars, one below the other, each with its name and size.
    Ranking,
}
