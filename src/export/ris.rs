//! Writes RIS, which reference managers import (Research Information Systems' format as `EndNote`
//! and Zotero read it).

use std::fmt::Write as _;

use super::RenderOptions;
use super::cited::{Cited, arxiv_address, by_key, plain_title};
use crate::model::{Kind, Pages, PersonName, Work};

/// Writes one record after another, sorted by key. A line consists of a two-letter tag, two spaces,
/// a hyphen, a space and the value, and ends in CR LF as the format requires.
pub(super) fn write(works: &[&Work], options: &RenderOptions) -> String {
    by_key(works, options).iter().map(record).collect()
}

fn record(cited: &Cited<'_>) -> String {
    let mut out = String::new();
    let mut put = |tag: &str, value: &str| {
        if !value.is_empty() || tag == "ER" {
            _ = write!(out, "{tag}  - {value}\r\n");
        }
    };
    put("TY", kind(cited.kind));
    put("ID", cited.key);
    put("TI", &plain_title(&cited.title));
    for author in &cited.authors {
        put("AU", &name(author));
    }
    for editor in &cited.editors {
        put("ED", &name(editor));
    }
    if let Some(date) = cited.date {
        put("PY", &format!("{:04}", date.year));
        let two = |part: Option<u8>| part.map(|part| format!("{part:02}")).unwrap_or_default();
        if date.month.is_some() {
            // Year, month, day and a free part, each followed by a slash.
            let (month, day) = (two(date.month), two(date.day));
            put("DA", &format!("{:04}/{month}/{day}/", date.year));
        }
    }
    put("T2", &cited.venue);
    if cited.venue_short != cited.venue {
        put("J2", &cited.venue_short);
    }
    put("T3", &cited.series);
    put("VL", &cited.volume);
    put("IS", &cited.number);
    pages(cited, &mut put);
    put("SE", &cited.chapter);
    put("ET", &cited.edition);
    put("M3", genre(cited));
    match cited.kind {
        Kind::PhdThesis | Kind::MastersThesis | Kind::Report => put("PB", cited.organisation()),
        _ => put("PB", &cited.publisher),
    }
    put("CY", &cited.address);
    put(
        "SN",
        &cited
            .isbn
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
    );
    put(
        "DO",
        &cited
            .ids
            .doi
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
    );
    put("UR", cited.ids.url.as_deref().unwrap_or_default());
    if let Some(id) = &cited.ids.arxiv {
        put("UR", &arxiv_address(id.as_str()));
    }
    put("N1", &cited.note);
    put("ER", "");
    out
}

fn pages(cited: &Cited<'_>, put: &mut impl FnMut(&str, &str)) {
    let ranges: Vec<_> = cited.pages.iter().flat_map(Pages::ranges).collect();
    match ranges.as_slice() {
        [(first, last)] => {
            put("SP", first);
            put("EP", last.unwrap_or_default());
        }
        // A start and an end can't express several ranges.
        _ => put("SP", &cited.page_list()),
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Conference | Kind::Proceedings => "CONF",
        Kind::Journal => "JOUR",
        Kind::Preprint => "UNPB",
        Kind::Book => "BOOK",
        Kind::Chapter => "CHAP",
        Kind::PhdThesis | Kind::MastersThesis => "THES",
        Kind::Report => "RPRT",
        Kind::Patent => "PAT",
        Kind::Dataset => "DATA",
        Kind::Software => "COMP",
        Kind::Web => "ELEC",
        Kind::Other => "GEN",
    }
}

fn genre<'a>(cited: &'a Cited<'_>) -> &'a str {
    match cited.kind {
        _ if !cited.genre.is_empty() => &cited.genre,
        Kind::PhdThesis => "PhD thesis",
        Kind::MastersThesis => "Master’s thesis",
        Kind::Preprint => "Preprint",
        _ => "",
    }
}

/// Returns `von Last, First, Jr`, in the order of RIS.
fn name(name: &PersonName) -> String {
    let last = format!("{} {}", name.particle, name.family);
    let parts = [last.trim(), &name.given, &name.suffix];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::samples;

    #[test]
    fn works_as_ris_records() {
        let works = [
            samples::work("b"),
            samples::article("a"),
            samples::preprint("c"),
        ];
        let text = write(&works.iter().collect::<Vec<_>>(), &RenderOptions::default());
        assert!(text.ends_with("ER  - \r\n") && !text.replace("\r\n", "").contains('\n'));
        insta::assert_snapshot!(text.replace("\r\n", "\n").replace(" \n", "\n"), @r"
        TY  - JOUR
        ID  - a
        TI  - R&D of <b>: Coli in CO2 * [x](y) at O(n^2) for “$5” {set}
        AU  - King, Martin Luther, Jr.
        AU  - Barnes, Noble & Co.
        PY  - 2021
        T2  - Journal of Things & Thoughts
        VL  - 12
        IS  - 3-4
        SP  - e77
        UR  - https://example.org/?a=1&b=(2)
        ER  -
        TY  - CONF
        ID  - b
        TI  - Electrode: Accelerating Distributed Protocols with eBPF
        AU  - Zhou, Yang
        AU  - van der Muñoz, José
        PY  - 2023
        DA  - 2023/04//
        T2  - 20th USENIX Symposium on Networked Systems (NSDI 23)
        J2  - NSDI
        SP  - 1391
        EP  - 1407
        PB  - USENIX Association
        DO  - 10.1000/x_y
        ER  -
        TY  - UNPB
        ID  - c
        TI  - Attention Is Not Enough
        AU  - Doe, Jane
        M3  - Preprint
        UR  - https://arxiv.org/abs/2001.00001
        N1  - Draft
        ER  -
        ");
    }
}
