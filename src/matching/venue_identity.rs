//! Whether a listing and a record are of two venues that are known by name.
//!
//! A short name says as much as a full one if it is known what it stands for: `IJCAI-83` is no meeting of the
//! Association for Computational Linguistics. Of other short names nobody can tell: `WMT` is the Conference on
//! Machine Translation.

use super::known_venues::{host_each_other, is_series, is_short_name, named};
use crate::{
    model::{Kind, Metadata},
    text::fold::words,
};

/// Whether the listed venue and the record's are one, as far as both are known; `None` if one is not. A joint
/// conference is each of its own. A conference and the journal that publishes its papers can't be told apart.
pub(super) fn are_one(listed: &str, meta: &Metadata) -> Option<bool> {
    let said = named(listed);
    if said.is_empty() {
        return None;
    }
    let names = names(meta);
    let mut found = names.iter().flat_map(|name| named(name)).peekable();
    found.peek()?;
    if found.any(|venue| said.contains(venue)) {
        return Some(true);
    }
    (!is_hosted(listed, &names)).then_some(false)
}

/// Whether the listed venue is a known one, and the record's goes by another short name, known or not. That the
/// two have no word in common must be known before.
pub(super) fn is_elsewhere(listed: &str, meta: &Metadata) -> bool {
    let names = names(meta);
    // A full name alone may be a former one, or one that the short name does not tell: `SC` was Supercomputing.
    let tells = meta.venue_short.is_some() || meta.ids.dblp.is_some();
    is_short_name(listed)
        && tells
        && !names
            .iter()
            .any(|name| is_series(name) || is_of_papers(name, meta))
        && !is_hosted(listed, &names)
}

/// Whether a name is that of a journal of conference papers, which are cited by either name.
fn is_of_papers(name: &str, meta: &Metadata) -> bool {
    meta.kind == Kind::Journal && words(name).iter().any(|word| word.starts_with("proc"))
}

fn is_hosted(listed: &str, names: &[String]) -> bool {
    names.iter().any(|name| host_each_other(listed, name))
}

/// Returns the names of a record's venue: the full one, the short one, and DBLP's in its keys.
fn names(meta: &Metadata) -> Vec<String> {
    let full = meta.venue.as_ref().map(crate::model::Title::text);
    let key = meta.ids.dblp.as_ref().map(|key| {
        let stream = key.stream();
        stream.rsplit('/').next().unwrap_or(stream).to_owned()
    });
    full.into_iter()
        .chain(meta.venue_short.clone())
        .chain(key)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        matching::venue::{VenueAgreement, compare_venues},
        model::{DblpKey, Title},
    };

    /// How a listed venue agrees with a record of this kind with a full name, a short one and a key.
    fn agreement(listed: &str, kind: Kind, full: &str, short: &str, key: &str) -> VenueAgreement {
        let mut meta = Metadata::new(kind, Title::plain("x"));
        meta.venue = (!full.is_empty()).then(|| Title::plain(full));
        meta.venue_short = (!short.is_empty()).then(|| short.to_owned());
        meta.ids.dblp = DblpKey::parse(key).ok();
        compare_venues(listed, None, &meta)
    }

    const ACL: &str = "21st Annual Meeting of the Association for Computational Linguistics";
    const IJCAI: &str = "Proceedings of the Twenty-Eighth International Joint Conference on Artificial Intelligence, IJCAI 2019, Macao, China, August 10-16, 2019";
    const JOINT: &str = "ACL 2006, 21st International Conference on Computational Linguistics and 44th Annual Meeting of the Association for Computational Linguistics";
    const NAACL: &str = "Proceedings of the 2018 Conference of the North American Chapter of the Association for Computational Linguistics: Human Language Technologies";
    const NEURIPS: &str = "Advances in Neural Information Processing Systems 29: Annual Conference on Neural Information Processing Systems 2016";

    #[test]
    fn known_venue_is_no_other() {
        for (listed, full, short, key) in [
            ("IJCAI-83", ACL, "", ""),
            ("IJCAI'83", ACL, "ACL", "conf/acl/Doe83"),
            ("Proc. of IJCAI", ACL, "", ""),
            ("8th IJCAI, Karlsruhe", ACL, "", ""),
            ("AAAI'83", ACL, "", ""),
            ("AAAI83", "", "ACL", "conf/acl/Doe83"),
            (
                "Eighth International Joint Conference on Artificial Intelligence",
                ACL,
                "",
                "",
            ),
            ("AAAI Conference on Artificial Intelligence", IJCAI, "", ""),
            ("AAAI 2019", IJCAI, "IJCAI", "conf/ijcai/Doe19"),
            ("ACL 2018", NAACL, "", ""),
            ("EMNLP", JOINT, "", ""),
            ("NeurIPS", IJCAI, "", ""),
            (
                "IJCAI-83",
                "Proceedings of the Workshop on Parsing Technologies",
                "IWPT",
                "conf/iwpt/Doe83",
            ),
            ("WWW 2020", ACL, "", ""),
        ] {
            let agreement = agreement(listed, Kind::Conference, full, short, key);
            assert_eq!(agreement, VenueAgreement::Conflict, "{listed}: {full}");
        }
        let journal = "Machine Learning";
        let journal = agreement("ICML 2003", Kind::Journal, journal, "Mach. Learn.", "");
        assert_eq!(journal, VenueAgreement::Conflict);
    }

    #[test]
    fn joint_and_renamed_conferences_are_each_of_their_own() {
        for (listed, full, short, key) in [
            ("IJCAI 2019", IJCAI, "", ""),
            ("ACL-IJCNLP 2021", "", "ACL/IJCNLP (1)", "conf/acl/Doe21"),
            ("ACL-IJCNLP 2021", ACL, "", ""),
            ("COLING 2006", JOINT, "ACL", "conf/acl/Doe06"),
            ("COLING-ACL 2006", JOINT, "", ""),
            ("IJCAI-ECAI 2019", IJCAI, "", ""),
            ("ACL", JOINT, "", ""),
            ("NAACL 2018", NAACL, "", ""),
            ("NAACL-HLT", NAACL, "", ""),
            ("NIPS 2016", NEURIPS, "NIPS", "conf/nips/Doe16"),
            ("NeurIPS 2016", "", "NIPS", "conf/nips/Doe16"),
            ("FSE 2015", "", "ESEC/SIGSOFT FSE", "conf/sigsoft/Doe15"),
            (
                "ESEC/FSE 2015",
                "Proceedings of the 2015 10th Joint Meeting on Foundations of Software Engineering",
                "",
                "",
            ),
        ] {
            let agreement = agreement(listed, Kind::Conference, full, short, key);
            assert_ne!(agreement, VenueAgreement::Conflict, "{listed}: {full}");
            assert_ne!(agreement, VenueAgreement::Other, "{listed}: {full}");
        }
    }

    #[test]
    fn names_that_tell_no_other_venue_are_no_conflict() {
        for (listed, full, short, key) in [
            // Nobody knows the short name.
            (
                "WMT 2017",
                "Proceedings of the Second Conference on Machine Translation",
                "",
                "",
            ),
            (
                "SC '05",
                "Proceedings of the 2005 Conference on Supercomputing",
                "",
                "",
            ),
            ("WWW 2020", "Proceedings of The Web Conference 2020", "", ""),
            ("arXiv", ACL, "", ""),
            // The name of an archive, a series or a publisher tells no venue.
            ("ACL Anthology", NAACL, "", ""),
            (
                "Lecture Notes in Computer Science",
                "",
                "ECCV",
                "conf/eccv/Doe18",
            ),
            ("ECCV 2018", "Lecture Notes in Computer Science", "LNCS", ""),
            (
                "ICML 2018",
                "Proceedings of Machine Learning Research",
                "PMLR",
                "",
            ),
            ("JMLR: W&CP 28", "", "ICML", "conf/icml/Doe13"),
        ] {
            let agreement = agreement(listed, Kind::Conference, full, short, key);
            assert_ne!(agreement, VenueAgreement::Conflict, "{listed}: {full}");
        }
        // A journal is cited by the conference of which it publishes the papers, and by its own name.
        for (listed, full, short) in [
            (
                "POPL 2019",
                "Proceedings of the ACM on Programming Languages",
                "Proc. ACM Program. Lang.",
            ),
            (
                "SIGGRAPH 2010",
                "ACM Transactions on Graphics",
                "ACM Trans. Graph.",
            ),
            (
                "VLDB 2012",
                "Proceedings of the VLDB Endowment",
                "Proc. VLDB Endow.",
            ),
            ("ASPLOS 2000", "ACM SIGPLAN Notices", "SIGPLAN Not."),
            (
                "WWW7",
                "Computer Networks and ISDN Systems",
                "Comput. Networks",
            ),
            (
                "ICRA 2020",
                "IEEE Robotics and Automation Letters",
                "IEEE Robotics Autom. Lett.",
            ),
            (
                "PNAS",
                "Proceedings of the National Academy of Sciences",
                "Proc. Natl. Acad. Sci. USA",
            ),
        ] {
            let agreement = agreement(listed, Kind::Journal, full, short, "");
            assert_ne!(agreement, VenueAgreement::Conflict, "{listed}: {full}");
        }
        let hosted = agreement(
            "ACM Transactions on Graphics",
            Kind::Conference,
            "",
            "SIGGRAPH",
            "conf/siggraph/Doe10",
        );
        assert_ne!(hosted, VenueAgreement::Conflict);
    }
}
