use std::borrow::Cow;

/// Decodes a `.bib` file: UTF-8, UTF-16 with a byte order mark, else Windows-1252, the encoding of
/// most old files that are not UTF-8. Windows-1252 maps every byte, so decoding never fails.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => Cow::Owned(bytes.iter().map(|byte| windows_1252(*byte)).collect()),
    }
}

/// Decodes a `.bib` file in UTF-8 into which an editor saved bytes of another encoding: the invalid
/// bytes are read as Windows-1252, everything else as UTF-8.
#[must_use]
pub fn decode_mixed(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|byte| windows_1252(*byte)));
    }
    Cow::Owned(out)
}

/// Returns the line, counted from 1, of the first byte that is not UTF-8 and is read as
/// Windows-1252; `None` where the file is UTF-8, or UTF-16 with a byte order mark.
#[must_use]
pub fn first_guessed_line(bytes: &[u8]) -> Option<usize> {
    let wrong = std::str::from_utf8(bytes).err()?;
    if matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        return None;
    }
    let before = &bytes[..wrong.valid_up_to()];
    Some(1 + memchr::memchr_iter(b'\n', before).count())
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Cow<'static, str> {
    let (pairs, _) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    Cow::Owned(String::from_utf16_lossy(&units))
}

/// Decodes a byte of Windows-1252, which equals Latin-1 except for 0x80 to 0x9f.
fn windows_1252(byte: u8) -> char {
    const UPPER: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => UPPER[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_and_windows_1252_are_decoded() {
        assert_eq!(decode("Müller".as_bytes()), "Müller");
        assert_eq!(decode(b"M\xfcller \x96 \x93x\x94"), "Müller – “x”");
        assert_eq!(decode_mixed("Jos\u{e9} M".as_bytes()), "José M");
        assert_eq!(decode_mixed(b"Jos\xc3\xa9 M\xfcller"), "José Müller");
        assert_eq!(decode(b"\xff\xfeM\x00\xfc\x00"), "Mü");
        assert_eq!(decode(b"\xfe\xff\x00M\x00\xfc"), "Mü");
    }

    #[test]
    fn first_guessed_line_is_reported() {
        assert_eq!(first_guessed_line("a\nMüller".as_bytes()), None);
        assert_eq!(first_guessed_line(b"a\nb\nM\xfcller\n\xfc"), Some(3));
        assert_eq!(first_guessed_line(b"\xff\xfeM\x00\xfc\x00"), None);
    }
}
