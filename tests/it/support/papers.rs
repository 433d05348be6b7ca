//! The records of the stand-ins: real papers, with real titles, authors and venues.

use serde_json::Value;

use super::At;

/// A publication in the services.
#[derive(Debug, Clone, Default)]
pub(crate) struct Paper {
    /// Its key in DBLP; empty when it is not in DBLP.
    pub(crate) key: String,
    /// Its class in DBLP: `Inproceedings`, `Article`, `Informal`, `Book`, `Phdthesis`. Others are no
    /// classes of DBLP: `Chapter`, `Preprint`, `Report`.
    pub(crate) class: &'static str,
    pub(crate) title: String,
    /// The authors as signed in DBLP: `Zhuang Wang 0001`.
    pub(crate) authors: Vec<String>,
    pub(crate) year: u16,
    /// The venue as DBLP abbreviates it.
    pub(crate) venue: String,
    /// The title of the volume that contains it.
    pub(crate) volume: String,
    pub(crate) pages: String,
    pub(crate) publisher: String,
    /// The DOI in lower case, as in Crossref; empty when there is none.
    pub(crate) doi: String,
    pub(crate) arxiv: String,
    /// Whether DBLP marks it as withdrawn.
    pub(crate) withdrawn: bool,
    /// The comment on arXiv.
    pub(crate) comment: String,
    /// Fields of Crossref's item that replace those derived from the rest.
    pub(crate) registered: Value,
    /// The services that don't have it, though they have works like it.
    pub(crate) absent_from: Vec<At>,
}

/// A person with a page in DBLP. The name is unique there.
#[derive(Debug, Clone)]
pub(crate) struct Someone {
    pub(crate) pid: String,
    pub(crate) name: String,
    pub(crate) orcid: Option<String>,
    /// Whether the page only disambiguates people with one name.
    pub(crate) is_nobody: bool,
}

impl Paper {
    /// Creates a paper in proceedings.
    pub(crate) fn conference(key: &str, title: &str, venue: &str, year: u16) -> Self {
        Self {
            key: key.to_owned(),
            class: "Inproceedings",
            title: title.to_owned(),
            venue: venue.to_owned(),
            volume: format!("Proceedings of {venue} {year}"),
            year,
            ..Self::default()
        }
    }

    /// Creates an article in a journal.
    pub(crate) fn journal(key: &str, title: &str, venue: &str, year: u16) -> Self {
        Self {
            class: "Article",
            volume: String::new(),
            ..Self::conference(key, title, venue, year)
        }
    }

    /// Creates a preprint on arXiv, with the key that DBLP gives it.
    pub(crate) fn preprint(arxiv: &str, title: &str, year: u16) -> Self {
        Self {
            class: "Informal",
            volume: String::new(),
            arxiv: arxiv.to_owned(),
            ..Self::conference(
                &format!("journals/corr/abs-{}", arxiv.replace('.', "-")),
                title,
                "CoRR",
                year,
            )
        }
    }

    pub(crate) fn by(mut self, authors: &[&str]) -> Self {
        self.authors = authors.iter().map(|name| (*name).to_owned()).collect();
        self
    }

    pub(crate) fn doi(mut self, doi: &str) -> Self {
        doi.clone_into(&mut self.doi);
        self
    }

    pub(crate) fn pages(mut self, pages: &str) -> Self {
        pages.clone_into(&mut self.pages);
        self
    }

    pub(crate) fn class(mut self, class: &'static str) -> Self {
        self.class = class;
        self
    }

    pub(crate) fn publisher(mut self, publisher: &str) -> Self {
        publisher.clone_into(&mut self.publisher);
        self
    }

    /// Removes it from DBLP, so that only Crossref or arXiv has it.
    pub(crate) fn not_in_dblp(mut self) -> Self {
        self.key.clear();
        self
    }

    pub(crate) fn withdrawn(mut self) -> Self {
        self.withdrawn = true;
        self
    }

    pub(crate) fn comment(mut self, comment: &str) -> Self {
        comment.clone_into(&mut self.comment);
        self
    }

    pub(crate) fn registered(mut self, item: Value) -> Self {
        self.registered = item;
        self
    }
}

impl Someone {
    pub(crate) fn new(pid: &str, name: &str) -> Self {
        Self {
            pid: pid.to_owned(),
            name: name.to_owned(),
            orcid: None,
            is_nobody: false,
        }
    }

    /// Creates a page for works that DBLP has not yet assigned to one of several namesakes.
    pub(crate) fn nobody(pid: &str, name: &str) -> Self {
        Self {
            is_nobody: true,
            ..Self::new(pid, name)
        }
    }

    pub(crate) fn with_orcid(mut self, orcid: &str) -> Self {
        self.orcid = Some(orcid.to_owned());
        self
    }
}

/// The person of most tests, as DBLP distinguishes them from namesakes.
pub(crate) fn zhuang() -> Someone {
    Someone::new("15/4830-1", "Zhuang Wang 0001")
}

pub(crate) fn electrode() -> Paper {
    Paper::conference(
        "conf/nsdi/ZhouWDY23",
        "Electrode: Accelerating Distributed Protocols with eBPF",
        "NSDI",
        2023,
    )
    .by(&[
        "Yang Zhou 0007",
        "Zezhou Wang",
        "Sowmya Dharanipragada",
        "Minlan Yu",
    ])
    .pages("1391-1407")
    .publisher("USENIX Association")
}

pub(crate) fn gemini() -> Paper {
    Paper::conference(
        "conf/sosp/WangJZZFNW23",
        "GEMINI: Fast Failure Recovery in Distributed Training with In-Memory Checkpoints",
        "SOSP",
        2023,
    )
    .by(&[
        "Zhuang Wang 0001",
        "Zhen Jia",
        "Shuai Zheng",
        "Zhen Zhang",
        "Xinwei Fu",
        "T. S. Eugene Ng",
        "Yida Wang 0003",
    ])
    .doi("10.1145/3600006.3613145")
    .pages("364-381")
    .publisher("ACM")
}

pub(crate) fn espresso() -> Paper {
    Paper::conference(
        "conf/eurosys/WangLZN23",
        "Hi-Speed DNN Training with Espresso: Unleashing the Full Potential of Gradient \
         Compression with Near-Optimal Usage Strategies",
        "EuroSys",
        2023,
    )
    .by(&[
        "Zhuang Wang 0001",
        "Haibin Lin",
        "Yibo Zhu",
        "T. S. Eugene Ng",
    ])
    .doi("10.1145/3552326.3567505")
    .pages("867-882")
    .publisher("ACM")
}

pub(crate) fn cupcake() -> Paper {
    Paper::conference(
        "conf/mlsys/WangWZN23",
        "Cupcake: A Compression Scheduler for Scalable Communication-Efficient Distributed \
         Training",
        "MLSys",
        2023,
    )
    .by(&[
        "Zhuang Wang 0001",
        "Xinyu Wu",
        "Zhaozhuo Xu",
        "T. S. Eugene Ng",
    ])
}

pub(crate) fn flash_llm() -> Paper {
    Paper::journal(
        "journals/pvldb/XiaZLZLLZ0S23",
        "Flash-LLM: Enabling Cost-Effective and Highly-Efficient Large Generative Model \
         Inference with Unstructured Sparsity",
        "Proc. VLDB Endow.",
        2023,
    )
    .by(&[
        "Haojun Xia",
        "Zhen Zheng",
        "Yuchao Li",
        "Donglin Zhuang",
        "Zhongzhu Zhou",
        "Xiafei Qiu",
        "Yong Li",
        "Wei Lin",
        "Shuaiwen Leon Song",
    ])
    .doi("10.14778/3626292.3626303")
    .pages("211-224")
}

pub(crate) fn aurora() -> Paper {
    Paper::preprint(
        "2602.06932",
        "When RL Meets Adaptive Speculative Training: A Unified Training-Serving System",
        2026,
    )
    .by(&[
        "Junxiong Wang",
        "Fengxiang Bie",
        "Jisen Li",
        "Zhongzhu Zhou",
    ])
}
