//! Reads definition lists, in which a term is a number, a year, a title, or the name of a field of
//! an entry.

use crate::{
    import::{Begins, compose::Composer},
    text::fold::fold,
};

/// The terms seen so far in the current definition list.
#[derive(Debug, Default)]
pub(super) struct Terms {
    /// Whether a term came since the last definition.
    after_term: bool,
    /// Whether the term of the current definitions is a title.
    is_titled: bool,
    /// Whether terms name fields, as archives print entries; unknown before the first.
    name_fields: Option<bool>,
}

/// The longest term, in bytes, that is a number or a year.
const LONGEST_LABEL: usize = 14;

impl Terms {
    /// Begins a definition list.
    pub(super) fn begin_list(&mut self) {
        self.name_fields = None;
    }

    /// Begins a term, or an item of another list.
    pub(super) fn end_with_term(&mut self) {
        self.after_term = true;
    }

    /// Begins a definition. A number or a year precedes one definition at a time, a title precedes
    /// all that belong to it.
    pub(super) fn define(&mut self, page: &mut Composer, depth: usize) {
        if !std::mem::take(&mut self.after_term) {
            let begins = if self.is_titled {
                Begins::Nothing
            } else {
                Begins::Item
            };
            return page.begin(begins, depth);
        }
        page.end_line();
        let is_first = self.name_fields.is_none();
        let name_fields = self
            .name_fields
            .get_or_insert_with(|| is_field_name(&page.last_text()));
        if *name_fields {
            // The term is removed: its definition begins an entry or continues it.
            page.drop_last_line();
            let begins = if is_first {
                Begins::Item
            } else {
                Begins::Nothing
            };
            return page.begin(begins, depth);
        }
        self.is_titled = page.last_text().len() > LONGEST_LABEL;
        page.begin(Begins::Nothing, depth);
    }
}

/// Whether a term is the name of a field with which an entry may begin: `titre`, `Authors:`.
fn is_field_name(term: &str) -> bool {
    const NAMES: [&str; 17] = [
        "title", "titre", "titel", "titulo", "titolo", "author", "authors", "author s", "auteur",
        "auteurs", "autor", "autoren", "autores", "autori", "題名", "标题", "题目",
    ];
    NAMES.contains(&fold(term).trim())
}
