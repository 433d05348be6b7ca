use super::work::{CrossrefUpdate, CrossrefWork};
use crate::model::{Doi, Notice, NoticeKind, SourceName};

/// Returns the notices about a work in its own metadata (`updated-by`): those deposited by publishers,
/// and those of Retraction Watch.
pub(crate) fn notices(work: &CrossrefWork) -> Vec<Notice> {
    let of = |update: &CrossrefUpdate| {
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
    fn notices_are_read_from_the_work() {
        let retraction = json!({"DOI": "10.1000/NOTICE", "type": "retraction", "label": "Retraction",
            "source": "retraction-watch", "updated": {"date-parts": [[2024, 5, 8]]}});
        let work: CrossrefWork = serde_json::from_value(json!({
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
        let texts: Vec<String> = notices(&work).iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "retracted 2024-05-08 (10.1000/notice)",
                "expression of concern",
                "corrected (10.1000/erratum)"
            ]
        );
    }
}
