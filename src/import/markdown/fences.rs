//! Fenced code.

/// Follows the fences around code through the lines of a text.
#[derive(Debug, Default)]
pub(super) struct Fences(Option<char>);

impl Fences {
    /// Whether the next line is code, or a fence.
    pub(super) fn hold(&mut self, line: &str) -> bool {
        let line = line.trim();
        let sign = ['`', '~']
            .into_iter()
            .find(|sign| line.chars().take_while(|c| c == sign).count() >= 3);
        match (self.0, sign) {
            // A fence has no other such sign behind it: `` ```2019``` papers ``.
            (None, Some(sign)) if !line.trim_start_matches(sign).contains(sign) => {
                self.0 = Some(sign);
                true
            }
            (Some(open), Some(sign)) if open == sign && line.trim_matches(sign).is_empty() => {
                self.0 = None;
                true
            }
            (open, _) => open.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_ends_with_the_sign_that_it_began_with() {
        let mut fences = Fences::default();
        let held = "a\n```2019``` b\n```rust\n~~~\n``` c\n```\nd"
            .lines()
            .map(|line| fences.hold(line));
        assert_eq!(
            held.collect::<Vec<bool>>(),
            [false, false, true, true, true, true, false]
        );
    }
}
