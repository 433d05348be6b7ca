//! Words that lead to the volume a work stands in, in any language.

use super::{
    lead_in::is_in,
    token::{Form, Gap, Token},
};

/// Writes what leads to the volume that a work stands in as `In:`, whatever its language: `[w:]`, `[in:]`,
/// `w: Looms`, `U: Looms`.
pub(super) fn volume_words(tokens: &mut Vec<Token>) {
    const OTHERS: [&str; 8] = ["w", "W", "U", "u", "I", "V", "dans", "em"];
    let mut drops = Vec::new();
    for at in 1..tokens.len().saturating_sub(1) {
        let is_other = OTHERS.contains(&tokens[at].text.as_str());
        if !(is_other || is_in(&tokens[at])) || tokens[at + 1].form != Form::Colon {
            continue;
        }
        let (before, next) = (&tokens[at - 1], tokens.get(at + 2));
        let is_bracketed = before.text == "[" && next.is_some_and(|next| next.form == Form::Close);
        let is_led = is_other
            && matches!(before.form, Form::Comma | Form::Period | Form::QuoteClose)
            && next.is_some_and(|next| {
                next.gap > Gap::Glued && !next.text.starts_with(char::is_lowercase)
            });
        if is_bracketed {
            tokens[at].gap = before.gap;
            drops.extend([at - 1, at + 2]);
        }
        if is_bracketed || is_led {
            tokens[at].text = "In".into();
        }
    }
    let mut drops = drops.into_iter().peekable();
    let mut at = 0;
    tokens.retain(|_| {
        at += 1;
        drops.next_if_eq(&(at - 1)).is_none()
    });
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{titles, venues};

    #[test]
    fn volumes_are_led_to_in_other_languages() {
        let written = [
            "A. Lee, Krosna i tkanie wełny, [w:] Studia nad suknem, Warszawa 2011, s. 3–9.",
            "A. Lee, Wiatraki i ich skrzydła, [w:] Szkice o tkaninach, Kraków 2010, s. 4–8.",
        ];
        assert_eq!(
            titles(&written),
            ["Krosna i tkanie wełny", "Wiatraki i ich skrzydła"]
        );
        let want = ["Studia nad suknem", "Szkice o tkaninach"];
        assert_eq!(venues(&written), want.map(|venue| Some(venue.to_owned())));
    }
}
