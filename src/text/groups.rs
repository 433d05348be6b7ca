//! Words that distinguish groups from people.

/// Words in names of groups that are rare in names of people, in alphabetical order.
const GROUPS: [&str; 33] = [
    "Agency",
    "Alliance",
    "Association",
    "Center",
    "Centre",
    "Collaboration",
    "Collaborators",
    "Committee",
    "Community",
    "Consortium",
    "Contributors",
    "Corp",
    "Corporation",
    "Council",
    "Department",
    "Developers",
    "Foundation",
    "GmbH",
    "Group",
    "Inc",
    "Initiative",
    "Institut",
    "Institute",
    "Investigators",
    "Laboratory",
    "LLC",
    "Ltd",
    "Ministry",
    "Organisation",
    "Organization",
    "Society",
    "Team",
    "University",
];

/// Whether a word of a name marks the name as a group's: `Consortium`, `Inc.,`.
#[must_use]
pub fn is_group_word(word: &str) -> bool {
    GROUPS.contains(&word.trim_end_matches(['.', ',']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_and_people() {
        assert!(
            ["Collaboration", "Inc.", "Ltd.,"]
                .into_iter()
                .all(is_group_word)
        );
        assert!(!["Teamer", "Grouper", "inc"].into_iter().any(is_group_word));
    }
}
