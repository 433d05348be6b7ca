//! What an entry and the work it was matched to agree on.

use super::titles::{Titles, titles};
use crate::{
    matching::is_listed_venue,
    model::{Ids, Kind, Metadata, Pages, Title},
    text::fold::{fold, is_stop_word, words},
};

/// Whether both sides state the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Agreement {
    /// The entry states nothing.
    Missing,
    /// The source states nothing, or the two can't be compared.
    Unknown,
    /// They state the same, perhaps in another form.
    Same,
    /// The years are next to each other, as of a paper that appeared online first.
    Near,
    /// They contradict each other.
    Other,
}

use Agreement::{Missing, Near, Other, Same, Unknown};

/// What an entry and a work agree on.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Comparison {
    /// Whether they have a DOI or a key of DBLP in common, by the record's own account.
    pub(super) same_id: bool,
    /// Whether the DOIs differ.
    pub(super) other_id: bool,
    pub(super) titles: Titles,
    pub(super) kind: bool,
    pub(super) venue: Agreement,
    pub(super) year: Agreement,
    pub(super) volume: Agreement,
    pub(super) number: Agreement,
    pub(super) pages: Agreement,
    /// Whether both state the same range of pages.
    same_range: bool,
}

impl Comparison {
    /// Compares an entry with a work; `record` are the identifiers that the sources state for it, and
    /// `kind_is_found` is whether a source states its kind.
    pub(super) fn of(
        listed: &Metadata,
        found: &Metadata,
        record: &Ids,
        kind_is_found: bool,
    ) -> Self {
        let ranges = listed.pages.as_ref().zip(found.pages.as_ref());
        let dois = listed.ids.doi.as_ref().zip(record.doi.as_ref());
        let same_dblp = listed.ids.dblp.is_some() && listed.ids.dblp == record.dblp;
        Self {
            same_id: dois.is_some_and(|(a, b)| a == b) || same_dblp,
            other_id: dois.is_some_and(|(a, b)| a != b),
            titles: titles(&listed.title.text(), &found.title.text()),
            kind: kind_is_found && is_one_kind(listed.kind, found.kind),
            same_range: ranges
                .is_some_and(|(a, b)| a == b && a.ranges().any(|(_, last)| last.is_some())),
            venue: venues(listed, found),
            year: match (listed.year(), found.year()) {
                (None, _) => Missing,
                (_, None) => Unknown,
                (Some(a), Some(b)) if a == b => Same,
                (Some(a), Some(b)) if (a - b).abs() == 1 => Near,
                _ => Other,
            },
            volume: numbers(listed.volume.as_deref(), found.volume.as_deref()),
            number: numbers(listed.number.as_deref(), found.number.as_deref()),
            pages: pages(
                listed.pages.as_ref(),
                found.pages.as_ref(),
                found.article_number.as_deref(),
            ),
        }
    }

    /// Whether the entry is of this very version of the work, so that what it lacks can be taken from it.
    ///
    /// A paper and its journal version often share title and authors. So venue and year must agree, or one
    /// of them where the other is not stated; or an identifier, with at most one contradiction. A title that differs
    /// by a word may be that of another paper in the same volume, if not on the same pages.
    pub(super) fn is_same_version(&self) -> bool {
        let contradictions = self.contradictions();
        if self.other_id {
            return false;
        }
        if self.same_id {
            return contradictions <= 1;
        }
        let is_titled = match self.titles {
            Titles::Same | Titles::Shortened => true,
            Titles::Recurring => self.pages == Same,
            Titles::Other => self.same_range,
        };
        let place = [self.volume, self.pages].contains(&Same);
        let in_time = self.year == Same
            || self.year == Missing && self.venue == Same
            || self.year == Near && place;
        let in_place = self.venue == Same || self.venue == Missing && self.year == Same;
        is_titled && self.kind && in_time && in_place && contradictions == 0
    }

    /// Whether so much agrees that the only contradiction is a mistake in the entry: the identifier and
    /// something else, or the title, the venue and two of year, volume, number and pages; a range of pages is as
    /// good as two.
    pub(super) fn is_certain_but_for_one(&self) -> bool {
        let parts = [self.year, self.volume, self.number, self.pages];
        let agreed = parts.iter().filter(|part| **part == Same).count();
        let near = usize::from(self.year == Near);
        let other = parts.iter().filter(|part| **part == Other).count();
        let one = other + near == 1 && self.venue != Other && !self.other_id;
        one && self.kind
            && (self.same_id && (self.venue == Same || agreed > 0)
                || self.venue == Same
                    && (agreed >= 2 && self.titles == Titles::Same || self.same_range))
    }

    /// Takes what is contradicted as corrected.
    pub(super) fn correct(&mut self) {
        let parts = [
            &mut self.year,
            &mut self.volume,
            &mut self.number,
            &mut self.pages,
        ];
        for part in parts {
            if matches!(part, Near | Other) {
                *part = Same;
            }
        }
    }

    fn contradictions(&self) -> usize {
        let parts = [self.venue, self.year, self.volume, self.number, self.pages];
        parts.iter().filter(|part| **part == Other).count()
    }
}

/// Whether two kinds are one for people, who call a chapter a paper, and a paper in a journal of
/// proceedings either.
fn is_one_kind(a: Kind, b: Kind) -> bool {
    let class = |kind: Kind| match kind {
        Kind::Chapter => Kind::Conference,
        Kind::Web => Kind::Other,
        kind => kind,
    };
    class(a) == class(b) || a == Kind::Other
}

fn venues(listed: &Metadata, found: &Metadata) -> Agreement {
    let house = |meta: &Metadata| meta.institution.clone().or_else(|| meta.publisher.clone());
    match listed.kind {
        // The publisher of a book is its venue; publishers change their names too often to contradict.
        Kind::Book | Kind::Proceedings | Kind::PhdThesis | Kind::MastersThesis | Kind::Report => {
            match (house(listed), house(found)) {
                (None, _) => Missing,
                (_, None) => Unknown,
                (Some(a), Some(b)) => {
                    let (a, b) = (fold(&a), fold(&b));
                    if a.contains(&b) || b.contains(&a) {
                        Same
                    } else {
                        Unknown
                    }
                }
            }
        }
        _ => {
            let name = listed.venue.as_ref().map(Title::text);
            let name = name.or_else(|| listed.venue_short.clone());
            match name {
                None => Missing,
                Some(_) if found.venue.is_none() && found.venue_short.is_none() => Unknown,
                Some(name) => match is_listed_venue(&name, listed.year(), found) {
                    Some(true) => Same,
                    _ if is_abbreviated(&name, found) => Same,
                    Some(false) => Other,
                    None => Unknown,
                },
            }
        }
    }
}

/// Whether a name has, word by word, beginnings of the words of the record's venue: `J. ACM` for `Journal
/// of the ACM`.
fn is_abbreviated(name: &str, found: &Metadata) -> bool {
    let content = |text: &str| -> Vec<String> {
        let words = words(text).into_iter();
        words.filter(|word| !is_stop_word(word)).collect()
    };
    let short = content(name);
    found.venue.as_ref().is_some_and(|venue| {
        let full = content(&venue.text());
        let begins = |(short, full): (&String, &String)| full.starts_with(short.as_str());
        !short.is_empty() && short.len() == full.len() && short.iter().zip(&full).all(begins)
    })
}

/// Compares volumes or numbers. Only numbers contradict each other: `Vol. 3` and `III` are forms.
fn numbers(listed: Option<&str>, found: Option<&str>) -> Agreement {
    let digits = |text: &str| -> Option<u64> {
        let text = text.trim();
        let number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        number.then(|| text.parse().ok())?
    };
    match (listed, found) {
        (None, _) => Missing,
        (_, None) => Unknown,
        (Some(a), Some(b)) if fold(a) == fold(b) => Same,
        (Some(a), Some(b)) => match (digits(a), digits(b)) {
            (Some(a), Some(b)) if a == b => Same,
            (Some(_), Some(_)) => Other,
            _ => Unknown,
        },
    }
}

/// Compares pages. Only ranges of numbers contradict each other: an article's pages may be counted from 1
/// or replaced by its number.
fn pages(listed: Option<&Pages>, found: Option<&Pages>, article: Option<&str>) -> Agreement {
    let Some(listed) = listed else { return Missing };
    if article.is_some_and(|number| listed.first() == number) {
        return Same;
    }
    let Some(found) = found else { return Unknown };
    let range = |pages: &Pages| -> Option<(u64, Option<u64>)> {
        let mut ranges = pages.ranges();
        let (first, last) = ranges.next()?;
        if ranges.next().is_some() {
            return None;
        }
        let first = first.parse().ok()?;
        match last {
            Some(last) => Some((first, Some(last.parse().ok()?))),
            None => Some((first, None)),
        }
    };
    if listed == found {
        return Same;
    }
    match (range(listed), range(found)) {
        (Some((a, last)), Some((b, end))) if a == b => match (last, end) {
            (Some(last), Some(end)) if last != end => Other,
            _ => Same,
        },
        // Counted from 1, or one page against an article's number.
        (Some((1, _) | (_, None)), _) | (_, Some((1, _) | (_, None))) => Unknown,
        (Some(_), Some(_)) => Other,
        _ => Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bib;

    fn meta(text: &str) -> Metadata {
        bib::metadata(&bib::read(text).entries[0])
    }

    fn compared(listed: &str, found: &str) -> Comparison {
        let (listed, found) = (meta(listed), meta(found));
        let ids = found.ids.clone();
        Comparison::of(&listed, &found, &ids, true)
    }

    const FOUND: &str = "@article{k, title={T}, journal={Journal of the ACM}, volume={7}, number={2}, \
                         pages={101--120}, year={2010}, doi={10.1000/x}}";

    #[test]
    fn forms_are_no_contradiction() {
        for listed in [
            "@article{k, title={T}, journal={J. ACM}, volume={07}, pages={101-20}, year=2010}",
            "@article{k, title={T}, journal={Journal of the {ACM}}, volume={VII}, pages={1--20}, year={2010}}",
            "@article{k, title={T}, journal={Journal of the {ACM}}, pages={101}, year={2010}}",
            "@article{k, title={T}, journal={Journal of the ACM}, year={2011}, volume=7}",
            "@article{k, title={T}, journal={J. ACM}}",
        ] {
            let compared = compared(listed, FOUND);
            assert!(compared.is_same_version(), "{listed}: {compared:?}");
        }
    }

    #[test]
    fn another_version_is_none() {
        for listed in [
            "@article{k, title={T}, journal={Theoretical Computer Science}, year=2010}",
            "@article{k, title={T}, journal={J. ACM}, volume=8, year=2010}",
            "@article{k, title={T}, journal={J. ACM}, year=2004}",
            "@inproceedings{k, title={T}, booktitle={Proc. STOC}, year=2010}",
            "@article{k, title={T}, journal={J. ACM}, year=2010, doi={10.1000/y}}",
            "@article{k, title={T}, journal={J. ACM}, year=2011}",
        ] {
            let compared = compared(listed, FOUND);
            assert!(!compared.is_same_version(), "{listed}: {compared:?}");
        }
    }

    #[test]
    fn one_contradiction_among_agreements_is_a_mistake() {
        let is_mistake = |listed: &str| compared(listed, FOUND).is_certain_but_for_one();
        assert!(is_mistake(
            "@article{k, title={T}, journal={J. ACM}, volume=7, pages={101--120}, year=2004}"
        ));
        assert!(is_mistake(
            "@article{k, title={T}, journal={J. ACM}, volume=8, year=2010, doi={10.1000/x}}"
        ));
        assert!(!is_mistake(
            "@article{k, title={T}, journal={J. ACM}, volume=8, year=2010}"
        ));
        assert!(!is_mistake(
            "@article{k, title={T}, journal={J. ACM}, volume=8, pages={1001--1020}, year=2010, doi={10.1000/x}}"
        ));
    }
}
