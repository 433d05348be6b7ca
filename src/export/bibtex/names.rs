//! Names in TeX, as every style can take them apart.

use crate::export::names::cleaned;
use crate::model::PersonName;
use crate::text::latex::{self, Charset};

/// A list of names, `von Last, Jr, First` each, joined by `and`.
pub(super) fn list(people: &[PersonName], others: bool, charset: Charset) -> String {
    let mut others = others;
    let mut names: Vec<String> = Vec::with_capacity(people.len());
    for person in people {
        let person = cleaned(person);
        let shown = person.to_string();
        if ["others", "et al", "et al.", "al., et"].contains(&shown.to_lowercase().as_str()) {
            others = true;
        } else if !person.is_empty() {
            names.push(written(&person, charset));
        }
    }
    if others && !names.is_empty() {
        names.push("others".to_owned());
    }
    names.join(" and ")
}

fn written(name: &PersonName, charset: Charset) -> String {
    let tex = |text: &str| latex::guarded(&latex::tidy(text), charset);
    let last = [name.particle.as_str(), &name.family].join(" ");
    let last = last.trim_start();
    if name.organisation || name.given.is_empty() && name.suffix.is_empty() {
        // One word or one group: never to be taken apart, nor abbreviated.
        return format!("{{{}}}", tex(last));
    }
    let last = if needs_braces(last) || is_small(&name.family) && name.particle.is_empty() {
        format!("{{{}}}", tex(last))
    } else {
        tex(last)
    };
    let given = if needs_braces(&name.given) {
        format!("{{{}}}", tex(&name.given))
    } else {
        tex(&name.given)
    };
    let suffix = if needs_braces(&name.suffix) {
        format!("{{{}}}", tex(&name.suffix))
    } else {
        tex(&name.suffix)
    };
    [last, suffix, given]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// `boyd` (danah): BibTeX would take a small last name for a particle. `d'Orsi` has a capital.
fn is_small(family: &str) -> bool {
    family.chars().any(char::is_lowercase) && !family.chars().any(char::is_uppercase)
}

/// A comma or the word `and` inside a name would end it.
fn needs_braces(part: &str) -> bool {
    part.contains(',')
        || part
            .split_whitespace()
            .any(|word| word.eq_ignore_ascii_case("and"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> String {
        list(&[PersonName::parse(text)], false, Charset::Ascii)
    }

    #[test]
    fn people() {
        for (given, want) in [
            ("Łukasz Kaiser", "Kaiser, {\\L}ukasz"),
            ("Ludwig van Beethoven", "van Beethoven, Ludwig"),
            ("Luc Van Gool", "Van Gool, Luc"),
            ("Greg d'Eon", "d'Eon, Greg"),
            ("Simon O’Callaghan", "O'Callaghan, Simon"),
            ("danah boyd", "{boyd}, danah"),
            ("J.R.R. Tolkien", "Tolkien, J. R. R."),
            ("Y.-L. Boureau", "Boureau, Y.-L."),
            ("DJ Patil", "Patil, DJ"),
            ("William M. Wells III", "Wells, III, William M."),
            ("Prof. Dr. Hans Müller, PhD", "M{\\\"u}ller, Hans"),
            ("Wei Wang 0001", "Wang, Wei"),
            ("Jane Doe*", "Doe, Jane"),
            ("A1 B1", "B1, A1"),
            ("Aristotle", "{Aristotle}"),
        ] {
            assert_eq!(one(given), want);
        }
    }

    #[test]
    fn suffixes_stay_one_part() {
        let name = PersonName {
            suffix: "Jr., PhD".into(),
            ..PersonName::parse("Jane Doe")
        };
        let want = "Doe, {Jr., PhD}, Jane";
        assert_eq!(list(&[name], false, Charset::Ascii), want);
    }

    #[test]
    fn capitals_calm_down() {
        for (given, want) in [
            ("XUELI FENG", "Feng, Xueli"),
            ("SHAUN O'BRIEN", "O'Brien, Shaun"),
            ("JEAN-PIERRE MCDONALD", "McDonald, Jean-Pierre"),
            ("Jean DUPONT", "Dupont, Jean"),
            ("DJ NG", "NG, DJ"),
            ("J. R. SMITH", "Smith, J. R."),
        ] {
            assert_eq!(one(given), want);
        }
    }

    #[test]
    fn groups() {
        for (given, want) in [
            ("The ATLAS Collaboration", "{The ATLAS Collaboration}"),
            ("{Barnes & Noble}", "{Barnes \\& Noble}"),
            ("{ACM and IEEE}", "{ACM and IEEE}"),
            ("OpenAI", "{OpenAI}"),
        ] {
            assert_eq!(one(given), want);
        }
    }

    #[test]
    fn lists_end_well() {
        let people: Vec<PersonName> = ["Doe, Jane", "", "et al."].map(PersonName::parse).into();
        assert_eq!(list(&people, false, Charset::Ascii), "Doe, Jane and others");
        assert_eq!(list(&people[..2], false, Charset::Ascii), "Doe, Jane");
        assert_eq!(list(&[], true, Charset::Ascii), "");
    }
}
