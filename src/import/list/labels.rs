//! Labels before what they name, as forms have them: `Título: …`, `Notes: …`.

use std::collections::{HashMap, HashSet};

use super::{
    super::Begins,
    cut::is_year,
    row::Row,
    token::{Form, Gap},
};
use crate::text::fold::fold;

/// Words with a colon that rows within entries begin with again and again, and that name none of
/// the fields: `Notes:`, `Links:`.
pub(super) fn labels(rows: &[Row]) -> HashSet<String> {
    const FIELDS: [&str; 24] = [
        "author",
        "authors",
        "autor",
        "autoren",
        "autores",
        "auteurs",
        "contributors",
        "by",
        "in",
        "title",
        "titel",
        "titulo",
        "venue",
        "journal",
        "conference",
        "published",
        "publication",
        "year",
        "date",
        "doi",
        "citation",
        "booktitle",
        "publisher",
        "editors",
    ];
    let mut times: HashMap<&str, (usize, usize)> = HashMap::new();
    for row in rows {
        if let Some(label) = label(row) {
            let (all, dated) = times.entry(label).or_default();
            *all += 1;
            // `Sbornik: Mathematics, 209 (2018)` begins with a venue.
            *dated += usize::from(row.tokens.iter().any(|token| is_year(&token.text)));
        }
    }
    times
        .into_iter()
        .filter(|(label, (all, dated))| *all >= 3 && dated * 2 < *all && !FIELDS.contains(label))
        .map(|(label, _)| label.to_owned())
        .collect()
}

/// The word with a colon that a row begins with amid an entry.
pub(super) fn label(row: &Row) -> Option<&str> {
    let colon = row
        .tokens
        .iter()
        .take(3)
        .position(|token| token.form == Form::Colon && token.gap == Gap::Glued)?;
    let is_label = row.begins == Begins::Nothing
        && row.mark.is_none()
        && colon > 0
        && row.tokens.len() > colon + 1
        && row.tokens[..colon]
            .iter()
            .all(|token| token.form == Form::Word);
    // Of two words the last says what stands there: `Publication year: 2019`.
    is_label.then(|| row.tokens[colon - 1].folded())
}

/// Takes the label off rows that have nothing but a year behind it.
pub(super) fn unlabel_years(rows: &mut [Row]) {
    for row in rows {
        let Some("year" | "date" | "published" | "jahr" | "ano") = label(row) else {
            continue;
        };
        if row.tokens.last().is_some_and(|token| is_year(&token.text)) {
            let colon = row
                .tokens
                .iter()
                .position(|token| token.form == Form::Colon);
            row.drop_first(colon.map_or(0, |at| at + 1));
        }
    }
}

/// Takes the labels off rows that say again and again that they are a title or a venue: `Título:`,
/// `Ref. revista/libro:`.
pub(super) fn unlabel_fields(rows: &mut [Row]) {
    const FIELDS: [&str; 15] = [
        "title",
        "titulo",
        "titel",
        "titre",
        "titolo",
        "journal",
        "revista",
        "revue",
        "rivista",
        "zeitschrift",
        "conference",
        "congreso",
        "venue",
        "booktitle",
        "libro",
    ];
    /// The same, and labels of people, in scripts that are not folded.
    const SIGNS: [&str; 16] = [
        "作者",
        "著者",
        "期刊",
        "刊物",
        "会议",
        "會議",
        "题目",
        "標題",
        "标题",
        "题名",
        "来源",
        "出处",
        "タイトル",
        "掲載誌",
        "雑誌名",
        "저자",
    ];
    /// So many tokens are a label at most, its colon included.
    const LONGEST: usize = 7;
    let colon = |row: &Row| {
        let at = row
            .tokens
            .iter()
            .take(LONGEST)
            .position(|token| token.form == Form::Colon)?;
        let label = &row.tokens[..at];
        let words = label.iter().filter(|token| token.form == Form::Word);
        let says = label
            .iter()
            .flat_map(|token| token.text.split('/'))
            .any(|part| SIGNS.contains(&part) || FIELDS.contains(&fold(part).as_str()));
        let few = words.count() <= 3 && row.tokens.len() > at + 1;
        let text: Vec<&str> = label.iter().map(|token| token.text.as_str()).collect();
        (says && few).then(|| (at, text.join(" ")))
    };
    let mut times: HashMap<String, usize> = HashMap::new();
    for (_, label) in rows.iter().filter_map(colon) {
        *times.entry(label).or_default() += 1;
    }
    for row in rows {
        if let Some((at, label)) = colon(row)
            && times[&label] >= 3
        {
            row.drop_first(at + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::import::{Hints, html, list::read_by_rules as read_page, plain};

    #[test]
    fn labels_in_chinese_are_no_parts_of_fields() {
        let entry = |title: &str, journal: &str| {
            format!(
                "<h3>{title}</h3><p class=authors><b>作者：</b>Ann Lee, Bo Ray</p><p class=journal><b>期刊：</b>{journal}, 2022</p>"
            )
        };
        let text = format!(
            "<h2>发表论文</h2>{}{}{}",
            entry("On looms and the weaving of cloth", "Cloth Review"),
            entry("Mills without any wind", "Wool Letters"),
            entry("Dyeing yarn with blue and green", "Cloth Review")
        );
        let import = read_page(&html::page(&text), &Hints::default());
        let read = import.entries.iter().map(|entry| &entry.listing);
        let read: Vec<(usize, Option<&str>)> = read
            .map(|one| (one.authors.len(), one.venue.as_deref()))
            .collect();
        let review = (2, Some("Cloth Review"));
        assert_eq!(read, [review, (2, Some("Wool Letters")), review]);
    }

    #[test]
    fn a_label_before_a_column_takes_nothing_with_it() {
        let titles = ["On looms", "On mills", "On yarn", "On dye"];
        let entries = titles.map(|title| {
            format!(
                "Autores: Lee, A.; Ray, B.\nTítulo: {title} and the weaving of cloth\n\
                 Ref. revista/libro: Cloth Review of the North, Lyon                 Clave: CO\n\n"
            )
        });
        let text = format!("Publicaciones\n\n{}", entries.concat());
        let mut page = plain::read(&text);
        page.printed = true;
        let import = read_page(&page, &Hints::default());
        let read = import.entries.iter();
        let read: Vec<&str> = read.map(|entry| entry.listing.title.as_str()).collect();
        let whole = titles.map(|title| format!("{title} and the weaving of cloth"));
        assert_eq!(read, whole);
    }
}
