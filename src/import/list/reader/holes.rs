//! Entries of the rules that a choice left out: of the midst of a list, laid out as those it took, or named by markup.

use std::collections::HashMap;

use super::{
    facts::Facts,
    readings::{Candidate, RULES},
};

/// Returns a choice, in the order of the page, with the entries of the rules that fill its holes. Items between two
/// chosen entries, or between one and a heading, are entries as these are, where each is a whole reference with the
/// same mark, and no more of them stand below the heading than were chosen.
pub(super) fn filled(candidates: &[Candidate], chosen: &[usize], facts: &[Facts]) -> Vec<usize> {
    let by_rules: Vec<usize> = (0..candidates.len())
        .filter(|at| candidates[*at].of[RULES] && is_whole(&candidates[*at]))
        .collect();
    let mut joining: Vec<usize> = Vec::new();
    for hole in holes(candidates, chosen, facts) {
        let own: Vec<usize> = by_rules
            .iter()
            .copied()
            .filter(|at| hole.first <= candidates[*at].first && candidates[*at].end <= hole.end)
            .collect();
        let rows: usize = own
            .iter()
            .map(|at| candidates[*at].end - candidates[*at].first)
            .sum();
        let is_alike = |at: &usize| {
            hole.beside
                .iter()
                .all(|beside| are_alike(&candidates[*at], &candidates[*beside], facts))
        };
        if rows == hole.end - hole.first && own.iter().all(is_alike) {
            joining.extend(own);
        }
    }
    let below = |set: &[usize], heading: Option<usize>| {
        let own = set.iter().map(|at| facts[candidates[*at].first].above);
        own.filter(|above| *above == heading).count()
    };
    let mut out = chosen.to_vec();
    out.extend(joining.iter().copied().filter(|at| {
        let heading = facts[candidates[*at].first].above;
        below(&joining, heading) <= below(chosen, heading)
    }));
    out.sort_by_key(|at| candidates[*at].first);
    out
}

/// Returns a choice, in the order of the page, with the entries of the rules that are laid out on several rows just as
/// those are that were chosen, where these are many more and each is a whole reference.
pub(super) fn laid_out_alike(
    candidates: &[Candidate],
    chosen: Vec<usize>,
    facts: &[Facts],
) -> Vec<usize> {
    let share = |one: &Candidate, other: &Candidate| one.first < other.end && other.first < one.end;
    let mut layouts: HashMap<Vec<Look>, (usize, Vec<usize>)> = HashMap::new();
    let mut next = 0;
    for (at, candidate) in candidates.iter().enumerate() {
        // Where the page ends lines, they say nothing.
        let is_printed = facts[candidate.first].printed;
        if !candidate.of[RULES] || is_printed || !is_whole(candidate) {
            continue;
        }
        while next < chosen.len() && candidates[chosen[next]].end <= candidate.first {
            next += 1;
        }
        let rows = &facts[candidate.first..candidate.end];
        // A number before a line within may be one of its words: `2. Looms Congress`.
        let within = rows.iter().skip(1).map(|row| ('-', row.begins, row.indent));
        let layout = rows.iter().take(1).map(look).chain(within).collect();
        let (taken, left) = layouts.entry(layout).or_default();
        let mut beside = chosen[next..]
            .iter()
            .map(|number| &candidates[*number])
            .take_while(|one| one.first < candidate.end);
        if beside.clone().any(|one| one.title == candidate.title) {
            *taken += 1;
        } else if !beside.any(|one| share(one, candidate)) {
            left.push(at);
        }
    }
    let mut out = chosen;
    for (layout, (taken, left)) in layouts {
        if layout.len() >= ROWS && taken >= MANY * left.len() {
            out.extend(left);
        }
    }
    out.sort_by_key(|at| candidates[*at].first);
    out
}

/// Returns a choice, in the order of the page, with the entries of the rules whose title and authors stand in rows that
/// markup names so, on a page with several of them: nothing but publications is written in this way.
pub(super) fn named_by_markup(
    candidates: &[Candidate],
    chosen: Vec<usize>,
    facts: &[Facts],
) -> Vec<usize> {
    let is_named = |candidate: &Candidate| {
        let rows = || facts[candidate.first..candidate.end].iter();
        let titles = rows().filter(|row| row.named == 't').count();
        titles == 1 && rows().any(|row| row.named == 'a') && !candidate.title.is_empty()
    };
    let named: Vec<usize> = (0..candidates.len())
        .filter(|at| candidates[*at].of[RULES] && is_named(&candidates[*at]))
        .collect();
    if named.len() < NAMED {
        return chosen;
    }
    let is_free = |at: &usize| {
        let own = &candidates[*at];
        chosen
            .iter()
            .map(|number| &candidates[*number])
            .all(|one| one.end <= own.first || own.end <= one.first)
    };
    let joining: Vec<usize> = named.into_iter().filter(is_free).collect();
    let mut out = chosen;
    out.extend(joining);
    out.sort_by_key(|at| candidates[*at].first);
    out
}

/// So many entries that markup names are no chance.
const NAMED: usize = 3;

/// A layout of so many rows is not that of anything else by chance.
const ROWS: usize = 3;

/// So many times as many entries of a layout are chosen as are left.
const MANY: usize = 3;

/// How a row is set: its mark, what it begins and its indent.
type Look = (char, char, usize);

fn look(row: &Facts) -> Look {
    (row.mark, row.begins, row.indent)
}

/// Rows between chosen entries.
struct Hole {
    first: usize,
    end: usize,
    /// The entries before and behind it, one of them at least.
    beside: Vec<usize>,
}

/// The rows without a heading that stand between two chosen entries, or between one and a heading.
fn holes(candidates: &[Candidate], chosen: &[usize], facts: &[Facts]) -> Vec<Hole> {
    let mut out = Vec::new();
    let mut before: Option<usize> = None;
    let mut first = 0;
    for at in chosen.iter().map(Some).chain([None]) {
        let end = at.map_or(facts.len(), |at| candidates[*at].first);
        let mut from = first;
        while from < end {
            let to = (from..end).find(|row| facts[*row].is_head).unwrap_or(end);
            let beside: Vec<usize> = before
                .filter(|_| from == first)
                .into_iter()
                .chain(at.copied().filter(|_| to == end))
                .collect();
            let is_bounded = beside.len() == 2 || beside.len() == 1 && (to < end || from > first);
            if from < to && is_bounded {
                out.push(Hole {
                    first: from,
                    end: to,
                    beside,
                });
            }
            from = to + 1;
        }
        if let Some(at) = at {
            before = Some(*at);
            first = candidates[*at].end;
        }
    }
    out
}

/// Whether a candidate has authors, venue and year.
fn is_whole(candidate: &Candidate) -> bool {
    let listing = &candidate.entry.listing;
    !listing.authors.is_empty() && listing.venue.is_some() && listing.year.is_some()
}

fn are_alike(one: &Candidate, other: &Candidate, facts: &[Facts]) -> bool {
    let head = |candidate: &Candidate| look(&facts[candidate.first]);
    is_whole(other) && head(one) == head(other)
}

#[cfg(test)]
mod tests {
    use super::{super::readings::READINGS, *};
    use crate::{
        import::{Certainty, ImportedEntry, LineRange, list::read::rows_of, markdown},
        model::{ListedAuthor, Listing, PersonName},
    };

    fn candidate(first: usize, has_venue: bool) -> Candidate {
        let mut listing = Listing::titled("On looms");
        listing.authors = vec![ListedAuthor::Named(PersonName::parse("Ann Lee"))];
        listing.venue = has_venue.then(|| "Cloth Review".to_owned());
        listing.year = Some(2019);
        let mut of = [false; READINGS];
        of[RULES] = true;
        Candidate {
            first,
            end: first + 1,
            entry: ImportedEntry {
                listing,
                at: LineRange { first: 1, last: 1 },
                certainty: Certainty::SURE,
            },
            title: Vec::new(),
            of,
        }
    }

    fn chosen(venues: [bool; 6], chosen: &[usize]) -> Vec<usize> {
        let text = "# Papers\n\n- On looms\n- On mills\n- On wool\n\n## Reports\n\n- On dyes\n- On yarn\n- On felt\n";
        let facts = Facts::of(&rows_of(&markdown::page(text).0));
        let rows = [1, 2, 3, 5, 6, 7];
        let candidates: Vec<Candidate> = rows
            .iter()
            .zip(venues)
            .map(|(first, has_venue)| candidate(*first, has_venue))
            .collect();
        filled(&candidates, chosen, &facts)
    }

    #[test]
    fn whole_references_between_entries_are_entries() {
        assert_eq!(chosen([true; 6], &[0, 2, 4, 5]), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn entries_laid_out_as_many_that_were_chosen_are_entries() {
        let entry = "### On looms\n\nAnn Lee\n\nCloth Review, 2019\n\n";
        let text = format!(
            "# Papers\n\n## Articles\n\n{}## Wool\n\n{entry}",
            entry.repeat(3)
        );
        let facts = Facts::of(&rows_of(&markdown::page(&text).0));
        let joined = |has_venue: bool, number: usize| {
            let candidates: Vec<Candidate> = [2, 5, 8, 12]
                .iter()
                .map(|first| Candidate {
                    end: first + 3,
                    title: vec![first.to_string()],
                    ..candidate(*first, has_venue)
                })
                .collect();
            laid_out_alike(&candidates, (0..number).collect(), &facts)
        };
        assert_eq!(joined(true, 3), [0, 1, 2, 3]);
        assert_eq!(joined(false, 3), [0, 1, 2]);
        assert_eq!(joined(true, 2), [0, 1]);
    }

    #[test]
    fn what_lacks_a_part_or_an_entry_beside_it_is_none() {
        assert_eq!(
            chosen([true, false, true, true, true, true], &[0, 2, 3]),
            [0, 2, 3]
        );
        assert_eq!(chosen([true; 6], &[0, 2]), [0, 1, 2]);
        assert_eq!(chosen([true; 6], &[0, 1, 2, 5]), [0, 1, 2, 5]);
    }
}
