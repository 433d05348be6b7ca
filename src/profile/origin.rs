use serde_json::{Value, json};

use super::{beside, fields::Fields, values};
use crate::model::Metadata;

/// Where a publication stood in the file from which it was imported, and what it said there beyond
/// the fields of a profile. No verdict depends on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// The file as it was named.
    pub file: String,
    /// Its first and last line there, from 1.
    pub lines: (usize, usize),
    /// How sure the title, authors, venue and year are, 0 to 1, where they had to be told from
    /// running text.
    pub sure: Option<[f64; 4]>,
    /// A short name for what was read there: as long as it is the same, whatever the profile says
    /// otherwise is the person's.
    pub read: String,
    /// What else the entry said, where that was told field by field: without title, authors and the
    /// rest that is the profile's own.
    pub told: Option<Box<Metadata>>,
}

/// The names of the four that may be more or less sure, in the order of [`Origin::sure`].
const SURE: [&str; 4] = ["title", "authors", "venue", "year"];

impl Origin {
    /// The origin as it is read again: two digits tell all that is known of how sure a field is.
    #[must_use]
    pub fn rounded(&self) -> Self {
        let round = |sure: f64| (sure * 100.0).round() / 100.0;
        Self {
            sure: self.sure.map(|sure| sure.map(round)),
            ..self.clone()
        }
    }

    /// The origin as the field `from` has it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut out = json!({
            "file": self.file,
            "lines": [self.lines.0, self.lines.1],
            "read": self.read,
        });
        if let (Some(sure), Some(members)) = (self.rounded().sure, out.as_object_mut()) {
            let each = SURE.iter().zip(sure);
            let each = each.map(|(name, sure)| ((*name).to_owned(), json!(sure)));
            members.insert("sure".to_owned(), Value::Object(each.collect()));
        }
        if let (Some(told), Some(members)) = (&self.told, out.as_object_mut()) {
            members.insert("told".to_owned(), beside::to_json(told));
        }
        out
    }
}

/// Reads the field `from`.
pub(super) fn read(fields: &mut Fields<'_, '_, '_>) -> Option<Origin> {
    let members = fields.object("from");
    if members.is_empty() {
        return None;
    }
    let mut from = Fields::of(members, fields.problems());
    let file = from.text("file");
    let read = from.text("read");
    let told = beside::read(&mut from).map(Box::new);
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
    let mut each = Fields::of(members, from.problems());
    let sure = SURE.map(|name| each.number(name, "a number from 0 to 1", values::share));
    each.finish();
    from.finish();
    let lines = match lines[..] {
        [Some(first), Some(last)] => (first, last),
        _ => (0, 0),
    };
    Some(Origin {
        file: file.unwrap_or_default(),
        lines,
        sure: given.then(|| sure.map(|sure| sure.unwrap_or(1.0))),
        read: read.unwrap_or_default(),
        told,
    })
}
