mod faults;

use super::{super::*, *};
use crate::model::{ArxivId, Kind, Record, Run};

/// One record of each element with most of its possible fields, as written in the dump.
const DUMP: &str = r#"<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE dblp SYSTEM "dblp.dtd">
<dblp>
<article mdate="2024-05-03" key="journals/tcs/Muller24">
<author orcid="0000-0002-1825-0097">J&uuml;rgen M&#252;ller 0003</author>
<author>Ana de la Cruz</author>
<title>Sorting in O(n<sup>2</sup>) Time.</title>
<pages>12-34</pages>
<year>2024</year>
<month>June</month>
<volume>7</volume>
<journal>Theor. Comput. Sci.</journal>
<number>3</number>
<ee type="oa">https://doi.org/10.1016/J.TCS.2024.1%3C12</ee>
<ee>https://www.wikidata.org/entity/Q1</ee>
<url>db/journals/tcs/tcs7.html#Muller24</url>
</article><article mdate="2018-08-13" key="journals/corr/abs-1706-03762" publtype="informal">
<author>Ada Lovelace</author>
<title>Attention to All You Need?</title>
<year>2017</year>
<volume>abs/1706.03762</volume>
<journal>CoRR</journal>
<ee type="oa">http://arxiv.org/abs/1706.03762</ee>
</article><inproceedings mdate="2019-11-26" key="conf/sosp/ABC23">
<author>Di Xu 0001</author>
<title>Storage &amp; <i>its</i> Faults.</title>
<pages>1-4</pages>
<year>2023</year>
<booktitle>SOSP</booktitle>
<ee>https://www.usenix.org/abc</ee>
<ee>https://doi.org/10.1145/3600006.3613145</ee>
<crossref>conf/sosp/2023</crossref>
</inproceedings><proceedings mdate="2023-10-24" key="conf/sosp/2023">
<editor>Ed Itor</editor>
<title>Proceedings of the 29th Symposium, SOSP 2023, Koblenz.</title>
<booktitle>SOSP</booktitle>
<publisher>ACM</publisher>
<series href="db/series/lncs/index.html">Lecture Notes in Computer Science</series>
<volume>7</volume>
<year>2023</year>
<isbn>979-8-4007-0229-7</isbn>
<isbn>978-1-939133-33-5</isbn>
</proceedings><book mdate="2020-01-01" key="books/x/Doe20">
<author>Jane Doe</author>
<title>Things.</title>
<publisher>Springer</publisher>
<year>2020</year>
<series>Texts</series>
<volume>3</volume>
<isbn>978-1-939133-33-5</isbn>
</book><incollection mdate="2020-01-01" key="reference/vision/X14bd" publtype="encyclopedia">
<title>Curvedness.</title>
<pages>159</pages>
<year>2014</year>
<booktitle>Computer Vision, A Reference Guide</booktitle>
</incollection><phdthesis mdate="2020-01-01" key="phd/de/Doe2001">
<author>Jane Doe</author>
<title>On Things</title>
<year>2001</year>
<school>TU Darmstadt</school>
<ee>http://example.org/a?b=1&amp;c=2</ee>
</phdthesis><mastersthesis mdate="2020-01-01" key="ms/Brown92">
<author>Kurt Brown</author>
<title>PRPL.</title>
<year>1992</year>
<school>Univ. of Wisconsin</school>
</mastersthesis><data mdate="2024-01-01" key="data/10/PalBM20">
<author>Aditya Pal</author>
<title>Movie Reviews Dataset.</title>
<publisher>IEEE DataPort</publisher>
<year>2020</year>
<ee>https://doi.org/10.21227/zm1y-b270</ee>
</data><www mdate="2019-11-26" key="homepages/95/7448-1">
<author>Di Xu 0001</author>
<author>Dee Xu</author>
<title>Home Page</title>
<note type="affiliation">University of British Columbia</note>
<note type="award">Best One</note>
<url>https://orcid.org/0000-0002-1825-0097</url>
<url>https://www.cs.ubc.ca/</url>
</www><www mdate="2019-11-26" key="homepages/95/7448" publtype="disambiguation">
<author>Di Xu</author>
<title>Home Page</title>
</www><www mdate="2019-11-26" key="homepages/95/1"><crossref>homepages/95/7448-1</crossref></www><www key="www/org/w3">
<editor>W3C</editor>
<title>The Web</title>
</www></dblp>
"#;

#[derive(Default)]
struct Found {
    records: Vec<(usize, DatasetRecord)>,
    people: Vec<PersonPage>,
    problems: Vec<(usize, String)>,
}

impl Found {
    fn take(&mut self, item: ReadItem) {
        match item {
            ReadItem::Record { line, filed } => self.records.push((line, *filed)),
            ReadItem::Person(page) => self.people.push(*page),
            ReadItem::Problem { line, message } => self.problems.push((line, message)),
        }
    }

    fn record(&self, key: &str) -> &DatasetRecord {
        let is_meant = |filed: &&(usize, DatasetRecord)| {
            let key_of = filed.1.record.meta.ids.dblp.as_ref();
            key_of.is_some_and(|found| found.as_str() == key)
        };
        &self.records.iter().find(is_meant).unwrap().1
    }
}

fn chunk(line: usize, bytes: &[u8]) -> Chunk {
    Chunk {
        line,
        bytes: bytes.to_vec(),
    }
}

fn found(text: impl AsRef<[u8]>) -> Found {
    let mut found = Found::default();
    DblpXml.read(&chunk(1, text.as_ref()), &mut |item| found.take(item));
    found
}

/// Returns a dump of articles with these fields.
fn articles(fields: &[&str]) -> String {
    let article = |(at, fields)| format!("<article key=\"journals/x/{at}\">{fields}</article>\n");
    fields.iter().enumerate().map(article).collect()
}

fn meta(found: &Found, key: &str) -> crate::model::Metadata {
    found.record(key).record.meta.clone()
}

#[test]
fn every_element_has_its_kind() {
    let found = found(DUMP);
    assert_eq!(found.problems, []);
    let kinds: Vec<(usize, Kind)> = found
        .records
        .iter()
        .map(|(line, filed)| (*line, filed.record.meta.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            (4, Kind::Journal),
            (17, Kind::Preprint),
            (24, Kind::Conference),
            (33, Kind::Proceedings),
            (43, Kind::Book),
            (51, Kind::Chapter),
            (56, Kind::PhdThesis),
            (62, Kind::MastersThesis),
            (67, Kind::Dataset),
        ]
    );
}

#[test]
fn article_is_read_with_all_fields() {
    let found = found(DUMP);
    let filed = found.record("journals/tcs/Muller24");
    assert_eq!(filed.signatures, ["Jürgen Müller 0003", "Ana de la Cruz"]);
    assert_eq!(filed.modified.unwrap().to_string(), "2024-05-03");
    assert_eq!(filed.volume, None);
    let meta = &filed.record.meta;
    let plain = |text: &str| Run::Plain(text.into());
    assert_eq!(
        meta.title.runs(),
        [
            plain("Sorting in O(n"),
            Run::Sup("2".into()),
            plain(") Time")
        ]
    );
    assert_eq!(meta.authors[0].name.sorting_form(), "Müller, Jürgen");
    assert_eq!(
        meta.authors[0].orcid.as_ref().unwrap().as_str(),
        "0000-0002-1825-0097"
    );
    assert_eq!(meta.authors[1].name.particle, "de la");
    assert_eq!(meta.authors[1].orcid, None);
    assert_eq!(meta.date.unwrap().to_string(), "2024-06");
    assert_eq!(meta.venue.as_ref().unwrap().text(), "Theor. Comput. Sci.");
    assert_eq!(meta.venue_short.as_deref(), Some("Theor. Comput. Sci."));
    assert_eq!(meta.volume.as_deref(), Some("7"));
    assert_eq!(meta.number.as_deref(), Some("3"));
    assert_eq!(meta.pages.as_ref().unwrap().to_string(), "12--34");
    assert_eq!(
        meta.ids.doi.as_ref().unwrap().as_str(),
        "10.1016/j.tcs.2024.1<12"
    );
    assert_eq!(meta.url, None);
}

#[test]
fn paper_inherits_from_its_volume() {
    let found = found(DUMP);
    let paper = found.record("conf/sosp/ABC23");
    assert_eq!(paper.volume.as_ref().unwrap().as_str(), "conf/sosp/2023");
    let mut record = paper.record.clone();
    assert_eq!(
        (record.meta.venue.clone(), record.meta.editors.len()),
        (None, 0)
    );
    let volume = found.record("conf/sosp/2023");
    assert_eq!(volume.signatures, ["Ed Itor"]);
    join(&mut record, &volume.record);
    let meta = record.meta;
    assert_eq!(
        meta.venue.unwrap().text(),
        "Proceedings of the 29th Symposium, SOSP 2023, Koblenz"
    );
    assert_eq!(meta.venue_short.as_deref(), Some("SOSP"));
    assert_eq!(meta.title.text(), "Storage & its Faults");
    assert_eq!(meta.editors[0].name.family, "Itor");
    assert_eq!(meta.publisher.as_deref(), Some("ACM"));
    assert_eq!(
        meta.series.as_deref(),
        Some("Lecture Notes in Computer Science")
    );
    assert_eq!(meta.volume.as_deref(), Some("7"));
    assert_eq!(meta.isbn.unwrap().as_str(), "9781939133335");
    assert_eq!(meta.ids.doi.unwrap().as_str(), "10.1145/3600006.3613145");
    assert_eq!(meta.url, None);
}

#[test]
fn own_fields_of_a_paper_override_its_volume() {
    let text = r#"<incollection key="books/x/A"><title>A</title><booktitle>B</booktitle>
        <publisher>Own</publisher><volume>2</volume></incollection>
        <article key="journals/x/A"><title>A</title><journal>J</journal></article>"#;
    let volume = found(DUMP).record("books/x/Doe20").record.clone();
    let found = found(text);
    let mut chapter = found.record("books/x/A").record.clone();
    assert_eq!(chapter.meta.venue.as_ref().unwrap().text(), "B");
    join(&mut chapter, &volume);
    assert_eq!(chapter.meta.venue.unwrap().text(), "Things");
    assert_eq!(chapter.meta.publisher.as_deref(), Some("Own"));
    assert_eq!(chapter.meta.volume.as_deref(), Some("2"));
    assert_eq!(chapter.meta.series.as_deref(), Some("Texts"));
    assert_eq!(chapter.meta.date.unwrap().year, 2020);
    let mut article: Record = found.record("journals/x/A").record.clone();
    join(&mut article, &volume);
    assert_eq!(article, found.record("journals/x/A").record);
}

#[test]
fn books_theses_and_datasets_are_read() {
    let found = found(DUMP);
    let book = meta(&found, "books/x/Doe20");
    assert_eq!(book.publisher.as_deref(), Some("Springer"));
    assert_eq!(book.series.as_deref(), Some("Texts"));
    assert_eq!(book.volume.as_deref(), Some("3"));
    let thesis = meta(&found, "phd/de/Doe2001");
    assert_eq!(thesis.institution.as_deref(), Some("TU Darmstadt"));
    assert_eq!(thesis.url.as_deref(), Some("http://example.org/a?b=1&c=2"));
    let data = meta(&found, "data/10/PalBM20");
    assert_eq!(data.ids.doi.unwrap().as_str(), "10.21227/zm1y-b270");
    let entry = meta(&found, "reference/vision/X14bd");
    assert_eq!(
        entry.venue.unwrap().text(),
        "Computer Vision, A Reference Guide"
    );
    assert_eq!(entry.authors, []);
}

#[test]
fn preprints_have_arxiv_ids_and_papers_in_corr_stay_papers() {
    for (head, fields, kind, arxiv) in [
        (
            r#"article key="journals/corr/abs-1706-03762" publtype="informal""#,
            "<journal>CoRR</journal><ee>https://doi.org/10.48550/arXiv.1706.03762</ee>",
            Kind::Preprint,
            Some("1706.03762"),
        ),
        (
            r#"article key="journals/corr/abs-cs-0112017" publtype="informal""#,
            "<journal>CoRR</journal>",
            Kind::Preprint,
            Some("cs/0112017"),
        ),
        (
            r#"article key="journals/corr/VaswaniSPUJGKP17""#,
            "<journal>CoRR</journal><volume>abs/1706.03762</volume>",
            Kind::Preprint,
            Some("1706.03762"),
        ),
        (
            r#"article key="journals/corr/cs-DB-9901001""#,
            "<journal>CoRR</journal><volume>cs.DB/9901001</volume><ee>http://arxiv.org/abs/cs.DB/9901001</ee>",
            Kind::Preprint,
            Some("cs.db/9901001"),
        ),
        (
            r#"inproceedings key="journals/corr/KingmaB14""#,
            "<booktitle>ICLR (Poster)</booktitle><ee>http://arxiv.org/abs/1412.6980</ee>",
            Kind::Conference,
            Some("1412.6980"),
        ),
        (
            r#"article key="journals/iacr/Doe20" publtype="informal withdrawn""#,
            "<journal>IACR Cryptol. ePrint Arch.</journal><volume>2020</volume>",
            Kind::Preprint,
            None,
        ),
        (
            r#"article key="journals/x/Doe20" publtype="survey""#,
            "<journal>ACM Comput. Surv.</journal><volume>abs/1706.03762</volume>",
            Kind::Journal,
            None,
        ),
    ] {
        let end = head.split(' ').next().unwrap();
        let found = found(format!("<{head}><title>T.</title>{fields}</{end}>"));
        let meta = &found.records[0].1.record.meta;
        assert_eq!(meta.kind, kind, "{head}");
        let id = meta.ids.arxiv.as_ref().map(ArxivId::as_str);
        assert_eq!(id, arxiv, "{head}");
        assert_eq!((&meta.ids.doi, &meta.url), (&None, &None), "{head}");
        let is_bare = kind == Kind::Conference || kind == Kind::Preprint && arxiv.is_some();
        assert_eq!(
            meta.venue.is_none() && meta.volume.is_none(),
            is_bare,
            "{head}"
        );
    }
}

#[test]
fn pages_of_people_are_read() {
    let people = found(DUMP).people;
    assert_eq!(people.len(), 2);
    assert_eq!(people[0].pid.as_str(), "95/7448-1");
    assert_eq!(people[0].names, ["Di Xu 0001", "Dee Xu"]);
    assert_eq!(people[0].orcids[0].as_str(), "0000-0002-1825-0097");
    assert_eq!(people[0].orcids.len(), 1);
    assert_eq!(people[0].affiliations, ["University of British Columbia"]);
    assert!(!people[0].disambiguation && people[1].disambiguation);
    assert_eq!(people[1].names, ["Di Xu"]);
}

#[test]
fn titles_are_decoded() {
    let titles = [
        ("A Na&iuml;ve Plan&#8217;s End.", "A Naïve Plan’s End"),
        ("Is P &lt; NP &amp; Q?", "Is P < NP & Q?"),
        (
            "Twice &amp;lt; Escaped &amp;amp; Sent.",
            "Twice < Escaped & Sent",
        ),
        (
            "The <tt>grep</tt> of <ref href=\"x\">Old</ref>.",
            "The grep of Old",
        ),
        ("\n  Broken\n  Lines.\n", "Broken Lines"),
        ("Acme Inc.", "Acme Inc."),
        ("Money $5, $k$-Means.", "Money $5, k-Means"),
        (
            "CO<sub>2</sub> in <i>E. <sub>x</sub> coli</i>",
            "CO2 in E. x coli",
        ),
    ];
    let fields: Vec<String> = titles
        .iter()
        .map(|(given, _)| format!("<title>{given}</title>"))
        .collect();
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    let found = found(articles(&fields));
    assert_eq!(found.problems, []);
    for ((line, filed), (given, want)) in found.records.iter().zip(titles) {
        assert_eq!(filed.record.meta.title.text(), want, "{line}: {given}");
    }
    assert_eq!(found.records.len(), titles.len());
}
