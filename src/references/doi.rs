//! Identifiers that a reference pins, and the works that bear them.

use jiff::{ToSpan as _, civil::Date};

use crate::{
    matching::compare_titles,
    model::{Record, WorkId},
    sync::{AskState, Surveyed},
};

/// A pinned identifier, and what the sources know of it.
#[derive(Debug, Clone)]
pub(super) struct Pin<'a> {
    pub(super) id: WorkId,
    /// The records that bear it.
    pub(super) bearers: Vec<&'a Record>,
    /// Whether it is a DOI that its registry, which answered, does not have.
    pub(super) is_unknown: bool,
    /// Whether a source that was asked what it names did not answer.
    pub(super) is_owed: bool,
    /// Whether nobody who knows was asked what it names, and no record bears it.
    pub(super) is_unasked: bool,
    /// Whether it is registered anywhere, where that was asked.
    pub(super) exists: Option<bool>,
}

/// Prefixes of the publishers in computing. One request for a DOI of theirs may miss it (an article
/// that is registered later), where a prefix that nobody has is made up.
const PUBLISHERS: [&str; 42] = [
    "10.1002", "10.1007", "10.1016", "10.1017", "10.1023", "10.1037", "10.1038", "10.1049",
    "10.1073", "10.1080", "10.1088", "10.1093", "10.1103", "10.1108", "10.1109", "10.1111",
    "10.1117", "10.1126", "10.1134", "10.1137", "10.1142", "10.1145", "10.1155", "10.1162",
    "10.1186", "10.1198", "10.1214", "10.1287", "10.1364", "10.1371", "10.14778", "10.1561",
    "10.1609", "10.18653", "10.21437", "10.24963", "10.3115", "10.3233", "10.3389", "10.3390",
    "10.5220", "10.5555",
];

/// Returns the pins of a reference.
pub(super) fn pins<'a>(
    pins: Vec<WorkId>,
    surveyed: &'a Surveyed,
    registries: &[crate::model::SourceName],
) -> Vec<Pin<'a>> {
    let of = |id: WorkId| {
        let bearers = surveyed.near.iter();
        let bearers: Vec<&Record> = bearers.filter(|it| id.is_in(&it.meta.ids)).collect();
        let mut asked = registries
            .iter()
            .filter_map(|name| surveyed.asked.get(name)?.ids.get(&id));
        // arXiv answers now and then with nothing for a paper that it has.
        let is_unknown = bearers.is_empty()
            && matches!(id, WorkId::Doi(_))
            && asked
                .next()
                .is_some_and(|reply| *reply == AskState::Answered)
            && asked.all(|reply| *reply == AskState::Answered);
        let exists = surveyed.exists.get(&id).copied();
        let mut replies = surveyed.asked.values().filter_map(|it| it.ids.get(&id));
        let is_owed = replies.any(|reply| *reply == AskState::Failed);
        let is_registered = matches!(id, WorkId::Doi(_) | WorkId::Arxiv(_));
        // arXiv's "there is none" is no answer.
        let mut replies = registries
            .iter()
            .filter_map(|name| surveyed.asked.get(name)?.ids.get(&id));
        let is_asked =
            matches!(id, WorkId::Doi(_)) && replies.any(|reply| *reply == AskState::Answered);
        Pin {
            id,
            is_unknown: exists.map_or(is_unknown, |exists| !exists),
            is_owed: is_owed && bearers.is_empty(),
            is_unasked: is_registered && !is_asked && exists.is_none() && bearers.is_empty(),
            bearers,
            exists,
        }
    };
    pins.into_iter().map(of).collect()
}

impl Pin<'_> {
    /// Whether it is given out by a known publisher or by arXiv, and so may be registered later than it is
    /// used.
    pub(super) fn is_of_publisher(&self) -> bool {
        match &self.id {
            WorkId::Doi(doi) => PUBLISHERS.contains(&doi.prefix()),
            WorkId::Arxiv(_) => true,
            WorkId::Dblp(_) | WorkId::Pmid(_) => false,
        }
    }

    /// Whether it is known not to be registered, and not because it is new: a publisher's of a work so
    /// new, or arXiv's of these months.
    pub(super) fn is_made_up(&self, is_recent: bool, today: Date) -> bool {
        let may_follow = match &self.id {
            WorkId::Arxiv(id) => id
                .month()
                .is_none_or(|month| month <= today && month.saturating_add(2.months()) > today),
            _ => is_recent && self.is_of_publisher(),
        };
        self.exists == Some(false) && !may_follow
    }

    /// Whether it is a DOI that names a year, and none near these: `10.1109/cvpr.2020.22198` of a paper of
    /// 2014.
    pub(super) fn is_of_another_year(&self, years: &[i32]) -> bool {
        let WorkId::Doi(doi) = &self.id else {
            return false;
        };
        let suffix = doi
            .as_str()
            .split_once('/')
            .map_or("", |(_, suffix)| suffix);
        let numbers = suffix.split(|c: char| !c.is_ascii_digit());
        let mut named = numbers
            .filter(|digits| digits.len() == 4)
            .filter_map(|digits| digits.parse::<i32>().ok())
            .filter(|year| (1950..2100).contains(year))
            .peekable();
        named.peek().is_some()
            && named.all(|named| !years.iter().any(|year| (year - named).abs() <= 1))
    }

    /// Returns its name among the findings: `doi`, `arxiv`, `dblp`, `pmid`.
    pub(super) fn field(&self) -> &'static str {
        self.id.field()
    }

    /// Returns the first bearer if all bearers have another title than this one.
    pub(super) fn bearer_of_another_title(&self, title: &str) -> Option<&Record> {
        let is_other = |record: &&Record| {
            let agreement = compare_titles(title, &record.meta.title.text());
            !agreement.is_same_title() && agreement.score < 0.5
        };
        let first = self.bearers.first()?;
        self.bearers.iter().all(is_other).then_some(*first)
    }
}
