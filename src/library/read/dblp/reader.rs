use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memmem};

use super::{
    super::{Chunk, Item, Reader},
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

impl Reader for DblpXml {
    fn whole(&self, bytes: &[u8]) -> usize {
        bounds::last_end(bytes)
    }

    fn licence(&self) -> Option<&'static str> {
        // dblp.org/db/about/copyright.html, and the head of dblp.dtd.
        Some("CC0-1.0")
    }

    fn read(&self, chunk: &Chunk, take: &mut dyn FnMut(Item)) {
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
                Err(message) => take(Item::Problem { line, message }),
            }
        }
    }

    fn finish(&self, tail: &Chunk, take: &mut dyn FnMut(Item)) -> Result<(), String> {
        self.read(tail, take);
        if memmem::find(&tail.bytes, END.as_bytes()).is_some() {
            return Ok(());
        }
        Err(format!(
            "the file ends without `{END}`, so that it was cut off on its way: fetch it anew"
        ))
    }
}

/// The chunk's text. DBLP's dump is ASCII; the faults of a broken one become other letters.
fn decoded<'a>(chunk: &'a Chunk, take: &mut dyn FnMut(Item)) -> Cow<'a, str> {
    match std::str::from_utf8(&chunk.bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(wrong) => {
            let before = &chunk.bytes[..wrong.valid_up_to()];
            take(Item::Problem {
                line: chunk.line + newlines(before),
                message: "is not UTF-8; what stands around it is read as Latin-1".to_owned(),
            });
            Cow::Owned(chunk.bytes.iter().map(|byte| char::from(*byte)).collect())
        }
    }
}

/// What a whole element is: a publication, a person's page, or none of both.
fn items(line: usize, piece: &str, element: &Element<'_>, take: &mut dyn FnMut(Item)) {
    let mut problem = |message| take(Item::Problem { line, message });
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
            take(Item::Person(Box::new(page)));
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
        Some(filed) => take(Item::Record {
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
