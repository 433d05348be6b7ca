//! Encodes names in TeX so that every style parses them correctly.

use std::collections::HashMap;

use crate::export::names::cleaned;
use crate::model::PersonName;
use crate::text::latex::{self, Charset, Hand};

/// The encoder of the names of one file.
pub(super) struct NameEncoder {
    charset: Charset,
    /// Encoded names, because most people sign more than one work.
    known: HashMap<PersonName, EncodedName>,
}

/// An encoded name.
enum EncodedName {
    Name(String),
    /// `et al.`, which a source lists as a person.
    Others,
    Nobody,
}

impl NameEncoder {
    pub(super) fn new(charset: Charset) -> Self {
        Self {
            charset,
            known: HashMap::new(),
        }
    }

    /// Encodes a list of names, each as `von Last, Jr, First`, joined by `and`.
    pub(super) fn list(&mut self, people: &[PersonName], others: bool) -> String {
        let mut others = others;
        let mut list = String::new();
        for person in people {
            match self.one(person) {
                EncodedName::Name(name) => {
                    if !list.is_empty() {
                        list.push_str(" and ");
                    }
                    list.push_str(name);
                }
                EncodedName::Others => others = true,
                EncodedName::Nobody => {}
            }
        }
        if others && !list.is_empty() {
            list.push_str(" and others");
        }
        list
    }

    fn one(&mut self, person: &PersonName) -> &EncodedName {
        let charset = self.charset;
        self.known.entry(person.clone()).or_insert_with(|| {
            let person = cleaned(person);
            let shown = person.to_string().to_lowercase();
            if ["others", "et al", "et al.", "al., et"].contains(&shown.as_str()) {
                EncodedName::Others
            } else if person.is_empty() {
                EncodedName::Nobody
            } else {
                EncodedName::Name(written(&person, charset))
            }
        })
    }
}

fn written(name: &PersonName, charset: Charset) -> String {
    // `Σ.` before a Greek family name is an initial.
    let hand = Hand::of_name(&name.to_string(), charset);
    let tex = |text: &str| latex::guarded(text, hand);
    let last = [name.particle.as_str(), &name.family].join(" ");
    let last = last.trim_start();
    if name.organisation || name.given.is_empty() && name.suffix.is_empty() {
        // A single word or a group, which must not be split or abbreviated.
        return format!("{{{}}}", tex(last));
    }
    if name.given.is_empty() {
        // After a single comma, BibTeX would parse the suffix as a first name.
        return format!("{{{}, {}}}", tex(last), tex(&name.suffix));
    }
    let whole = |tex: String| {
        if needs_braces(&tex) {
            format!("{{{tex}}}")
        } else {
            tex
        }
    };
    let last = if is_small(&name.family) && name.particle.is_empty() {
        format!("{{{}}}", tex(last))
    } else {
        whole(tex(last))
    };
    // `IV` (Ramakrishnan) would be parsed as the suffix of a name.
    let given = match name.given.as_str() {
        suffix @ ("II" | "III" | "IV" | "V" | "Jr" | "Sr") => format!("{{{suffix}}}"),
        given => whole(tex(given)),
    };
    [last, whole(tex(&name.suffix)), given]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Whether BibTeX would parse a lower-case last name as a particle: `boyd` (danah). `d'Orsi` has a
/// capital.
fn is_small(family: &str) -> bool {
    family.chars().any(char::is_lowercase) && !family.chars().any(char::is_uppercase)
}

/// Whether part of a name needs braces: a comma or the word `and` would end the name, and a German
/// quotation mark is two commas to TeX.
fn needs_braces(part: &str) -> bool {
    part.contains(',')
        || part
            .split_whitespace()
            .any(|word| word.eq_ignore_ascii_case("and"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(people: &[PersonName], others: bool, charset: Charset) -> String {
        NameEncoder::new(charset).list(people, others)
    }

    fn one(text: &str) -> String {
        list(&[PersonName::parse(text)], false, Charset::Ascii)
    }

    #[test]
    fn names_are_encoded_as_last_then_first() {
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
            ("IV Ramakrishnan", "Ramakrishnan, {IV}"),
            ("King, Jr.", "{King, Jr.}"),
            ("Γ. Παπαδόπουλος", "Παπαδόπουλος, Γ."),
            ("José Ortega y Gasset", "Ortega y Gasset, Jos{\\'e}"),
            ("Jean-Luc de La Tour", "de La Tour, Jean-Luc"),
            ("田中 太郎", "田中, 太郎"),
            ("Jana „Jo“ Nová", "Nov{\\'a}, {Jana ,,Jo''}"),
        ] {
            assert_eq!(one(given), want);
        }
    }

    #[test]
    fn suffixes_are_one_part() {
        let name = PersonName {
            suffix: "Jr., PhD".into(),
            ..PersonName::parse("Jane Doe")
        };
        let want = "Doe, {Jr., PhD}, Jane";
        assert_eq!(list(&[name], false, Charset::Ascii), want);
    }

    #[test]
    fn names_in_capitals_are_lower_cased() {
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
    fn groups_are_in_braces() {
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
    fn lists_end_in_and_others() {
        let people: Vec<PersonName> = ["Doe, Jane", "", "et al."].map(PersonName::parse).into();
        assert_eq!(list(&people, false, Charset::Ascii), "Doe, Jane and others");
        assert_eq!(list(&people[..2], false, Charset::Ascii), "Doe, Jane");
        assert_eq!(list(&[], true, Charset::Ascii), "");
    }
}
