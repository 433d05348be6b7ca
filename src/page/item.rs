//! A work on the page: what everybody wants to know in sight, and the proof folded below it.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::{
    content::{Choice, Finding, WorkItem},
    markup::{class, link, words},
};

/// Draws a work, which is found by its key if that is not among `used`: an id occurs once on a page,
/// and holds no blanks.
pub(super) fn work<'a>(item: &'a WorkItem, used: &mut BTreeSet<&'a str>) -> Markup {
    let key = item.key.as_str();
    let is_id = !key.is_empty() && !key.contains(char::is_whitespace) && used.insert(key);
    let anchor = is_id.then(|| format!("k-{key}"));
    html! {
        details.w.(class(item.tone)) id=[anchor] {
            summary {
                i { (item.verdict) } " "
                b { (item.title) }
                @if !item.people.is_empty() || !item.place.is_empty() {
                    small {
                        (item.people)
                        @if !item.place.is_empty() {
                            @if !item.people.is_empty() { " · " }
                            em { (item.place) }
                        }
                    }
                }
            }
            @for finding in &item.findings { (self::finding(finding)) }
            @if let Some(nearest) = &item.nearest { (self::nearest(nearest)) }
            @for remark in &item.remarks { p { bdi { (remark) } } }
            @if !item.bibtex.is_empty() { pre { (single_spaced(&item.bibtex)) } }
            (proof(item))
            @for (field, value, source) in &item.others {
                p { "not taken: " (field) " " bdi { (value) } " (" (source) ")" }
            }
            @if !item.asked.is_empty() { dl {
                @for (source, answer, day) in &item.asked {
                    dt { (source) } dd { (answer) @if !day.is_empty() { ", " (day) } }
                }
            } }
        }
    }
}

/// Draws links, origins and evidence in as few bytes as possible: a page may have hundreds of works.
fn proof(item: &WorkItem) -> Markup {
    let links = item.links.iter().map(link);
    let origins = item.origins.iter().map(|(source, fields)| {
        html! { (source) ": " (fields) }
    });
    let evidence = item.evidence.iter().map(|(odds, what)| {
        html! { (what.strip_prefix("the ").unwrap_or(what)) " " (format!("{odds:+.1}")) }
    });
    let rows = [joined(links.chain(origins)), joined(evidence)];
    let rows: Vec<Markup> = rows.into_iter().flatten().collect();
    html! {
        @if !rows.is_empty() { p { @for (at, row) in rows.iter().enumerate() {
            @if at > 0 { br; }
            (row)
        } } }
    }
}

fn joined(parts: impl Iterator<Item = Markup>) -> Option<Markup> {
    let parts: Vec<Markup> = parts.collect();
    let joined = html! { @for (at, part) in parts.iter().enumerate() {
        @if at > 0 { " · " }
        (part)
    } };
    (!parts.is_empty()).then_some(joined)
}

/// Removes the blanks that align the equals signs of an entry; the script puts them back. They are a
/// tenth of a page.
fn single_spaced(entry: &str) -> String {
    let lines = entry.split_inclusive('\n').map(|line| {
        let aligned = line
            .strip_prefix("  ")
            .and_then(|rest| rest.split_once(" = "));
        match aligned {
            Some((name, value)) if name.trim_end().chars().all(|c| c.is_ascii_alphanumeric()) => {
                format!("  {} = {value}", name.trim_end())
            }
            _ => line.to_owned(),
        }
    });
    lines.collect()
}

fn finding(finding: &Finding) -> Markup {
    html! {
        div.finding.(class(finding.tone)) {
            p { @if !finding.field.is_empty() { b { (finding.field) } ": " } bdi { (finding.say) } }
            @if finding.listed.is_some() || finding.found.is_some() { dl {
                @if let Some(listed) = &finding.listed { dt { "listed" } dd { bdi { (listed) } } }
                @if let Some(found) = &finding.found {
                    dt { (finding.source) } dd { (words(found)) }
                }
            } }
        }
    }
}

fn nearest(nearest: &Choice) -> Markup {
    html! {
        div.finding.plain {
            p { b { "nearest record" } ": " (words(&nearest.title)) }
            dl { @for (name, value) in &nearest.fields { dt { (name) } dd { (words(value)) } } }
            p { @for (at, one) in nearest.links.iter().enumerate() { @if at > 0 { " · " } (link(one)) } }
        }
    }
}
