//! `bibsync why`: explains a match, or where a field came from, from the lock alone.

mod account;
mod words;

use self::account::{Account, FieldAccount};
use super::{
    args::Why,
    exit::{Code, Failure},
    lock::read_lock,
    screen::{print_json, show},
};
use crate::{
    lock::{Lock, LockedListing},
    model::{Field, Work},
};

/// The subject of the question.
struct Asked<'a> {
    /// The listings that mean the work, with their places in the lock.
    listings: Vec<(usize, &'a LockedListing)>,
    work: Option<&'a Work>,
    /// A field of the work, if one was asked about.
    field: Option<&'a str>,
}

/// Explains a match, or a field.
pub(super) fn why(args: &Why) -> Result<Code, Failure> {
    let lock = read_lock(&args.lock, &[])?;
    let asked = find(&lock, &args.key)?;
    let edited = asked
        .work
        .and_then(|work| lock.manual_edits.fields.get(&work.key))
        .cloned()
        .unwrap_or_default();
    match asked.field {
        None => {
            let account = Account::of(&asked.listings, asked.work, &edited);
            if args.json {
                print_json(&json(&account)?)?;
            } else {
                show(&words::account(&account))?;
            }
        }
        Some(name) => {
            let account = FieldAccount::of(name, &asked.listings, asked.work)
                .ok_or_else(|| no_such_field(name, &asked))?;
            if args.json {
                print_json(&json(&account)?)?;
            } else {
                let edited = edited.get(&name.to_lowercase());
                show(&words::field(&account, edited.map(String::as_str)))?;
            }
        }
    }
    Ok(Code::Done)
}

fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    let mut text = serde_json::to_string_pretty(value).map_err(Failure::usage)?;
    text.push('\n');
    Ok(text)
}

/// Finds the subject: a key, a former key, or a listing's place, each alone or followed by a dot
/// and a field. Keys may hold dots themselves, so the whole is tried first.
fn find<'a>(lock: &'a Lock, asked: &'a str) -> Result<Asked<'a>, Failure> {
    if let Some(found) = find_work(lock, asked)? {
        return Ok(found);
    }
    if let Some((key, field)) = asked.rsplit_once('.')
        && let Some(found) = find_work(lock, key)?
    {
        let field = Some(field);
        return Ok(Asked { field, ..found });
    }
    let near = nearest(lock, asked);
    let failure = Failure::usage(format!("`{asked}` is no key in the lock"));
    Err(failure.hint(match near {
        Some(key) => format!("did you mean `{key}`? `#0` asks about the first listing"),
        None => "a key of the bibliography, `#0` for the first listing, or `key.field`".to_owned(),
    }))
}

fn find_work<'a>(lock: &'a Lock, key: &str) -> Result<Option<Asked<'a>>, Failure> {
    let listings = || lock.listings.iter().enumerate();
    let of_key = |key: &str| lock.works.iter().find(|work| work.key == key);
    if let Some(place) = key.strip_prefix('#') {
        let Ok(place) = place.parse::<usize>() else {
            return Ok(None);
        };
        let listing = lock.listings.get(place).ok_or_else(|| {
            let count = lock.listings.len();
            Failure::usage(format!(
                "there is no listing #{place}: the lock has {count}, counted from 0 as in the report"
            ))
        })?;
        return Ok(Some(Asked {
            listings: vec![(place, listing)],
            work: of_key(&listing.key),
            field: None,
        }));
    }
    let by_alias = || {
        let mut works = lock.works.iter();
        works.find(|work| work.aliases.iter().any(|alias| alias == key))
    };
    let Some(work) = of_key(key).or_else(by_alias) else {
        return Ok(None);
    };
    Ok(Some(Asked {
        listings: listings()
            .filter(|(_, listing)| listing.key == work.key)
            .collect(),
        work: Some(work),
        field: None,
    }))
}

/// Returns the key with the longest common prefix, if that is long enough; of several, the shortest
/// key.
fn nearest<'a>(lock: &'a Lock, asked: &str) -> Option<&'a str> {
    let shared = |key: &str| {
        let pairs = key.chars().zip(asked.chars());
        pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
    };
    let keys = lock.works.iter().map(|work| work.key.as_str());
    keys.max_by_key(|key| (shared(key), std::cmp::Reverse(key.len())))
        .filter(|key| shared(key) >= 3)
}

fn no_such_field(name: &str, asked: &Asked<'_>) -> Failure {
    let has = |field: &Field| {
        asked
            .work
            .is_some_and(|work| work.meta.in_words(*field).is_some())
    };
    let names: Vec<&str> = Field::ALL
        .into_iter()
        .filter(has)
        .map(Field::as_str)
        .collect();
    Failure::usage(format!("the entry has no field `{name}`"))
        .hint(format!("it has {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, Metadata, Title};

    fn lock(keys: &[(&str, &[&str])]) -> Lock {
        let works = keys.iter().map(|(key, aliases)| Work {
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
            ..Work::new(*key, Metadata::new(Kind::Conference, Title::plain("x")))
        });
        Lock::new(Vec::new(), works.collect())
    }

    #[test]
    fn keys_may_hold_dots() {
        let lock = lock(&[("doe2023.sorting", &["old.key"]), ("doe2023", &[])]);
        let found = |asked: &str| {
            let asked = find(&lock, asked).ok()?;
            Some((asked.work?.key.clone(), asked.field.map(str::to_owned)))
        };
        let is = |asked: &str, key: &str, field: Option<&str>| {
            let want = (key.to_owned(), field.map(str::to_owned));
            assert_eq!(found(asked), Some(want), "{asked}");
        };
        is("doe2023.sorting", "doe2023.sorting", None);
        is("doe2023.sorting.title", "doe2023.sorting", Some("title"));
        is("old.key", "doe2023.sorting", None);
        is("old.key.year", "doe2023.sorting", Some("year"));
        is("doe2023.pages", "doe2023", Some("pages"));
        assert_eq!(found("roe2023"), None);
        assert_eq!(found("#0"), None);
        assert_eq!(nearest(&lock, "Doe2022"), Some("doe2023"));
    }
}
