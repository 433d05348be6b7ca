/// The name of a person that the title of a page is, or begins with.
pub(in crate::import) fn name_in_title(title: &str) -> Option<String> {
    let end = title
        .find(['|', '–', '—', '·', ',', '\''])
        .into_iter()
        .chain(title.find(" - "))
        .chain(title.find('’'))
        .min()
        .unwrap_or(title.len());
    let words = title[..end].split_whitespace();
    // `Homepage of Ada Sample`.
    let is_lead = |word: &&str| LEADS.contains(&word.to_lowercase().as_str());
    let words: Vec<&str> = words.skip_while(is_lead).collect();
    let is_name = (2..=4).contains(&words.len())
        && words.iter().all(|word| {
            let lower = word.to_lowercase();
            word.starts_with(char::is_uppercase) && !NO_NAMES.contains(&lower.as_str())
        });
    is_name.then(|| words.join(" "))
}

/// Words before the name in titles of pages.
const LEADS: [&str; 12] = [
    "homepage", "home", "page", "website", "webpage", "site", "of", "personal", "prof.", "dr.",
    "welcome", "to",
];

/// Words in titles of pages that no name has.
const NO_NAMES: [&str; 17] = [
    "home",
    "homepage",
    "page",
    "publications",
    "publication",
    "papers",
    "research",
    "cv",
    "curriculum",
    "vitae",
    "university",
    "lab",
    "group",
    "institute",
    "department",
    "my",
    "list",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_begin_with_names() {
        for (title, want) in [
            ("Ada Sample", Some("Ada Sample")),
            ("Ada B. Sample | ETH", Some("Ada B. Sample")),
            ("Ada Sample's Homepage", Some("Ada Sample")),
            ("Ada Sample - Publications", Some("Ada Sample")),
            ("Publications", None),
            ("Homepage of Ada Sample", Some("Ada Sample")),
            ("Home", None),
            ("My Page", None),
            ("welcome to my page", None),
        ] {
            assert_eq!(name_in_title(title).as_deref(), want, "{title}");
        }
    }
}
