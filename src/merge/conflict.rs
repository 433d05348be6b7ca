/// A merged entry: its text, and the number of conflicts in it.
pub(super) type MergedEntry = (String, usize);

/// How conflicts are marked.
#[derive(Debug, Clone)]
pub struct Markers {
    /// The length of a marker, 7 in git.
    pub length: usize,
    /// The name of our side.
    pub ours: String,
    /// The name of their side.
    pub theirs: String,
}

impl Default for Markers {
    fn default() -> Self {
        Self {
            length: 7,
            ours: "ours".to_owned(),
            theirs: "theirs".to_owned(),
        }
    }
}

impl Markers {
    /// Returns markers that say why there is a conflict.
    pub(super) fn because(&self, reason: &str) -> Self {
        Self {
            theirs: format!("{}: {reason}", self.theirs),
            ..self.clone()
        }
    }

    /// Whether a text begins with a conflict.
    pub(super) fn begin(&self, text: &str) -> bool {
        let first = text.lines().next();
        first == Some(&format!("{} {}", "<".repeat(self.length), self.ours))
    }

    /// Whether a text ends with a conflict.
    pub(super) fn end(&self, text: &str) -> bool {
        let close = format!("{} {}", ">".repeat(self.length), self.theirs);
        text.lines()
            .next_back()
            .is_some_and(|it| it.starts_with(&close))
    }

    /// Returns both sides between markers; each line is whole, and the last one is ended.
    pub(super) fn around(&self, ours: &str, theirs: &str) -> String {
        let mark = |letter: &str| letter.repeat(self.length);
        let mut out = format!("{} {}\n", mark("<"), self.ours);
        push_lines(&mut out, ours);
        out.extend([mark("=").as_str(), "\n"]);
        push_lines(&mut out, theirs);
        out.extend([mark(">").as_str(), " ", &self.theirs, "\n"]);
        out
    }
}

fn push_lines(out: &mut String, text: &str) {
    out.push_str(text);
    if !text.is_empty() && !text.ends_with('\n') {
        out.push('\n');
    }
}
