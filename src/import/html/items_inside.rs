//! How many items the boxes of a page hold.

use std::collections::BTreeMap;

use html5gum::{DefaultEmitter, Token, Tokenizer};

use super::{element, signs::is_foreign};

/// For each start tag of a text, in their order, the number of items and rows of tables inside its element.
/// An element that is not closed ends with the one around it.
pub(super) fn items_inside(text: &str) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    let mut items = 0;
    // The number of the start tag, its name, and the number of items before it.
    let mut open: Vec<(usize, String, usize)> = Vec::new();
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let tokenizer = Tokenizer::new_with_emitter(text, DefaultEmitter::<usize>::new_with_span());
    for token in tokenizer {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                items += usize::from(matches!(name.as_str(), "li" | "tr"));
                let is_closed = element::is_void(&name) || tag.self_closing && is_foreign(&name);
                if !is_closed {
                    *names.entry(name.clone()).or_default() += 1;
                    open.push((out.len(), name, items));
                }
                out.push(0);
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name);
                if names.get(&*name).is_none_or(|count| *count == 0) {
                    continue;
                }
                while let Some((number, own, before)) = open.pop() {
                    out[number] = items - before;
                    if let Some(count) = names.get_mut(&own) {
                        *count -= 1;
                    }
                    if own == name {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    for (number, _, before) in open {
        out[number] = items - before;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_all_depths_are_counted() {
        let text = "<div><ul><li>a<li>b<ol><li>c</ol></ul></div><p>d<br></p></div><table><tr><td>e";
        assert_eq!(items_inside(text), [3, 3, 2, 1, 1, 0, 0, 0, 1, 0, 0]);
    }
}
