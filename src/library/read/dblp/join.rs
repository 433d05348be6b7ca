//! Joining a paper with the volume that contains it.

use crate::model::{Kind, Record};

/// Copies fields of its volume into a paper or chapter: the full title as its venue, and the editors;
/// series, volume, publisher, address, ISBN and date where it has none of its own. Other kinds of
/// records are unchanged.
pub(in crate::library) fn join(record: &mut Record, volume: &Record) {
    let (meta, whole) = (&mut record.meta, &volume.meta);
    if !matches!(meta.kind, Kind::Conference | Kind::Chapter) {
        return;
    }
    meta.venue = Some(whole.title.clone());
    meta.editors.clone_from(&whole.editors);
    let own = |own: &mut Option<String>, of_volume: &Option<String>| {
        if own.is_none() {
            own.clone_from(of_volume);
        }
    };
    own(&mut meta.series, &whole.series);
    own(&mut meta.volume, &whole.volume);
    own(&mut meta.publisher, &whole.publisher);
    own(&mut meta.address, &whole.address);
    if meta.isbn.is_none() {
        meta.isbn.clone_from(&whole.isbn);
    }
    meta.date = meta.date.or(whole.date);
}
