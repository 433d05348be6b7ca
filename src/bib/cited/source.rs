//! Citations in LaTeX sources.

use super::citations::Citations;

/// Environments whose content is printed as it is.
const VERBATIM: [&str; 5] = ["verbatim", "verbatim*", "lstlisting", "minted", "comment"];

/// Commands whose names say `cite`, but which take no key.
const NO_CITATIONS: [&str; 8] = [
    "citestyle",
    "setcitestyle",
    "citetext",
    "citereset",
    "bibcite",
    "declarecitecommand",
    "declaremulticitecommand",
    "renewcitecommand",
];

/// Reads `\cite{a,b}` and its relatives of natbib and biblatex, such as `\textcites[1]{a}[2]{b}`, and
/// the files of `\input`, `\include` and `\subfile`. Comments and verbatim text cite nothing.
pub(super) fn citations(text: &str) -> Citations {
    let mut out = Citations::default();
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '%']) {
        let (sign, after) = rest[at..].split_at(1);
        if sign == "%" {
            rest = after.split_once('\n').map_or("", |(_, next)| next);
            continue;
        }
        let name = &after[..after
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(after.len())];
        if name.is_empty() {
            // `\%`, `\\` and other signs.
            rest = after
                .get(after.chars().next().map_or(0, char::len_utf8)..)
                .unwrap_or("");
            continue;
        }
        rest = command(name, &after[name.len()..], &mut out);
    }
    out
}

/// Reads a command's arguments and returns what follows.
fn command<'a>(name: &str, after: &'a str, out: &mut Citations) -> &'a str {
    let lower = name.to_ascii_lowercase();
    match lower.as_str() {
        "input" | "include" | "subfile" => {
            let Some((file, rest)) = group(after) else {
                return after;
            };
            if !file.contains(['#', '\\']) {
                out.files.push(file.trim().to_owned());
            }
            rest
        }
        "verb" => verb(after),
        "begin" => {
            let Some((environment, rest)) = group(after) else {
                return after;
            };
            if !VERBATIM.contains(&environment.trim()) {
                return rest;
            }
            let end = format!("\\end{{{environment}}}");
            rest.split_once(&end).map_or("", |(_, next)| next)
        }
        word if word.contains("cite") && !NO_CITATIONS.contains(&word) => {
            let is_several = word.ends_with("cites");
            let mut rest = options(after.strip_prefix('*').unwrap_or(after));
            if word.ends_with("volcite") {
                // The first group is the volume.
                rest = group(rest).map_or(rest, |(_, rest)| options(rest));
            }
            while let Some((keys, next)) = group(rest) {
                out.cite(&without_comments(keys));
                rest = next;
                let more = options(next);
                if !is_several || group(more).is_none() {
                    break;
                }
                rest = more;
            }
            rest
        }
        _ => after,
    }
}

/// What follows `\verb|…|`.
fn verb(after: &str) -> &str {
    let after = after.strip_prefix('*').unwrap_or(after);
    let Some(sign) = after.chars().next() else {
        return after;
    };
    let rest = &after[sign.len_utf8()..];
    rest.split_once(sign).map_or(rest, |(_, next)| next)
}

/// What follows the arguments in brackets that a text begins with.
fn options(mut text: &str) -> &str {
    loop {
        let next = text.trim_start();
        let close = match next.chars().next() {
            Some('[') => ']',
            Some('(') => ')',
            _ => return text,
        };
        let mut depth = 0_usize;
        let end = next.char_indices().find(|(_, c)| {
            match *c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            *c == close && depth == 0
        });
        let Some((end, _)) = end else { return text };
        text = &next[end + 1..];
    }
}

/// The content of the group that a text begins with, after blanks, and what follows it.
fn group(text: &str) -> Option<(&str, &str)> {
    text.trim_start().strip_prefix('{')?.split_once('}')
}

/// A list of keys over several lines, of which some end in a comment.
fn without_comments(keys: &str) -> String {
    let lines = keys.lines();
    lines
        .map(|line| line.split_once('%').map_or(line, |(own, _)| own))
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keys(text: &str) -> Vec<String> {
        citations(text).keys.into_iter().collect()
    }

    #[test]
    fn commands_of_latex_natbib_and_biblatex_cite() {
        assert_eq!(
            keys("as shown \\cite{a} and \\cite[p.~3]{b, c}."),
            ["a", "b", "c"]
        );
        assert_eq!(
            keys("\\citep[see][\\S{}2]{a}\\citet*{b}\\Citeauthor{c}"),
            ["a", "b", "c"]
        );
        assert_eq!(keys("\\textcites(see)()[1]{a}[2]{b} {c}"), ["a", "b", "c"]);
        assert_eq!(keys("\\parencite{a}{b}"), ["a"]);
        assert_eq!(
            keys("\\volcite{2}[17]{a} \\nocite{b}\\footfullcite{c}"),
            ["a", "b", "c"]
        );
        assert_eq!(keys("\\cite{a,%first\n  b,\n}"), ["a", "b"]);
    }

    #[test]
    fn what_is_no_citation_cites_nothing() {
        for text in [
            "% \\cite{a}\n",
            "\\begin{verbatim}\n\\cite{a}\n\\end{verbatim}",
            "\\verb|\\cite{a}|",
            "\\citestyle{acmauthoryear}\\setcitestyle{square}",
            "\\newcommand{\\see}[1]{\\cite{#1}}",
            "\\cite",
            "\\cite[",
            "\\cite{",
            "\\\\cite{a}",
        ] {
            assert!(keys(text).is_empty(), "{text}: {:?}", keys(text));
        }
        assert_eq!(keys("100\\% \\cite{a}"), ["a"]);
    }

    #[test]
    fn files_of_the_paper_are_named() {
        let found =
            citations("\\input{intro}\\include{parts/method.tex}\n%\\input{old}\n\\nocite{*}");
        assert_eq!(found.files, ["intro", "parts/method.tex"]);
        assert!(found.all);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in r"(?:\\|%|\{|\}|\[|\]|\(|\)|\*|cite|cites|verb|begin|verbatim|input|é|a|,| |\n){0,60}") {
            citations(&text);
        }
    }
}
