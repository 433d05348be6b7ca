use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::question::{Question, any};
use crate::{
    cli::{exit::Failure, screen::one_line},
    lock::Lock,
    model::{Candidate, MatchDirective, WorkId},
    sync::Listed,
};

/// A person's answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ReviewAnswer {
    /// The candidate at this place, from 0.
    This(usize),
    /// The work with this identifier, whoever proposed it.
    Known(WorkId),
    /// None of the candidates.
    NoneOfThese,
}

/// A field of a publication and its new value; `None` removes it.
pub(super) type FieldEdit = (&'static str, Option<Value>);

impl ReviewAnswer {
    /// Returns the changes of the publication.
    ///
    /// A chosen work is pinned by its most precise identifier, and confirmed by `"match": true`, so
    /// that nobody is asked again; pins of other works are removed. Refused works are listed in
    /// `not` by all their identifiers, and are no longer pinned.
    pub(super) fn edits(&self, question: &Question) -> Vec<FieldEdit> {
        match self {
            Self::This(at) => question
                .candidates
                .get(*at)
                .map_or_else(Vec::new, |one| accept(question, &WorkId::all_of(&one.ids))),
            Self::Known(id) => {
                let of = |one: &&Candidate| id.is_in(&one.ids);
                let named = question.candidates.iter().find(of);
                let mut ids = vec![id.clone()];
                let others = named.map(|one| WorkId::all_of(&one.ids));
                ids.extend(others.into_iter().flatten().filter(|other| other != id));
                accept(question, &ids)
            }
            Self::NoneOfThese => refuse(question),
        }
    }
}

/// Pins the first of a work's identifiers.
fn accept(question: &Question, ids: &[WorkId]) -> Vec<FieldEdit> {
    let Some(id) = ids.first() else {
        return Vec::new();
    };
    let mut changes: Vec<FieldEdit> = pins(question)
        .into_iter()
        .filter(|(field, pinned)| *field != id.field() && !ids.contains(pinned))
        .map(|(field, _)| (field, None))
        .collect();
    changes.push((id.field(), Some(json!(id.to_string()))));
    changes.push(("match", Some(json!(true))));
    let listed = &question.listing.rejected;
    let kept: Vec<&WorkId> = listed.iter().filter(|other| !ids.contains(other)).collect();
    if kept.len() < listed.len() {
        changes.push(("not", not(&kept)));
    }
    changes
}

/// Refuses every candidate. If none has an identifier, the listing is not looked up any more.
fn refuse(question: &Question) -> Vec<FieldEdit> {
    let refused: Vec<WorkId> = question
        .candidates
        .iter()
        .flat_map(|one| WorkId::all_of(&one.ids))
        .collect();
    if refused.is_empty() {
        return vec![("match", Some(json!(false)))];
    }
    let mut changes: Vec<FieldEdit> = pins(question)
        .into_iter()
        .filter(|(_, pinned)| refused.contains(pinned))
        .map(|(field, _)| (field, None))
        .collect();
    if question.listing.directive == MatchDirective::Confirmed {
        changes.push(("match", None));
    }
    let mut all: Vec<&WorkId> = Vec::new();
    for id in question.listing.rejected.iter().chain(&refused) {
        if !all.contains(&id) {
            all.push(id);
        }
    }
    changes.push(("not", not(&all)));
    changes
}

fn not(ids: &[&WorkId]) -> Option<Value> {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    (!ids.is_empty()).then(|| json!(ids))
}

/// Returns the identifiers that the listing pins, with their fields.
fn pins(question: &Question) -> Vec<(&'static str, WorkId)> {
    let listing = &question.listing;
    let doi = listing.doi.clone().map(|doi| {
        let id = doi.arxiv().map_or(WorkId::Doi(doi), WorkId::Arxiv);
        ("doi", id)
    });
    let arxiv = listing.arxiv.clone().map(|id| ("arxiv", WorkId::Arxiv(id)));
    let dblp = listing.dblp.clone().map(|key| ("dblp", WorkId::Dblp(key)));
    let pmid = listing.pmid.clone().map(|id| ("pmid", WorkId::Pmid(id)));
    [doi, arxiv, dblp, pmid].into_iter().flatten().collect()
}

/// Answers from the command line, with their questions.
#[derive(Debug)]
pub(super) struct Verdicts(pub(super) Vec<(Question, ReviewAnswer)>);

impl Verdicts {
    /// Reads `INDEX=ID` from each text: the listing's place over all inputs, and a DOI, an arXiv
    /// id, a DBLP key, a candidate's number or `none`. All are read before any is written.
    pub(super) fn read(texts: &[String], lists: &[Listed], lock: &Lock) -> Result<Self, Failure> {
        let mut seen = BTreeSet::new();
        let mut out = Vec::new();
        for text in texts {
            let shown = one_line(text);
            let (index, id) = text.split_once('=').ok_or_else(|| form(&shown))?;
            let index = index.trim().trim_start_matches('#');
            let index: usize = index.parse().map_err(|_| form(&shown))?;
            if !seen.insert(index) {
                return Err(Failure::usage(format!("--accept answers #{index} twice")));
            }
            let question = any(index, lists, lock).ok_or_else(|| {
                let count: usize = lists.iter().map(|listed| listed.publications.len()).sum();
                Failure::usage(format!(
                    "--accept {shown}: there is no listing #{index}; there are {count}, counted from 0"
                ))
            })?;
            let answer = answer(id.trim(), &question).map_err(|why| {
                let failure = Failure::usage(format!("--accept {shown}: {why}"));
                failure.hint(expected(&question))
            })?;
            out.push((question, answer));
        }
        Ok(Self(out))
    }
}

fn form(text: &str) -> Failure {
    Failure::usage(format!(
        "--accept {text}: expected INDEX=ID, such as 3=10.1145/3600006.3613145 or 3=1"
    ))
}

/// Parses an answer; the error says why it is none.
pub(super) fn answer(text: &str, question: &Question) -> Result<ReviewAnswer, String> {
    let choices = question.choices();
    if text.eq_ignore_ascii_case("none") {
        return if question.ambiguous || !choices.is_empty() {
            Ok(ReviewAnswer::NoneOfThese)
        } else {
            Err("nothing came near it that could be refused".to_owned())
        };
    }
    if let Ok(number) = text.parse::<usize>() {
        return if choices.contains(&number) {
            Ok(ReviewAnswer::This(number - 1))
        } else if (1..=question.candidates.len()).contains(&number) {
            Err(format!("candidate {number} has no identifier to pin it by"))
        } else {
            Err(format!("`{}` is none of its candidates", one_line(text)))
        };
    }
    let id = WorkId::parse(text);
    id.map(ReviewAnswer::Known)
        .map_err(|_| format!("`{}` is none of its candidates", one_line(text)))
}

/// Returns the possible answers, for a hint.
pub(super) fn expected(question: &Question) -> String {
    let mut words: Vec<String> = question.choices().iter().map(ToString::to_string).collect();
    if question.ambiguous || !words.is_empty() {
        words.push("none".to_owned());
    }
    words.extend(["a DOI", "an arXiv id"].map(str::to_owned));
    let seen = if question.ambiguous {
        "; --list shows the candidates"
    } else {
        ""
    };
    format!("expected {} or a DBLP key{seen}", words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Confidence, Doi, Evidence, Ids, Listing, Outline};

    fn id(text: &str) -> WorkId {
        WorkId::parse(text).unwrap()
    }

    fn candidate(ids: &[&str]) -> Candidate {
        let mut out = Ids::default();
        for text in ids {
            match id(text) {
                WorkId::Doi(doi) => out.doi = Some(doi),
                WorkId::Arxiv(id) => out.arxiv = Some(id),
                WorkId::Dblp(key) => out.dblp = Some(key),
                WorkId::Pmid(id) => out.pmid = Some(id),
            }
        }
        Candidate {
            ids: out,
            title: "x".into(),
            outline: None,
            confidence: Confidence::new(0.5),
            evidence: Evidence::default(),
        }
    }

    fn question(listing: Listing, candidates: Vec<Candidate>) -> Question {
        Question {
            index: 0,
            places: vec![(0, 0)],
            listing,
            listed: Outline::default(),
            key: "k".into(),
            conflict: None,
            ambiguous: true,
            candidates,
        }
    }

    #[test]
    fn the_chosen_work_is_pinned_and_other_pins_go() {
        let listing = Listing {
            doi: Some(Doi::parse("10.1145/9.9").unwrap()),
            rejected: vec![id("conf/x/A"), id("conf/x/B")],
            ..Listing::titled("x")
        };
        let question = question(listing, vec![candidate(&["conf/x/A", "2101.00001"])]);
        assert_eq!(
            ReviewAnswer::This(0).edits(&question),
            [
                ("doi", None),
                ("dblp", Some(json!("conf/x/A"))),
                ("match", Some(json!(true))),
                ("not", Some(json!(["conf/x/B"]))),
            ]
        );
        assert_eq!(
            ReviewAnswer::Known(id("10.1145/1.2")).edits(&question),
            [
                ("doi", Some(json!("10.1145/1.2"))),
                ("match", Some(json!(true))),
            ]
        );
    }

    #[test]
    fn what_is_refused_is_named_and_no_longer_pinned() {
        let listing = Listing {
            doi: Some(Doi::parse("10.1145/1.1").unwrap()),
            rejected: vec![id("conf/x/Z")],
            ..Listing::titled("x")
        };
        let candidates = vec![
            candidate(&["conf/x/A", "10.1145/1.1"]),
            candidate(&["conf/x/Z"]),
        ];
        assert_eq!(
            ReviewAnswer::NoneOfThese.edits(&question(listing, candidates)),
            [
                ("doi", None),
                ("not", Some(json!(["conf/x/Z", "10.1145/1.1", "conf/x/A"]))),
            ]
        );
        let nameless = question(Listing::titled("x"), vec![candidate(&[])]);
        assert_eq!(
            ReviewAnswer::NoneOfThese.edits(&nameless),
            [("match", Some(json!(false)))]
        );
    }

    #[test]
    fn answers_as_they_are_typed() {
        let asked = question(
            Listing::titled("x"),
            vec![candidate(&["conf/x/A"]), candidate(&[])],
        );
        for (text, want) in [
            ("1", Ok(ReviewAnswer::This(0))),
            ("2", Err("candidate 2 has no identifier to pin it by")),
            ("3", Err("`3` is none of its candidates")),
            ("0", Err("`0` is none of its candidates")),
            ("None", Ok(ReviewAnswer::NoneOfThese)),
            ("conf/x/B", Ok(ReviewAnswer::Known(id("conf/x/B")))),
            ("perhaps", Err("`perhaps` is none of its candidates")),
        ] {
            assert_eq!(answer(text, &asked), want.map_err(str::to_owned), "{text}");
        }
        assert_eq!(
            expected(&asked),
            "expected 1, none, a DOI, an arXiv id or a DBLP key; --list shows the candidates"
        );
    }

    #[test]
    fn line_feed_in_an_answer_is_escaped() {
        let asked = question(Listing::titled("x"), vec![candidate(&["conf/x/A"])]);
        assert_eq!(
            answer("a\nb", &asked),
            Err(r"`a\nb` is none of its candidates".to_owned())
        );
    }

    #[test]
    fn what_is_not_asked_is_not_answered_by_none() {
        let unmatched = Question {
            ambiguous: false,
            ..question(Listing::titled("x"), vec![candidate(&[])])
        };
        assert!(answer("none", &unmatched).is_err());
        assert_eq!(
            expected(&unmatched),
            "expected a DOI, an arXiv id or a DBLP key"
        );
        let wrong = Question {
            ambiguous: false,
            ..question(Listing::titled("x"), vec![candidate(&["conf/x/A"])])
        };
        assert_eq!(answer("none", &wrong), Ok(ReviewAnswer::NoneOfThese));
    }
}
