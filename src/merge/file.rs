use std::borrow::Cow;

use thiserror::Error;

use super::{
    changes::Changes,
    conflict::Markers,
    entries::Entries,
    join::joined,
    pieces::pieces,
    place::Places,
    same::SameEntries,
    side::Side,
    text::{TextMerge, Versions},
};
use crate::patch::{EntryView, FileManner};

/// A merged file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// Its text, with conflicts between markers.
    pub text: String,
    /// The number of conflicts.
    pub conflicts: usize,
}

/// Why three texts can't be merged as BibTeX.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotBibtex {
    /// An entry or a value is not closed, so that nobody knows where it ends.
    #[error("an entry is not closed")]
    Unclosed,
    /// A conflict is open already.
    #[error("a conflict is open already")]
    OpenConflict,
    /// The merged text would not have all entries.
    #[error("the merged text would not be read as it is meant")]
    Harmful,
}

/// Merges `ours` and `theirs`, which both come from `base`.
///
/// Entries keep our order; what theirs adds stands behind its neighbour. A field that only one side changed
/// is taken from it. Where both changed it, or one removed what the other changed, both values stand
/// between markers, and the rest of the entry is merged.
///
/// # Errors
/// When a text can't be split into entries for sure; then they should be merged by lines.
pub fn merge(base: &str, ours: &str, theirs: &str, markers: &Markers) -> Result<Merged, NotBibtex> {
    if ours == theirs || theirs == base {
        return Ok(Merged {
            text: ours.to_owned(),
            conflicts: 0,
        });
    }
    if ours == base {
        return Ok(Merged {
            text: theirs.to_owned(),
            conflicts: 0,
        });
    }
    let shape = Shape::of(base, ours, theirs);
    let (base, ours, theirs) = (shape.plain(base), shape.plain(ours), shape.plain(theirs));
    let base = without_conflicts(&base);
    let sides = [Side::of(&base), Side::of(&ours), Side::of(&theirs)];
    let open = format!("\n{} ", "<".repeat(7));
    for (text, side) in [&*base, &ours, &theirs].into_iter().zip(&sides) {
        if format!("\n{text}").contains(&open) {
            return Err(NotBibtex::OpenConflict);
        }
        let mut faults = side.entries.iter().filter_map(|it| it.view.fault);
        if faults.any(|(_, message)| message.contains("not closed")) {
            return Err(NotBibtex::Unclosed);
        }
    }
    let [base, ours_side, theirs] = &sides;
    let views: Vec<EntryView<'_>> = ours_side.entries.iter().map(|it| it.view.clone()).collect();
    let manner = FileManner::of(&ours, &views);
    let same = SameEntries::of(base, ours_side, theirs);
    let versions = Versions {
        base,
        ours: ours_side,
        theirs,
        mine: Changes::of(base, ours_side, &same.ours),
        other: Changes::of(base, theirs, &same.theirs),
    };
    let text = TextMerge::of(&versions, markers);
    let entries = Entries::of(&versions, &same, &manner, markers);
    let only_theirs = entries.only_theirs();
    let places = Places::of(&versions, &same, &only_theirs);
    let pieces = pieces(&versions, &same, &entries, &text, &places);
    let merged = joined(&pieces, &versions, markers);
    let conflicts = text.conflicts() + entries.conflicts();
    if conflicts == 0 && Side::of(&merged).entries.len() != entries.count() {
        return Err(NotBibtex::Harmful);
    }
    Ok(Merged {
        text: shape.restored(&merged),
        conflicts,
    })
}

/// Returns a base without its conflicts: git makes it of several ancestors, and where these differ it says
/// nothing of what either side changed.
fn without_conflicts(text: &str) -> Cow<'_, str> {
    let length = |line: &str, letter: char| {
        let length = line.chars().take_while(|it| *it == letter).count();
        let rest = line.get(length..).unwrap_or_default();
        (length >= 7 && (rest.starts_with(' ') || rest.trim().is_empty())).then_some(length)
    };
    if !text.lines().any(|line| length(line, '<').is_some()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut open = None;
    for line in text.split_inclusive('\n') {
        if open.is_none() {
            open = length(line, '<');
        }
        match open {
            None => out.push_str(line),
            Some(_) if length(line, '>') == open => open = None,
            Some(_) => {}
        }
    }
    if open.is_some() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(out)
}

/// Line ends and byte order mark of the result; texts are merged without both.
struct Shape {
    mark: bool,
    /// Whether all texts have one sort of line ends each, and whether the result has Windows'.
    windows: Option<bool>,
}

impl Shape {
    fn of(base: &str, ours: &str, theirs: &str) -> Self {
        let three = |part: &dyn Fn(&str) -> bool| {
            let (base, ours, theirs) = (part(base), part(ours), part(theirs));
            if ours == base { theirs } else { ours }
        };
        let is_windows = |text: &str| text.contains("\r\n");
        let is_uniform = |text: &str| {
            let pairs = text.matches("\r\n").count();
            text.matches('\r').count() == pairs
                && (pairs == 0 || text.matches('\n').count() == pairs)
        };
        let uniform = [base, ours, theirs].into_iter().all(is_uniform);
        Self {
            mark: three(&|text| text.starts_with('\u{feff}')),
            windows: uniform.then(|| three(&is_windows)),
        }
    }

    fn plain(&self, text: &str) -> String {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if self.windows.is_some() {
            text.replace("\r\n", "\n")
        } else {
            text.to_owned()
        }
    }

    fn restored(&self, text: &str) -> String {
        let mark = if self.mark { "\u{feff}" } else { "" };
        if self.windows == Some(true) {
            format!("{mark}{}", text.replace('\n', "\r\n"))
        } else {
            format!("{mark}{text}")
        }
    }
}
