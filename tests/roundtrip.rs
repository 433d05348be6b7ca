//! What is written can be read: by another reader as what it was, and by our own so that writing it
//! again changes no byte.
#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

use biblatex::{Bibliography, ChunksExt as _, DateValue, PermissiveType};
use bibsync::{
    bib,
    export::{
        RenderOptions,
        bibtex::{Dialect, write},
    },
    model::{Kind, Metadata, Pages, PartialDate, PersonName, Title, Work},
    text::{
        fold::fold_without_blanks,
        latex::{self, tidy},
    },
};
use proptest::prelude::*;

const DIALECTS: [Dialect; 2] = [Dialect::Bibtex, Dialect::Biblatex];

fn work(kind: Kind, title: Title, names: Vec<PersonName>, date: PartialDate) -> Work {
    let mut meta = Metadata::new(kind, title);
    meta.authors = names.into_iter().map(Into::into).collect();
    meta.date = Some(date);
    meta.venue = Some(Title::plain("Annals of Things"));
    meta.pages = Pages::parse("1-9");
    of("k", meta)
}

fn of(key: &str, meta: Metadata) -> Work {
    Work::new(key, meta)
}

/// Letters and digits alone: quotes, dashes and blanks differ by design.
fn letters(text: &str) -> String {
    fold_without_blanks(text).replace(['+', '#'], "")
}

/// Whether no letter is written as another one: what classic BibTeX writes as the nearest is read as that.
fn is_exact(title: &str, dialect: Dialect) -> bool {
    dialect == Dialect::Biblatex || latex::approximated(&tidy(title)).is_empty()
}

fn text(work: &Work, dialect: Dialect) -> String {
    write(&[work], dialect, &RenderOptions::default())
}

/// A name of letters of several scripts, none of which look like damage (`ÃŠ`) or are taken apart (`ŀ`).
fn name() -> impl Strategy<Value = PersonName> {
    (
        "[A-ZÇ-ÖØ-ÞŁ-Ž][a-zà-öø-ÿā-ľł-ňŋ-ž]{2,8}",
        "[A-ZÇ-ÖØ-ÞА-Я王李][a-zà-öø-ÿа-яā-ľł-ňŋ-ž伟明]{2,9}",
    )
        .prop_map(|(given, family)| PersonName::from_parts(&given, &family))
}

fn date() -> impl Strategy<Value = PartialDate> {
    (1000..3000, proptest::option::of(1..=12_u8))
        .prop_map(|(year, month)| PartialDate::from_parts(year, month, None).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn another_reader_takes_any_text(title in "\\PC{1,40}", name in "\\PC{1,20}", date in date()) {
        let work = work(
            Kind::Conference,
            Title::plain(title.clone()),
            vec![PersonName::parse(&name)],
            date,
        );
        for dialect in DIALECTS {
            let text = text(&work, dialect);
            let read = Bibliography::parse(&text);
            let read = read.unwrap_or_else(|error| panic!("{error}: {text}"));
            let entry = read.get("k").unwrap();
            prop_assert_eq!(text.matches('\n').count(), text.lines().count());
            let PermissiveType::Typed(read) = entry.date().unwrap() else {
                panic!("no date in {text}");
            };
            let DateValue::At(read) = read.value else { panic!("no date in {text}") };
            let month = date.month.map(|month| month - 1);
            prop_assert_eq!((read.year, read.month), (date.year, month));
            // The crate knows few commands beyond accents.
            if let Ok(found) = entry.title() && is_exact(&title, dialect) {
                let found = found.format_verbatim();
                if !found.contains(['\\', '$']) && !text.contains('$') && !text.contains("\\text") {
                    prop_assert_eq!(letters(&found), letters(&tidy(&title)), "{}", text);
                }
            }
        }
    }

    #[test]
    fn another_reader_finds_the_names(names in proptest::collection::vec(name(), 1..5), date in date()) {
        let work = work(Kind::Journal, Title::plain("T"), names.clone(), date);
        for dialect in DIALECTS {
            let text = text(&work, dialect);
            let read = Bibliography::parse(&text).unwrap();
            let authors = read.get("k").unwrap().author().unwrap();
            let authors: Vec<(String, String)> = authors
                .into_iter()
                .map(|author| (fold_without_blanks(&author.given_name), fold_without_blanks(&author.name)))
                .collect();
            let names: Vec<(String, String)> = names
                .iter()
                .map(|name| (fold_without_blanks(&name.given), fold_without_blanks(&name.family)))
                .collect();
            prop_assert_eq!(authors, names, "{}", text);
        }
    }

    #[test]
    fn writing_what_was_read_changes_nothing(
        title in "[A-Za-zÀÁÆ-ÖØ-öø-ľł-ňŋ-ž0-9 &%#_$~^:;,.?!'\"(){}/–—-]{1,40}",
        names in proptest::collection::vec(name(), 1..4),
        date in date(),
        kind in proptest::sample::select(vec![Kind::Conference, Kind::Journal]),
    ) {
        prop_assume!(title.chars().any(char::is_alphanumeric));
        // Two hyphens are a dash to TeX, and UTF-8 files have a sign for it. A letter such as `Â` with
        // a quotation mark after it looks like damage, and is left out above.
        prop_assume!(!title.contains("--"));
        let dialects = DIALECTS.into_iter().filter(|it| is_exact(&title, *it));
        let dialects: Vec<Dialect> = dialects.collect();
        let first = work(kind, Title::plain(title), names, date);
        for dialect in dialects {
            let once = text(&first, dialect);
            let read = bib::read(&once);
            prop_assert_eq!(&read.problems, &[]);
            let again = of("k", bib::metadata(&read.entries[0]));
            prop_assert_eq!(text(&again, dialect), once);
        }
    }
}
