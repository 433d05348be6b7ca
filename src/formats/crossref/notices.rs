use super::work::{Update, Work};
use crate::model::{Doi, Notice, NoticeKind, SourceName};

/// The notices about a work, as its own metadata names them (`updated-by`): those that publishers
/// deposit, and those of Retraction Watch.
pub(crate) fn notices(work: &Work) -> Vec<Notice> {
    let of = |update: &Update| {
        Some(Notice {
            kind: NoticeKind::from_crossref(&update.class)?,
            source: SourceName::CROSSREF,
            doi: Doi::parse(&update.doi).ok(),
            date: update.updated.as_ref().and_then(super::map::partial),
        })
    };
    let mut notices: Vec<Notice> = work.updated_by.iter().filter_map(of).collect();
    notices.sort();
    notices.dedup();
    notices
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_work_names_the_notices_about_it() {
        let retraction = json!({"DOI": "10.1000/NOTICE", "type": "retraction", "label": "Retraction",
            "source": "retraction-watch", "updated": {"date-parts": [[2024, 5, 8]]}});
        let work: Work = serde_json::from_value(json!({
            "DOI": "10.1000/paper",
            "updated-by": [
                {"DOI": "10.1000/erratum", "type": "erratum"},
                retraction,
                retraction,
                {"DOI": "10.1000/second", "type": "new_edition"},
                {"type": "expression_of_concern"},
                null,
            ],
        }))
        .unwrap();
        let told: Vec<String> = notices(&work).iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "retracted 2024-05-08 (10.1000/notice)",
                "expression of concern",
                "corrected (10.1000/erratum)"
            ]
        );
    }
}
