//! Writes people's names and pages.

use std::fmt::Write as _;

use super::{People, Person};
use crate::{coin, random::Random, xml};

impl People {
    /// Returns the numbers of those who have published or never will.
    pub(crate) fn all(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.next as u32
    }

    /// Appends the name with which the person signs.
    pub(crate) fn write(&self, person: u32, out: &mut String) {
        let person = &self.all[person as usize];
        self.write_plain(person, out);
        if person.number > 0 {
            write!(out, " {:04}", person.number).ok();
        }
    }

    fn write_plain(&self, person: &Person, out: &mut String) {
        let given = self.names.given.text(person.given);
        if !given.is_empty() {
            xml::escape(given, out);
            out.push(' ');
        }
        xml::escape(self.names.family.text(person.family), out);
    }

    /// Returns the name in its two parts, without a number.
    pub(crate) fn given_and_family(&self, person: u32) -> (&str, &str) {
        let person = &self.all[person as usize];
        let given = self.names.given.text(person.given);
        (given, self.names.family.text(person.family))
    }

    /// Appends another name of the same person, with a longer family name.
    pub(crate) fn write_alias(&self, person: u32, out: &mut String) {
        let mut random = Random::new(u64::from(person));
        self.write_plain(&self.all[person as usize], out);
        write!(out, "-{}", coin::proper(&mut random)).ok();
    }

    /// Whether a person has signed with two names.
    pub(crate) fn has_alias(&self, person: u32) -> bool {
        person as usize >= self.real && person.is_multiple_of(25)
    }

    /// Returns the ORCID iD, which three of ten people have.
    pub(crate) fn orcid(&self, person: u32) -> Option<String> {
        if (person as usize) < self.real || person % 10 > 2 {
            return None;
        }
        let digits = 90_000_000 + u64::from(person);
        let digits = format!("0000{digits:011}");
        let total = digits
            .bytes()
            .fold(0, |total, digit| (total + u32::from(digit - b'0')) * 2);
        let check = match (12 - total % 11) % 11 {
            10 => 'X',
            digit => char::from(b'0' + digit as u8),
        };
        let group = |at: usize| &digits[at..at + 4];
        Some(format!(
            "{}-{}-{}-{}{check}",
            group(0),
            group(4),
            group(8),
            &digits[12..]
        ))
    }

    /// Returns the page of a person, and the disambiguation page if this is the first of several
    /// namesakes and has a number.
    pub(crate) fn pids(&self, person: u32) -> (String, Option<String>) {
        let Person {
            namesake, number, ..
        } = self.all[person as usize];
        let shared = format!("{}/{}", namesake % 389 + 1, namesake / 389 + 1);
        if number == 0 {
            (shared, None)
        } else {
            let parts = (namesake == person).then(|| shared.clone());
            (format!("{shared}-{number}"), parts)
        }
    }

    /// Appends the name that namesakes share.
    pub(crate) fn write_shared(&self, person: u32, out: &mut String) {
        self.write_plain(&self.all[person as usize], out);
    }

    /// Returns the first letters of the family names, as keys contain them.
    pub(crate) fn key_part(&self, authors: &[u32]) -> String {
        let letters = |author: &u32, count: usize| -> String {
            let family = self.names.family.text(self.all[*author as usize].family);
            family
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .take(count)
                .collect()
        };
        match authors {
            [] => "X".to_owned(),
            [only] => letters(only, 12),
            [first, rest @ ..] => {
                let rest: String = rest
                    .iter()
                    .take(6)
                    .map(|author| letters(author, 1))
                    .collect();
                letters(first, 4) + &rest
            }
        }
    }
}
