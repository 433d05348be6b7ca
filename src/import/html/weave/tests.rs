use super::*;

/// Formats each line with a letter for what it begins and its styles: `*bold*`, `/italic/`,
/// `_underlined_`, `[label]`, `(link)`.
fn shown(html: &str) -> Vec<String> {
    page(html).lines.iter().map(crate::import::shown).collect()
}

#[test]
fn handwritten_list_is_read() {
    let html = "<html><head><title>Ada Sample's Homepage</title><style>p{}</style></head><body>
        <h1>Ada Sample</h1><nav><a href=x>Home</a></nav><h2>Publications</h2>
        <ol><li><b>Ada Sample</b>, Bob&nbsp;Doe. <a href='p.pdf'>On
        Looms</a>.<br>In <i>NSDI</i>, 2023. [<a href=c>code</a>]
        <li><p>Second</p><p>more</p><ul><li>inner</ul>on</ol>After</body>";
    assert_eq!(
        shown(html),
        [
            "1|Ada Sample",
            "2|Publications",
            "*1 |*Ada Sample*, Bob Doe. (On Looms).",
            " 1 |In /NSDI/, 2023. [(code)]",
            "*1 |Second",
            "¶1 |more",
            "*2 |inner",
            " 1 |on",
            "¶|After",
        ]
    );
    let page = page(html);
    assert_eq!(page.name.as_deref(), Some("Ada Sample"));
    assert_eq!((page.lines[2].at.first, page.lines[2].at.last), (3, 4));
    assert_eq!(page.lines[3].at.first, 4);
}

#[test]
fn entries_of_a_theme_are_read() {
    let html = "<ol class=bibliography><li><div class=row>
        <div class='col abbr'><abbr class='badge'>ICML</abbr></div>
        <div id=k class=col-8><div class=title>On Looms</div>
        <div class=author><em>Ada Sample</em>, B. Doe<sup>*</sup>, and C<sup>2</sup></div>
        <div class=periodical>In <em>ICML</em>, 2023</div>
        <div class=links><a class='abstract btn btn-sm'>Abs</a><a class=btn>PDF</a></div>
        <div class='abstract hidden'><p>Long words.</p></div>
        <div class='bibtex hidden'><pre>@x{y}</pre></div></div></div></li></ol>
        <pre><code>@article{a, title={x}}</code></pre><p>see <code>fold</code> it</p>
        <details><summary>Abstract</summary>gone</details><details><summary>2019</summary>
        kept</details><p hidden>h</p><script>if (a<b) x</script>";
    assert_eq!(
        shown(html),
        [
            "*1 |[ICML]",
            " 1 |On Looms",
            " 1 |/Ada Sample/, B. Doe*, and C²",
            " 1 |In /ICML/, 2023",
            " 1 |[Abs]   [PDF]",
            "¶|see fold it",
            "¶|Abstract",
            "¶|2019",
            " |kept",
        ]
    );
}

#[test]
fn tables_definitions_and_boxes_are_read() {
    let html = "<table><tr><td>2023<td>On Looms<tr><td>2022<td>On Mills</table>
        <dl><dt>[1]<dd>First<dt>[2]<dd>Second<dd>Third</dl>
        <div><div>One</div><div>its venue</div></div><div><div>Two</div></div>";
    assert_eq!(
        shown(html),
        [
            "*|2023   On Looms",
            "*|2022   On Mills",
            "*1 |[1]",
            " 1 |First",
            "*1 |[2]",
            " 1 |Second",
            "*1 |Third",
            "¶|One",
            " |its venue",
            "¶|Two",
        ]
    );
}

#[test]
fn two_line_breaks_are_a_blank_line() {
    let html = "<table><tr><td>2023<td>One<br>NSDI<br> <br>Two<br><br></table>";
    assert_eq!(shown(html), ["*|2023   One", " |NSDI", "¶|Two"]);
}

#[test]
fn end_tag_of_a_line_break_is_a_line_break() {
    assert_eq!(
        shown("One</br>Two</br></br>Three"),
        shown("One<br>Two<br><br>Three")
    );
    assert_eq!(shown("One</br>Two").len(), 2);
}

#[test]
fn deep_nesting_is_read() {
    for piece in [
        "<div>",
        "<ul><li>",
        "<b>",
        "<p>",
        "</b>",
        "<table><tr><td>",
        "<a href=x>",
        "<",
    ] {
        let text = format!("{}words", piece.repeat(100_000));
        assert!(page(&text).lines.len() <= 2, "{piece}");
    }
}

#[test]
fn fields_named_by_classes_are_separate() {
    let html = r#"<li><span class="authors">A. Lee</span> <span class="pub-title">On looms</span> Cloth Review</li>"#;
    assert_eq!(shown(html), ["*|A. Lee   On looms   Cloth Review"]);
}

#[test]
fn long_adjacent_links_are_a_list() {
    let link = |title: &str| {
        format!("<a href=x>{title}, a long title in a link, Cloth and Yarn Review 12 (2019)</a>\n")
    };
    let html = link("On looms").repeat(2);
    assert_eq!(shown(&html).len(), 2);
    assert_eq!(
        shown("<p><a href=x>pdf</a> <a href=y>code</a></p>").len(),
        1
    );
}

#[test]
fn box_called_a_publication_may_be_below_its_title() {
    let html = "<div><span>On Looms</span><div class=pub>A. Lee</div></div>\
        <div><h2>2020</h2><div class=pub>On Mills</div></div>";
    assert_eq!(
        shown(html),
        [" |On Looms", "¶|A. Lee", "2|2020", "*|On Mills"]
    );
}

#[test]
fn terms_may_name_the_fields_of_an_entry() {
    let html = "<dl><dt>titre</dt><dd>On Looms</dd><dt>auteur</dt><dd><b>A. Lee</b></dd><dt>Accès au bibtex</dt>\
        <dd><a href=x><img src=y></a></dd></dl><dl><dt>titre</dt><dd>On Mills</dd></dl><dl><dt>2019</dt><dd>On Yarn</dd></dl>";
    assert_eq!(
        shown(html),
        [
            "*1 |On Looms",
            " 1 |*A. Lee*",
            "*1 |On Mills",
            "*1 |2019",
            " 1 |On Yarn"
        ]
    );
}

#[test]
fn preformatted_lines_are_printed_lines() {
    let html = "<h1>Papers</h1><pre>\n 1. A. Lee. On looms\n    and wool. 2019.\n\n 2. B. Ray. On mills\n    in the wind. 2018.\n</pre>";
    let page = page(html);
    assert!(page.printed);
    let lines: Vec<String> = page.lines.iter().map(crate::import::Line::text).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(
        (page.lines[4].at.first, lines[4].as_str()),
        (6, "in the wind. 2018.")
    );
}

#[test]
fn lists_are_read_whatever_the_class_of_their_box_is_called() {
    let list = "<ol><li>On looms, 2019<li>On mills, 2018<li>On wool, 2017</ol>";
    for class in ["summary", "collapse", "panel abstract"] {
        let page = format!("<div class='{class}'>{list}</div>");
        assert_eq!(shown(&page).len(), 3, "{class}");
        let note = format!("<ol><li>On looms, 2019<div class='{class}'>We weave.</div></ol>");
        assert_eq!(shown(&note).len(), 1, "{class}");
    }
    let beside = "<ul><li>Bo Ray. Mills that turn without any wind. 2018.</ul>";
    assert_eq!(
        shown(&format!("{beside}<div class='d-none'>{list}</div>")).len(),
        1
    );
}

#[test]
fn the_type_of_a_work_is_a_label_and_what_exports_a_list_is_none_of_it() {
    let text = "<div class=\"biblio-export\">Export 7 results: <a href=\"#\">RTF</a></div>\
        <p class=\"pub_title\">Looms of wool <span class=\"pub_type article\">Artikel</span></p>";
    assert_eq!(shown(text), ["¶|Looms of wool   [Artikel]"]);
    let text = "<p><span class=\"title type-article\">Looms of wool</span></p>";
    assert!(!shown(text).concat().contains('['), "{:?}", shown(text));
}

#[test]
fn lists_that_a_script_shows_are_read_where_a_page_has_no_other() {
    let list = "<div class=hidden><ul><li>Ann Lee. On looms and the weaving of cloth. 2019.<li>Two<li>Three</ul></div>";
    assert_eq!(shown(list).len(), 3);
    let other = format!("<ul><li>Bo Ray. Mills that turn without any wind. 2018.</ul>{list}");
    assert_eq!(shown(&other).len(), 1);
}

#[test]
fn words_of_classes_may_be_parted_by_capitals() {
    let html = "<div class=pubItem>One</div><div class=pubItem>Two</div>";
    assert_eq!(shown(html), ["*|One", "*|Two"]);
}

#[test]
fn labels_side_by_side_are_apart() {
    assert_eq!(
        shown(
            "<p><span>Cloth Review, 2020.</span><span class=pub-badges><span>PAPER</span><span>CR</span></span></p>"
        ),
        ["¶|Cloth Review, 2020.   [PAPER]   [CR]"]
    );
}

#[test]
fn parts_without_a_blank_between_them_are_apart() {
    let html = "<li><span class=t>On looms</span><span class=m>with Bo Ray</span></li>\
        <li><span class=t><a href=x>On mills</a></span><span class=m>with Cy Orr</span></li>\
        <li><span class=cap>O</span><span class=rest>n wool and dye</span></li>\
        <li><span>On yarn</span><span>s</span></li>\
        <li><span class=a>On dye. </span><span class=b>Cloth Review</span><span class=a>, 2020</span></li>";
    assert_eq!(
        shown(html),
        [
            "*|On looms   with Bo Ray",
            "*|(On mills)   with Cy Orr",
            "*|On wool and dye",
            "*|On yarns",
            "*|On dye. Cloth Review, 2020"
        ]
    );
}

#[test]
fn what_stands_for_a_script_is_read() {
    let html = "<p>On looms (with <script>link()</script><noscript>Bo Ray</noscript>)</p>";
    assert_eq!(shown(html), ["¶|On looms (with Bo Ray)"]);
}

#[test]
fn the_first_item_of_an_article_begins_with_it() {
    let text = "<article><ol><li><div>On looms and the weaving of cloth</div><li>Mills<li>Wool</ol></article>";
    let begins: Vec<Begins> = page(text).lines.iter().map(|line| line.begins).collect();
    assert_eq!(begins, [Begins::Item; 3]);
}

#[test]
fn menus_are_no_part_of_a_page() {
    let text = "<div class=\"menu-item\"><a href=\"a\">Talks</a></div><div role=\"navigation\">Home</div><p>Looms</p>";
    assert_eq!(shown(text), ["¶|Looms"]);
}
