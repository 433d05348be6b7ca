//! K10plus' SRU interface for the books. ISBN, edition and place are those of the registered item.

use wiremock::ResponseTemplate;

use super::{Paper, Question, name_parts};

pub(super) fn answer(question: &Question, papers: &[Paper]) -> Option<ResponseTemplate> {
    if question.pair("operation") != "searchRetrieve" || question.pair("recordSchema") != "marcxml"
    {
        return None;
    }
    let query = question.pair("query").to_lowercase();
    let books = papers.iter().filter(|paper| paper.class == "Book");
    let found = books.filter(|book| {
        let title = book.title.to_lowercase();
        let isbn = text(book, "ISBN");
        let is_titled = query.split(" or ").any(|term| {
            let words = term.split("pica.tit=\"").skip(1);
            let mut words = words.filter_map(|word| word.split('"').next());
            term.contains("pica.tit") && words.all(|word| title.contains(word))
        });
        !isbn.is_empty() && query.contains(&format!("pica.isb={isbn}")) || is_titled
    });
    let records: Vec<String> = found.map(record).collect();
    Some(ResponseTemplate::new(200).set_body_raw(body(&records), "text/xml"))
}

fn body(records: &[String]) -> String {
    let wrapped: Vec<String> = records
        .iter()
        .map(|record| {
            format!(
                "<zs:record><zs:recordSchema>marcxml</zs:recordSchema><zs:recordPacking>xml</zs:recordPacking>\
                 <zs:recordData>{record}</zs:recordData></zs:record>"
            )
        })
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <zs:searchRetrieveResponse xmlns:zs=\"http://www.loc.gov/zing/srw/\"><zs:version>1.1</zs:version>\
         <zs:numberOfRecords>{}</zs:numberOfRecords><zs:records>{}</zs:records>\
         </zs:searchRetrieveResponse>",
        records.len(),
        wrapped.concat()
    )
}

fn text(book: &Paper, name: &str) -> String {
    let value = &book.registered[name];
    let value = value.as_array().and_then(|it| it.first()).unwrap_or(value);
    value.as_str().unwrap_or_default().to_owned()
}

fn record(book: &Paper) -> String {
    let mut fields = String::new();
    let mut add = |tag: &str, parts: &[(&str, &str)]| {
        let parts: Vec<String> = parts
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(code, value)| {
                let value = value.replace('&', "&amp;");
                format!("<subfield code=\"{code}\">{value}</subfield>")
            })
            .collect();
        if !parts.is_empty() {
            let second = if tag == "264" { "1" } else { " " };
            let parts = parts.concat();
            let field = format!(
                "<datafield tag=\"{tag}\" ind1=\" \" ind2=\"{second}\">{parts}</datafield>"
            );
            fields.push_str(&field);
        }
    };
    let (title, more) = book
        .title
        .split_once(": ")
        .unwrap_or((book.title.as_str(), ""));
    add("020", &[("a", &text(book, "ISBN"))]);
    add("245", &[("a", title), ("b", more)]);
    add("250", &[("a", &text(book, "edition"))]);
    let year = book.year.to_string();
    let place = text(book, "publisher-location");
    add(
        "264",
        &[("a", &place), ("b", &book.publisher), ("c", &year)],
    );
    add("490", &[("a", &book.volume)]);
    for (at, name) in book.authors.iter().enumerate() {
        let (given, family) = name_parts(name);
        let name = format!("{family}, {given}");
        let tag = if at == 0 { "100" } else { "700" };
        add(tag, &[("a", &name), ("4", "aut")]);
    }
    for editor in book.registered["editor"].as_array().into_iter().flatten() {
        let part = |name: &str| editor[name].as_str().unwrap_or_default();
        let name = format!("{}, {}", part("family"), part("given"));
        add("700", &[("a", &name), ("4", "edt")]);
    }
    format!(
        "<record xmlns=\"http://www.loc.gov/MARC21/slim\"><leader>     cam a22      c 4500</leader>\
         {fields}</record>"
    )
}
