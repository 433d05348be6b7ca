use std::ops::Range;

use thiserror::Error;

use super::splice::Splice;
use crate::bib::decode_mixed;

/// The bytes of a file and their text, and how a place in the one is found in the other.
#[derive(Debug, Clone)]
pub struct Document {
    bytes: Vec<u8>,
    text: String,
    encoding: Encoding,
}

/// Bytes of the file and what replaces them.
pub(super) type ByteSplice = (Range<usize>, Vec<u8>);

/// How the bytes stand for text.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Encoding {
    Utf8,
    /// ASCII and single bytes of Windows-1252. The runs map places: each begins at a byte of the text and a
    /// byte of the file, and both go on alike until the next one.
    Latin1(Vec<Run>),
    /// UTF-8 with bytes of Windows-1252 in it.
    Mixed(Vec<Run>),
    Utf16 {
        little: bool,
    },
}

/// A part of which each byte of the text is a byte of the file, or a single byte that is one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    text: usize,
    byte: usize,
}

/// The letters that new text may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    /// ASCII: other letters are written in TeX.
    Ascii,
    /// The letters of Latin-1.
    Latin1,
    /// All.
    Unicode,
}

impl Charset {
    /// Whether all letters of a text are allowed.
    #[must_use]
    pub fn holds(self, text: &str) -> bool {
        match self {
            Self::Ascii => text.is_ascii(),
            Self::Latin1 => text.chars().all(is_latin1),
            Self::Unicode => true,
        }
    }
}

fn is_latin1(c: char) -> bool {
    c.is_ascii() || ('\u{a0}'..='\u{ff}').contains(&c)
}

/// Why a file can't be edited without changing other bytes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unpatchable {
    /// The file is UTF-16 and has units that are no text.
    #[error("not valid UTF-16, though it begins with its byte order mark; save it as UTF-8")]
    BadUtf16,
    /// New text has letters that the file's encoding lacks.
    #[error("the file's encoding has no letter for `{0}`; save it as UTF-8")]
    NoLetter(char),
    /// The edits overlap.
    #[error("edits overlap")]
    Overlap,
}

impl Document {
    /// Reads a file: UTF-8, UTF-16 with a byte order mark, else Windows-1252 byte by byte where it is not
    /// UTF-8.
    ///
    /// # Errors
    /// When the file is UTF-16 and not valid.
    pub fn read(bytes: Vec<u8>) -> Result<Self, Unpatchable> {
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let text = text.to_owned();
            return Ok(Self {
                bytes,
                text,
                encoding: Encoding::Utf8,
            });
        }
        let little = match bytes.as_slice() {
            [0xff, 0xfe, ..] => Some(true),
            [0xfe, 0xff, ..] => Some(false),
            _ => None,
        };
        if let Some(little) = little {
            let (pairs, rest) = bytes.as_chunks::<2>();
            let unit = if little {
                u16::from_le_bytes
            } else {
                u16::from_be_bytes
            };
            let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
            let text = String::from_utf16(&units).map_err(|_| Unpatchable::BadUtf16)?;
            if !rest.is_empty() {
                return Err(Unpatchable::BadUtf16);
            }
            return Ok(Self {
                bytes,
                text,
                encoding: Encoding::Utf16 { little },
            });
        }
        let text = decode_mixed(&bytes).into_owned();
        let (runs, is_pure) = runs(&bytes, &text);
        let encoding = if is_pure {
            Encoding::Latin1(runs)
        } else {
            Encoding::Mixed(runs)
        };
        Ok(Self {
            bytes,
            text,
            encoding,
        })
    }

    /// Returns the text, a byte order mark included.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the bytes as they were read.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the letters that new text may hold: those of the encoding, and in a file of ASCII only
    /// ASCII, because nothing shows that its readers take more.
    #[must_use]
    pub fn charset(&self) -> Charset {
        match self.encoding {
            Encoding::Utf8 if self.text.trim_start_matches('\u{feff}').is_ascii() => Charset::Ascii,
            Encoding::Utf8 | Encoding::Utf16 { .. } => Charset::Unicode,
            Encoding::Latin1(_) => Charset::Latin1,
            Encoding::Mixed(_) => Charset::Ascii,
        }
    }

    /// Returns the replacements in bytes of the file.
    pub(super) fn in_bytes(&self, splices: &[Splice]) -> Result<Vec<ByteSplice>, Unpatchable> {
        let mut utf16 = Utf16Places::default();
        splices
            .iter()
            .map(|splice| {
                let start = self.place(splice.span.start, &mut utf16);
                let end = self.place(splice.span.end, &mut utf16);
                Ok((start..end, self.encoded(&splice.with)?))
            })
            .collect()
    }

    /// Returns the file with sorted splices of its text.
    ///
    /// # Errors
    /// When the encoding lacks a letter, or splices overlap.
    pub fn spliced(&self, splices: &[Splice]) -> Result<Vec<u8>, Unpatchable> {
        let mut out = Vec::with_capacity(self.bytes.len() + 64 * splices.len());
        let mut at = 0;
        for (span, with) in self.in_bytes(splices)? {
            let kept = self.bytes.get(at..span.start);
            out.extend_from_slice(kept.ok_or(Unpatchable::Overlap)?);
            out.extend(with);
            at = span.end;
        }
        out.extend_from_slice(self.bytes.get(at..).ok_or(Unpatchable::Overlap)?);
        Ok(out)
    }

    /// Returns the byte of the file for a byte of the text.
    fn place(&self, text: usize, utf16: &mut Utf16Places) -> usize {
        match &self.encoding {
            Encoding::Utf8 => text,
            Encoding::Latin1(runs) | Encoding::Mixed(runs) => {
                let after = runs.partition_point(|run| run.text <= text);
                let run = after.checked_sub(1).and_then(|at| runs.get(at));
                run.map_or(text, |run| run.byte + (text - run.text))
            }
            Encoding::Utf16 { .. } => utf16.of(&self.text, text),
        }
    }

    fn encoded(&self, text: &str) -> Result<Vec<u8>, Unpatchable> {
        match self.encoding {
            Encoding::Utf8 => Ok(text.as_bytes().to_vec()),
            Encoding::Latin1(_) | Encoding::Mixed(_) => {
                let byte = |c: char| {
                    let byte = u8::try_from(u32::from(c)).ok().filter(|_| is_latin1(c));
                    byte.ok_or(Unpatchable::NoLetter(c))
                };
                text.chars().map(byte).collect()
            }
            Encoding::Utf16 { little } => Ok(text
                .encode_utf16()
                .flat_map(|unit| {
                    if little {
                        unit.to_le_bytes()
                    } else {
                        unit.to_be_bytes()
                    }
                })
                .collect()),
        }
    }
}

/// Counts UTF-16 units up to places that increase.
#[derive(Default)]
struct Utf16Places {
    text: usize,
    byte: usize,
}

impl Utf16Places {
    fn of(&mut self, text: &str, at: usize) -> usize {
        if at < self.text {
            *self = Self::default();
        }
        let passed = text.get(self.text..at).unwrap_or_default();
        self.byte += 2 * passed.encode_utf16().count();
        self.text = at;
        self.byte
    }
}

/// Returns the runs of a file that is not UTF-8, and whether its valid parts are ASCII.
fn runs(bytes: &[u8], text: &str) -> (Vec<Run>, bool) {
    let mut runs = vec![Run { text: 0, byte: 0 }];
    let (mut at, mut byte, mut is_pure) = (0, 0, true);
    for chunk in bytes.utf8_chunks() {
        is_pure &= chunk.valid().is_ascii();
        at += chunk.valid().len();
        byte += chunk.valid().len();
        for _ in chunk.invalid() {
            // One character of the text is one byte of the file.
            let letter = text.get(at..).and_then(|rest| rest.chars().next());
            at += letter.map_or(0, char::len_utf8);
            byte += 1;
            runs.push(Run { text: at, byte });
        }
    }
    (runs, is_pure)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, little: bool) -> Vec<u8> {
        let units = text.encode_utf16();
        units
            .flat_map(|unit| {
                if little {
                    unit.to_le_bytes()
                } else {
                    unit.to_be_bytes()
                }
            })
            .collect()
    }

    #[test]
    fn other_bytes_stay_in_every_encoding() {
        for (bytes, charset, want) in [
            (
                "\u{feff}M\u{fc}ll\u{20ac} x".as_bytes().to_vec(),
                Charset::Unicode,
                "\u{feff}M\u{fc}ll\u{20ac} <\u{e9}>".as_bytes().to_vec(),
            ),
            (
                b"M\xfcll\x80 x".to_vec(),
                Charset::Latin1,
                b"M\xfcll\x80 <\xe9>".to_vec(),
            ),
            (
                b"M\xc3\xbcll\xfc x".to_vec(),
                Charset::Ascii,
                b"M\xc3\xbcll\xfc <\xe9>".to_vec(),
            ),
            (
                utf16("\u{feff}M\u{1d11e} x", true),
                Charset::Unicode,
                utf16("\u{feff}M\u{1d11e} <\u{e9}>", true),
            ),
            (
                utf16("\u{feff}M\u{1d11e} x", false),
                Charset::Unicode,
                utf16("\u{feff}M\u{1d11e} <\u{e9}>", false),
            ),
        ] {
            let document = Document::read(bytes).unwrap();
            assert_eq!(document.charset(), charset);
            let at = document.text().find('x').unwrap();
            let splices = [Splice::new(at..at + 1, "<\u{e9}>")];
            assert_eq!(document.spliced(&splices).unwrap(), want);
        }
    }

    #[test]
    fn letters_that_an_encoding_lacks_are_refused() {
        let document = Document::read(b"M\xfcl".to_vec()).unwrap();
        let splices = [Splice::new(0..0, "\u{141}")];
        assert_eq!(
            document.spliced(&splices),
            Err(Unpatchable::NoLetter('\u{141}'))
        );
        assert!(!document.charset().holds("\u{141}"));
        assert_eq!(
            Document::read(b"\xff\xfe\x00\xd8".to_vec()).unwrap_err(),
            Unpatchable::BadUtf16
        );
    }
}
