use crate::import::{FieldRole, TextStyle};

/// The relevant attributes of an element.
#[derive(Debug, Clone, Default)]
pub(in crate::import) struct ElementAttributes {
    /// `href`.
    pub(in crate::import) href: Option<String>,
    /// The words of `class`, in lower case.
    pub(in crate::import) classes: Vec<String>,
    /// `style`, in lower case and without spaces.
    pub(in crate::import) css: String,
    /// Whether `hidden` or `aria-hidden="true"` is set.
    pub(in crate::import) hidden: bool,
    /// `role`.
    pub(in crate::import) role: String,
    /// `name` and `content` of a `meta` element.
    pub(in crate::import) meta: Option<(String, String)>,
    /// The number of items inside the element.
    pub(in crate::import) items: usize,
}

impl ElementAttributes {
    /// Selects the relevant attributes.
    pub(super) fn of(given: impl Iterator<Item = (String, String)>) -> Self {
        let mut out = Self::default();
        let (mut meta_name, mut content) = (None, None);
        for (name, value) in given {
            match name.as_str() {
                "href" if !value.trim().is_empty() => out.href = Some(value.trim().to_owned()),
                "class" => {
                    let classes = value.split_whitespace().map(hyphened);
                    out.classes = classes.collect();
                }
                "style" => {
                    let css = value.to_lowercase();
                    out.css = css.split_whitespace().collect();
                }
                "hidden" => out.hidden = true,
                "aria-hidden" => out.hidden |= value == "true",
                "role" => out.role = value.to_lowercase(),
                "name" => meta_name = Some(value),
                "content" => content = Some(value),
                _ => {}
            }
        }
        out.meta = meta_name.zip(content);
        out
    }
}

/// A class in lower case, with its words parted as most pages part them: `pubItem` is `pub-item`.
fn hyphened(class: &str) -> String {
    let mut out = String::with_capacity(class.len() + 2);
    let mut is_small = false;
    for c in class.chars() {
        if c.is_uppercase() && is_small {
            out.push('-');
        }
        is_small = c.is_lowercase();
        out.extend(c.to_lowercase());
    }
    out
}

/// The role of an element in the flow of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// Inline text.
    Inline,
    /// A line break.
    Break,
    /// A heading with its level.
    Heading(u8),
    /// A list, whose items are nested one level deeper.
    List,
    /// An item of a list, a row of a table, or an entry by its class.
    Item,
    /// The definition of a term, which continues the term's item.
    Definition,
    /// A cell of a table.
    Cell,
    /// A paragraph.
    Paragraph,
    /// A box: a line, or a paragraph if it contains other boxes.
    Box,
}

/// How the content of an element is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    /// It is read.
    Whole,
    /// It is ignored because it is invisible or no part of the list: code, navigation, a hidden
    /// abstract.
    Nothing,
    /// It is read as code: a block with a BibTeX entry is left out.
    Code,
}

pub(super) fn flow(name: &str, attributes: &ElementAttributes) -> Flow {
    match name {
        "br" => Flow::Break,
        "h1" => Flow::Heading(1),
        // A widely copied theme for researchers names its headings like this.
        "h2" | "heading" => Flow::Heading(2),
        "h3" => Flow::Heading(3),
        "h4" => Flow::Heading(4),
        "h5" => Flow::Heading(5),
        "h6" => Flow::Heading(6),
        "ul" | "ol" | "dl" | "menu" | "dir" => Flow::List,
        "li" | "tr" | "dt" | "article" => Flow::Item,
        "dd" => Flow::Definition,
        "td" | "th" => Flow::Cell,
        "p" | "blockquote" | "hr" | "table" | "pre" | "section" | "caption" | "summary" => {
            Flow::Paragraph
        }
        _ if is_box(name) => {
            if attributes.role == "listitem" || has_class(attributes, &ENTRY) {
                Flow::Item
            } else {
                Flow::Box
            }
        }
        _ => Flow::Inline,
    }
}

/// Whether an element is a box without a meaning of its own.
pub(super) fn is_box(name: &str) -> bool {
    matches!(
        name,
        "div"
            | "address"
            | "header"
            | "main"
            | "details"
            | "center"
            | "figure"
            | "fieldset"
            | "form"
            | "aside"
            | "body"
            | "tbody"
            | "thead"
            | "hgroup"
    )
}

/// Whether an element holds a list.
pub(super) fn is_list(attributes: &ElementAttributes) -> bool {
    attributes.items >= LIST
}

pub(super) fn kept(name: &str, attributes: &ElementAttributes) -> Visibility {
    let is_label = label(name, attributes);
    // An abstract has hardly any items: what has some is a list, whatever its class is called.
    let is_list = is_list(attributes);
    let is_hidden = attributes.hidden
        || attributes.css.contains("display:none")
        || attributes.css.contains("visibility:hidden")
        || has_class(attributes, &HIDDEN)
        || has_class(attributes, &TOPICS)
        || is_of_page(attributes)
        || !is_list && has_class(attributes, &COLLAPSED)
        || !is_label
            && !is_list
            && matches!(
                name,
                "div" | "p" | "section" | "blockquote" | "pre" | "span"
            )
            && has_class(attributes, &ASIDE);
    match name {
        "script" | "style" | "template" | "svg" | "nav" | "footer" | "select" | "textarea"
        | "iframe" | "object" | "canvas" | "audio" | "video" | "math" | "title" | "datalist" => {
            Visibility::Nothing
        }
        _ if is_hidden => Visibility::Nothing,
        "pre" | "code" => Visibility::Code,
        _ => Visibility::Whole,
    }
}

/// Returns the style inside an element, given the style around it.
pub(super) fn style(name: &str, attributes: &ElementAttributes, around: TextStyle) -> TextStyle {
    let css = |rule: &str| attributes.css.contains(rule);
    let class = |names: &[&str]| has_class(attributes, names);
    let is_label = around.label || label(name, attributes);
    let weight_is_normal = css("font-weight:normal") || css("font-weight:400");
    TextStyle {
        bold: !weight_is_normal
            && (around.bold
                || matches!(name, "b" | "strong")
                || css("font-weight:bold")
                || css("font-weight:6")
                || css("font-weight:7")
                || class(&["font-weight-bold", "fw-bold", "bold"])),
        italic: around.italic
            || matches!(name, "i" | "em" | "cite" | "dfn" | "var")
            || css("font-style:italic")
            || class(&["font-italic", "fst-italic", "italic"]),
        underlined: around.underlined
            || matches!(name, "u" | "ins")
            || css("text-decoration:underline")
            || class(&["text-decoration-underline"]),
        label: is_label,
        // A label within a field is none of it.
        named: named(attributes).or(around.named).filter(|_| !is_label),
    }
}

/// Splits the classes of an element into words: `pub-title` has two.
fn class_words(attributes: &ElementAttributes) -> impl Iterator<Item = &str> {
    let classes = attributes.classes.iter();
    classes.flat_map(|class| class.split(['-', '_']))
}

/// Returns the field of an entry that the classes of an element name: `pub-title`,
/// `ValeurRes Auteurs`.
fn named(attributes: &ElementAttributes) -> Option<FieldRole> {
    let words = || class_words(attributes);
    let is_page = words().any(|word| ["page", "site", "section", "nav", "header"].contains(&word));
    words().filter(|_| !is_page).find_map(|word| match word {
        "title" | "titre" | "titel" | "headline" => Some(FieldRole::Title),
        "author" | "authors" | "auteurs" | "coauthors" => Some(FieldRole::Authors),
        "venue" | "journal" | "booktitle" | "conference" | "publisher" | "periodical" => {
            Some(FieldRole::Venue)
        }
        _ => None,
    })
}

/// Whether an element is a button, a badge or a label.
pub(super) fn label(name: &str, attributes: &ElementAttributes) -> bool {
    name == "button"
        || attributes.role == "button"
        || tells_type(name, attributes)
        || class_words(attributes).any(|word| matches!(word, "badge" | "badges"))
        || attributes.classes.iter().any(|class| {
            LABELS.contains(&class.as_str())
                || ["btn-", "badge-", "label-"]
                    .iter()
                    .any(|head| class.starts_with(head))
        })
}

/// Whether an element within a line says which type of work an entry is: `pub_type`. One that is a field says what it
/// is of: `pub_title type-article`.
fn tells_type(name: &str, attributes: &ElementAttributes) -> bool {
    matches!(name, "span" | "small" | "em" | "i" | "b" | "strong" | "a")
        && class_words(attributes).any(|word| word == "type")
        && named(attributes).is_none()
}

/// Whether an inline element is a field of an entry by its class: `pub-title`, `authors`. Adjacent
/// elements are separate fields even without punctuation.
pub(super) fn is_field(name: &str, attributes: &ElementAttributes) -> bool {
    const DATES: [&str; 4] = ["year", "date", "pubdate", "pubyear"];
    matches!(
        name,
        "span" | "a" | "b" | "strong" | "i" | "em" | "cite" | "time"
    ) && (named(attributes).is_some() || class_words(attributes).any(|word| DATES.contains(&word)))
}

/// Whether an element is a part of the page and none of its list: what sorts it, exports it or leads to other parts.
fn is_of_page(attributes: &ElementAttributes) -> bool {
    attributes.role == "navigation"
        || has_class(attributes, &LEADING)
        || attributes.classes.iter().any(|class| {
            ["-export", "-sort", "-pager", "-pagination"]
                .iter()
                .any(|end| class.ends_with(end))
        })
}

fn has_class(attributes: &ElementAttributes, names: &[&str]) -> bool {
    let mut classes = attributes.classes.iter();
    classes.any(|class| names.contains(&class.as_str()))
}

/// Classes with which Bootstrap, Tailwind and common themes make buttons and badges.
const LABELS: [&str; 9] = [
    "btn", "button", "badge", "label", "tag", "pill", "chip", "award", "links",
];

/// Classes of what leads to other parts of a site, those of jemdoc and Bootstrap among them.
const LEADING: [&str; 7] = [
    "breadcrumb",
    "breadcrumbs",
    "pager",
    "pagination",
    "menu-category",
    "menu-item",
    "navbar",
];

/// Classes that hide content.
const HIDDEN: [&str; 5] = [
    "hidden",
    "d-none",
    "sr-only",
    "visually-hidden",
    "screen-reader-text",
];

/// Classes of boxes that a button opens: an abstract, or the works of a year.
const COLLAPSED: [&str; 1] = ["collapse"];

/// So many items make a list.
const LIST: usize = 3;

/// Classes of boxes with an entry's topics.
const TOPICS: [&str; 9] = [
    "tags",
    "tag-list",
    "pub-tags",
    "paper-tags",
    "post-tags",
    "article-tags",
    "keywords",
    "topics",
    "page__taxonomy",
];

/// Classes of additions to an entry: its abstract, its BibTeX.
const ASIDE: [&str; 12] = [
    "abstract",
    "pub-abstract",
    "publication-abstract",
    "summary",
    "pub-summary",
    "article-style",
    "bibtex",
    "bib",
    "tldr",
    "archive__item-excerpt",
    "article-summary",
    "summary-text",
];

/// Classes of boxes that are one entry each, in common themes.
const ENTRY: [&str; 12] = [
    "publication",
    "pub",
    "paper",
    "pub-item",
    "publication-item",
    "pub-list-item",
    "paper-item",
    "list__item",
    "csl-entry",
    "csl-bib-body-entry",
    "bibitem",
    "entry",
];

/// Whether an element has no content.
pub(super) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "br" | "hr"
            | "img"
            | "input"
            | "meta"
            | "link"
            | "wbr"
            | "area"
            | "base"
            | "col"
            | "embed"
            | "source"
            | "track"
            | "param"
    )
}

/// Returns the elements that end where `name` begins, and those that prevent this if they are in
/// between.
pub(super) fn ends_before(name: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match name {
        "li" => (&["li"], &["ul", "ol", "menu", "dir"]),
        "dt" | "dd" => (&["dt", "dd"], &["dl"]),
        "tr" => (&["tr"], &["table"]),
        "td" | "th" => (&["td", "th"], &["table", "tr"]),
        "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "ul" | "ol" | "table" | "hr" => (
            &["p"],
            &["div", "li", "td", "th", "dd", "blockquote", "section"],
        ),
        _ => (&[], &[]),
    }
}
