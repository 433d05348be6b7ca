//! The name of the list's owner.

/// The parts of the name that commands state.
#[derive(Debug, Default)]
pub(super) struct NameParts {
    pub(super) given: Option<String>,
    pub(super) family: Option<String>,
    pub(super) full: Option<String>,
}

impl NameParts {
    pub(super) fn whole(self) -> Option<String> {
        self.full.or_else(|| {
            let parts: Vec<String> = [self.given, self.family].into_iter().flatten().collect();
            (!parts.is_empty()).then(|| parts.join(" "))
        })
    }
}
