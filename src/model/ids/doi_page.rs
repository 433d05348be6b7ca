//! DOIs in the addresses of publishers' pages.

use url::Url;

use super::Doi;

/// The prefix of Crossref's examples, under which the ACM Digital Library files papers without a DOI.
const UNREGISTERED: &str = "10.5555";

/// How the addresses of a site hold a DOI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `/doi/10.1145/1.2`, `/doi/abs/10.1145/1.2`, as on all sites by Atypon.
    Atypon,
    /// After one of these folders: `/article/10.1007/s1-2`.
    Folders(&'static [&'static str]),
    /// Anywhere in the path, as its last part.
    Anywhere,
    /// In this parameter of the query.
    Parameter(&'static str),
    /// `/doi/10.1093/mnras/stx1` with a number behind it.
    Oxford,
    /// The number of an article, to which this prefix belongs.
    Nature,
    /// With the version of a preprint: `/content/10.1101/2020.01.01.1v2.full`.
    Versions,
}

/// The sites, with their subdomains. Each form is the one in which the site itself links its pages
/// (2026-11).
const SITES: [(&str, Form); 38] = [
    ("dl.acm.org", Form::Atypon),
    ("onlinelibrary.wiley.com", Form::Atypon),
    ("tandfonline.com", Form::Atypon),
    ("journals.sagepub.com", Form::Atypon),
    ("pubs.acs.org", Form::Atypon),
    ("science.org", Form::Atypon),
    ("pnas.org", Form::Atypon),
    ("epubs.siam.org", Form::Atypon),
    ("pubsonline.informs.org", Form::Atypon),
    ("annualreviews.org", Form::Atypon),
    ("worldscientific.com", Form::Atypon),
    ("royalsocietypublishing.org", Form::Atypon),
    ("ascelibrary.org", Form::Atypon),
    ("liebertpub.com", Form::Atypon),
    ("journals.uchicago.edu", Form::Atypon),
    ("journals.asm.org", Form::Atypon),
    ("ahajournals.org", Form::Atypon),
    ("psycnet.apa.org", Form::Atypon),
    ("link.aps.org", Form::Atypon),
    ("zenodo.org", Form::Atypon),
    ("degruyter.com", Form::Folders(&["document/doi"])),
    ("emerald.com", Form::Folders(&["insight/content/doi"])),
    ("link.springer.com", Form::Folders(&SPRINGER)),
    (
        "biomedcentral.com",
        Form::Folders(&["articles", "track/pdf"]),
    ),
    (
        "springeropen.com",
        Form::Folders(&["articles", "track/pdf"]),
    ),
    ("journals.aps.org", Form::Anywhere),
    ("iopscience.iop.org", Form::Folders(&["article"])),
    ("frontiersin.org", Form::Anywhere),
    ("academic.oup.com", Form::Oxford),
    ("jstor.org", Form::Folders(&["stable"])),
    ("drops.dagstuhl.de", Form::Folders(&["entities/document"])),
    ("doi.ieeecomputersociety.org", Form::Anywhere),
    ("doi.apa.org", Form::Anywhere),
    ("ieeexplore.ieee.org", Form::Parameter("doi")),
    ("journals.plos.org", Form::Parameter("id")),
    ("nature.com", Form::Nature),
    ("biorxiv.org", Form::Versions),
    ("medrxiv.org", Form::Versions),
];

/// The folders of Springer's pages that are one work's. The page of a book is not among them.
const SPRINGER: [&str; 7] = [
    "article",
    "chapter",
    "protocol",
    "referenceworkentry",
    "content/pdf",
    "epdf",
    "",
];

/// What sites by Atypon write between `/doi/` and a DOI, for the views of one work.
const VIEWS: [&str; 12] = [
    "abs",
    "full",
    "pdf",
    "epdf",
    "fullhtml",
    "pdfdirect",
    "pdfplus",
    "epub",
    "ref",
    "reader",
    "references",
    "abstract",
];

/// What sites write behind a DOI, for the views of one work.
const TAILS: [&str; 15] = [
    "abstract",
    "full",
    "full-text",
    "fulltext",
    "html",
    "pdf",
    "epdf",
    "epub",
    "meta",
    "summary",
    "references",
    "citations",
    "metrics",
    "supplementary-material",
    "full-xml",
];

impl Doi {
    /// Returns the DOI that the address of a publisher's page holds, or that the publisher's rule makes
    /// of it: `https://dl.acm.org/doi/abs/10.1145/1.2`, `https://www.nature.com/articles/s41586-020-2649-2`.
    ///
    /// Pages of volumes (books, proceedings) are passed over: a paper's entry may link the volume it is in.
    #[must_use]
    pub fn of_page(address: &str) -> Option<Self> {
        if !address.contains("10.") && !address.contains("nature.com/") {
            return None;
        }
        // LaTeX escapes `_`, `%` and `#`.
        let plain = address.trim().replace('\\', "");
        let url = if plain.contains("://") {
            Url::parse(&plain)
        } else {
            Url::parse(&format!("https://{plain}"))
        };
        let url = url
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https"))?;
        let host = url.host_str()?;
        let is_site = |site: &str| {
            host.strip_suffix(site)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let (_, form) = SITES.iter().find(|(site, _)| is_site(site))?;
        let decoded = percent_encoding::percent_decode_str(url.path())
            .decode_utf8()
            .ok()?;
        let path = decoded.trim_start_matches('/');
        let found = match form {
            Form::Atypon => atypon(path)?,
            Form::Folders(folders) => folders.iter().find_map(|folder| within(path, folder))?,
            Form::Anywhere => &path[path.find("10.")?..],
            Form::Oxford => {
                let (_, rest) = path.split_once("/doi/")?;
                let parts: Vec<&str> = rest.split('/').take(3).collect();
                return sound(&parts.join("/"));
            }
            Form::Parameter(name) => {
                let (_, value) = url.query_pairs().find(|(key, _)| key == name)?;
                return sound(&value);
            }
            Form::Nature => return nature(path.strip_prefix("articles/")?),
            Form::Versions => return unversioned(within(path, "content")?),
        };
        sound(found)
    }
}

/// Parses a DOI with what may follow it in an address.
fn sound(text: &str) -> Option<Doi> {
    let doi = Doi::parse(without_tails(text)).ok()?;
    (text.starts_with("10.") && doi.prefix() != UNREGISTERED).then_some(doi)
}

fn within<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(folder)?;
    let rest = if folder.is_empty() {
        rest
    } else {
        rest.strip_prefix('/')?
    };
    rest.starts_with("10.").then_some(rest)
}

fn atypon(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("doi/")?;
    let (view, inner) = rest.split_once('/')?;
    if VIEWS.iter().any(|known| known.eq_ignore_ascii_case(view)) {
        Some(inner)
    } else {
        Some(rest)
    }
}

/// Returns an address from a DOI on without the names of views behind it. The DOI keeps two parts.
fn without_tails(text: &str) -> &str {
    let mut rest = text
        .split(';')
        .next()
        .filter(|_| text.contains(";jsessionid"))
        .unwrap_or(text);
    loop {
        rest = rest.trim_end_matches('/');
        while rest.ends_with(')') && rest.matches('(').count() < rest.matches(')').count() {
            rest = &rest[..rest.len() - 1];
        }
        let Some((before, last)) = rest.rsplit_once('/') else {
            return rest;
        };
        if before.contains('/') && TAILS.contains(&last.to_ascii_lowercase().as_str()) {
            rest = before;
            continue;
        }
        let endings = [".pdf", ".html", ".epub"];
        let ending = endings.iter().find_map(|ending| rest.strip_suffix(ending));
        return ending.unwrap_or(rest);
    }
}

/// Makes a DOI of the number of an article, where the number is the suffix: those since 2017
/// (`s41586-020-2649-2`), and older ones without a year in them (`nature12373`, `ncomms1234`, `nmeth.4000`).
/// `sdata201618` is `10.1038/sdata.2016.18`, which nothing in it tells.
fn nature(rest: &str) -> Option<Doi> {
    let id = rest.split('/').next()?;
    let id = id.strip_suffix(".pdf").unwrap_or(id);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = id.split('-').collect();
    let is_new = matches!(parts[..], [journal, year, number, _check]
        if journal.strip_prefix(['s', 'd']).is_some_and(|code| code.len() == 5 && digits(code))
            && year.len() == 3 && digits(year) && digits(number));
    let letters = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &id[letters.len()..];
    let is_old = match letters {
        "nature" | "ncomms" | "srep" => matches!(number.len(), 4 | 5),
        _ => {
            let name = letters.strip_suffix('.').unwrap_or(letters);
            name.starts_with('n')
                && name.len() <= 10
                && name.bytes().all(|byte| byte.is_ascii_lowercase())
                && (2..=4).contains(&number.len())
        }
    };
    (is_new || is_old).then(|| Doi::parse(&format!("10.1038/{id}")).ok())?
}

/// Parses the DOI of a preprint without its version and view: `10.1101/2020.01.01.1v2.full.pdf`.
fn unversioned(text: &str) -> Option<Doi> {
    let mut rest = without_tails(text);
    for view in [".full-text", ".full", ".abstract"] {
        rest = rest.strip_suffix(view).unwrap_or(rest);
    }
    let bare = match rest.rsplit_once('v') {
        Some((id, version))
            if id.ends_with(|c: char| c.is_ascii_digit())
                && !version.is_empty()
                && version.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            id
        }
        _ => rest,
    };
    sound(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Addresses, and the DOI of each.
    const PAGES: [(&str, &str); 31] = [
        (
            "https://dl.acm.org/doi/10.1145/3600006.3613145",
            "10.1145/3600006.3613145",
        ),
        (
            "https://dl.acm.org/doi/abs/10.1145/3600006.3613145?cid=1",
            "10.1145/3600006.3613145",
        ),
        (
            "http://dl.acm.org/doi/fullHtml/10.1145/3600006.3613145#sec-2",
            "10.1145/3600006.3613145",
        ),
        (
            "dl.acm.org/doi/pdf/10.1145/3600006.3613145",
            "10.1145/3600006.3613145",
        ),
        (
            "https://link.springer.com/article/10.1007/s10994-020-05910-7",
            "10.1007/s10994-020-05910-7",
        ),
        (
            "https://link.springer.com/chapter/10.1007%2F978-3-642-60831-5_34",
            "10.1007/978-3-642-60831-5_34",
        ),
        (
            "https://link.springer.com/chapter/10.1007/978-3-642-60831-5\\_34",
            "10.1007/978-3-642-60831-5_34",
        ),
        (
            "https://link.springer.com/content/pdf/10.1007/978-3-642-60831-5_34.pdf",
            "10.1007/978-3-642-60831-5_34",
        ),
        (
            "https://link.springer.com/10.1007/s10994-020-05910-7",
            "10.1007/s10994-020-05910-7",
        ),
        (
            "https://onlinelibrary.wiley.com/doi/epdf/10.1002/spe.3011",
            "10.1002/spe.3011",
        ),
        (
            "https://rss.onlinelibrary.wiley.com/doi/full/10.1111/RSSB.12378/abstract",
            "10.1111/rssb.12378",
        ),
        (
            "https://onlinelibrary.wiley.com/doi/10.1002/(SICI)1097-0258(19980815/30)17:15/16%3C1661::AID-SIM968%3E3.0.CO;2-2/abstract",
            "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2",
        ),
        (
            "https://www.tandfonline.com/doi/full/10.1080/01621459.2017.1285773",
            "10.1080/01621459.2017.1285773",
        ),
        (
            "https://journals.sagepub.com/doi/abs/10.1177/0278364919887447",
            "10.1177/0278364919887447",
        ),
        (
            "https://pubs.acs.org/doi/pdf/10.1021/acs.jcim.9b00237",
            "10.1021/acs.jcim.9b00237",
        ),
        (
            "https://www.science.org/doi/10.1126/science.aar6404",
            "10.1126/science.aar6404",
        ),
        (
            "https://journals.aps.org/prl/abstract/10.1103/PhysRevLett.116.061102",
            "10.1103/physrevlett.116.061102",
        ),
        (
            "https://link.aps.org/doi/10.1103/PhysRevLett.116.061102",
            "10.1103/physrevlett.116.061102",
        ),
        (
            "https://iopscience.iop.org/article/10.1088/1742-6596/664/7/072009/meta",
            "10.1088/1742-6596/664/7/072009",
        ),
        (
            "https://www.frontiersin.org/articles/10.3389/fnins.2018.00774/full",
            "10.3389/fnins.2018.00774",
        ),
        (
            "https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0130140",
            "10.1371/journal.pone.0130140",
        ),
        (
            "https://ieeexplore.ieee.org/document/1?doi=10.1109%2FSP.2013.1",
            "10.1109/sp.2013.1",
        ),
        (
            "https://doi.ieeecomputersociety.org/10.1109/SP.2013.1",
            "10.1109/sp.2013.1",
        ),
        (
            "https://www.nature.com/articles/s41586-020-2649-2",
            "10.1038/s41586-020-2649-2",
        ),
        (
            "https://www.nature.com/articles/s41586-020-2649-2.pdf",
            "10.1038/s41586-020-2649-2",
        ),
        (
            "https://www.nature.com/articles/nature14539/figures/1",
            "10.1038/nature14539",
        ),
        (
            "https://www.nature.com/articles/nmeth.2019",
            "10.1038/nmeth.2019",
        ),
        (
            "https://academic.oup.com/mnras/article/doi/10.1093/mnras/stx123/4567890",
            "10.1093/mnras/stx123",
        ),
        (
            "https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full.pdf",
            "10.1101/2020.01.01.123456",
        ),
        (
            "https://drops.dagstuhl.de/entities/document/10.4230/LIPIcs.ICALP.2020.1",
            "10.4230/lipics.icalp.2020.1",
        ),
        (
            "https://bmcbioinformatics.biomedcentral.com/articles/10.1186/s12859-019-1",
            "10.1186/s12859-019-1",
        ),
    ];

    #[test]
    fn dois_in_addresses_of_publishers() {
        for (address, want) in PAGES {
            let found = Doi::of_page(address);
            assert_eq!(found.as_ref().map(Doi::as_str), Some(want), "{address}");
        }
    }

    #[test]
    fn other_addresses_hold_no_doi() {
        for address in [
            "",
            "https://ieeexplore.ieee.org/document/6547112",
            "https://dl.acm.org/doi/10.5555/3045118.3045167",
            "https://dl.acm.org/doi/proceedings/10.1145/3600006",
            "https://dl.acm.org/toc/10.1145/3600006",
            "https://link.springer.com/book/10.1007/978-3-642-60831-5",
            "https://link.springer.com/journal/10.994",
            "https://www.nature.com/articles/sdata201618",
            "https://www.nature.com/nature/volumes/10.1",
            "https://notdl.acm.org.example.org/doi/10.1145/1.2",
            "https://mydl.acm.org/doi/10.1145/1.2",
            "https://example.org/papers/10.1145/1.2.pdf",
            "https://arxiv.org/abs/2310.12345",
            "ftp://dl.acm.org/doi/10.1145/1.2",
            "10.1145/1.2",
            "https://dl.acm.org/doi/10.1145/",
            "https://dl.acm.org/doi/10.1145/%ff%fe",
            "https://[dl.acm.org/doi/10.1145/1.2",
        ] {
            assert_eq!(Doi::of_page(address), None, "{address}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_address_is_read(
            host in "(dl\\.acm\\.org|link\\.springer\\.com|www\\.nature\\.com|journals\\.plos\\.org|www\\.biorxiv\\.org|academic\\.oup\\.com)",
            path in r"(?:/|doi|articles|10\.|1145|%2F|%|ä|\?id=|\(|\)|;|v2|\.pdf|full|-|s41586|#|\\_){0,14}",
        ) {
            if let Some(doi) = Doi::of_page(&format!("https://{host}/{path}")) {
                proptest::prop_assert_eq!(Doi::parse(doi.as_str()), Ok(doi.clone()));
            }
        }
    }
}
