use serde_json::{Value, json};

use super::{extra_fields, fields::ObjectFields, values};
use crate::model::Metadata;

/// The place in a file from which a publication was imported, and the metadata there beyond the fields
/// of a profile. No verdict depends on it.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportOrigin {
    /// The file, as it was named.
    pub file: String,
    /// The first and last line of the publication, from 1, when its text was last new or changed.
    pub lines: (usize, usize),
    /// The confidence in title, authors, venue and year, 0 to 1, where they were extracted from
    /// running text.
    pub confidence: Option<[f64; 4]>,
    /// A digest of the text that was read: as long as it does not change, differences in the profile
    /// are the person's edits.
    pub digest: String,
    /// The other fields of an entry in a structured format, without title, authors and the rest that
    /// the profile has itself.
    pub extra: Option<Box<Metadata>>,
}

/// The names of the four values of [`ImportOrigin::confidence`], in order.
const SURE: [&str; 4] = ["title", "authors", "venue", "year"];

impl ImportOrigin {
    /// Converts the origin to the value of the field `from`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut out = json!({
            "file": self.file,
            "lines": [self.lines.0, self.lines.1],
            "read": self.digest,
        });
        if let (Some(sure), Some(members)) = (self.confidence, out.as_object_mut()) {
            let each = SURE.iter().zip(sure);
            // Two digits say all that a confidence can.
            let each = each
                .map(|(name, sure)| ((*name).to_owned(), json!((sure * 100.0).round() / 100.0)));
            members.insert("sure".to_owned(), Value::Object(each.collect()));
        }
        if let (Some(extra), Some(members)) = (&self.extra, out.as_object_mut()) {
            members.insert("told".to_owned(), extra_fields::to_json(extra));
        }
        out
    }
}

/// Reads the field `from`.
pub(super) fn read(fields: &mut ObjectFields<'_, '_, '_>) -> Option<ImportOrigin> {
    let members = fields.object("from");
    if members.is_empty() {
        return None;
    }
    let mut from = ObjectFields::of(members, fields.problems());
    let file = from.text("file");
    let read = from.text("read");
    let extra = extra_fields::read(&mut from).map(Box::new);
    let lines: Vec<Option<usize>> = from
        .list("lines", "a list of two lines")
        .into_iter()
        .map(|line| line.get())
        .collect();
    if !matches!(lines[..], [] | [Some(_), Some(_)]) {
        from.wrong(
            "lines",
            "expected the first and the last line, such as [12, 14]",
        );
    }
    let members = from.object("sure");
    let given = !members.is_empty();
    let mut each = ObjectFields::of(members, from.problems());
    let sure = SURE.map(|name| each.number(name, "a number from 0 to 1", values::share));
    each.finish();
    from.finish();
    let lines = match lines[..] {
        [Some(first), Some(last)] => (first, last),
        _ => (0, 0),
    };
    Some(ImportOrigin {
        file: file.unwrap_or_default(),
        lines,
        confidence: given.then(|| sure.map(|sure| sure.unwrap_or(1.0))),
        digest: read.unwrap_or_default(),
        extra,
    })
}
