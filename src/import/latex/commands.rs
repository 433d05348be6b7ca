//! The meanings of commands and environments.

/// The effect of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Its argument has this style.
    Sets(FontStyle),
    /// The rest of its group has this style.
    Turns(FontStyle),
    /// Large type: a heading if a line begins with it.
    Enlarges(u8),
    /// Its argument is a heading.
    Heading(u8),
    /// Its argument is beside the text.
    Beside,
    /// It begins an item; the text follows.
    Item,
    /// It begins an item of a bibliography, whose label and key are not printed.
    BibItem,
    /// It begins an item with this many arguments, each on a line.
    LineRange(usize),
    /// It begins an item with this many arguments, side by side.
    Columns(usize),
    /// This many arguments are not printed; the rest is.
    Drops(usize),
    /// It ends a line, or a row of a table.
    Breaks,
    /// It ends a line, also inside a cell.
    EndsLine,
    /// It ends a paragraph.
    Paragraph,
    /// White space.
    Gap,
    /// A link: URL, then text.
    Link,
    /// A URL that is its own text.
    Address,
    /// A DOI.
    Doi,
    /// The person's name, in one or two arguments.
    Name,
    /// A part of the person's name.
    GivenName,
    /// A part of the person's name.
    FamilyName,
    /// It includes another file of text.
    OtherFile,
    /// It includes a `.bib` file.
    BibFile,
    /// A definition by `\newcommand` and similar commands.
    Defines,
    /// A definition by `\def`.
    DefinesPlain,
    /// `\let`.
    Lets,
    /// The definition of an environment.
    DefinesEnvironment,
    /// `\begin`.
    Begins,
    /// `\end`.
    Ends,
    /// `\verb`.
    Verbatim,
    /// `\iffalse`, up to `\fi`.
    Skips,
    /// An accent on the next character.
    Accent,
}

/// A style of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FontStyle {
    Bold,
    Italic,
    Underlined,
    Label,
    /// The style of the surrounding text.
    Upright,
    Medium,
    Plain,
}

/// Returns the effect of a command, unless the file defines it.
#[rustfmt::skip]
pub(super) fn known(name: &str) -> Option<Effect> {
    Some(match name {
        "textbf" | "mathbf" | "hl" => Effect::Sets(FontStyle::Bold),
        "textit" | "emph" | "textsl" => Effect::Sets(FontStyle::Italic),
        "underline" | "uline" | "ul" | "uuline" => Effect::Sets(FontStyle::Underlined),
        "textrm" | "textsf" | "texttt" | "textsc" | "textnormal" | "mbox" | "textup" | "textmd"
        | "text" | "makebox" | "framebox" | "fbox" => Effect::Sets(FontStyle::Plain),
        "colorbox" | "fcolorbox" | "cvtag" | "badge" => Effect::Sets(FontStyle::Label),
        "bfseries" | "bf" => Effect::Turns(FontStyle::Bold),
        "itshape" | "it" | "em" | "slshape" | "sl" => Effect::Turns(FontStyle::Italic),
        "upshape" => Effect::Turns(FontStyle::Upright),
        "mdseries" => Effect::Turns(FontStyle::Medium),
        "normalfont" | "rm" => Effect::Turns(FontStyle::Plain),
        "Huge" | "huge" => Effect::Enlarges(1),
        "LARGE" | "Large" => Effect::Enlarges(2),
        "part" | "chapter" | "section" | "cvsection" | "sectiontitle" | "cvheading" | "resheading"
        | "sectionheader" => Effect::Heading(1),
        "subsection" | "cvsubsection" => Effect::Heading(2),
        "subsubsection" | "cvsubsubsection" => Effect::Heading(3),
        "paragraph" | "subparagraph" => Effect::Heading(4),
        "marginpar" | "marginnote" | "sidenote" | "leftnote" => Effect::Beside,
        "item" => Effect::Item,
        "bibitem" => Effect::BibItem,
        "cventry" | "cvhonor" | "cvevent" | "resumeSubheading" | "cvproject" | "cvpub" => Effect::LineRange(6),
        "cvitem" | "cvline" | "cvdoubleitem" | "cvcomputer" | "cvlanguage" | "cvitemwithcomment"
        | "datedsubsection" | "datedline" => Effect::Columns(4),
        "cvlistitem" | "cvlistdoubleitem" | "resumeItem" | "cvachievement" | "runsubsection" => Effect::LineRange(2),
        "tabularnewline" | "cr" => Effect::Breaks,
        "newline" | "linebreak" => Effect::EndsLine,
        "par" | "newpage" | "clearpage" | "pagebreak" | "smallskip" | "medskip" | "bigskip"
        | "smallbreak" | "medbreak" | "bigbreak" | "filbreak" | "vskip" | "vglue" => Effect::Paragraph,
        "hfill" | "quad" | "qquad" | "dotfill" | "hrulefill" | "tab" | "hskip" | "hglue" => Effect::Gap,
        "href" => Effect::Link,
        "url" | "nolinkurl" | "path" => Effect::Address,
        "doi" => Effect::Doi,
        "name" | "author" | "cvname" | "makename" => Effect::Name,
        "firstname" | "givenname" => Effect::GivenName,
        "familyname" | "lastname" => Effect::FamilyName,
        "input" | "include" | "subfile" | "import" => Effect::OtherFile,
        "bibliography" | "addbibresource" | "nobibliography" => Effect::BibFile,
        "newcommand" | "renewcommand" | "providecommand" | "DeclareRobustCommand"
        | "newcommandx" | "NewDocumentCommand" | "RenewDocumentCommand" => Effect::Defines,
        "def" | "gdef" | "edef" | "xdef" => Effect::DefinesPlain,
        "let" => Effect::Lets,
        "newenvironment" | "renewenvironment" => Effect::DefinesEnvironment,
        "begin" => Effect::Begins,
        "end" => Effect::Ends,
        "verb" => Effect::Verbatim,
        "iffalse" => Effect::Skips,
        "u" | "v" | "H" | "c" | "d" | "b" | "r" | "k" | "t" | "G" => Effect::Accent,
        "label" | "vspace" | "hspace" | "ref" | "pageref" | "cite" | "citep" | "citet" | "nocite"
        | "fullcite" | "color" | "textcolor" | "footnote" | "thanks" | "phantom" | "vphantom" | "hphantom"
        | "usepackage" | "documentclass" | "pagestyle" | "thispagestyle" | "includegraphics"
        | "bibliographystyle" | "hypersetup" | "geometry" | "raisebox" | "parbox"
        | "scalebox" | "hyperlink" | "hypertarget" | "bibinfo" | "faIcon" | "fontspec"
        | "footnotemark" | "setstretch" | "enlargethispage"
        | "bibfield" | "index" | "markboth" | "email" | "phone" | "mobile" | "address"
        | "homepage" | "social" | "github" | "linkedin" | "extrainfo" | "photo" | "quote"
        | "position" | "pdfinfo" | "newlength" | "newcounter" | "tikzset" | "moderncvtheme"
        | "vadjust" | "stepcounter" | "refstepcounter" | "moderncvstyle" | "moderncvcolor" | "cline" | "cmidrule" | "setcolumnwidth" => Effect::Drops(1),
        "pdfbookmark" | "setlength" | "addtolength" | "setcounter" | "addtocounter" | "fontsize" | "resizebox"
        | "rule" | "multicolumn" | "multirow" | "newcolumntype" | "fancyhead" | "fancyfoot"
        | "settowidth" | "hangpara" | "definecolorset" | "sethlcolor" | "titlespacing" => Effect::Drops(2),
        "definecolor" => Effect::Drops(3),
        "titleformat" => Effect::Drops(5),
        _ => return None,
    })
}

/// The meaning of an environment for a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LatexEnvironment {
    /// It contains what is printed.
    Document,
    /// A list with items; this many arguments are not printed.
    List(usize),
    /// A table with rows; this many arguments are not printed.
    Table(usize),
    /// Its content is no text of the list.
    Dropped,
    /// A section with the argument as its title.
    Section,
    /// Anything else; this many arguments are not printed.
    Plain(usize),
}

/// Returns the meaning of an environment by its name.
pub(super) fn environment(name: &str) -> LatexEnvironment {
    let lower = name.trim_end_matches('*').to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    match lower.as_str() {
        "document" => LatexEnvironment::Document,
        "thebibliography" => LatexEnvironment::List(1),
        "list" => LatexEnvironment::List(2),
        "tabular" if name.ends_with('*') => LatexEnvironment::Table(2),
        "tabularx" | "tabulary" => LatexEnvironment::Table(2),
        "minipage" | "multicols" | "wrapfigure" | "textblock" | "spacing" | "paracol" => {
            LatexEnvironment::Plain(1)
        }
        "adjustwidth" => LatexEnvironment::Plain(2),
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
            LatexEnvironment::Dropped
        }
        _ if has(&["tabu", "longtable", "array"]) => LatexEnvironment::Table(1),
        _ if has(&["section"]) => LatexEnvironment::Section,
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
            LatexEnvironment::List(0)
        }
        _ => LatexEnvironment::Plain(0),
    }
}

/// Guesses the effect of an unknown command from a word in its name: it begins an item or a
/// heading.
pub(super) fn guessed(name: &str) -> Option<Effect> {
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
        Some(Effect::Heading(2))
    } else if has("item") || has("entry") || has("publication") || lower == "pub" {
        Some(Effect::LineRange(8))
    } else {
        None
    }
}
