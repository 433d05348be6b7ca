//! Unresolved git conflicts in a file.

/// Returns the line, counted from 1, of the first unresolved git conflict.
#[must_use]
pub fn open_conflict(text: &str) -> Option<usize> {
    let marks = |mark: &'static str| {
        move |line: &str| {
            let rest = line.strip_prefix(mark);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\r']))
        }
    };
    let begins = text.lines().position(marks("<<<<<<<"))?;
    let mut after = text.lines().skip(begins);
    (after.any(marks("=======")) && after.any(marks(">>>>>>>"))).then_some(begins + 1)
}

/// Returns the two sides of a text with unresolved conflicts.
pub(super) fn sides(text: &str) -> [String; 2] {
    let mut out = [String::new(), String::new()];
    // The sides that the current line belongs to.
    let mut of = [true, true];
    for line in text.split_inclusive('\n') {
        let mark = line.get(..7).filter(|_| {
            let rest = line.get(7..).unwrap_or_default();
            rest.is_empty() || rest.starts_with([' ', '\r', '\n'])
        });
        match mark {
            Some("<<<<<<<") => of = [true, false],
            Some("|||||||") => of = [false, false],
            Some("=======") if of != [true, true] => of = [false, true],
            Some(">>>>>>>") => of = [true, true],
            _ => {
                for (side, _) in out.iter_mut().zip(of).filter(|(_, of)| *of) {
                    side.push_str(line);
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflict_has_three_markers() {
        let text = "format = 3\n<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> b\n";
        assert_eq!(open_conflict(text), Some(2));
        assert_eq!(open_conflict("<<<<<<< a\n"), None);
        assert_eq!(open_conflict("=======\n>>>>>>> a\n"), None);
    }

    #[test]
    fn each_side_has_the_common_lines() {
        let text = "a\n<<<<<<< HEAD\nb\n||||||| base\nc\n=======\nd\n>>>>>>> x\ne\n";
        assert_eq!(sides(text), ["a\nb\ne\n", "a\nd\ne\n"]);
    }
}
