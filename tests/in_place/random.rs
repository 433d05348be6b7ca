//! Random `.bib` files in the manners in which people write them.

/// A generator of pseudo-random numbers (xorshift64*), the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.max(1))
    }

    /// Returns a number below `most`, which is not 0.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).unwrap() % most
    }

    pub(crate) fn of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        (!list.is_empty()).then(|| &list[self.below(list.len())])
    }

    fn pick(&mut self, list: &[&'static str]) -> &'static str {
        list[self.below(list.len())]
    }
}

/// How a file is written.
#[expect(clippy::struct_excessive_bools, reason = "each is a habit of its own")]
struct Style {
    newline: &'static str,
    indent: &'static str,
    width: usize,
    quotes: bool,
    bare: bool,
    case: usize,
    trailing: bool,
    comma_first: bool,
    one_line: bool,
    brackets: (&'static str, &'static str),
}

const FIELDS: [(&str, &[&str]); 9] = [
    (
        "author",
        &[
            "Doe, Jane and Roe, Richard",
            "M{\\\"u}ller, Bert",
            "Müller, Bert and others",
        ],
    ),
    (
        "title",
        &[
            "On {S}orting: A $O(n)$ Way",
            "{The \"Great\" Theorem}",
            "A % sign\\% here",
        ],
    ),
    ("journal", &["J. of Things", "{IEEE} Trans."]),
    ("year", &["2020", "1999"]),
    ("volume", &["7", "12a"]),
    ("pages", &["1--2", "1-2", "e12"]),
    ("note", &["", "See @misc{x}", "a, b = c"]),
    (
        "abstract",
        &["Long\n   text, with = signs\n\n@ and more", "x"],
    ),
    ("url", &["https://x.org/a_b?c=d#e%20f"]),
];

/// Makes a file.
pub(crate) fn file(random: &mut Random) -> Vec<u8> {
    let style = Style {
        newline: random.pick(&["\n", "\n", "\r\n"]),
        indent: random.pick(&["  ", "\t", "", "    ", " "]),
        width: random.below(3) * 6,
        quotes: random.below(3) == 0,
        bare: random.below(2) == 0,
        case: random.below(3),
        trailing: random.below(2) == 0,
        comma_first: random.below(8) == 0,
        one_line: random.below(8) == 0,
        brackets: *random.of(&[("{", "}"), ("{", "}"), ("(", ")")]).unwrap(),
    };
    let mut out = String::new();
    if random.below(6) == 0 {
        out.push('\u{feff}');
    }
    for number in 0..=random.below(6) {
        out.push_str(random.pick(&[
            "",
            "% a remark, with @article{no, x={y}}\n",
            "@string{acm = {ACM Press}}\n",
            "@comment{jabref-meta: x}\n",
            "@preamble{\"\\newcommand{\\x}{y}\"}\n",
            "Text between entries.\n\n",
            "%@book{\n",
        ]));
        entry(&mut out, number, &style, random);
        out.push_str(random.pick(&["\n", "\n\n", "", "  \n"]));
    }
    let out = out.replace('\n', style.newline);
    if random.below(6) == 0 && out.chars().all(|c| c == '\u{feff}' || u32::from(c) < 0x100) {
        let letters = out.trim_start_matches('\u{feff}').chars();
        return letters
            .map(|c| u8::try_from(u32::from(c)).unwrap())
            .collect();
    }
    out.into_bytes()
}

fn entry(out: &mut String, number: usize, style: &Style, random: &mut Random) {
    let kind = random.pick(&["article", "Article", "INPROCEEDINGS", "misc"]);
    let (open, close) = style.brackets;
    out.extend(["@", kind, open, "key", &number.to_string()]);
    let (before, after) = if style.one_line {
        (" ", "")
    } else {
        ("\n", style.indent)
    };
    let mut first = true;
    for (name, values) in FIELDS {
        if random.below(3) == 0 {
            continue;
        }
        if style.comma_first && !style.one_line {
            out.extend(["\n", style.indent, ", "]);
        } else {
            out.extend([",", before, after]);
        }
        first = false;
        let name = match style.case {
            0 => name.to_owned(),
            1 => name.to_uppercase(),
            _ => name[..1].to_uppercase() + &name[1..],
        };
        let width = style.width;
        out.extend([&format!("{name:width$}"), " = "]);
        let value = random.pick(values);
        let number = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
        if number && style.bare {
            out.push_str(value);
        } else if style.quotes && !value.contains('"') {
            out.extend(["\"", value, "\""]);
        } else {
            out.extend(["{", value, "}"]);
        }
    }
    if first || style.trailing {
        out.push(',');
    }
    if !style.one_line {
        out.push('\n');
    }
    out.push_str(close);
}
