//! Contradictions that require a person's decision, however well the rest agrees.

use std::borrow::Cow;

use super::{
    comparison::Comparison, difference::Difference, editions, kind::is_excluded,
    namesake::is_absent, other_version::other_version_signs, people_difference::compare_people,
    recurring_title::is_column_heading, title::TitleRelation, venue::VenueAgreement,
    weights::is_retitled_manuscript,
};
use crate::{
    model::{Kind, ListedAuthor, Listing, Metadata, Person, PersonName},
    text::fold::words,
};

/// Returns descriptions of why the listing may mean another work or another version of it than the
/// record.
pub(super) fn vetoes(
    listing: &Listing,
    person: &Person,
    meta: &Metadata,
    comparison: &Comparison,
) -> Vec<Cow<'static, str>> {
    let mut out = contradictions(listing, person, meta, comparison);
    if comparison.is_verbatim() && !is_excluded(listing, comparison.kind, meta.kind) {
        return out;
    }
    out.extend(
        other_version_signs(listing, meta, comparison)
            .into_iter()
            .map(Cow::Borrowed),
    );
    out.extend(
        insufficient_evidence(listing, person, meta, comparison)
            .into_iter()
            .map(Cow::Borrowed),
    );
    out
}

/// Returns the signs that the listing means another work.
fn contradictions(
    listing: &Listing,
    person: &Person,
    meta: &Metadata,
    comparison: &Comparison,
) -> Vec<Cow<'static, str>> {
    let mut out: Vec<Cow<'static, str>> = Vec::new();
    let pinpointed = comparison.address == Some(true)
        || comparison.page == Some(true) && comparison.year == Some(0);
    if let Some(words) = conflicting_words(listing, comparison) {
        out.push(words.into());
    }
    // Search engines add numbers and marks to what they copy.
    if !pinpointed
        && (comparison.title.conflict_is_certain || !is_raw_scraped_line(listing, comparison))
    {
        // The same text is a remark already, and is not added twice.
        if let Some(conflict) = &comparison.title.conflict {
            out.push(conflict.clone().into());
        }
    }
    let is_version =
        comparison.preprint || comparison.kind == Some(Kind::Report) || meta.kind == Kind::Report;
    let elsewhere = matches!(
        comparison.venue,
        VenueAgreement::Other | VenueAgreement::Conflict
    );
    if elsewhere && comparison.year.is_some_and(|apart| apart != 0) && !is_version && !pinpointed {
        out.push("another year and another venue".into());
    }
    let editions = editions::other_edition_signs(listing, meta, comparison.year);
    out.extend(editions.into_iter().map(Cow::Borrowed));
    if comparison.address == Some(false) {
        out.push("the listing gives the address or DOI of another record".into());
    }
    let names_person = listing.authors.contains(&ListedAuthor::Person);
    if (listing.authors.is_empty() || names_person)
        && !comparison.identity.is_person()
        && is_absent(person, meta)
    {
        out.push("the person is not among the authors".into());
    }
    if !pinpointed && are_other_people(listing, person, meta, comparison) {
        out.push("other people are among the authors".into());
    }
    let degrees = [Some(Kind::MastersThesis), Some(Kind::PhdThesis)];
    if degrees.contains(&comparison.kind)
        && degrees.contains(&Some(meta.kind))
        && comparison.kind != Some(meta.kind)
    {
        out.push("a thesis for another degree".into());
    }
    out
}

/// Whether so many of the listed people have no part in the record, and others have theirs, that it may be the work of
/// a namesake: half of them, where neither list is cut short. One of several may have another name by now.
fn are_other_people(
    listing: &Listing,
    person: &Person,
    meta: &Metadata,
    comparison: &Comparison,
) -> bool {
    if comparison.scraped || comparison.authors.is_none_or(|authors| authors.truncated) {
        return false;
    }
    let Some(people) = compare_people(listing, person, meta) else {
        return false;
    };
    let given = |name: &String| PersonName::parse(name).given;
    // Who has the given name of somebody who is missing may have married.
    let is_replaced = |added: &&String| {
        let own = given(added);
        !people
            .missing
            .iter()
            .any(|missing| !own.is_empty() && given(missing) == own)
    };
    let replaced = people.added.iter().filter(is_replaced).count();
    let others = replaced.min(people.missing.len()) + people.renamed.len();
    // Registries cut long lists short, and say so too seldom.
    let is_cut = people.missing.is_empty() && people.shared >= 3;
    let gone = people.added.len() >= 2 && 2 * people.added.len() > people.listed && !is_cut;
    gone || others > 0 && 2 * others >= people.listed
}

/// Whether a listing is an unedited line of a search engine's result list, which is all in lower
/// case.
fn is_raw_scraped_line(listing: &Listing, comparison: &Comparison) -> bool {
    comparison.scraped && !listing.title.contains(char::is_uppercase)
}

/// Describes the words by which the titles differ if these may distinguish two works.
///
/// A word that replaces another always does. A word that was added or left out does unless people,
/// year and venue agree and no two works by the same people are known to differ by this word alone.
pub(super) fn conflicting_words(listing: &Listing, comparison: &Comparison) -> Option<String> {
    let title = &comparison.title;
    let is_added = matches!(
        title.difference,
        Difference::Added(_) | Difference::ClauseCut(_)
    );
    let renamed = is_retitled_manuscript(listing, title, comparison.authors)
        || comparison.preprint && is_renamed_preprint(comparison)
        // The same coined name by the same people in one place and year is the same system.
        || title.shares_coined_name
            && comparison.agrees_otherwise()
            && (is_added || comparison.venue == VenueAgreement::Same && !differs_by_one_word(&title.difference));
    // Search engines cut titles at the end of the line.
    let is_cut = is_raw_scraped_line(listing, comparison) && title.relation == TitleRelation::Part;
    // No two works begin on one page of one volume.
    let is_placed = comparison.page == Some(true)
        && comparison.year == Some(0)
        && comparison.venue != VenueAgreement::Other;
    if renamed || is_cut || is_placed || comparison.address == Some(true) {
        return None;
    }
    let quoted = |words: &[String]| {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        words.join(" ")
    };
    match &title.difference {
        Difference::None => None,
        difference @ (Difference::Added(_) | Difference::ClauseCut(_))
            if comparison.agrees_otherwise()
                && !difference.distinguishes_works()
                && !listing.is_pinned()
                && listing.venue.is_some() =>
        {
            None
        }
        Difference::Added(words) | Difference::ClauseCut(words) => {
            Some(format!("only one title has {}", quoted(words)))
        }
        difference if comparison.agrees_otherwise() && difference.is_respelt_name() => None,
        Difference::Reordered(_) if is_raw_scraped_line(listing, comparison) => None,
        Difference::Reordered(words) => Some(format!("{} in another order", quoted(words))),
        Difference::Replaced(listed, found) => {
            Some(format!("{} in place of {}", quoted(found), quoted(listed)))
        }
    }
}

/// Whether a preprint seems to have been published under another title: by the same people, at
/// least three of them, within two years.
fn is_renamed_preprint(comparison: &Comparison) -> bool {
    !differs_by_one_word(&comparison.title.difference)
        && comparison.title.score >= 0.6
        && comparison
            .year
            .is_none_or(|apart| (-1..=2).contains(&apart))
        && comparison
            .authors
            .is_some_and(|authors| authors.matched >= 3 && authors.score >= 0.93)
}

/// Whether titles differ by a single word or its position, as those of two similar works do. A new
/// title of one work differs by more.
fn differs_by_one_word(difference: &Difference) -> bool {
    match difference {
        Difference::Added(words) => words.len() == 1,
        Difference::Replaced(listed, found) => listed.len() == 1 && found.len() == 1,
        Difference::Reordered(_) => true,
        Difference::None | Difference::ClauseCut(_) => false,
    }
}

/// Returns the signs that the evidence is too thin to identify the work.
fn insufficient_evidence(
    listing: &Listing,
    person: &Person,
    meta: &Metadata,
    comparison: &Comparison,
) -> Vec<&'static str> {
    let venue = listing.venue.as_deref();
    let kind = comparison.kind;
    let mut out = Vec::new();
    let bare = listing.authors.is_empty() && listing.year.is_none() && venue.is_none();
    if bare && !comparison.identity.is_person() {
        out.push("nothing but a title");
    }
    let all_agrees = comparison.year == Some(0)
        && comparison.venue == VenueAgreement::Same
        && comparison.page != Some(false)
        && comparison
            .authors
            .is_some_and(|authors| authors.matched >= 2 && authors.score >= 0.85);
    if has_only_ambiguous_name(listing, person, meta, comparison) {
        out.push("a single name that others may have");
    }
    if !comparison.scraped
        && comparison
            .authors
            .is_some_and(|authors| authors.matched == 0)
    {
        out.push("none of the listed names is the record's");
    }
    if comparison.scraped
        && comparison
            .authors
            .is_some_and(|authors| authors.listed_share < 0.5)
    {
        out.push("most of the listed names are not the record's");
    }
    if is_column_heading(&listing.title) && !all_agrees
        || listing.authors.is_empty() && meta.people().is_empty()
    {
        out.push("the heading of a regular column");
    }
    if comparison.authors.map_or(0, |authors| authors.matched) < 2
        && comparison.title.content_words < 4
        && comparison.venue != VenueAgreement::Same
        && !(meta.kind.is_book_or_thesis() && kind == Some(meta.kind))
        && listing.author_names(person).len() < 2
    {
        // One name and a few words are too common: `Deep Learning` by one of the many people called
        // Wei Wang.
        out.push("too little to identify it by");
    }
    out
}

/// Whether the only evidence of people is one name that others may share (it is in initials on one
/// side, or DBLP knows several people with it), and the venue does not confirm it.
fn has_only_ambiguous_name(
    listing: &Listing,
    person: &Person,
    meta: &Metadata,
    comparison: &Comparison,
) -> bool {
    let listed = listing.author_names(person);
    let [Some(name)] = &listed[..] else {
        return false;
    };
    let alone = listing.authors_complete
        && !listing.authors.is_empty()
        && !comparison.identity.is_person()
        && comparison.venue != VenueAgreement::Same
        && comparison.address != Some(true)
        && comparison.page != Some(true)
        && !is_raw_scraped_line(listing, comparison);
    if alone
        && comparison.year.is_none()
        && listing.venue.is_none()
        && comparison.title.content_words < 5
    {
        return true;
    }
    let [author] = &meta.authors[..] else {
        return false;
    };
    let is_numbered = author
        .pid
        .as_ref()
        .is_some_and(|pid| pid.unnumbered().is_some());
    let given = [&name.given, &author.name.given].map(|given| words(given));
    // `J.` and `Jun` may be two people. `J.` on both sides is all that either states.
    let initials = given.iter().any(|given| is_initials(given)) && given[0] != given[1];
    alone && (initials || is_numbered)
}

/// Whether given names are initials only.
fn is_initials(given: &[String]) -> bool {
    given.iter().all(|name| name.len() == 1)
}
