use super::{
    json::{Member, Node},
    problem::Problems,
    suggestion::suggestion,
};

/// The fields of one object, each read by its name.
///
/// `null` and blank strings count as absent, because programs that write JSON often write them. Fields
/// that were never requested are unknown.
#[derive(Debug)]
pub(super) struct ObjectFields<'t, 'p, 'f> {
    members: Vec<Member<'t>>,
    known: Vec<&'static str>,
    problems: &'p mut Problems<'f>,
}

impl<'t, 'p, 'f> ObjectFields<'t, 'p, 'f> {
    /// Creates a reader; repeated fields are reported, and the first one is used.
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

    /// Returns the value of a field, unless it is absent or `null`.
    pub(super) fn take(&mut self, name: &'static str) -> Option<Node<'t>> {
        self.known.push(name);
        self.members
            .iter()
            .find(|member| member.name == name)
            .map(|member| member.value)
            .filter(|value| !value.is_null())
    }

    /// Reads a string, trimmed; a blank one counts as absent.
    pub(super) fn text(&mut self, name: &'static str) -> Option<String> {
        let value = self.take(name)?;
        self.string(name, value, "a string")
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty())
    }

    /// Reads a string and parses it with `read`.
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

    /// Reads a number or a string and parses it as text with `read`.
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

    /// Reads `true` or `false`.
    pub(super) fn flag(&mut self, name: &'static str) -> Option<bool> {
        let value = self.take(name)?;
        if value.get::<bool>().is_none() {
            self.mismatch(name, value, "true or false");
        }
        value.get()
    }

    /// Reads a list; `expected` describes it in a message, with its article.
    pub(super) fn list(&mut self, name: &'static str, expected: &str) -> Vec<Node<'t>> {
        let Some(value) = self.take(name) else {
            return Vec::new();
        };
        if value.list().is_none() {
            self.mismatch(name, value, expected);
        }
        value.list().unwrap_or_default()
    }

    /// Reads an object.
    pub(super) fn object(&mut self, name: &'static str) -> Vec<Member<'t>> {
        let Some(value) = self.take(name) else {
            return Vec::new();
        };
        if value.object().is_none() {
            self.mismatch(name, value, "an object");
        }
        value.object().unwrap_or_default()
    }

    /// Returns `value` as a string, or reports a fault: `name` is the field, `expected` describes the value.
    pub(super) fn string(&mut self, name: &str, value: Node<'_>, expected: &str) -> Option<String> {
        let text = value.get();
        if text.is_none() && value.type_name() == "a string" {
            // Half of a surrogate pair (`\uD800`) is valid syntax, but not text.
            self.add(value, format!("`{name}` has a broken \\u escape in it"));
        } else if text.is_none() {
            self.mismatch(name, value, expected);
        }
        text
    }

    /// Reports a value of the wrong type.
    pub(super) fn mismatch(&mut self, name: &str, value: Node<'_>, expected: &str) {
        let found = value.type_name();
        self.add(value, format!("`{name}` is {found}: expected {expected}"));
    }

    /// Reports a fault in the value of a field.
    pub(super) fn wrong(&mut self, name: &str, message: &str) {
        if let Some(member) = self.members.iter().find(|member| member.name == name) {
            let value = member.value;
            self.add(value, format!("`{name}`: {message}"));
        }
    }

    /// Reports a fault at `value`.
    pub(super) fn add(&mut self, value: Node<'_>, message: impl Into<String>) {
        self.problems.add(value.at(), message);
    }

    /// Returns the problems, for objects inside this one.
    pub(super) fn problems(&mut self) -> &mut Problems<'f> {
        self.problems
    }

    /// Reports every field that was not requested.
    pub(super) fn finish(self) {
        for member in &self.members {
            if self.known.contains(&member.name.as_str()) {
                continue;
            }
            let meant = suggestion(&member.name, &self.known)
                .map(|name| format!(": did you mean `{name}`?"))
                .unwrap_or_default();
            self.problems.add(
                member.label.at(),
                format!("unknown field `{}`{meant}", member.name),
            );
        }
    }

    /// Returns the names requested so far.
    #[cfg(test)]
    pub(super) fn known(&self) -> &[&'static str] {
        &self.known
    }
}
