//! Which rows stand under headings of publications.

use std::collections::HashSet;

use super::{
    super::{Begins, Reason},
    depth::{PLAIN, depth},
    head_looks::HeadLooks,
    head_text,
    heading::heading,
    headings::{Heading, Topic},
    named::years_of_marked_entries,
    open::may_list,
    passage::Passage,
    row::{Mark, Row},
    talks::{are_spoken, are_talks, are_unprinted},
    token::Form,
    width::{self, full_width},
};
use crate::{model::Kind, text::fold::fold};

/// Rows between two headings, all in the publications.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Section {
    /// The rows, as a range.
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) kind: Option<Kind>,
    pub(super) year: Option<i32>,
    pub(super) status: Option<String>,
    /// Whether the heading right above says that these are publications.
    pub(super) told: bool,
    /// The width to which its rows are filled.
    pub(super) full: usize,
}

impl Section {
    /// All rows of a page.
    pub(super) fn whole(rows: &[Row]) -> Self {
        Self {
            first: 0,
            end: rows.len(),
            kind: None,
            year: None,
            status: None,
            told: true,
            full: full_width(rows),
        }
    }
}

/// The sections of a page.
#[derive(Debug, Default)]
pub(super) struct Sections {
    pub(super) list: Vec<Section>,
    /// Whether a heading says that these are publications.
    pub(super) headed: bool,
    /// The rows before the first heading that names what a list or a CV has.
    pub(super) preamble: usize,
    pub(super) left_out: Vec<Passage>,
    /// Rows under headings that name nothing that is known: what they hold tells.
    pub(super) open: Vec<Section>,
    /// Rows under headings of other things, as ranges.
    pub(super) others: Vec<(usize, usize)>,
}

/// Finds the sections of publications; `titled` says whether the page is called so. Where no heading names any, all that stands under no
/// other heading is one.
pub(super) fn find(rows: &[Row], titled: bool) -> Sections {
    let looks = HeadLooks::of(rows);
    let heads = (0..rows.len()).map(|at| heading(rows, at, &looks));
    let heads: Vec<Option<Heading>> = heads.collect();
    // On a page that is called `Publications` all is one list where but patents have a heading that says so.
    let mut named = heads
        .iter()
        .flatten()
        .filter(|head| head.topic == Topic::Publications);
    let is_named = named.any(|head| !titled || head.kind != Some(Kind::Patent));
    if !is_named && let Some(heads) = years_of_marked_entries(rows, &heads) {
        return parted(rows, &heads, true);
    }
    parted(rows, &heads, is_named)
}

/// All that stands under no heading of other things, where what stands under those of publications is
/// none: such a heading may have been a word of a menu.
pub(super) fn find_elsewhere(rows: &[Row]) -> Sections {
    let looks = HeadLooks::of(rows);
    let heads = (0..rows.len()).map(|at| heading(rows, at, &looks));
    let others = heads.map(|head| head.filter(|head| head.topic != Topic::Publications));
    under(rows, &others.collect::<Vec<_>>())
}

/// Finds the sections that these headings of rows part.
pub(super) fn under(rows: &[Row], heads: &[Option<Heading>]) -> Sections {
    let mut heads_all = heads.iter().flatten();
    let is_named = heads_all.any(|head| head.topic == Topic::Publications);
    parted(rows, heads, is_named)
}

/// Finds them; `names_publications` says whether it is headings that name publications.
fn parted(rows: &[Row], heads: &[Option<Heading>], names_publications: bool) -> Sections {
    let beside = of_publications(rows, heads);
    let mut out = Sections {
        headed: names_publications,
        preamble: heads
            .iter()
            .position(|head| head.as_ref().is_some_and(|head| head.topic != Topic::Open))
            .unwrap_or(rows.len().min(8)),
        ..Sections::default()
    };
    let mut state = State {
        active: !names_publications,
        said: Said::Nothing,
        above: Vec::new(),
        other: None,
        is_begun: false,
        has_listed: false,
        kind: None,
        year: None,
        status: None,
    };
    let mut first = 0;
    let mut head_at = None;
    // The heading whose passage was told of last: years part it.
    let mut told_of = None;
    // An item that heads those set deeper, how deep it is, and what was said before it.
    let mut outer: Option<(usize, State)> = None;
    for at in 0..=rows.len() {
        let head = heads.get(at).and_then(Option::as_ref);
        let ends = outer
            .as_ref()
            .is_some_and(|(indent, _)| rows.get(at).is_some_and(|row| row.indent <= *indent));
        if head.is_none() && !ends && at < rows.len() {
            continue;
        }
        if first < at {
            let section = || Section {
                first,
                end: at,
                kind: state.kind,
                year: state.year,
                status: state.status.clone(),
                told: state.said != Said::Open,
                full: 0,
            };
            // Before the first heading may stand a list too.
            if state.said != Said::Told
                && !state.active
                && may_list(&rows[first..at], state.has_listed || state.year.is_some())
            {
                out.open.push(section());
            }
            if !state.active && state.said == Said::Told {
                out.others.push((first, at));
            }
            if state.active {
                out.list.push(section());
            } else if head_at != told_of || head_at.is_none() && is_under(heads, first) {
                // Below years alone, what is in no list is told of too.
                if let Some(left_out) = passage(rows, head_at.unwrap_or(first), first, at) {
                    out.left_out.push(left_out);
                    told_of = head_at;
                }
            }
        }
        if ends && let Some((_, before)) = outer.take() {
            state = before;
            head_at = None;
        }
        if let Some(head) = head {
            if heads_deeper(rows, at) {
                outer = Some((rows[at].indent, state.clone()));
            }
            let is_heard = head.is_heard
                && (beside.contains(&depth(&rows[at])) || are_unprinted(rows, heads, at));
            let is_named = head.topic == Topic::Publications;
            if is_heard || are_talks(rows, heads, at) || is_named && are_spoken(rows, heads, at) {
                let other = Heading {
                    topic: Topic::Other,
                    ..head.clone()
                };
                state.enter(&other, depth(&rows[at]), names_publications);
            } else if !is_under_other(rows, heads, at) {
                state.enter(head, depth(&rows[at]), names_publications);
            }
            if head.topic != Topic::Years {
                head_at = Some(at);
            }
        }
        first = at + usize::from(head.is_some());
    }
    width::fill(rows, &mut out.list);
    width::fill(rows, &mut out.open);
    out
}

/// Whether a heading stands above a row.
fn is_under(heads: &[Option<Heading>], at: usize) -> bool {
    heads[..at].iter().any(Option::is_some)
}

/// How deep the headings are that say publications and no sort of them.
fn of_publications(rows: &[Row], heads: &[Option<Heading>]) -> HashSet<u8> {
    let is_general = |at: &usize| {
        heads[*at].as_ref().is_some_and(|head| {
            head.topic == Topic::Publications
                && head.sureness >= SURE
                && fold(&head_text::bare(&rows[*at].text())).starts_with("publi")
        })
    };
    let found = (0..rows.len()).filter(is_general);
    found.map(|at| depth(&rows[at])).collect()
}

/// Whether a heading of a text that stands right below one of other things, as deep as that, is a part
/// of them: `Students supervised`, `Master's theses`.
fn is_under_other(rows: &[Row], heads: &[Option<Heading>], at: usize) -> bool {
    let above = at.checked_sub(1).and_then(|above| heads[above].as_ref());
    let (Some(above), Some(head)) = (above, &heads[at]) else {
        return false;
    };
    let own = depth(&rows[at]);
    above.topic == Topic::Other
        && above.sureness >= SURE
        && head.topic == Topic::Publications
        && !head.is_plain
        && own >= PLAIN
        && own == depth(&rows[at - 1])
}

/// Whether an item of a list that markup makes has others in it.
fn heads_deeper(rows: &[Row], at: usize) -> bool {
    rows[at].mark == Some(Mark::Item)
        && !rows[at].printed
        && !matches!(rows[at].begins, Begins::Heading(_))
        && rows
            .get(at + 1)
            .is_some_and(|next| next.indent > rows[at].indent)
}

/// What the heading right above says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    /// There is none yet.
    Nothing,
    /// Neither that these are publications nor that they are none.
    Open,
    /// One or the other.
    Told,
}

#[derive(Clone)]
struct State {
    active: bool,
    said: Said,
    /// The headings that the one read last stands under, and itself: how deep each is, and
    /// whether publications stand below it.
    above: Vec<(u8, bool)>,
    /// How deep the heading of other things is that was read last, while nothing as high follows,
    /// and whether it names what is spoken.
    other: Option<(u8, bool)>,
    /// Whether a heading was met.
    is_begun: bool,
    /// Whether a heading of publications was met.
    has_listed: bool,
    kind: Option<Kind>,
    year: Option<i32>,
    status: Option<String>,
}

/// A heading of which so many of its words are known says what stands below it, whatever it
/// stands under.
const SURE: f64 = 0.7;

impl State {
    fn enter(&mut self, head: &Heading, depth: u8, names_publications: bool) {
        if head.topic == Topic::Years {
            self.year = head.year;
            // What came out in a year is not what is under review above it.
            if self.above.last().is_none_or(|(above, _)| depth <= *above) {
                self.status = None;
            }
            // A year as high as the heading of other things ends what stands below that.
            if depth < PLAIN && !self.active {
                self.leave(depth);
                self.active = self.above.last().is_some_and(|(_, lists)| *lists);
            }
            return;
        }
        self.leave(depth);
        // What stands below a heading of publications is one of their parts.
        let is_below = self.above.last().is_some_and(|(_, lists)| *lists);
        // Lectures have the name of conferences in some languages; below publications it names these.
        let is_unsure =
            head.topic == Topic::Other && (head.sureness < SURE || head.is_meetings && is_below);
        let is_open = head.topic == Topic::Open || is_unsure && is_below;
        let is_doubtful = head.is_doubtful && !is_below;
        self.said = if is_doubtful || is_open && !(head.is_part && is_below) {
            Said::Open
        } else {
            Said::Told
        };
        let is_other = self.other.is_some_and(|(other, _)| depth > other);
        if !is_other {
            // What heads a whole page says nothing of its parts.
            let is_sure = head.topic == Topic::Other && head.sureness >= SURE && self.is_begun;
            self.other = is_sure.then_some((depth, head.is_spoken));
        }
        self.is_begun = true;
        let was_listed = head.is_state && self.has_listed;
        match head.topic {
            // The conferences under presentations are none of papers, nor are the papers of
            // conferences there.
            Topic::Publications => {
                let is_spoken = self.other.is_some_and(|(_, is_spoken)| is_spoken);
                let is_said = is_spoken && head.is_of_meetings;
                self.active = !is_other || head.is_plain && !is_said;
            }
            _ if is_open => {
                self.active = was_listed || is_below || self.active && !names_publications;
            }
            Topic::Other => self.active = false,
            Topic::Open | Topic::Part | Topic::Years => {}
        }
        self.has_listed |= head.topic == Topic::Publications;
        self.above.push((depth, self.active && names_publications));
        self.kind = head.kind;
        self.status = head.status.clone();
        self.year = None;
    }

    /// Leaves the headings that are as deep, and what they stand over.
    fn leave(&mut self, depth: u8) {
        while self.above.last().is_some_and(|(above, _)| *above >= depth) {
            self.above.pop();
        }
    }
}

/// A passage under a heading of other things, if it has the look of a list of works.
fn passage(rows: &[Row], head: usize, first: usize, end: usize) -> Option<Passage> {
    let looks_so = rows[first..end].iter().any(|row| {
        row.tokens.iter().any(|token| {
            token.form == Form::QuoteOpen || super::row::whole_year(&token.text).is_some()
        }) || row.tokens.len() > 7
    });
    looks_so.then_some(Passage {
        first: head,
        end,
        reason: Reason::OtherSection,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{list::row, plain};

    /// The rows that stand in publications.
    fn listed(text: &str) -> Vec<String> {
        let rows = row::rows(&plain::read(text));
        let sections = find(&rows, false);
        let rows = sections
            .list
            .iter()
            .flat_map(|section| &rows[section.first..section.end]);
        rows.map(row::Row::text).collect()
    }

    #[test]
    fn what_stands_below_publications_is_a_part_of_them() {
        let text = "# Talks\na\n# Publications\n## Looms, wool and social media\nb\n## Talks\nc\n## Others\nd\n# Others\ne\n";
        assert_eq!(listed(text), ["b", "d"]);
        let sections = find(
            &row::rows(&plain::read("# Papers\na\n## Older\nb\n## Wool\nc\n")),
            false,
        )
        .list;
        let told: Vec<bool> = sections.iter().map(|section| section.told).collect();
        assert_eq!(told, [true, true, false]);
    }

    #[test]
    fn conferences_below_publications_are_no_lectures() {
        let text = "# Publicaciones\n## Revistas\na\n## Conferencias\nb\n# Conferencias\nc\n";
        assert_eq!(listed(text), ["a", "b"]);
    }

    #[test]
    fn a_page_that_is_called_publications_is_one_list_beside_its_patents() {
        let entry = |title: &str| {
            format!("#### {title}\n\nA. Lee, B. Ray, C. Orr, D. Poe\n\nCloth Review 3: 4-9\n\n")
        };
        let text = format!(
            "## 2014\n\n{}## 2013\n\n{}## Patents\n\n- Ways to weave wool. US Patent 1, 2010.\n",
            entry("Looms and mills of the north"),
            entry("Mills and looms of the south")
        );
        let rows = row::rows(&plain::read(&text));
        assert_eq!(find(&rows, true).list.len(), 3);
        // And what stands below years alone is told of.
        let other = find(&rows, false);
        assert_eq!(other.list.len(), 1);
        assert_eq!(other.left_out.len() + other.open.len(), 2);
    }

    #[test]
    fn states_of_works_are_a_part_of_them() {
        let text = "# Articles\na\n# Forthcoming and conditionally accepted\nb\n# Discussions\nc\n";
        assert_eq!(listed(text), ["a", "b"]);
    }

    #[test]
    fn an_item_heads_what_is_set_deeper_and_no_more() {
        let text = "<h1>Publications</h1><table><tr><td>News<ul><li>One, 2019</li></ul></td></tr>\
            <tr><td>Two</td></tr></table>";
        let rows = row::rows(&crate::import::html::page(text));
        let list = find(&rows, false).list;
        let listed = list
            .iter()
            .flat_map(|section| &rows[section.first..section.end]);
        assert_eq!(listed.map(row::Row::text).collect::<Vec<_>>(), ["Two"]);
    }

    #[test]
    fn what_came_out_in_a_year_is_under_review_no_more() {
        let text = "# Publications\n## Under review\na\n### 2020\nb\n## 2019\nc\n";
        let rows = row::rows(&plain::read(text));
        let statuses: Vec<Option<String>> = find(&rows, false)
            .list
            .into_iter()
            .map(|section| section.status)
            .collect();
        let told = || Some("under review".to_owned());
        assert_eq!(statuses, [told(), told(), None]);
    }

    #[test]
    fn capitals_stand_over_other_headings() {
        let text = "TALKS\n\nOne\n\nPUBLICATIONS\n\nConferences\n\nTwo\n\nBooks\n\nThree\n\nTEACHING\n\nFour\n";
        assert_eq!(listed(text), ["Two", "Three"]);
    }

    #[test]
    fn reviewed_by_a_committee_is_no_lecture() {
        let text =
            "Conférences avec comité de lecture\n\nUn, 2019.\n\nEnseignement\n\nDeux, 2018.\n";
        assert_eq!(listed(text), ["Un, 2019."]);
    }

    #[test]
    fn communications_beside_publications_were_but_heard() {
        let text = "# Publications\n## Articles\na\n## Communications\nb\n# Communications\nc\n# Ouvrages\nd\n";
        assert_eq!(listed(text), ["a", "b", "d"]);
    }

    #[test]
    fn papers_of_conferences_below_presentations_are_none() {
        let text = "# Publications\na\n# Presentations\n## Conference papers and posters\nb\n## Publications\nc\n";
        assert_eq!(listed(text), ["a", "c"]);
    }

    #[test]
    fn a_topic_with_a_word_of_other_things_may_head_publications() {
        let text = "Ann Lee\n\nTeaching machines to weave\n\nA. Lee, B. Ray. Looms, 2019.\nB. Ray, A. Lee. Mills, 2018.\n\n\
            Teaching experience\n\nLooms, Lyon, 2017.\nMills, Lyon, 2016.\n";
        let sections = find(&row::rows(&plain::read(text)), false);
        let open: Vec<usize> = sections.open.iter().map(|section| section.first).collect();
        assert_eq!(open, [2]);
        assert_eq!(sections.others, [(5, 7)]);
    }

    #[test]
    fn what_stands_right_below_other_things_is_a_part_of_them() {
        let text = "Papers\n\nOne, 2019.\n\nStudents supervised\n\nMaster theses\n\nTwo, 2018.\n\nPapers in books\n\nThree, 2017.\n";
        assert_eq!(listed(text), ["One, 2019.", "Three, 2017."]);
    }

    /// A page whose publications have but years above them, below a heading of other things.
    #[test]
    fn years_of_entries_that_markup_names_head_publications() {
        let entry = |title: &str| {
            format!(
                "<div class='pub-entry'><div class='pub-title'>{title}</div>\
                 <div class='pub-authors'>Ann Lee, Bo Ray</div></div>"
            )
        };
        let page = |entry: &dyn Fn(&str) -> String| {
            let [one, two, three] = [
                "Looms and the weaving of wool",
                "Mills and the wind that turns them",
                "Yarn and dye and what they cost",
            ]
            .map(entry);
            let text = format!(
                "<h2>Research interests</h2><ul><li>Looms</li><li>Wind</li></ul>\
                 <h3>2024</h3>{one}{two}<h3>2023</h3>{three}"
            );
            let rows = row::rows(&crate::import::html::page(&text));
            let listed = find(&rows, false).list;
            let rows = listed.iter().map(|section| section.end - section.first);
            rows.sum::<usize>()
        };
        assert_eq!(page(&entry), 6);
        // Without markup that says so, they are research interests.
        assert_eq!(page(&|title: &str| format!("<p>{title}</p>")), 0);
    }
}
