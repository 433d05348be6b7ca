//! A title and its subtitle, which are separate fields of some services.

use super::fold;
use crate::model::{Run, Title};

/// Returns `title: subtitle`, or the title if it already ends with the subtitle.
#[must_use]
pub fn joined(title: Title, subtitle: &Title) -> Title {
    let text = title.text();
    if fold::fold_without_blanks(&text).ends_with(&fold::fold_without_blanks(&subtitle.text())) {
        return title;
    }
    let between = if text.ends_with(['?', '!', '.', ':']) {
        " "
    } else {
        ": "
    };
    let mut runs = title.runs().to_vec();
    runs.push(Run::Plain(between.to_owned()));
    runs.extend(subtitle.runs().iter().cloned());
    Title::from_runs(runs)
}
