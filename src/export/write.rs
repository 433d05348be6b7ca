//! Writes works in any format.

use super::{OutputFormat, RenderOptions, bibtex, csl, hayagriva, reading_list, ris};
use crate::model::Work;

/// Writes `works` in a format. The order of `works` does not affect the output.
///
/// # Errors
///
/// Returns an error of the JSON writer, which does not occur for valid works.
pub fn write(
    works: &[&Work],
    format: OutputFormat,
    options: &RenderOptions,
) -> Result<String, serde_json::Error> {
    Ok(match format {
        OutputFormat::Bib(dialect) => bibtex::write(works, dialect, options),
        OutputFormat::CslJson => csl::write(works, options),
        OutputFormat::Ris => ris::write(works, options),
        OutputFormat::Hayagriva => hayagriva::write(works, options),
        OutputFormat::Markdown => reading_list::markdown(works, options),
        OutputFormat::Html => reading_list::html(works, options),
        OutputFormat::Jsonl => json_lines(works)?,
    })
}

fn json_lines(works: &[&Work]) -> Result<String, serde_json::Error> {
    let mut works = works.to_vec();
    works.sort_by(|a, b| a.key.cmp(&b.key));
    let mut out = String::new();
    for work in works {
        out.push_str(&serde_json::to_string(work)?);
        out.push('\n');
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::samples;

    #[test]
    fn json_lines_are_read_back() {
        let works = [samples::work("b"), samples::article("a")];
        let text = write(
            &[&works[0], &works[1]],
            OutputFormat::Jsonl,
            &RenderOptions::default(),
        )
        .unwrap();
        let read: Vec<Work> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(read, [works[1].clone(), works[0].clone()]);
    }

    #[test]
    fn order_of_works_does_not_affect_any_format() {
        let works = [
            samples::work("b"),
            samples::article("a"),
            samples::preprint("c"),
        ];
        let [b, a, c] = &works;
        for format in OutputFormat::ALL {
            let text = |works: &[&Work]| write(works, format, &RenderOptions::default()).unwrap();
            assert_eq!(text(&[a, b, c]), text(&[c, b, a]), "{format:?}");
        }
    }
}
