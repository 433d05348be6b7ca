/// Returns the text that the front matter of a page without other text holds, each line where it is in the file and
/// the rest blank. Site generators build pages of sections, each with its heading and its text: `title: Papers` and
/// `text: |` above indented lines.
pub(super) fn written_in_front(front: &str) -> String {
    let lines: Vec<&str> = front.lines().collect();
    let mut out = vec![String::new(); lines.len()];
    let mut heading: Option<(usize, &str)> = None;
    let mut at = 0;
    while at < lines.len() {
        let (indent, field) = undashed(lines[at]);
        if heading.is_some_and(|(title, _)| undashed(lines[title]).0 > indent) && !field.is_empty()
        {
            heading = None;
        }
        let Some((name, value)) = field.split_once(':') else {
            at += 1;
            continue;
        };
        let value = value.trim();
        if !is_block(value) {
            if name == "title" && indent > 0 && !value.is_empty() {
                heading = Some((at, value.trim_matches(['"', '\''])));
            }
            at += 1;
            continue;
        }
        let end = lines[at + 1..]
            .iter()
            .position(|line| !line.trim().is_empty() && spaces(line) <= indent)
            .map_or(lines.len(), |length| at + 1 + length);
        let block = &lines[at + 1..end];
        let margin = block
            .iter()
            .find(|line| !line.trim().is_empty())
            .map_or(0, |line| spaces(line));
        if let Some((title, text)) = heading.take() {
            out[title] = format!("## {text}");
        }
        for (line, out) in block.iter().zip(&mut out[at + 1..end]) {
            line.get(margin.min(spaces(line))..)
                .unwrap_or_default()
                .clone_into(out);
        }
        at = end;
    }
    out.join("\n")
}

/// Whether a value says that the lines below it are one text.
fn is_block(value: &str) -> bool {
    value.starts_with(['|', '>'])
        && value[1..]
            .chars()
            .all(|c| c.is_ascii_digit() || "+-".contains(c))
}

/// Returns a line without its indentation and the dash of an item, and how far it is indented.
fn undashed(line: &str) -> (usize, &str) {
    let mut rest = line.trim_start();
    while let Some(inner) = rest.strip_prefix("- ") {
        rest = inner.trim_start();
    }
    (line.len() - rest.len(), rest)
}

fn spaces(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_front_matter_are_text_with_headings() {
        let front = "---\ntitle: Work\nsections:\n  - block: markdown\n    content:\n      title: Papers\n      text: |-\n        \
                     - On looms\n          and mills\n\n        - Wool\n    design:\n      columns: '1'\n  - block: people\n    \
                     content:\n      title: Us\n---\n";
        assert_eq!(
            written_in_front(front).trim_end(),
            format!(
                "{}## Papers\n\n- On looms\n  and mills\n\n- Wool",
                "\n".repeat(5)
            )
        );
    }
}
