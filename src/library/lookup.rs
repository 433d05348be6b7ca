use std::collections::BTreeSet;

use rusqlite::{CachedStatement, Params};

use super::probes::Probes;
use super::rank::Ranking;
use super::{Library, plain, terms};
use crate::model::{ArxivId, DblpKey, Doi, Record};

/// An identifier to look up.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Id {
    /// By DOI.
    Doi(Doi),
    /// By arXiv id.
    Arxiv(ArxivId),
    /// By DBLP key.
    Dblp(DblpKey),
}

/// The most records that an author's name is answered with.
const MOST_BY_AUTHOR: usize = 2_000;

impl Library {
    /// The records that bear one of these identifiers, in the order of `ids`, each once. An arXiv
    /// id finds the preprint and the published records that name it; DBLP's key and DOI of an
    /// arXiv paper count as its arXiv id.
    #[must_use]
    pub fn by_ids(&self, ids: &[Id]) -> Vec<Record> {
        self.ask(|index| {
            let mut out = Distinct::default();
            for id in ids {
                let (column, id, arxiv) = match id {
                    Id::Doi(doi) => ("doi", doi.as_str(), doi.arxiv()),
                    Id::Dblp(key) => ("dblp", key.as_str(), plain::arxiv_of_corr(key)),
                    Id::Arxiv(id) => ("arxiv", id.as_str(), None),
                };
                let by =
                    |column| format!("SELECT body FROM record WHERE {column} = ?1 ORDER BY id");
                out.take(index.prepare_cached(&by(column))?, [id])?;
                if let Some(arxiv) = arxiv {
                    out.take(index.prepare_cached(&by("arxiv"))?, [arxiv.as_str()])?;
                }
            }
            Ok(out.records)
        })
    }

    /// The records whose titles come near `title`, best first and at most 25. `surnames` (family
    /// names of listed authors, in any spelling; may be empty) help to find and to rank them, and
    /// exclude none.
    #[must_use]
    pub fn by_title(&self, title: &str, surnames: &[String]) -> Vec<Record> {
        self.ask(|index| {
            let mut probes = Probes::new(index, title, surnames)?;
            let mut ranking = Ranking::new(title, surnames);
            let exact = probes.exact()?;
            if exact.is_empty() {
                ranking.weigh(index, &probes.wide()?)?;
            } else {
                ranking.weigh(index, &exact)?;
                ranking.weigh(index, &probes.tight()?)?;
                ranking.weigh_authored(index, &probes.by_people()?)?;
            }
            ranking.best(index)
        })
    }

    /// The records of people with this family name whose given name begins with that letter
    /// (accents and case do not matter), at most 2,000, in the order of the files.
    #[must_use]
    pub fn by_author(&self, surname: &str, initial: Option<char>) -> Vec<Record> {
        let key = terms::surname_key(surname);
        if key.is_empty() {
            return Vec::new();
        }
        let initial = initial.and_then(|c| crate::text::fold::fold(&c.to_string()).chars().next());
        let term = format!("\"{}\"", terms::author(&key, initial));
        self.ask(|index| {
            let mut out = Distinct::default();
            let ids = index.prepare_cached(
                "SELECT body FROM record
                 WHERE id IN (SELECT rowid FROM term WHERE term MATCH ?1 LIMIT ?2) ORDER BY id",
            )?;
            out.take(
                ids,
                (&term, i64::try_from(MOST_BY_AUTHOR).unwrap_or(i64::MAX)),
            )?;
            Ok(out.records)
        })
    }
}

/// Records as they are found, without those that several files hold in the same words.
#[derive(Default)]
struct Distinct {
    seen: BTreeSet<String>,
    records: Vec<Record>,
}

impl Distinct {
    fn take(
        &mut self,
        mut statement: CachedStatement<'_>,
        params: impl Params,
    ) -> rusqlite::Result<()> {
        let mut rows = statement.query(params)?;
        while let Some(row) = rows.next()? {
            self.push(row.get(0)?);
        }
        Ok(())
    }

    /// A row that can't be read is passed over: the index is only a copy, and the next version
    /// that reads the file makes it anew.
    fn push(&mut self, body: String) {
        if let Ok(record) = serde_json::from_str(&body)
            && self.seen.insert(body)
        {
            self.records.push(record);
        }
    }
}

#[cfg(test)]
mod tests {
    use fs_err as fs;

    use super::*;

    const RECORDS: &str = r#"
{"key":"conf/nips/VaswaniSPUJGKP17","type":"inproceedings","title":"Attention is All you Need","authors":["Ashish Vaswani","Noam Shazeer"],"year":2017}
{"key":"journals/corr/VaswaniSPUJGKP17","type":"article","title":"Attention Is All You Need","authors":["Ashish Vaswani","Noam Shazeer"],"year":2017,"arxiv":"1706.03762"}
{"key":"conf/cvpr/HeZRS16","type":"inproceedings","title":"Deep Residual Learning for Image Recognition","authors":["Kaiming He","Xiangyu Zhang 0005","Shaoqing Ren","Jian Sun 0001"],"year":2016,"doi":"10.1109/cvpr.2016.90"}
{"key":"journals/corr/abs-2305-16291","type":"article","title":"Espresso: Unleashing the Full Potential of Multi-Cast Gradient Compression","authors":["Zhuang Wang","T. S. Eugene Ng"],"year":2023}
{"key":"journals/x/E1","type":"article","title":"Editorial","authors":["Ann Müller"],"year":2001}
{"key":"journals/x/E2","type":"article","title":"Editorial","authors":["Bob Miller"],"year":2002}
{"key":"journals/x/E3","type":"article","title":"Editorial","authors":["Zoë Moeller"],"year":2003}
"#;

    fn library() -> (tempfile::TempDir, Library) {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("a.jsonl"), RECORDS).unwrap();
        fs::write(home.path().join("b.jsonl"), RECORDS).unwrap();
        let library = Library::open(home.path(), &home.path().join("index")).unwrap();
        (home, library)
    }

    fn keys(records: &[Record]) -> Vec<&str> {
        let keys = records.iter().filter_map(|r| r.meta.ids.dblp.as_ref());
        keys.map(DblpKey::as_str).collect()
    }

    #[test]
    fn identifiers_of_all_kinds() {
        let (_home, library) = library();
        let dblp = |key| Id::Dblp(DblpKey::parse(key).unwrap());
        let doi = |doi| Id::Doi(Doi::parse(doi).unwrap());
        let arxiv = |id| Id::Arxiv(ArxivId::parse(id).unwrap());
        for (id, want) in [
            (dblp("conf/cvpr/HeZRS16"), "conf/cvpr/HeZRS16"),
            (doi("10.1109/CVPR.2016.90"), "conf/cvpr/HeZRS16"),
            (arxiv("1706.03762v5"), "journals/corr/VaswaniSPUJGKP17"),
            (
                doi("10.48550/arXiv.1706.03762"),
                "journals/corr/VaswaniSPUJGKP17",
            ),
            (
                dblp("journals/corr/abs-1706-03762"),
                "journals/corr/VaswaniSPUJGKP17",
            ),
            (arxiv("2305.16291"), "journals/corr/abs-2305-16291"),
        ] {
            assert_eq!(keys(&library.by_ids(&[id])), [want]);
        }
        assert!(library.by_ids(&[doi("10.1109/none")]).is_empty());
        let both = library.by_ids(&[arxiv("2305.16291"), dblp("conf/cvpr/HeZRS16")]);
        assert_eq!(
            keys(&both),
            ["journals/corr/abs-2305-16291", "conf/cvpr/HeZRS16"]
        );
    }

    #[test]
    fn a_title_finds_all_its_versions_once() {
        let (_home, library) = library();
        let found = library.by_title("ATTENTION is all you need.", &["Vaswani".to_owned()]);
        assert_eq!(
            keys(&found),
            [
                "conf/nips/VaswaniSPUJGKP17",
                "journals/corr/VaswaniSPUJGKP17"
            ]
        );
        assert!(
            found
                .iter()
                .all(|r| r.source == crate::model::SourceName::Library)
        );
    }

    #[test]
    fn damaged_titles_find_their_record() {
        let (_home, library) = library();
        for title in [
            "Deep Resdiual Learnign for Imgae Recognition",
            "Deep Learning for Recognition",
            "Deep Residual Learning",
            "DeepResidual Learning forImage Recognition",
            "Poster: Deep Residual Learning for Image Recognition",
            "Deep Resid. Learn. for Image Recogn.",
            "Espresso",
            "Unleashing the Full Potential of Gradient Compression",
            "Espreso: unleashing the full potential of multicast gradient compresion",
            "Hi-Speed Training with Espresso: Unleashing the Full Potential of Gradient Compression",
        ] {
            let found = library.by_title(title, &[]);
            let want = if title.starts_with("Deep") || title.starts_with("Poster") {
                "conf/cvpr/HeZRS16"
            } else {
                "journals/corr/abs-2305-16291"
            };
            assert_eq!(keys(&found), [want], "{title}");
        }
        for title in ["", "?!", "\"", "Quantum Chromodynamics on the Lattice"] {
            assert!(library.by_title(title, &["He".to_owned()]).is_empty());
        }
    }

    #[test]
    fn among_equal_titles_the_listed_author_comes_first() {
        let (_home, library) = library();
        for (surname, want) in [("Miller", "journals/x/E2"), ("Moeller", "journals/x/E3")] {
            let found = library.by_title("Editorial", &[surname.to_owned()]);
            assert_eq!(found.len(), 3);
            assert_eq!(keys(&found)[0], want);
        }
    }

    #[test]
    fn people_by_name_and_initial() {
        let (_home, library) = library();
        assert_eq!(
            keys(&library.by_author("ng", Some('E'))),
            Vec::<&str>::new()
        );
        let espresso = ["journals/corr/abs-2305-16291"];
        assert_eq!(keys(&library.by_author("Ng", Some('t'))), espresso);
        assert_eq!(keys(&library.by_author("Müller", None)), ["journals/x/E1"]);
        assert_eq!(
            keys(&library.by_author("Zhang", Some('X'))),
            ["conf/cvpr/HeZRS16"]
        );
        assert!(library.by_author("", None).is_empty());
    }
}
