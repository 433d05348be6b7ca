//! Substitutes for letters and signs that LaTeX's own fonts lack, because such a character stops
//! pdfLaTeX.

use deunicode::deunicode;
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use super::{letters, symbols};

/// Returns the most similar text that prints, in ASCII: the letter without a mark that TeX can't set,
/// the letter it derives from, or the sign with the same meaning. `None` for characters of other
/// scripts, for which nothing may be invented.
pub(super) fn nearest(c: char) -> Option<String> {
    if c.is_ascii() {
        return None;
    }
    if is_combining_mark(c) {
        return is_western(c).then(String::new);
    }
    if let Some((_, tex)) = TABLE.iter().find(|(own, _)| *own == c) {
        return Some((*tex).to_owned());
    }
    if !is_western(c) {
        return None;
    }
    without_marks(c)
        .or_else(|| compatible(c))
        .or_else(|| romanised(c))
}

/// Letters and signs of the Latin script, phonetics, and what mathematics and layout use.
fn is_western(c: char) -> bool {
    matches!(c,
        '\u{a0}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1d00}'..='\u{1dff}' | '\u{1e00}'..='\u{1eff}'
        | '\u{2010}'..='\u{23ff}' | '\u{2460}'..='\u{24ff}' | '\u{25a0}'..='\u{25ff}' | '\u{27c0}'..='\u{27ff}'
        | '\u{2900}'..='\u{29ff}' | '\u{2a00}'..='\u{2aff}' | '\u{2c60}'..='\u{2c7f}' | '\u{2e00}'..='\u{2e7f}'
        | '\u{a700}'..='\u{a7ff}' | '\u{ab30}'..='\u{ab6f}' | '\u{fb00}'..='\u{fb06}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{1d400}'..='\u{1d7ff}')
}

/// `ữ` with the accent that TeX has: `{\~u}`.
fn without_marks(c: char) -> Option<String> {
    let parts: Vec<char> = std::iter::once(c).nfd().collect();
    let (base, marks) = parts.split_first()?;
    if marks.is_empty() || !base.is_alphabetic() {
        return None;
    }
    let known: Vec<char> = marks.iter().filter_map(|mark| known_mark(*mark)).collect();
    let base_tex = base_letter(*base)?;
    Some(match (known.is_empty(), base_tex.chars().next()) {
        (false, Some(base)) if base_tex.len() == 1 => letters::accented(base, &known),
        _ => base_tex,
    })
}

fn base_letter(base: char) -> Option<String> {
    if base.is_ascii() {
        return Some(base.to_string());
    }
    letters::letter(base).or_else(|| nearest(base))
}

/// Returns the mark or a similar one, if TeX has it.
fn known_mark(mark: char) -> Option<char> {
    match mark {
        mark if letters::is_accent(mark) => Some(mark),
        // A double grave and an arch are drawn as the single ones.
        '\u{30f}' => Some('\u{300}'),
        '\u{311}' => Some('\u{302}'),
        _ => None,
    }
}

/// Returns Unicode's compatible characters: `½` is `1/2`, `Ⅳ` is `IV`.
fn compatible(c: char) -> Option<String> {
    let parts: Vec<char> = std::iter::once(c).nfkc().collect();
    if parts == [c] {
        return None;
    }
    let mut out = String::new();
    for part in parts {
        match part {
            '\u{2044}' => out.push('/'),
            part if is_combining_mark(part) => {}
            part if part.is_ascii_alphanumeric() || " .,:;!?()+-=/*".contains(part) => {
                out.push(part);
            }
            part => {
                let sign = symbols::math(part).map(|tex| format!("{{${tex}$}}"));
                let sign = sign.or_else(|| symbols::text(part).map(str::to_owned));
                out.push_str(&sign.or_else(|| base_letter(part))?);
            }
        }
    }
    let out = out.trim();
    (!out.is_empty() && out.is_ascii()).then(|| out.to_owned())
}

/// Returns the transliteration, in the case of the letter.
fn romanised(c: char) -> Option<String> {
    let plain = deunicode(&c.to_string());
    let plain = plain.trim();
    let text = if c.is_alphabetic() {
        let letters: String = plain.chars().filter(char::is_ascii_alphabetic).collect();
        match letters {
            letters if letters.is_empty() => plain.to_owned(),
            letters if c.is_lowercase() => letters.to_lowercase(),
            letters => letters,
        }
    } else {
        plain.to_owned()
    };
    // What transliteration gives for what it does not know.
    let text = if text == "[?]" { String::new() } else { text };
    let mut out = String::new();
    for c in text.chars() {
        match (symbols::math(c), symbols::text(c)) {
            (Some(tex), _) => out.extend(["{$", &tex, "$}"]),
            (None, Some(tex)) => out.push_str(tex),
            (None, None) => out.push(c),
        }
    }
    (!out.is_empty() && out.is_ascii()).then_some(out)
}

/// Exceptions from transliteration: phonetic signs by the letter from which they are drawn, signs of
/// mathematics by the sign of base LaTeX with the same meaning.
const TABLE: [(char, &str); 134] = [
    ('ə', "e"),
    ('ɚ', "e"),
    ('ǝ', "e"),
    ('Ə', "E"),
    ('Ǝ', "E"),
    ('ɘ', "e"),
    ('ʃ', "sh"),
    ('Ʃ', "SH"),
    ('ʅ', "l"),
    ('ʆ', "sh"),
    ('ʒ', "zh"),
    ('Ʒ', "ZH"),
    ('ʓ', "zh"),
    ('ʔ', "'"),
    ('ʕ', "`"),
    ('ʖ', "'"),
    ('ʡ', "'"),
    ('ʢ', "`"),
    ('Ɂ', "'"),
    ('ɂ', "'"),
    ('ɥ', "h"),
    ('ɤ', "o"),
    ('ʌ', "{$\\wedge$}"),
    ('Ʌ', "{$\\Lambda$}"),
    ('ƛ', "{$\\lambda$}"),
    ('ʘ', "o"),
    ('ʎ', "l"),
    ('Ƅ', "b"),
    ('ƅ', "b"),
    ('Ƨ', "S"),
    ('ƨ', "s"),
    ('Ƽ', "5"),
    ('ƽ', "5"),
    ('ƻ', "2"),
    ('ǀ', "{$|$}"),
    ('ǁ', "{$\\Vert$}"),
    ('ǂ', "{$\\neq$}"),
    ('ǃ', "!"),
    ('ː', ":"),
    ('ˑ', "."),
    ('ˈ', "'"),
    ('ˌ', ","),
    ('ʻ', "`"),
    ('ɩ', "{$\\iota$}"),
    ('ɸ', "{$\\phi$}"),
    ('ɣ', "{$\\gamma$}"),
    ('Ɣ', "{$\\Gamma$}"),
    ('ɑ', "a"),
    ('Ɛ', "{$\\epsilon$}"),
    ('ɛ', "{$\\epsilon$}"),
    ('ʊ', "{$\\upsilon$}"),
    ('Ʊ', "{$\\Upsilon$}"),
    ('˥', "5"),
    ('ℶ', "beth"),
    ('ℷ', "gimel"),
    ('ℸ', "daleth"),
    ('℃', "{$^\\circ$}C"),
    ('℉', "{$^\\circ$}F"),
    ('≲', "{$\\leq$}"),
    ('≳', "{$\\geq$}"),
    ('≦', "{$\\leq$}"),
    ('≧', "{$\\geq$}"),
    ('⪅', "{$\\leq$}"),
    ('⪆', "{$\\geq$}"),
    ('≜', "{$=$}"),
    ('≝', "{$=$}"),
    ('≔', ":="),
    ('≕', "=:"),
    ('∽', "{$\\sim$}"),
    ('≾', "{$\\preceq$}"),
    ('≿', "{$\\succeq$}"),
    ('⊊', "{$\\subset$}"),
    ('⊋', "{$\\supset$}"),
    ('⊞', "{$\\oplus$}"),
    ('⊟', "{$\\ominus$}"),
    ('⊠', "{$\\otimes$}"),
    ('⊡', "{$\\odot$}"),
    ('⊛', "{$\\ast$}"),
    ('⊚', "{$\\odot$}"),
    ('⊩', "{$\\vdash$}"),
    ('⊲', "{$\\triangleleft$}"),
    ('⊳', "{$\\triangleright$}"),
    ('⊴', "{$\\triangleleft$}"),
    ('⊵', "{$\\triangleright$}"),
    ('⊸', "{$\\rightarrow$}"),
    ('⋉', "{$\\times$}"),
    ('⋊', "{$\\times$}"),
    ('⋐', "{$\\subset$}"),
    ('⋑', "{$\\supset$}"),
    ('⋘', "{$\\ll$}"),
    ('⋙', "{$\\gg$}"),
    ('⨝', "{$\\bowtie$}"),
    ('⨯', "{$\\times$}"),
    ('⇝', "{$\\rightarrow$}"),
    ('↝', "{$\\rightarrow$}"),
    ('⇄', "{$\\rightleftharpoons$}"),
    ('⇆', "{$\\rightleftharpoons$}"),
    ('⇋', "{$\\rightleftharpoons$}"),
    ('⇉', "{$\\rightarrow$}"),
    ('↠', "{$\\rightarrow$}"),
    ('↣', "{$\\rightarrow$}"),
    ('⇢', "{$\\rightarrow$}"),
    ('⇠', "{$\\leftarrow$}"),
    ('⇨', "{$\\Rightarrow$}"),
    ('⇦', "{$\\Leftarrow$}"),
    ('↺', "{$\\circ$}"),
    ('↻', "{$\\circ$}"),
    ('▲', "{$\\triangle$}"),
    ('▴', "{$\\triangle$}"),
    ('▵', "{$\\triangle$}"),
    ('▶', "{$\\triangleright$}"),
    ('▸', "{$\\triangleright$}"),
    ('►', "{$\\triangleright$}"),
    ('◀', "{$\\triangleleft$}"),
    ('◄', "{$\\triangleleft$}"),
    ('▼', "{$\\bigtriangledown$}"),
    ('■', "{$\\bullet$}"),
    ('▪', "{$\\bullet$}"),
    ('□', "{$\\diamond$}"),
    ('◊', "{$\\diamond$}"),
    ('◆', "{$\\diamond$}"),
    ('⟦', "{$[$}"),
    ('⟧', "{$]$}"),
    ('⟪', "{$\\langle$}"),
    ('⟫', "{$\\rangle$}"),
    ('‴', "{$'''$}"),
    ('∛', "{$\\surd$}"),
    ('∜', "{$\\surd$}"),
    ('∴', "."),
    ('⊹', "+"),
    ('⌀', "{$\\oslash$}"),
    ('∷', "::"),
    ('∵', "."),
    ('¦', "{$|$}"),
];

#[cfg(test)]
mod tests {
    use super::super::{Charset, text, tidy};
    use super::*;

    #[test]
    fn letters_that_tex_lacks_are_written_as_the_nearest() {
        for (given, want) in [
            ("Nguyễn Hữu Tứ", "Nguy{\\~{\\^e}}n H{\\~u}u T{\\'u}"),
            ("Phở ả Ơ", "Pho a O"),
            ("ɹ ʃ ʒ ə ŋ", "r sh zh e {\\ng}"),
            ("ħ Ħ ŧ ƙ Ǥ", "h H t k G"),
            ("ȁ ȃ ḁ", "{\\`a} {\\^a} a"),
            ("x\u{325}y", "xy"),
            ("½ Ⅳ ℡ ①", "1/2 IV TEL 1"),
            ("a ≲ b ≁ c", "a {$\\leq$} b {$\\not\\sim$} c"),
            ("A ⟹ B ↗", "A {$\\Longrightarrow$} B {$\\nearrow$}"),
            ("Aᵀ xʰ", "A{$^T$} x{$^h$}"),
            ("360◦ and 20˚C", "360{$^\\circ$} and 20{$^\\circ$}C"),
            ("Москва 基于", "Москва 基于"),
        ] {
            assert_eq!(text(&tidy(given), Charset::Ascii), want, "{given}");
        }
        assert_eq!(text(&tidy("Hữu ɹ ħ"), Charset::Unicode), "Hữu ɹ ħ");
    }

    #[test]
    fn every_western_letter_and_sign_is_written_in_ascii() {
        let all = (0xa0..=0x2aff_u32)
            .chain(0x2c60..=0x2c7f)
            .chain(0xa722..=0xa7ca);
        let letters = all.filter_map(char::from_u32).filter(|c| is_western(*c));
        for c in letters.filter(|c| c.is_alphabetic() || symbols::math(*c).is_some()) {
            let tex = text(&tidy(&c.to_string()), Charset::Ascii);
            let known = tex.is_ascii() || c.is_alphabetic() && deunicode(&c.to_string()).is_empty();
            assert!(known, "{c} U+{:04X}: {tex}", u32::from(c));
        }
    }

    #[test]
    fn the_table_has_no_letter_twice_and_none_that_is_known() {
        for (at, (c, tex)) in TABLE.iter().enumerate() {
            assert!(tex.is_ascii(), "{c}");
            assert!(TABLE[..at].iter().all(|(other, _)| other != c), "{c}");
            assert!(symbols::math(*c).is_none(), "{c}");
            assert!(letters::letter(*c).is_none(), "{c}");
        }
    }
}
