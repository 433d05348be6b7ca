//! Lists read with a library at hand.

use std::path::PathBuf;

use bibsync::{
    import::{Hints, ImportedList, InputFormat, Refused, read},
    library::{INDEX_FILE, Library},
};
use fs_err as fs;

/// One title has a period inside, and the other a comma where its list has them between fields.
const LIST: &str = "Publications

1. A. Lee, B. Ray. Looms. A history of weaving. Cloth Review, 2019.
2. B. Ray, A. Lee. Mills of the north. Water, wheels and work. Review of Mills, 2018.
3. A. Lee. Spinning by hand. Cloth Review, 2016.
";

const RECORDS: &str = "@article{a,
  author = {Lee, Ann and Ray, Bo},
  title = {Looms. {A} History of Weaving},
  journal = {Cloth Review},
  year = {2019},
}
@article{b,
  author = {Ray, Bo and Lee, Ann},
  title = {Mills of the North. Water, Wheels and Work},
  journal = {Review of Mills},
  year = {2018},
}
";

fn titles(known: Option<&dyn Fn(&str) -> bool>) -> Vec<String> {
    let no_pdf = |_: &[u8]| -> Result<Vec<u8>, Refused> { Ok(Vec::new()) };
    let hints = Hints { name: None, known };
    let import: ImportedList = read(LIST.as_bytes(), InputFormat::Text, &hints, &no_pdf).unwrap();
    let entries = import.entries.into_iter();
    entries.map(|entry| entry.listing.title).collect()
}

#[test]
fn a_title_that_the_library_has_wins() {
    let folder = tempfile::tempdir().unwrap();
    let records: PathBuf = folder.path().join("library");
    fs::create_dir(&records).unwrap();
    fs::write(records.join("own.bib"), RECORDS).unwrap();
    let library = Library::open(&[records], &folder.path().join(INDEX_FILE)).unwrap();
    let known = |title: &str| library.has_title(title);
    let whole = [
        "Looms. A history of weaving",
        "Mills of the north. Water, wheels and work",
        "Spinning by hand",
    ];
    assert_eq!(titles(Some(&known)), whole);
    // What decided was the library.
    assert_ne!(titles(None), whole);
}
