//! Headings whose signs stand right before the first word, as older Markdown has them.

use super::fences::Fences;

/// Puts a blank behind the signs of headings that have none: `#Papers` becomes `# Papers`. Such a line begins a
/// paragraph with a capital and has no other sign, so that neither tags (`#wool #cloth`) nor code are taken for
/// headings.
pub(super) fn with_blanks(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut begins = true;
    let mut fences = Fences::default();
    for line in text.split_inclusive('\n') {
        let is_code = fences.hold(line);
        let signs = line.bytes().take_while(|byte| *byte == b'#').count();
        let (head, rest) = line.split_at(signs);
        out.push_str(head);
        if begins && !is_code && (1..=6).contains(&signs) && is_head(rest) {
            out.push(' ');
        }
        out.push_str(rest);
        begins = line.trim().is_empty();
    }
    out
}

/// Whether the text behind the signs is that of a heading.
fn is_head(text: &str) -> bool {
    let mut letters = text.trim().chars();
    let begins = letters
        .next()
        .is_some_and(|c| c.is_alphabetic() && !c.is_lowercase());
    // `#LoomWeek` is a tag.
    let is_tag = !text.trim().contains(' ') && {
        let mut letters = letters.skip_while(|c| c.is_uppercase());
        letters.any(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_')
    };
    begins && !is_tag && !text.contains('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_without_a_blank_get_one() {
        assert_eq!(
            with_blanks("#Papers on wool:\n1. On looms\n\n##Talks\n\n###\n# Mills\n"),
            "# Papers on wool:\n1. On looms\n\n## Talks\n\n###\n# Mills\n"
        );
    }

    #[test]
    fn tags_and_code_are_no_headings() {
        let text = "#wool\n\n#Wool #Cloth\n\n#LoomWeek\n\nsee\n#Papers\n\n```\n\n#Loom it\n```\n";
        assert_eq!(with_blanks(text), text);
    }
}
