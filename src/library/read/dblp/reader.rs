use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memmem};

use super::{
    super::{Chunk, FormatReader, ReadItem},
    bounds,
    element::Element,
    entities, person, publication,
};
use crate::model::DblpKey;

/// The reader of DBLP's dump.
#[derive(Debug)]
pub(in crate::library) struct DblpXml;

/// The end of the file.
const END: &str = "</dblp>";

impl FormatReader for DblpXml {
    fn whole(&self, bytes: &[u8]) -> usize {
        bounds::last_end(bytes)
    }

    fn licence(&self) -> Option<&'static str> {
        // dblp.org/db/about/copyright.html, and the beginning of dblp.dtd.
        Some("CC0-1.0")
    }

    fn read(&self, chunk: &Chunk, take: &mut dyn FnMut(ReadItem)) {
        let text = decoded(chunk, take);
        let mut element = Element::default();
        let (mut line, mut counted) = (chunk.line, 0);
        for (start, piece) in bounds::records(&text) {
            line += newlines(&text.as_bytes()[counted..start]);
            counted = start;
            let read = element.read(piece);
            match read.map_err(|broken| {
                let key = Some(element.key).filter(|key| !key.is_empty());
                format!("record {} is broken and left out: {broken}", shown(key))
            }) {
                Ok(()) => items(line, piece, &element, take),
                Err(message) => take(ReadItem::Problem { line, message }),
            }
        }
    }

    fn finish(&self, tail: &Chunk, take: &mut dyn FnMut(ReadItem)) -> Result<(), String> {
        self.read(tail, take);
        if memmem::find(&tail.bytes, END.as_bytes()).is_some() {
            return Ok(());
        }
        Err(format!(
            "the file ends without `{END}`, so it is truncated: download it again"
        ))
    }
}

/// Decodes a chunk. DBLP's dump is ASCII; in a broken one, invalid bytes are read as Latin-1.
fn decoded<'a>(chunk: &'a Chunk, take: &mut dyn FnMut(ReadItem)) -> Cow<'a, str> {
    match std::str::from_utf8(&chunk.bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(wrong) => {
            let before = &chunk.bytes[..wrong.valid_up_to()];
            take(ReadItem::Problem {
                line: chunk.line + newlines(before),
                message: "is not UTF-8; the text around it is read as Latin-1".to_owned(),
            });
            Cow::Owned(chunk.bytes.iter().map(|byte| char::from(*byte)).collect())
        }
    }
}

/// Passes the content of an element to `take`: a publication, a person's page, or neither.
fn items(line: usize, piece: &str, element: &Element<'_>, take: &mut dyn FnMut(ReadItem)) {
    let mut problem = |message| take(ReadItem::Problem { line, message });
    if memchr(b'&', piece.as_bytes()).is_some()
        && let Some(unknown) = element.texts().find_map(entities::unknown)
    {
        problem(format!(
            "record {} has the unknown entity `{unknown}`, which is kept as it is written",
            shown(Some(element.key)),
        ));
    }
    if matches!(element.name, "www" | "person") {
        if let Some(page) = person::page(element) {
            take(ReadItem::Person(Box::new(page)));
        }
        return;
    }
    let Ok(key) = DblpKey::parse(&entities::resolved(element.key)) else {
        problem(format!(
            "record {} is left out: expected a key such as `conf/nsdi/ZhouWDY23`",
            shown(Some(element.key))
        ));
        return;
    };
    match publication::filed(key, element) {
        Some(filed) => take(ReadItem::Record {
            line,
            filed: Box::new(filed),
        }),
        None => problem(format!(
            "record {} has no title and is left out",
            shown(Some(element.key))
        )),
    }
}

fn shown(key: Option<&str>) -> String {
    match key {
        Some(key) if !key.is_empty() => format!("`{key}`"),
        _ => "without a key".to_owned(),
    }
}

fn newlines(bytes: &[u8]) -> usize {
    memchr_iter(b'\n', bytes).count()
}
