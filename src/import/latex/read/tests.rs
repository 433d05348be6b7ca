use super::*;

fn shown(latex: &str) -> Vec<String> {
    let lines = page(latex).0.lines;
    lines.iter().map(crate::import::shown).collect()
}

#[test]
fn handwritten_list_is_read() {
    let latex = r#"\documentclass[11pt]{article}
\usepackage{enumitem} \newcommand{\me}{\textbf{Ada Sample}}
\newcommand{\pub}[3]{\item #1. ``#2.'' In \emph{#3}}
\author{Ada Sample\thanks{x} \\ Town}
\begin{document}
\section*{Publications} % all
\begin{enumerate}[label={[\arabic*]}]
  \pub{\me{}, B. M{\"u}ller}{On {L}ooms \& Mills}{NSDI, 2023}
  \item[2022] \underline{A.~Sample} and {\bf C}. \href{http://x.org/\~a\_b}{A $O(n^2)$ Way}.\\
    In {\it Proc.} --- pp.~1--2.   % note
    \url{http://x.org/a_b}
\end{enumerate}

After.\footnote{no}
\end{document} nothing"#;
    assert_eq!(
        shown(latex),
        [
            "1|Publications",
            "*1 |*Ada Sample*, B. Müller. “On Looms & Mills.” In /NSDI, 2023/",
            "*1 |2022   _A. Sample_ and *C*. (A O(n^2) Way).",
            " 1 |In /Proc./ — pp. 1–2. (http://x.org/a_b)",
            "¶|After.",
        ]
    );
    let page = page(latex).0;
    assert_eq!(page.name.as_deref(), Some("Ada Sample"));
    assert_eq!((page.lines[1].at.first, page.lines[2].at.first), (8, 9));
    assert_eq!(page.lines[3].at.last, 11);
    let link = page.lines[2]
        .spans
        .iter()
        .find_map(|span| span.link.clone());
    assert_eq!(link.as_deref(), Some("http://x.org/~a_b"));
}

#[test]
fn journals_of_astronomy_have_commands() {
    let latex = r"\begin{document}
Looms, {\em \mnras\/}, 3, \prd{} 4, and \aap.
\end{document}";
    assert_eq!(
        shown(latex),
        [" |Looms, /MNRAS/, 3, Phys. Rev. D 4, and A&A."]
    );
}

#[test]
fn anchors_before_a_paragraph_are_not_printed() {
    let latex = r"\begin{document}
\leavevmode\vadjust pre{\hypertarget{ref-a}{}}%
\textbf{Lee, A.} B. (2018), Looms.
\end{document}";
    assert_eq!(shown(latex), [" |*Lee, A.* B. (2018), Looms."]);
}

#[test]
fn lists_in_cv_classes_are_read() {
    let latex = r"\name{Ada}{Sample}
\cvsection{Publications}
\begin{cventries}
  \cventry
    {On Looms} % title
    {NSDI}
    {2023}
    {Ada Sample, Bob Doe}
    {}
\end{cventries}
\cvitem{2022}{A. Sample. \textit{On Mills}}
\cvlistitem{Third}
\begin{rSection}{Talks} One \end{rSection}
\begin{tabular}{ll} 2021 & Fourth \\ 2020 & Fifth \end{tabular}
\begin{thebibliography}{9}\bibitem[x]{k} D. Doe.
\newblock Sixth. \newblock {\em CACM}.\end{thebibliography}
\resumeItem{Seventh}{with more}
{\Large \textbf{Service}}\par Reviewer";
    assert_eq!(
        shown(latex),
        [
            "1|Publications",
            "*1 |On Looms",
            " 1 |NSDI",
            " 1 |2023",
            " 1 |Ada Sample, Bob Doe",
            "*|2022   A. Sample. /On Mills/",
            "*|Third",
            "1|Talks",
            "¶|One",
            "*|2021   Fourth",
            "*|2020   Fifth",
            "1|Bibliography",
            "*1 |D. Doe. Sixth. /CACM/.",
            "*|Seventh",
            " |with more",
            "2|*Service*",
            "¶|Reviewer",
        ]
    );
    assert_eq!(page(latex).0.name.as_deref(), Some("Ada Sample"));
}

#[test]
fn other_files_are_reported() {
    let (_, warnings) = page("a\n\\input{pubs}\n\\bibliography{own}");
    let shown: Vec<(usize, bool)> = warnings
        .iter()
        .map(|warning| (warning.line, warning.message.contains("import")))
        .collect();
    assert_eq!(shown, [(2, true), (3, true)]);
}

#[test]
fn deep_nesting_and_recursive_macros_are_read() {
    for piece in [
        "{",
        "\\textbf{",
        "\\href{",
        "\\item[",
        "$",
        "\\begin{itemize}",
        "\\cventry{",
        "\\newcommand{\\a}{",
        "\\'{",
        "}",
        "\\url{",
        "\\foo{",
    ] {
        let text = format!("{}words", piece.repeat(100_000));
        assert!(page(&text).0.lines.len() <= 100_001, "{piece}");
    }
    let (grown, warnings) = page(r"\def\a{x\a\a}\newcommand{\b}{\b}\a \b done");
    assert!(grown.lines.len() <= 1 && warnings.len() == 1);
}

#[test]
fn formula_over_several_lines_is_counted_once() {
    let (page, _) = page("\\begin{itemize}\n\\item $a +\nb$ is a sum\n\\end{itemize}\n");
    let line = &page.lines[0];
    assert_eq!((line.at.first, line.at.last), (2, 3));
}

#[test]
fn ties_behind_a_group_are_blanks() {
    let lines = page("Looms of \\emph{Ovis}~Linn, \\textbf{12}~(3)\n")
        .0
        .lines;
    let lines: Vec<String> = lines.iter().map(crate::import::page::Line::text).collect();
    assert_eq!(lines, ["Looms of Ovis Linn, 12 (3)"]);
}

#[test]
fn lengths_of_plain_tex_are_not_text() {
    let (page, _) = page(
        "\\hangindent=1 true cm\\hangafter=1 \\noindent Ann Lee\n\n\\parskip 6pt plus 1pt Bo Ray\n",
    );
    let lines: Vec<String> = page
        .lines
        .iter()
        .map(crate::import::page::Line::text)
        .collect();
    assert_eq!(lines, ["Ann Lee", "Bo Ray"]);
}

#[test]
fn tables_in_items_and_lines_in_cells_are_read() {
    let latex = r"\newcommand{\sub}[3]{\item \begin{tabular*}{1cm}[t]{l@{\fill}r} \textbf{#1} & #2 \\ \textit{\small#3} & \\ \end{tabular*}}
\begin{itemize}\sub{On Looms}{2019}{Ann Lee}\sub{On Mills}{2018}{Bo Ray}\end{itemize}
\begin{longtable}{lr}On Wool \newline Ann Lee & 2017 \\ On Cloth & 2016 \\ \end{longtable}";
    assert_eq!(
        shown(latex),
        [
            "*1 |*On Looms*   2019",
            " 1 |/Ann Lee/",
            "*1 |*On Mills*   2018",
            " 1 |/Bo Ray/",
            "*|On Wool",
            " |Ann Lee   2017",
            "*|On Cloth   2016",
        ]
    );
}

#[test]
fn environment_with_fields_is_an_entry() {
    let latex = r"\begin{rSection}{Papers}
\begin{rSubsection}{On Looms}{}{Cloth Review}{2019}
\item A. Sample, B. Doe
\end{rSubsection}
\end{rSection}
\begin{cvsubsection}{Mills} Third \end{cvsubsection}";
    assert_eq!(
        shown(latex),
        [
            "1|Papers",
            "*1 |On Looms",
            " 1 |Cloth Review",
            " 1 |2019",
            "*2 |A. Sample, B. Doe",
            "1|Mills",
            "¶|Third",
        ]
    );
}

#[test]
fn breaks_between_paragraphs_part_them() {
    let latex = r"\begin{document}A. Lee. On looms.
\smallbreak
B. Ray. On mills.\bigbreak \makebox[\textwidth][l]{C. Orr.} On wool.\end{document}";
    assert_eq!(
        shown(latex),
        [
            " |A. Lee. On looms.",
            "¶|B. Ray. On mills.",
            "¶|C. Orr. On wool."
        ]
    );
}

#[test]
fn argument_of_a_list_is_its_heading() {
    let latex = r"\begin{document}\begin{cvlist}{Papers}\item On looms\end{cvlist}
\begin{cvlist}{} \item On mills\end{cvlist}
\begin{itemize}{\small\item On wool}\end{itemize}\end{document}";
    assert_eq!(
        shown(latex),
        ["1|Papers", "*1 |On looms", "*1 |On mills", "*1 |On wool"]
    );
}

#[test]
fn lengths_of_skips_are_not_printed() {
    let latex = r"\begin{document}\textbf{PAPERS} \vskip .5em plus 1pt
On looms.\vskip 2em B. Ray\hskip 2em On mills, 2\quad in all.\end{document}";
    assert_eq!(
        shown(latex),
        [
            " |*PAPERS*",
            "¶|On looms.",
            "¶|B. Ray   On mills, 2   in all."
        ]
    );
}

#[test]
fn commands_of_an_address_and_a_text_are_links() {
    let latex = r"\begin{document}“\link{https://loom.example/a_b}{On looms}”, \place{Lyon}{Rome}\end{document}";
    assert_eq!(shown(latex), [" |“(On looms)”, Lyon Rome"]);
}
