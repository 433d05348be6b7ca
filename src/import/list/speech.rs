//! Sentences about the list itself: what introduces it, what its marks mean, where there is more.

use std::collections::HashSet;

use super::{
    lexicon::Sort,
    shape::is_initials,
    token::{Form, Token},
};

/// The fewest words of such a sentence, and the most of several.
const FEWEST: usize = 7;
const MOST: usize = 80;

/// Whether words speak of the list: three of their words at least, and one in five, are those of such
/// sentences, hardly one has a capital, and nobody is named by initials. `Below are my papers on
/// looms; see the full list at Google Scholar.`
pub(super) fn is_speech(tokens: &[Token]) -> bool {
    if tokens.len() > 2 * MOST {
        return false;
    }
    let words: Vec<&Token> = tokens
        .iter()
        .filter(|token| token.form == Form::Word)
        .collect();
    if !(FEWEST..=MOST).contains(&words.len()) {
        return false;
    }
    if speaks_of_oneself(&words) {
        return true;
    }
    let spoken: HashSet<&str> = words
        .iter()
        .filter(|word| word.is(Sort::Spoken))
        .map(|word| word.folded())
        .collect();
    let capitals = words
        .iter()
        .filter(|word| word.text.starts_with(char::is_uppercase))
        .count();
    let is_named = tokens.windows(2).any(|pair| {
        pair[1].form == Form::Period && pair[0].text != "I" && is_initials(&pair[0].text)
    });
    spoken.len() >= 3 && spoken.len() * 5 >= words.len() && capitals * 2 <= words.len() && !is_named
}

/// Whether a sentence begins with what is said of the work above it: `The code of this paper is available here`, `This article
/// extends …`
pub(super) fn speaks_of_work(tokens: &[Token]) -> bool {
    const WORKS: [&str; 8] = [
        "paper",
        "article",
        "work",
        "chapter",
        "preprint",
        "manuscript",
        "publication",
        "thesis",
    ];
    const SAID: [&str; 14] = [
        "is",
        "was",
        "has",
        "will",
        "extends",
        "appeared",
        "appears",
        "received",
        "won",
        "contains",
        "presents",
        "describes",
        "summarizes",
        "builds",
    ];
    let is_word = |token: &&Token| token.form == Form::Word;
    let words: Vec<&Token> = tokens.iter().take_while(is_word).take(8).collect();
    let is_this = |pair: &[&Token]| {
        pair[0].folded() == "this"
            && pair[1].text.chars().all(char::is_lowercase)
            && WORKS.contains(&pair[1].folded())
    };
    let Some(at) = words.windows(2).position(is_this) else {
        return false;
    };
    // `This article extends`, or `The code of this paper`.
    if at == 0 {
        words[0].text == "This"
            && words
                .get(2)
                .is_some_and(|word| SAID.contains(&word.folded()))
    } else {
        at > 1 && matches!(words[0].text.as_str(), "The" | "A" | "An" | "Our")
    }
}

/// Whether a sentence begins as people speak of themselves: `I'm a weaver at …`, `My research …`
fn speaks_of_oneself(words: &[&Token]) -> bool {
    match words {
        [first, second, ..] if first.text == "I" => {
            matches!(
                second.text.as_str(),
                "am" | "have" | "work" | "study" | "was" | "received"
            )
        }
        [first, ..] if matches!(first.text.as_str(), "I'm" | "I’m" | "I've" | "I’ve") => true,
        [first, second, ..] if first.text == "My" => {
            matches!(
                second.text.as_str(),
                "research" | "work" | "interests" | "current"
            )
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{list::row, plain};

    fn speaks(text: &str) -> bool {
        let rows = row::rows(&plain::read(text));
        is_speech(&rows[0].tokens)
    }

    #[test]
    fn sentences_about_the_work_above_are_told_from_titles() {
        let speaks = |text: &str| speaks_of_work(&row::rows(&plain::read(text))[0].tokens);
        assert!(speaks("The code of this paper is available on GitHub"));
        assert!(speaks(
            "This article is the extended version of the paper on looms at CLOTH 2020"
        ));
        assert!(!speaks(
            "What this work of wool tells of the looms of the north"
        ));
        assert!(speaks("This thesis contains my first four articles"));
        assert!(!speaks("This paper mill and its history"));
        assert!(!speaks("Of this paper and the mills that made it"));
        // Signs part a title from the names before it.
        assert!(!speaks(
            "A. Lee, The weavers of this paper. Cloth Review, 2019"
        ));
    }

    #[test]
    fn sentences_about_the_list_are_told_from_titles() {
        for text in [
            "Below is a list of my papers on looms. For one that is up to date, see Google Scholar or DBLP.",
            "In the field of looms the order of authors is alphabetical; papers marked with an asterisk are with students.",
            "This page lists the work that my students and I have published since 2010 on looms.",
            "The papers below are organized by topic; some are named more than once.",
            "I'm a weaver at Loom Robotics in Leeds, where I work on cloth.",
            "Die folgende Liste enthält eine Auswahl meiner Veröffentlichungen zum Weben.",
            "Voici la liste complète de mes travaux sur les métiers à tisser.",
            "Een selectie van mijn publicaties of publicaties waaraan ik meewerkte",
            "Llista completa de les meves publicacions revisades per parells",
        ] {
            assert!(speaks(text), "{text}");
        }
        for text in [
            "A. Lee, B. Ray. How we order our looms: a full list of papers. Cloth Review, 2019.",
            "I Loom, You Loom, Everybody Looms: weaving the world's largest cloth",
            "Attention to all looms you need: my mill, our wool and the price of bread in towns",
            "Selected looms and the authors of cloth in the north, 1800-1850. Ann Lee, Bo Ray. Cloth Review, 2019",
        ] {
            assert!(!speaks(text), "{text}");
        }
    }
}
