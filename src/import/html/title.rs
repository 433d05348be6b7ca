/// The name of a person that the title of a page is, or begins with.
pub(in crate::import) fn name_in_title(title: &str) -> Option<String> {
    let end = title
        .find(['|', '–', '—', '·', ',', '\''])
        .into_iter()
        .chain(title.find(" - "))
        .chain(title.find('’'))
        .min()
        .unwrap_or(title.len());
    let words: Vec<&str> = title[..end].split_whitespace().collect();
    let is_name = (2..=4).contains(&words.len())
        && words.iter().all(|word| {
            let lower = word.to_lowercase();
            word.starts_with(char::is_uppercase) && !NO_NAMES.contains(&lower.as_str())
        });
    is_name.then(|| words.join(" "))
}

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
            ("My Page", None),
            ("welcome to my page", None),
        ] {
            assert_eq!(name_in_title(title).as_deref(), want, "{title}");
        }
    }
}
