//! Words that lead to the editors of a volume: `edited by A. Lee`, `a cura di A. Lee`, `pod red. A. Lee`.

use super::{
    likeness::likeness,
    shape::{Shape, is_initials, shape},
    token::{Form, Token},
};

/// What leads to editors, as words without their periods.
const PHRASES: [&[&str]; 48] = [
    &["edited", "by"],
    &["ed", "by"],
    &["eds", "by"],
    &["compiled", "by"],
    &["translated", "by"],
    &["herausgegeben", "von"],
    &["hrsg", "von"],
    &["hrsg", "v"],
    &["hg", "von"],
    &["hg", "v"],
    &["ubersetzt", "von"],
    &["a", "cura", "di"],
    &["a", "c", "di"],
    &["sous", "la", "direction", "de"],
    &["sous", "la", "dir", "de"],
    &["sous", "la", "coordination", "de"],
    &["dirige", "par"],
    &["coordonne", "par"],
    &["edite", "par"],
    &["traduit", "par"],
    &["coordinado", "por"],
    &["coordinada", "por"],
    &["editado", "por"],
    &["editada", "por"],
    &["compilado", "por"],
    &["organizado", "por"],
    &["organizada", "por"],
    &["coord", "por"],
    &["org", "por"],
    &["edicion", "de"],
    &["edicion", "a", "cargo", "de"],
    &["organizacao", "de"],
    &["onder", "redactie", "van"],
    &["o.l.v"],
    &["red", "av"],
    &["redigerad", "av"],
    &["redigert", "av"],
    &["redigeret", "af"],
    &["pod", "redakcją"],
    &["pod", "red"],
    &["pod", "red", "nauk"],
    &["red", "nauk"],
    &["под", "ред"],
    &["под", "общ", "ред"],
    &["под", "редакцией"],
    &["за", "ред"],
    &["за", "заг", "ред"],
    &["за", "редакцією"],
];

/// How many tokens lead to editors at the head of a stretch, 0 if none do.
pub(super) fn lead(tokens: &[Token]) -> usize {
    let Some(first) = tokens.first() else {
        return 0;
    };
    let lower = first.text.to_lowercase();
    let begins = |phrase: &&&[&str]| phrase[0] == first.folded() || phrase[0] == lower;
    let ends = PHRASES.iter().filter(begins);
    let end = ends.map(|phrase| phrase_end(tokens, phrase)).max();
    end.filter(|end| *end > 0)
        .unwrap_or_else(|| short_lead(tokens))
}

/// `ed. Ann Lee and Bo Ray`: a whole name must follow, since `2nd ed.` is none and a publisher may follow, `ed. Loom`.
fn short_lead(tokens: &[Token]) -> usize {
    /// A name has so many words and periods at most.
    const NAME: usize = 12;
    let [ed, period, names @ ..] = tokens else {
        return 0;
    };
    // `A. Lee, eds. *Fire Lines*`: what is set off is the volume.
    let is_alike = names.first().is_some_and(|name| name.style == ed.style);
    if !matches!(ed.text.as_str(), "ed" | "eds") || period.form != Form::Period || !is_alike {
        return 0;
    }
    let names = &names[..names.len().min(NAME)];
    let ends = |token: &Token| {
        !matches!(token.form, Form::Word | Form::Period)
            || matches!(token.text.as_str(), "and" | "&")
    };
    let name = &names[..names.iter().position(ends).unwrap_or(names.len())];
    if shape(name) == Shape::Full && likeness(name) > 0.5 {
        2
    } else {
        0
    }
}

/// Where a phrase ends that a stretch begins with, with the period behind it.
fn phrase_end(tokens: &[Token], phrase: &[&str]) -> usize {
    let is_period = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|token| token.form == Form::Period && token.text == ".")
    };
    let mut at = 0;
    for word in phrase {
        let Some(token) = tokens.get(at).filter(|token| token.form == Form::Word) else {
            return 0;
        };
        if token.folded() != *word && token.text.to_lowercase() != *word {
            return 0;
        }
        at += if is_period(at + 1) { 2 } else { 1 };
    }
    at
}

/// Whether somebody named behind the others goes on with their list: who is written as they are.
pub(super) fn is_alike(first: &[Token], next: &[Token]) -> bool {
    let has_initial = |range: &[Token]| range.iter().any(|word| is_initials(&word.text));
    let is_half = matches!(shape(first), Shape::Single | Shape::Initials);
    is_half || has_initial(first) == has_initial(next)
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::names;

    #[test]
    fn editors_behind_their_short_form_are_no_authors() {
        let read = names(&[
            "Cy Orr, Ann Lee. On looms and the weaving of wool. Proceedings of the 49th meeting of the Society of Weavers, ed. Anna Fox and John May, vol. 2, 123-130. Leeds: Loom Press, 2019.",
            "Ann Lee. Mills that turn without any wind. Proceedings of the 48th meeting of the Society of Weavers, ed. Edward Hill, 12-20. Leeds: Loom Press, 2018.",
        ]);
        assert_eq!(read, ["Orr, Cy; Lee, Ann", "Lee, Ann"]);
    }
}
