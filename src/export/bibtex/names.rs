//! Names in TeX, as every style can take them apart.

use std::collections::HashMap;

use crate::export::names::cleaned;
use crate::model::PersonName;
use crate::text::latex::{self, Charset, Hand};

/// The writer of names of one file.
pub(super) struct Names {
    charset: Charset,
    /// People as they were written before, for most sign more than one work.
    known: HashMap<PersonName, Written>,
}

/// What stands for someone in a list of names.
enum Written {
    Name(String),
    /// `et al.`, taken for a person by a source.
    Others,
    Nobody,
}

impl Names {
    pub(super) fn new(charset: Charset) -> Self {
        Self {
            charset,
            known: HashMap::new(),
        }
    }

    /// A list of names, `von Last, Jr, First` each, joined by `and`.
    pub(super) fn list(&mut self, people: &[PersonName], others: bool) -> String {
        let mut others = others;
        let mut list = String::new();
        for person in people {
            match self.one(person) {
                Written::Name(name) => {
                    if !list.is_empty() {
                        list.push_str(" and ");
                    }
                    list.push_str(name);
                }
                Written::Others => others = true,
                Written::Nobody => {}
            }
        }
        if others && !list.is_empty() {
            list.push_str(" and others");
        }
        list
    }

    fn one(&mut self, person: &PersonName) -> &Written {
        let charset = self.charset;
        self.known.entry(person.clone()).or_insert_with(|| {
            let person = cleaned(person);
            let shown = person.to_string().to_lowercase();
            if ["others", "et al", "et al.", "al., et"].contains(&shown.as_str()) {
                Written::Others
            } else if person.is_empty() {
                Written::Nobody
            } else {
                Written::Name(written(&person, charset))
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
        // One word or one group: never to be taken apart, nor abbreviated.
        return format!("{{{}}}", tex(last));
    }
    if name.given.is_empty() {
        // After one comma BibTeX would take the suffix for a first name.
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
    // `IV` (Ramakrishnan) would pass for the suffix of a name.
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

/// `boyd` (danah): BibTeX would take a small last name for a particle. `d'Orsi` has a capital.
fn is_small(family: &str) -> bool {
    family.chars().any(char::is_lowercase) && !family.chars().any(char::is_uppercase)
}

/// A comma or the word `and` inside a name would end it, and a German quotation mark is two commas
/// to TeX.
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
        Names::new(charset).list(people, others)
    }

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
