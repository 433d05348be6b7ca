#![no_main]

use bibsync::profile::{Edit, EditTarget, edit, parse};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

// A profile that parses can be edited, still parses, and is restored if the edit is undone.
fuzz_target!(|text: &str| {
    let Ok(profile) = parse(text, "profile.json") else {
        return;
    };
    let append = Edit::Append {
        fields: vec![("title".to_owned(), json!("Storing Graphs Fast"))],
    };
    let longer = parse(&edit(text, &[append]).unwrap(), "profile.json").unwrap();
    assert_eq!(longer.publications.len(), profile.publications.len() + 1);
    assert_eq!(
        longer.publications[..profile.publications.len()],
        profile.publications
    );
    let Some(last) = profile.publications.len().checked_sub(1) else {
        return;
    };
    if profile.publications[last].note.is_none() && !text.contains("note") {
        let (of, field) = (EditTarget::Publication(last), "note".to_owned());
        let value = json!("seen");
        let noted = edit(
            text,
            &[Edit::Set {
                of,
                field: field.clone(),
                value,
            }],
        );
        let noted = noted.unwrap();
        let read = parse(&noted, "profile.json").unwrap();
        assert_eq!(read.publications[last].note.as_deref(), Some("seen"));
        let back = edit(&noted, &[Edit::Remove { of, field }]).unwrap();
        assert_eq!(back, text);
    }
});
