/// Returns the person's name if a page's title is or begins with one, or if one with a degree
/// follows the page's own name: `Looms — Prof. Dr. Ada Sample`.
pub(in crate::import) fn name_in_title(title: &str) -> Option<String> {
    let mut parts = title
        .split(['|', '–', '—', '·', ',', '\'', '’'])
        .flat_map(|part| part.split(" - "));
    let first = parts.next().unwrap_or_default();
    let degreed = |part: &str| has_degree(part).then(|| name(part)).flatten();
    name(first).or_else(|| parts.find_map(degreed))
}

/// Whether words begin with a degree.
fn has_degree(part: &str) -> bool {
    let head = part.split_whitespace().next().unwrap_or_default();
    ["prof.", "dr.", "prof", "dr"].contains(&head.to_lowercase().as_str())
}

/// Returns the name in words that may introduce it: `Homepage of Ada Sample`.
fn name(part: &str) -> Option<String> {
    let words = part.split_whitespace();
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
const LEADS: [&str; 22] = [
    "homepage", "home", "page", "website", "webpage", "site", "of", "personal", "prof.", "dr.",
    "welcome", "to", "prof", "dr", "jur.", "phil.", "rer.", "nat.", "habil.", "med.", "pol.",
    "ing.",
];

/// Words in titles of pages that are no part of a name.
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
    fn name_is_found_in_a_page_title() {
        for (title, want) in [
            ("Ada Sample", Some("Ada Sample")),
            ("Ada B. Sample | ETH", Some("Ada B. Sample")),
            ("Ada Sample's Homepage", Some("Ada Sample")),
            ("Ada Sample - Publications", Some("Ada Sample")),
            ("Papers — Prof. Dr. jur. Ada Sample", Some("Ada Sample")),
            ("Publications - Loom Theory", None),
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
