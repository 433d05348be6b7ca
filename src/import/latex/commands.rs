//! What commands mean, one line each.

/// What a command does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    /// Its argument is set so.
    Sets(Look),
    /// What follows in its group is set so.
    Turns(Look),
    /// Large type: a heading when a line begins with it.
    Enlarges(u8),
    /// Its argument is a heading.
    Heading(u8),
    /// Its argument stands beside the text.
    Beside,
    /// An item begins; the text follows.
    Item,
    /// An item of a bibliography: its label and key are not printed.
    BibItem,
    /// An item with so many arguments, each a line.
    Lines(usize),
    /// An item with so many arguments, side by side.
    Columns(usize),
    /// So many arguments are not printed; what follows is.
    Drops(usize),
    /// A line ends, or a row of a table.
    Breaks,
    /// A line ends, within a cell too.
    EndsLine,
    /// A paragraph ends.
    Paragraph,
    /// A stretch of white.
    Gap,
    /// A link: address, then text.
    Link,
    /// An address that is its own text.
    Address,
    /// A DOI.
    Doi,
    /// The person's name, in one argument or two.
    Name,
    /// A part of the person's name.
    GivenName,
    /// A part of the person's name.
    FamilyName,
    /// Another file of text.
    OtherFile,
    /// A `.bib` file.
    BibFile,
    /// A definition by `\newcommand` and its like.
    Defines,
    /// A definition by `\def`.
    DefinesPlain,
    /// `\let`.
    Lets,
    /// An environment's definition.
    DefinesEnvironment,
    /// `\begin`.
    Begins,
    /// `\end`.
    Ends,
    /// `\verb`.
    Verbatim,
    /// `\iffalse`, up to `\fi`.
    Skips,
    /// An accent on what follows.
    Accent,
}

/// How text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    Bold,
    Italic,
    Underlined,
    Label,
    /// As the text around it.
    Upright,
    Medium,
    Plain,
}

/// What a command does, unless the file itself defines it.
#[rustfmt::skip]
pub(super) fn known(name: &str) -> Option<Does> {
    Some(match name {
        "textbf" | "mathbf" | "hl" => Does::Sets(Look::Bold),
        "textit" | "emph" | "textsl" => Does::Sets(Look::Italic),
        "underline" | "uline" | "ul" | "uuline" => Does::Sets(Look::Underlined),
        "textrm" | "textsf" | "texttt" | "textsc" | "textnormal" | "mbox" | "textup" | "textmd"
        | "text" => Does::Sets(Look::Plain),
        "colorbox" | "fcolorbox" | "cvtag" | "badge" => Does::Sets(Look::Label),
        "bfseries" | "bf" => Does::Turns(Look::Bold),
        "itshape" | "it" | "em" | "slshape" | "sl" => Does::Turns(Look::Italic),
        "upshape" => Does::Turns(Look::Upright),
        "mdseries" => Does::Turns(Look::Medium),
        "normalfont" | "rm" => Does::Turns(Look::Plain),
        "Huge" | "huge" => Does::Enlarges(1),
        "LARGE" | "Large" => Does::Enlarges(2),
        "part" | "chapter" | "section" | "cvsection" | "sectiontitle" | "cvheading" | "resheading"
        | "sectionheader" => Does::Heading(1),
        "subsection" | "cvsubsection" => Does::Heading(2),
        "subsubsection" | "cvsubsubsection" => Does::Heading(3),
        "paragraph" | "subparagraph" => Does::Heading(4),
        "marginpar" | "marginnote" | "sidenote" | "leftnote" => Does::Beside,
        "item" => Does::Item,
        "bibitem" => Does::BibItem,
        "cventry" | "cvhonor" | "cvevent" | "resumeSubheading" | "cvproject" | "cvpub" => Does::Lines(6),
        "cvitem" | "cvline" | "cvdoubleitem" | "cvcomputer" | "cvlanguage" | "cvitemwithcomment"
        | "datedsubsection" | "datedline" => Does::Columns(4),
        "cvlistitem" | "cvlistdoubleitem" | "resumeItem" | "cvachievement" | "runsubsection" => Does::Lines(2),
        "tabularnewline" | "cr" => Does::Breaks,
        "newline" | "linebreak" => Does::EndsLine,
        "par" | "newpage" | "clearpage" | "pagebreak" | "smallskip" | "medskip" | "bigskip" => Does::Paragraph,
        "hfill" | "quad" | "qquad" | "dotfill" | "hrulefill" | "tab" | "hskip" => Does::Gap,
        "href" => Does::Link,
        "url" | "nolinkurl" | "path" => Does::Address,
        "doi" => Does::Doi,
        "name" | "author" | "cvname" | "makename" => Does::Name,
        "firstname" | "givenname" => Does::GivenName,
        "familyname" | "lastname" => Does::FamilyName,
        "input" | "include" | "subfile" | "import" => Does::OtherFile,
        "bibliography" | "addbibresource" | "nobibliography" => Does::BibFile,
        "newcommand" | "renewcommand" | "providecommand" | "DeclareRobustCommand"
        | "newcommandx" | "NewDocumentCommand" | "RenewDocumentCommand" => Does::Defines,
        "def" | "gdef" | "edef" | "xdef" => Does::DefinesPlain,
        "let" => Does::Lets,
        "newenvironment" | "renewenvironment" => Does::DefinesEnvironment,
        "begin" => Does::Begins,
        "end" => Does::Ends,
        "verb" => Does::Verbatim,
        "iffalse" => Does::Skips,
        "u" | "v" | "H" | "c" | "d" | "b" | "r" | "k" | "t" | "G" => Does::Accent,
        "label" | "vspace" | "hspace" | "ref" | "pageref" | "cite" | "citep" | "citet" | "nocite"
        | "fullcite" | "color" | "textcolor" | "footnote" | "thanks" | "phantom" | "vphantom" | "hphantom"
        | "usepackage" | "documentclass" | "pagestyle" | "thispagestyle" | "includegraphics"
        | "bibliographystyle" | "hypersetup" | "geometry" | "raisebox" | "makebox" | "parbox"
        | "scalebox" | "hyperlink" | "hypertarget" | "bibinfo" | "faIcon" | "fontspec"
        | "footnotemark" | "setstretch" | "vskip" | "enlargethispage"
        | "bibfield" | "index" | "markboth" | "email" | "phone" | "mobile" | "address"
        | "homepage" | "social" | "github" | "linkedin" | "extrainfo" | "photo" | "quote"
        | "position" | "pdfinfo" | "newlength" | "newcounter" | "tikzset" | "moderncvtheme"
        | "stepcounter" | "refstepcounter" | "moderncvstyle" | "moderncvcolor" | "cline" | "cmidrule" | "setcolumnwidth" => Does::Drops(1),
        "pdfbookmark" | "setlength" | "addtolength" | "setcounter" | "addtocounter" | "fontsize" | "resizebox"
        | "rule" | "multicolumn" | "multirow" | "newcolumntype" | "fancyhead" | "fancyfoot"
        | "settowidth" | "hangpara" | "definecolorset" | "sethlcolor" | "titlespacing" => Does::Drops(2),
        "definecolor" => Does::Drops(3),
        "titleformat" => Does::Drops(5),
        _ => return None,
    })
}

/// What an environment is for a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Environment {
    /// What is printed begins.
    Document,
    /// A list with items; so many arguments are not printed.
    List(usize),
    /// A table with rows; so many arguments are not printed.
    Table(usize),
    /// Its content is no text of the list.
    Dropped,
    /// A section whose title is the argument.
    Section,
    /// Anything else, with arguments that are not printed.
    Plain(usize),
}

/// What an environment is, by its name.
pub(super) fn environment(name: &str) -> Environment {
    let lower = name.trim_end_matches('*').to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    match lower.as_str() {
        "document" => Environment::Document,
        "thebibliography" => Environment::List(1),
        "list" => Environment::List(2),
        "tabular" if name.ends_with('*') => Environment::Table(2),
        "tabularx" | "tabulary" => Environment::Table(2),
        "minipage" | "multicols" | "wrapfigure" | "textblock" | "spacing" | "paracol" => {
            Environment::Plain(1)
        }
        "adjustwidth" => Environment::Plain(2),
        _ if has(&[
            "comment",
            "verbatim",
            "lstlisting",
            "filecontents",
            "tikzpicture",
            "minted",
            "bibtex",
        ]) =>
        {
            Environment::Dropped
        }
        _ if has(&["tabu", "longtable", "array"]) => Environment::Table(1),
        _ if has(&["section"]) => Environment::Section,
        _ if has(&[
            "item",
            "enum",
            "list",
            "descr",
            "etaremune",
            "bib",
            "pub",
            "entries",
            "honors",
        ]) =>
        {
            Environment::List(0)
        }
        _ => Environment::Plain(0),
    }
}

/// What a command that nobody knows does, by the word in its name: an item begins, or a heading.
pub(super) fn guessed(name: &str) -> Option<Does> {
    let lower = name.to_lowercase();
    let has = |word: &str| lower.contains(word);
    // `\itemtitle` and the like are parts of an item.
    let is_part = ["title", "note", "date", "link", "author", "authors", "year"]
        .iter()
        .any(|part| {
            lower.len() > part.len() && lower.ends_with(part) && !lower.contains("section")
        });
    if is_part {
        None
    } else if has("section") || has("heading") {
        Some(Does::Heading(2))
    } else if has("item") || has("entry") || has("publication") || lower == "pub" {
        Some(Does::Lines(8))
    } else {
        None
    }
}
