use proptest::prelude::*;

use super::*;

#[test]
fn fault_costs_one_record_and_has_its_line() {
    let good = "<title>Good</title>";
    for (bad, said) in [
        (
            "<article key=\"journals/x/B\"><year>1</year></article>",
            "no title",
        ),
        (
            "<article key=\"journals/x/B\"><title> </title></article>",
            "no title",
        ),
        ("<article key=\"journals/x/B\"/>", "no title"),
        ("<article><title>B</title></article>", "without a key"),
        (
            "<article key=\"B\"><title>B</title></article>",
            "expected a key",
        ),
        (
            "<article key=\"journals/x/B\"><title>B</titel></article>",
            "titel",
        ),
        (
            "<article key=\"journals/x/B\"><title>B</title></book>",
            "book",
        ),
        (
            "<article key=\"journals/x/B\"><title><i>B</title></article>",
            "title",
        ),
        (
            "<article key=\"journals/x/B\"><title>B</title>",
            "</article>",
        ),
        (
            "<article key=\"journals/x/B><title>B</title></article>",
            "left out",
        ),
        (
            "<article key=\"journals/x/B\" <!-- <title>B</title></article>",
            "left out",
        ),
        (
            "<article key=\"journals/x/B\"><!-- <title>B</title></article>",
            "left out",
        ),
        (
            "<article key=\"journals/x/B\"><title>B<![CDATA[</title></article>",
            "left out",
        ),
        ("<article key=\"journals/x/B\"><title>B</title", "left out"),
    ] {
        let around = articles(&[good, "AROUND", good]);
        let text = around.replace("<article key=\"journals/x/1\">AROUND</article>", bad);
        let found = found(text);
        let lines: Vec<usize> = found.records.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 3], "{bad}: {:?}", found.problems);
        assert_eq!(found.problems.len(), 1, "{bad}: {:?}", found.problems);
        let (line, message) = &found.problems[0];
        assert_eq!(*line, 2, "{bad}");
        assert!(message.contains(said), "{bad}: {message}");
    }
}

#[test]
fn custom_entities_are_not_expanded() {
    let bomb = "<!DOCTYPE dblp [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">\
        <!ENTITY file SYSTEM \"file:///etc/passwd\">]>\n<dblp>\n";
    let records = articles(&["<title>A &b; &file; B.</title>", "<title>B</title>"]);
    let found = found(format!("{bomb}{records}</dblp>"));
    let title = found.records[0].1.record.meta.title.text();
    assert_eq!(title, "A &b; &file; B");
    assert_eq!(found.records.len(), 2);
    assert_eq!(found.problems.len(), 1);
    let (line, message) = &found.problems[0];
    assert_eq!(*line, 3);
    assert!(
        message.contains("`&b;`") && message.contains("journals/x/0"),
        "{message}"
    );
}

#[test]
fn other_encodings_are_read_as_latin_1() {
    let mut text = articles(&[
        "<title>A</title>",
        "<title>B</title><author>J?rgen</author>",
    ])
    .into_bytes();
    let at = text.iter().position(|byte| *byte == b'?').unwrap();
    text[at] = 0xfc;
    let found = found(&text);
    assert_eq!(found.records[1].1.signatures, ["Jürgen"]);
    assert_eq!(found.problems.len(), 1);
    assert_eq!(found.problems[0].0, 2);
    assert!(found.problems[0].1.contains("UTF-8"));
}

#[test]
fn truncated_dump_is_detected() {
    let whole = DblpXml.whole(DUMP.as_bytes());
    assert_eq!(&DUMP[whole..], "</dblp>\n");
    let mut none = Found::default();
    let judged = DblpXml.finish(&chunk(9, &DUMP.as_bytes()[whole..]), &mut |item| {
        none.take(item);
    });
    assert_eq!(judged, Ok(()));
    for tail in ["", "\n<article key=\"journals/x/A\"><title>A"] {
        let mut found = Found::default();
        let judged = DblpXml.finish(&chunk(9, tail.as_bytes()), &mut |item| found.take(item));
        assert!(judged.unwrap_err().contains("`</dblp>`"));
        assert_eq!(found.problems.len(), usize::from(!tail.is_empty()));
    }
}

#[test]
fn hostile_chunks_are_read_in_bounded_time() {
    for piece in [
        "<article key=\"a/b\"><!-- ",
        "<article key=\"a/b ",
        "<article key=\"a/b\"><title><![CDATA[",
        "<article key=\"a/b\"><title>",
        "<article key=\"a/b\"><title><i><i>&",
        "</article><www>",
    ] {
        let found = found(piece.repeat(20_000));
        assert!(found.records.is_empty(), "{piece}");
    }
    let deep = format!(
        "<article key=\"a/b\"><title>{}</title></article>",
        "<i>".repeat(50_000)
    );
    assert_eq!(found(deep).problems.len(), 1);
    let entities = format!(
        "<article key=\"a/b\"><title>A {}</title></article>",
        "&a".repeat(50_000)
    );
    assert_eq!(found(entities).records.len(), 1);
}

/// Returns fragments of dumps, complete and broken ones.
fn piece() -> impl Strategy<Value = String> {
    let key = "[a-c]{1,3}";
    let title = "([A-Z<>&; a-z\n]|&uuml;|<i>x</i>|<sub>|&lol;|é){0,12}";
    let whole = (key, title, any::<bool>()).prop_map(|(key, title, ends)| {
        let end = if ends { "</article>" } else { "" };
        format!("<article key=\"journals/x/{key}\"><title>{title}</title>\n<year>2000</year>{end}")
    });
    let person = key.prop_map(|key| {
        format!(
            "<www key=\"homepages/a/{key}\"><author>A B</author><title>Home Page</title></www>\n"
        )
    });
    let noise = proptest::sample::select(vec![
        "\n",
        "</book>",
        "</dblp>",
        "<dblp>",
        "</www >",
        "x",
        "<article>",
        "<author>A</author>",
    ]);
    prop_oneof![4 => whole, 2 => person, 1 => noise.prop_map(str::to_owned)]
}

proptest! {
    #[test]
    fn chunks_give_the_same_records_as_the_whole(pieces in proptest::collection::vec(piece(), 0..12), cuts in any::<u64>()) {
        let text = pieces.concat();
        let whole = found(&text);
        let mut split = Found::default();
        let (mut line, mut start) = (1, 0);
        // The buffer grows as that of a build, and is cut wherever a record can end.
        for end in 0..=text.len() {
            let cut = start + DblpXml.whole(&text.as_bytes()[start..end]);
            let is_last = end == text.len();
            if cut > start && (cuts >> (end % 64)) & 1 == 1 || is_last {
                for (from, to) in [(start, cut), (cut, if is_last { text.len() } else { cut })] {
                    let bytes = &text.as_bytes()[from..to];
                    DblpXml.read(&chunk(line, bytes), &mut |item| split.take(item));
                    line += memchr::memchr_iter(b'\n', bytes).count();
                }
                start = cut;
            }
        }
        prop_assert_eq!(whole.records, split.records);
        prop_assert_eq!(whole.people, split.people);
        prop_assert_eq!(whole.problems, split.problems);
    }
}
