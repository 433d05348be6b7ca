//! Names as they are cited, whatever the format.

use crate::model::PersonName;
use crate::text::fold::fold;
use crate::text::groups::is_group_word;
use crate::text::latex::tidy;

/// The name without what sources leave in it: footnote marks, academic titles, homonym numbers,
/// typographic dashes, capitals throughout, initials without blanks, a capital particle among the
/// given names; a group that was taken for a person becomes a group again.
#[must_use]
pub(super) fn cleaned(name: &PersonName) -> PersonName {
    let mut name = PersonName {
        given: plain(&name.given),
        particle: plain(&name.particle),
        family: plain(&name.family),
        suffix: plain(&name.suffix),
        organisation: name.organisation,
    };
    if name.organisation {
        return name;
    }
    if is_group(&name) {
        return PersonName::organisation(&joined(&[&name.given, &name.particle, &name.family]));
    }
    name = without_degrees(name);
    calm(&mut name);
    take_particle(&mut name);
    name.given = parted_initials(&name.given);
    name
}

fn plain(text: &str) -> String {
    // Most names are letters, and need no second look.
    let letters = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'.' | b'-'))
    };
    if text.is_empty() || text.split(' ').all(letters) {
        return text.to_owned();
    }
    let kept: String = tidy(text)
        .chars()
        // No name has braces, and biber takes apart what stands between them.
        .filter(|c| !"*†‡§¶<>@{}¹²³⁰⁴⁵⁶⁷⁸⁹".contains(*c))
        .map(|c| match c {
            '–' | '—' | '−' => '-',
            'ʼ' | '‘' | '′' | 'ʻ' => '’',
            c => c,
        })
        .collect();
    let mut words: Vec<&str> = kept.split_whitespace().collect();
    // DBLP's number for namesakes.
    words.retain(|word| !(word.len() == 4 && word.chars().all(|c| c.is_ascii_digit())));
    words.join(" ")
}

fn is_group(name: &PersonName) -> bool {
    let words: Vec<&str> = [&name.given, &name.particle, &name.family]
        .into_iter()
        .flat_map(|part| part.split_whitespace())
        .collect();
    words.len() > 1 && (words[0] == "The" || words.iter().any(|word| is_group_word(word)))
}

fn without_degrees(name: PersonName) -> PersonName {
    const BEFORE: [&str; 6] = ["Prof.", "Prof", "Professor", "Dr.", "Dr", "Dipl.-Ing."];
    const AFTER: [&str; 8] = ["PhD", "Ph.D.", "Ph.D", "MD", "M.D.", "MSc", "M.Sc.", "DSc"];
    let stripped = |text: &str| {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        while words.first().is_some_and(|word| BEFORE.contains(word)) {
            words.remove(0);
        }
        while words.last().is_some_and(|word| AFTER.contains(word)) {
            words.pop();
        }
        words.join(" ")
    };
    let (given, family) = (stripped(&name.given), stripped(&name.family));
    if family.is_empty() || given == name.given && family == name.family {
        return name;
    }
    if given.is_empty() && family.contains(' ') {
        // The comma was before the degree: all of the name stood in the family part.
        return PersonName::parse(&joined(&[&name.particle, &family]));
    }
    PersonName {
        given,
        family,
        ..name
    }
}

/// Gives the family name its particle back, where it was written with a capital and so taken for a
/// given name: DBLP's `Luc Van Gool`. Among Vietnamese names `Van` and `Le` are given names.
fn take_particle(name: &mut PersonName) {
    const PARTICLES: [&str; 24] = [
        "Al", "Da", "Dal", "Dalla", "De", "Del", "Dell", "Della", "Den", "Der", "Des", "Di", "Do",
        "Dos", "Du", "El", "La", "Las", "Le", "Los", "Ten", "Ter", "Van", "Von",
    ];
    const VIETNAMESE: [&str; 22] = [
        "bui", "dang", "dinh", "do", "doan", "duong", "ho", "hoang", "huynh", "le", "luong", "ly",
        "mai", "ngo", "nguyen", "pham", "phan", "tran", "trinh", "truong", "vo", "vu",
    ];
    let mut given: Vec<&str> = name.given.split(' ').collect();
    if !given.last().is_some_and(|word| PARTICLES.contains(word)) {
        return;
    }
    let vietnamese = |word: &str| VIETNAMESE.contains(&fold(word).as_str());
    if vietnamese(&name.family) || given.iter().any(|word| vietnamese(word) && *word != "Le") {
        return;
    }
    let mut taken = Vec::new();
    while given.len() > 1 && given.last().is_some_and(|word| PARTICLES.contains(word)) {
        taken.extend(given.pop());
    }
    if taken.is_empty() {
        return;
    }
    taken.reverse();
    name.family = joined(&[&taken.join(" "), &name.particle, &name.family]);
    name.particle.clear();
    name.given = given.join(" ");
}

/// Puts a name in capitals into ordinary letters. Words of up to three letters may be initials and
/// stay, but for a family name whose given names are in capitals too.
fn calm(name: &mut PersonName) {
    let shouted =
        |text: &str| text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_lowercase);
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    let all = shouted(&name.given) && shouted(&name.family);
    if shouted(&name.family)
        && (letters(&name.family) > 3 || all && letters(&name.given) > 3)
        && !name.given.is_empty()
    {
        name.family = capitalised(&name.family, 1);
    }
    if all && letters(&name.given) + letters(&name.family) > 6 {
        name.given = capitalised(&name.given, 4);
    }
}

/// Each word of at least `least` letters with one capital; `O'BRIEN` and `MCDONALD` keep two.
fn capitalised(text: &str, least: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive([' ', '-', '’', '.']) {
        let word = piece.trim_end_matches([' ', '-', '’', '.']);
        if word.chars().count() < least {
            out.push_str(piece);
            continue;
        }
        let keep = if word.starts_with("MC") && word.len() > 4 {
            2
        } else {
            0
        };
        for (at, c) in piece.chars().enumerate() {
            if at == 0 || keep > 0 && at == keep {
                out.push(c);
            } else {
                out.extend(c.to_lowercase());
            }
        }
    }
    out
}

/// `J.R.R.` as `J. R. R.`: BibTeX and biber abbreviate what stands between blanks.
fn parted_initials(given: &str) -> String {
    let mut out = String::with_capacity(given.len());
    let mut chars = given.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '.' && chars.peek().is_some_and(|next| next.is_alphabetic()) {
            out.push(' ');
        }
    }
    out
}

fn joined(parts: &[&str]) -> String {
    parts
        .iter()
        .filter(|part| !part.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_come_back() {
        for (given, want) in [
            ("Luc Van Gool", "Van Gool, Luc"),
            ("Alessio Del Bue", "Del Bue, Alessio"),
            ("Maria De La Cruz", "De La Cruz, Maria"),
            ("Jan Van de Velde", "Van de Velde, Jan"),
            ("Hoang Van Nguyen", "Nguyen, Hoang Van"),
            ("Trần Van Minh", "Minh, Trần Van"),
            ("Di Xu", "Xu, Di"),
            ("Quoc V. Le", "Le, Quoc V."),
        ] {
            assert_eq!(cleaned(&PersonName::parse(given)).sorting_form(), want);
        }
    }
}
