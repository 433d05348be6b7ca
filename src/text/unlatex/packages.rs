//! Commands of packages with a syntax of their own: addresses (url), chemical formulas (mhchem) and
//! units (siunitx).

use super::super::markup::runs::{Atom, RunStyle};

/// The address in the argument of `\url`, where `~` and `--` are characters; the escapes that
/// people write nevertheless are undone.
pub(super) fn address(argument: &str) -> String {
    let mut text = argument.trim().to_owned();
    for (tex, bare) in [
        ("{\\textasciitilde}", "~"),
        ("\\textasciitilde{}", "~"),
        ("\\textasciitilde ", "~"),
        ("\\_", "_"),
        ("\\%", "%"),
        ("\\#", "#"),
        ("\\&", "&"),
        ("\\~{}", "~"),
        ("\\~", "~"),
        ("\\$", "$"),
    ] {
        if text.contains('\\') {
            text = text.replace(tex, bare);
        }
    }
    text
}

/// The formula in the argument of `\ce`: numbers after an element or a parenthesis are indices,
/// what follows `^` is a charge or a mass, `->` an arrow.
pub(super) fn chemistry(argument: &str, style: RunStyle) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let mut rest = argument;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        if let Some((mark, script)) = [('^', RunStyle::Sup), ('_', RunStyle::Sub)]
            .into_iter()
            .find(|(mark, _)| *mark == c)
        {
            let inside = &rest[1..];
            let braced = inside
                .strip_prefix('{')
                .and_then(|text| text.split_once('}'));
            let is_script = |c: char| c.is_ascii_digit() || mark == '^' && matches!(c, '+' | '-');
            let (text, after) = braced.unwrap_or_else(|| {
                let end = inside.find(|c| !is_script(c)).unwrap_or(inside.len());
                inside.split_at(end)
            });
            atoms.extend(text.chars().map(|c| Atom::Char(c, script)));
            rest = after;
            before = mark;
            continue;
        }
        if let Some(after) = rest.strip_prefix("->") {
            atoms.push(Atom::Char('→', style));
            rest = after;
            before = ' ';
            continue;
        }
        rest = &rest[c.len_utf8()..];
        let is_index = c.is_ascii_digit() && (before.is_alphabetic() || ")]".contains(before));
        if is_index {
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            let more = rest[..end].chars();
            atoms.extend(
                std::iter::once(c)
                    .chain(more)
                    .map(|c| Atom::Char(c, RunStyle::Sub)),
            );
            rest = &rest[end..];
        } else if !"{}\\$".contains(c) {
            atoms.push(Atom::Char(c, style));
        }
        before = c;
    }
    atoms
}

/// Units by their commands (siunitx).
#[rustfmt::skip]
const UNITS: [(&str, &str); 45] = [
    ("ampere", "A"), ("angstrom", "Å"), ("arcminute", "′"), ("arcsecond", "″"), ("bar", "bar"),
    ("becquerel", "Bq"), ("bit", "bit"), ("byte", "B"), ("candela", "cd"), ("celsius", "°C"),
    ("coulomb", "C"), ("dalton", "Da"), ("day", "d"), ("decibel", "dB"), ("degree", "°"),
    ("degreeCelsius", "°C"), ("electronvolt", "eV"), ("farad", "F"), ("gram", "g"),
    ("hectare", "ha"), ("henry", "H"), ("hertz", "Hz"), ("hour", "h"), ("joule", "J"),
    ("kelvin", "K"), ("kilogram", "kg"), ("liter", "L"), ("litre", "L"), ("lumen", "lm"),
    ("lux", "lx"), ("meter", "m"), ("metre", "m"), ("minute", "min"), ("mole", "mol"),
    ("newton", "N"), ("ohm", "Ω"), ("pascal", "Pa"), ("percent", "%"), ("radian", "rad"),
    ("second", "s"), ("siemens", "S"), ("tesla", "T"), ("tonne", "t"), ("volt", "V"),
    ("watt", "W"),
];

/// Prefixes and powers before a unit (`\square\meter`).
#[rustfmt::skip]
const PREFIXES: [(&str, &str); 14] = [
    ("atto", "a"), ("centi", "c"), ("deci", "d"), ("exa", "E"), ("femto", "f"), ("giga", "G"),
    ("hecto", "h"), ("kilo", "k"), ("mega", "M"), ("micro", "µ"), ("milli", "m"), ("nano", "n"),
    ("pico", "p"), ("tera", "T"),
];

/// The unit in the argument of `\si`, `\unit` or `\SI`: `\kilo\meter\per\second` is `km/s`.
/// Unknown commands keep their names.
pub(super) fn unit(argument: &str) -> String {
    let known = |list: &[(&str, &'static str)], name: &str| {
        let found = list.iter().find(|(command, _)| *command == name);
        found.map(|(_, sign)| *sign)
    };
    let mut out = String::new();
    let mut joins = true;
    let mut power = "";
    let mut rest = argument.trim();
    while let Some(c) = rest.chars().next() {
        let Some(command) = rest.strip_prefix('\\') else {
            if !"{}$~".contains(c) {
                out.push(c);
            }
            rest = &rest[c.len_utf8()..];
            continue;
        };
        let end = command
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(command.len());
        let (name, after) = command.split_at(end);
        rest = after.trim_start();
        match name {
            "per" => out.push('/'),
            "square" => power = "²",
            "cubic" => power = "³",
            "squared" => out.push('²'),
            "cubed" => out.push('³'),
            _ => {
                if !joins && !out.ends_with('/') {
                    out.push(' ');
                }
                if let Some(prefix) = known(&PREFIXES, name) {
                    out.push_str(prefix);
                    joins = true;
                    continue;
                }
                out.push_str(known(&UNITS, name).unwrap_or(name));
                out.push_str(std::mem::take(&mut power));
                joins = false;
            }
        }
    }
    out
}
