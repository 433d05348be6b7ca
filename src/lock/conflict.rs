//! Conflicts that git left open in a file.

/// The line, counted from 1, at which git left a conflict open.
#[must_use]
pub fn open_conflict(text: &str) -> Option<usize> {
    let marks = |mark: &'static str| {
        move |line: &str| {
            let rest = line.strip_prefix(mark);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\r']))
        }
    };
    let begins = text.lines().position(marks("<<<<<<<"))?;
    let mut behind = text.lines().skip(begins);
    (behind.any(marks("=======")) && behind.any(marks(">>>>>>>"))).then_some(begins + 1)
}

/// The two texts between whose changes git left the choice open.
pub(super) fn sides(text: &str) -> [String; 2] {
    let mut out = [String::new(), String::new()];
    // Which sides a line belongs to.
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
    fn an_open_conflict_has_both_its_marks() {
        let text = "format = 3\n<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> b\n";
        assert_eq!(open_conflict(text), Some(2));
        assert_eq!(open_conflict("<<<<<<< a\n"), None);
        assert_eq!(open_conflict("=======\n>>>>>>> a\n"), None);
    }

    #[test]
    fn each_side_has_what_both_have() {
        let text = "a\n<<<<<<< HEAD\nb\n||||||| base\nc\n=======\nd\n>>>>>>> x\ne\n";
        assert_eq!(sides(text), ["a\nb\ne\n", "a\nd\ne\n"]);
    }
}
