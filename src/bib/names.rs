use crate::model::{PersonName, Run, Title};
use crate::text::unlatex;

/// Parses the list of names in `author` or `editor`, in LaTeX; the flag is set where `and others`
/// ends the list.
///
/// The word `and` outside braces separates names, in any case. A name in braces is an organisation. A
/// group in braces inside a name stays together and is never a particle. Without any `and`, lists
/// separated by `;` and lists of full names separated by commas are read too.
#[must_use]
pub fn names(value: &str) -> (Vec<PersonName>, bool) {
    let mut names = Vec::new();
    let mut others = false;
    for part in parts(value) {
        let (part, et_al) = without_et_al(part);
        others |= et_al;
        if part.eq_ignore_ascii_case("others") {
            others = true;
        } else if let Some(name) = name(part) {
            names.push(name);
        }
    }
    (names, others)
}

/// Splits the list into its names, as written.
fn parts(value: &str) -> Vec<&str> {
    let by_and = split_at_and(value);
    if by_and.len() > 1 {
        return by_and;
    }
    let by_semicolon = split_outside_braces(value, ';');
    if by_semicolon.len() > 1 {
        return by_semicolon;
    }
    let by_comma = split_outside_braces(value, ',');
    let is_list = by_comma.len() > 2 && by_comma.iter().all(|part| part.trim().contains(' '));
    if is_list { by_comma } else { by_and }
}

fn without_et_al(part: &str) -> (&str, bool) {
    let part = part.trim().trim_matches(',').trim();
    for ending in ["et al.", "et al", "et~al."] {
        let start = part.len().saturating_sub(ending.len());
        if let Some(tail) = part.get(start..)
            && tail.eq_ignore_ascii_case(ending)
            && part[..start].ends_with([' ', ',', '~'])
        {
            return (part[..start].trim_end_matches([' ', ',', '~']), true);
        }
    }
    (part, false)
}

/// Splits at the word `and` at brace depth 0.
fn split_at_and(value: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, _) in outside_braces(value).filter(|(_, c)| matches!(c, 'a' | 'A')) {
        let is_word = value
            .get(at..at + 3)
            .is_some_and(|word| word.eq_ignore_ascii_case("and"));
        let before_ok = at == 0 || value[..at].ends_with(char::is_whitespace);
        let after = value.get(at + 3..).unwrap_or_default();
        let after_ok = after.is_empty() || after.starts_with(char::is_whitespace);
        if is_word && before_ok && after_ok {
            out.push(value[start..at].trim());
            start = at + 3;
        }
    }
    out.push(value[start..].trim());
    out
}

fn split_outside_braces(value: &str, separator: char) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, _) in outside_braces(value).filter(|(_, c)| *c == separator) {
        out.push(value[start..at].trim());
        start = at + separator.len_utf8();
    }
    out.push(value[start..].trim());
    out
}

/// Returns the characters at brace depth 0 with their byte positions.
fn outside_braces(value: &str) -> impl Iterator<Item = (usize, char)> {
    let mut depth = 0_usize;
    let mut escaped = false;
    value.char_indices().filter(move |(_, c)| {
        let was_escaped = escaped;
        escaped = !was_escaped && *c == '\\';
        match c {
            '{' if !was_escaped => depth += 1,
            '}' if !was_escaped => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    })
}

/// Private-use characters that keep a braced group of a name together while the name is parsed: they
/// replace its blanks and commas, and one precedes it so that it never looks like a particle.
const BLANK: char = '\u{e000}';
const COMMA: char = '\u{e001}';
const MARK: char = '\u{e002}';

fn name(part: &str) -> Option<PersonName> {
    if let Some(inner) = whole_group(part) {
        let name = decoded(inner);
        return (!name.is_empty()).then(|| PersonName::organisation(&name));
    }
    if let Some(name) = extended(part) {
        return Some(name);
    }
    let text = with_stand_ins(part);
    let parsed = by_particle(&text).unwrap_or_else(|| PersonName::parse(&text));
    let restored = |text: &str| {
        text.replace(BLANK, " ")
            .replace(COMMA, ",")
            .replace(MARK, "")
    };
    let name = PersonName {
        given: restored(&parsed.given),
        particle: restored(&parsed.particle),
        family: restored(&parsed.family),
        suffix: restored(&parsed.suffix),
        organisation: parsed.organisation,
    };
    [&name.given, &name.family]
        .iter()
        .any(|part| part.chars().any(char::is_alphanumeric))
        .then_some(name)
}

/// Parses a name without a comma that has lower-case words before its last word: the particle runs
/// from the first of them to the last, `Juan | de la | Cruz López` (btxdoc, 4). The first word of the
/// name is always a given name.
fn by_particle(text: &str) -> Option<PersonName> {
    if text.contains(',') {
        return None;
    }
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.pop_if(|word| PersonName::is_homonym_number(word));
    let suffix = words.pop_if(|word| PersonName::is_suffix(word));
    let last = words.len().checked_sub(1)?;
    let is_small = |word: &&str| PersonName::is_particle(word);
    let first = words.get(1..last)?.iter().position(is_small)? + 1;
    let end = words[..last].iter().rposition(is_small)? + 1;
    let differs = end < last || !words[first..end].iter().all(is_small);
    differs.then(|| PersonName {
        given: words[..first].join(" "),
        particle: words[first..end].join(" "),
        family: words[end..].join(" "),
        suffix: suffix.unwrap_or_default().to_owned(),
        organisation: false,
    })
}

/// Returns the text inside braces around the whole name; BibTeX's special character (`{\"O}`) is not
/// such a group.
fn whole_group(part: &str) -> Option<&str> {
    let inner = part.strip_prefix('{')?.strip_suffix('}')?;
    (unlatex::is_one_group(part) && !inner.starts_with('\\')).then_some(inner)
}

/// Converts LaTeX to text without footnote marks (formulas, superscripts, asterisks, daggers), which
/// are no part of a name.
fn decoded(latex: &str) -> String {
    let runs = unlatex::title(latex);
    let kept = runs
        .runs()
        .iter()
        .filter(|run| !matches!(run, Run::Math(_) | Run::Sup(_)))
        .cloned();
    let text = Title::from_runs(kept).text();
    text.replace(['*', '†', '‡', '§', '¶'], "")
        .trim()
        .to_owned()
}

/// Converts a name to Unicode, with stand-ins for the blanks and commas of braced groups.
fn with_stand_ins(part: &str) -> String {
    let mut latex = String::new();
    let mut rest = part;
    while let Some(open) = rest.find('{') {
        let (before, group) = rest.split_at(open);
        latex.push_str(before);
        let length = unlatex::group_length(group).unwrap_or(group.len());
        let (group, after) = group.split_at(length);
        rest = after;
        let after_command = before.ends_with('\\')
            || before
                .trim_end_matches(|c: char| c.is_ascii_alphabetic() || "`'^\"~=.".contains(c))
                .ends_with('\\');
        if group.starts_with("{\\") || after_command {
            latex.push_str(group);
            continue;
        }
        let inner = decoded(group);
        if latex.is_empty() || latex.ends_with([' ', ',', '~']) {
            latex.push(MARK);
        }
        for c in inner.chars() {
            latex.push(match c {
                ' ' => BLANK,
                ',' => COMMA,
                c => c,
            });
        }
    }
    latex.push_str(rest);
    decoded(&latex)
}

/// Parses biblatex's extended form: `family=Salazar, given=J., prefix=de`.
fn extended(part: &str) -> Option<PersonName> {
    let mut name = PersonName::default();
    for piece in split_outside_braces(part, ',') {
        let (label, value) = piece.split_once('=')?;
        let value = decoded(value.trim().trim_matches('"'));
        match label.trim().to_lowercase().as_str() {
            "family" => name.family = value,
            "given" => name.given = value,
            "prefix" => name.particle = value,
            "suffix" => name.suffix = value,
            label if label.ends_with("-i") || label.starts_with("use") || label == "id" => {}
            _ => return None,
        }
    }
    (!name.family.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(value: &str) -> Vec<String> {
        let (names, others) = names(value);
        let mut out: Vec<String> = names
            .iter()
            .map(|name| {
                if name.organisation {
                    format!("{{{}}}", name.family)
                } else {
                    format!(
                        "{}|{}|{}|{}",
                        name.given, name.particle, name.family, name.suffix
                    )
                }
            })
            .collect();
        if others {
            out.push("...".to_owned());
        }
        out
    }

    #[test]
    fn name_lists_in_many_forms_are_parsed() {
        for (value, want) in [
            (
                "Hagen H{\\\"{o}}pfner and\n Friederike Klan",
                &["Hagen||Höpfner|", "Friederike||Klan|"][..],
            ),
            (
                "Doe, Jane AND Roe, Rich and others",
                &["Jane||Doe|", "Rich||Roe|", "..."],
            ),
            ("{The ATLAS Collaboration}", &["{The ATLAS Collaboration}"]),
            (
                "{Barnes and Noble} and {OpenAI}",
                &["{Barnes and Noble}", "{OpenAI}"],
            ),
            ("Maria{-}Florina Balcan", &["Maria-Florina||Balcan|"]),
            (
                "{\\'E}mile Zola and \\'{E}. Zola",
                &["Émile||Zola|", "É.||Zola|"],
            ),
            ("Ludwig van Beethoven", &["Ludwig|van|Beethoven|"]),
            ("de la Cruz, Juan", &["Juan|de la|Cruz|"]),
            (
                "Juan de la Cruz L{\\'o}pez and Jan de Vries Smith Jr.",
                &["Juan|de la|Cruz López|", "Jan|de|Vries Smith|Jr."],
            ),
            ("Ana von Berg zu Tal", &["Ana|von Berg zu|Tal|"]),
            ("Jos{\\'e} Ortega y Gasset", &["José||Ortega y Gasset|"]),
            ("Jan Van de Velde", &["Jan||Van de Velde|"]),
            ("Wu, Xiao Di", &["Xiao Di||Wu|"]),
            ("King, Jr., Martin L.", &["Martin L.||King|Jr."]),
            ("danah {boyd}", &["danah||boyd|"]),
            (
                "Jos{\\'e} {Garc{\\'\\i}a L{\\'o}pez}",
                &["José||García López|"],
            ),
            ("{van der Berg}, Jan", &["Jan||van der Berg|"]),
            ("Di Xu 0001", &["Di||Xu|"]),
            (
                "Jane Doe*$^{1}$ and Rich Roe\\textsuperscript{2}",
                &["Jane||Doe|", "Rich||Roe|"],
            ),
            ("Doe, J.; Roe, R. et al.", &["J.||Doe|", "R.||Roe|", "..."]),
            (
                "Jane Doe, Rich Roe, Ann Poe",
                &["Jane||Doe|", "Rich||Roe|", "Ann||Poe|"],
            ),
            ("family=Salazar, given=J., prefix=de", &["J.|de|Salazar|"]),
            ("Aristotle and  and ,", &["||Aristotle|"]),
            (
                "{\\O}ystein Sandnes and {\\\"O}zg{\\\"u}r",
                &["Øystein||Sandnes|", "||Özgür|"],
            ),
            ("A. Andersen and B. Brand", &["A.||Andersen|", "B.||Brand|"]),
            ("", &[]),
        ] {
            assert_eq!(forms(value), want, "{value}");
        }
    }
}
