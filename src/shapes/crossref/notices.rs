use super::work::{Update, Work};
use crate::model::{Doi, Notice, NoticeKind, SourceName};

/// What a work says of others as a notice: of each the DOI, and what is said.
pub(crate) fn notices(work: &Work) -> Vec<(Doi, Notice)> {
    let own = Doi::parse(&work.doi).ok();
    let of = |update: &Update| {
        let doi = Doi::parse(&update.doi).ok()?;
        let notice = Notice {
            kind: NoticeKind::from_crossref(&update.class)?,
            source: SourceName::Crossref,
            doi: own.clone(),
            date: update.updated.as_ref().and_then(super::map::partial),
        };
        Some((doi, notice))
    };
    work.update_to.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_notice_names_what_it_is_about() {
        let work: Work = serde_json::from_value(json!({
            "DOI": "10.1000/NOTICE",
            "update-to": [
                {"DOI": "10.1000/paper", "type": "retraction", "label": "Retraction",
                 "updated": {"date-parts": [[2024, 5, 8]]}},
                {"DOI": "10.1000/other", "type": "new_edition"},
                {"DOI": "no doi", "type": "retraction"},
                {"type": "correction"},
            ],
        }))
        .unwrap();
        let told: Vec<String> = notices(&work)
            .iter()
            .map(|(doi, notice)| format!("{doi}: {notice}"))
            .collect();
        assert_eq!(
            told,
            ["10.1000/paper: retracted 2024-05-08 (10.1000/notice)"]
        );
    }
}
