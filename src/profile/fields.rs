use super::{
    json::{Member, Node},
    nearest::nearest,
    problem::Problems,
};

/// The fields of one object while they are read, each asked for by its name.
///
/// `null` and blank strings count as left away, as programs that write JSON often put them. What
/// was never asked for is an unknown field.
#[derive(Debug)]
pub(super) struct Fields<'t, 'p, 'f> {
    members: Vec<Member<'t>>,
    known: Vec<&'static str>,
    problems: &'p mut Problems<'f>,
}

impl<'t, 'p, 'f> Fields<'t, 'p, 'f> {
    /// The fields of an object; fields given twice are reported, and the first counts.
    pub(super) fn of(members: Vec<Member<'t>>, problems: &'p mut Problems<'f>) -> Self {
        for (at, member) in members.iter().enumerate() {
            if members[..at].iter().any(|m| m.name == member.name) {
                problems.add(
                    member.label.at(),
                    format!("`{}` is given twice: keep one of them", member.name),
                );
            }
        }
        Self {
            members,
            known: Vec::new(),
            problems,
        }
    }

    /// The value of a field, unless it is left away or `null`.
    pub(super) fn take(&mut self, name: &'static str) -> Option<Node<'t>> {
        self.known.push(name);
        self.members
            .iter()
            .find(|member| member.name == name)
            .map(|member| member.value)
            .filter(|value| !value.is_null())
    }

    /// A string, trimmed; blank ones count as left away.
    pub(super) fn text(&mut self, name: &'static str) -> Option<String> {
        let value = self.take(name)?;
        self.string(name, value, "a string")
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty())
    }

    /// A string that `read` understands.
    pub(super) fn parsed<T, E: ToString>(
        &mut self,
        name: &'static str,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.text(name)?;
        match read(&text) {
            Ok(value) => Some(value),
            Err(wrong) => {
                self.wrong(name, &wrong.to_string());
                None
            }
        }
    }

    /// A number, or a string, that `read` understands once it is a string.
    pub(super) fn number<T>(
        &mut self,
        name: &'static str,
        expected: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Option<T> {
        let value = self.take(name)?;
        let text = match value.get::<f64>() {
            Some(number) => number.to_string(),
            None => self.string(name, value, expected)?,
        };
        if text.trim().is_empty() {
            return None;
        }
        match read(text.trim()) {
            Ok(value) => Some(value),
            Err(wrong) => {
                self.wrong(name, &wrong);
                None
            }
        }
    }

    /// `true` or `false`.
    pub(super) fn flag(&mut self, name: &'static str) -> Option<bool> {
        let value = self.take(name)?;
        if value.get::<bool>().is_none() {
            self.mismatch(name, value, "true or false");
        }
        value.get()
    }

    /// The values of a list; `expected` says what it should be, with its article.
    pub(super) fn list(&mut self, name: &'static str, expected: &str) -> Vec<Node<'t>> {
        let Some(value) = self.take(name) else {
            return Vec::new();
        };
        if value.list().is_none() {
            self.mismatch(name, value, expected);
        }
        value.list().unwrap_or_default()
    }

    /// The members of an object.
    pub(super) fn object(&mut self, name: &'static str) -> Vec<Member<'t>> {
        let Some(value) = self.take(name) else {
            return Vec::new();
        };
        if value.object().is_none() {
            self.mismatch(name, value, "an object");
        }
        value.object().unwrap_or_default()
    }

    /// The string that `value` is, or a fault: `name` says of what, `expected` what it should be.
    pub(super) fn string(&mut self, name: &str, value: Node<'_>, expected: &str) -> Option<String> {
        let text = value.get();
        if text.is_none() && value.sort() == "a string" {
            // Half of a pair of \uD800 escapes is sound syntax, and no text.
            self.add(value, format!("`{name}` has a broken \\u escape in it"));
        } else if text.is_none() {
            self.mismatch(name, value, expected);
        }
        text
    }

    /// Takes down that `value` is of the wrong sort.
    pub(super) fn mismatch(&mut self, name: &str, value: Node<'_>, expected: &str) {
        let found = value.sort();
        self.add(value, format!("`{name}` is {found}: expected {expected}"));
    }

    /// Takes down what is wrong with the value of a field.
    pub(super) fn wrong(&mut self, name: &str, message: &str) {
        if let Some(member) = self.members.iter().find(|member| member.name == name) {
            let value = member.value;
            self.add(value, format!("`{name}`: {message}"));
        }
    }

    /// Takes down a fault at `value`.
    pub(super) fn add(&mut self, value: Node<'_>, message: impl Into<String>) {
        self.problems.add(value.at(), message);
    }

    /// Where faults of objects within this one go.
    pub(super) fn problems(&mut self) -> &mut Problems<'f> {
        self.problems
    }

    /// Reports every field that nobody asked for.
    pub(super) fn finish(self) {
        for member in &self.members {
            if self.known.contains(&member.name.as_str()) {
                continue;
            }
            let meant = nearest(&member.name, &self.known)
                .map(|name| format!(": did you mean `{name}`?"))
                .unwrap_or_default();
            self.problems.add(
                member.label.at(),
                format!("unknown field `{}`{meant}", member.name),
            );
        }
    }

    /// The names asked for so far.
    #[cfg(test)]
    pub(super) fn known(&self) -> &[&'static str] {
        &self.known
    }
}
