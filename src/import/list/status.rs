//! The states of works that are not out yet.

/// The words that say a work's state, if a text has them.
pub(in crate::import) fn status(folded: &str, raw: &str) -> Option<&'static str> {
    const PHRASES: [&str; 37] = [
        "to appear",
        "in press",
        "forthcoming",
        "under review",
        "in submission",
        "submitted",
        "in preparation",
        "release soon",
        "under revision",
        "in revision",
        "revise and resubmit",
        "minor revision",
        "major revision",
        "accepted for publication",
        "accepted",
        "conditionally accepted",
        "manuscript in preparation",
        "work in progress",
        "unpublished",
        "draft",
        "im druck",
        "im erscheinen",
        "erscheint",
        "eingereicht",
        "zur veroffentlichung angenommen",
        "a paraitre",
        "sous presse",
        "soumis",
        "en prensa",
        "aceptado",
        "in corso di stampa",
        "no prelo",
        "aceito",
        "coming soon",
        "in review",
        "under submission",
        "unreleased",
    ];
    /// The words that these begin with.
    const HEADS: [&str; 30] = [
        "to",
        "in",
        "forthcoming",
        "under",
        "submitted",
        "release",
        "revise",
        "minor",
        "major",
        "accepted",
        "conditionally",
        "manuscript",
        "work",
        "unpublished",
        "draft",
        "im",
        "erscheint",
        "eingereicht",
        "zur",
        "a",
        "sous",
        "soumis",
        "en",
        "aceptado",
        "no",
        "aceito",
        "coming",
        "unreleased",
        "press",
        "appear",
    ];
    const SIGNS: [(&str, &str); 6] = [
        ("в печати", "в печати"),
        ("принята", "принята"),
        ("已录用", "已录用"),
        ("待发表", "待发表"),
        ("审稿中", "审稿中"),
        ("採録決定", "採録決定"),
    ];
    let within = |phrase: &&&str| {
        folded.match_indices(**phrase).any(|(at, found)| {
            let before = folded[..at].chars().next_back();
            let after = folded[at + found.len()..].chars().next();
            before.is_none_or(|c| c == ' ') && after.is_none_or(|c| c == ' ')
        })
    };
    let may_be = folded.split(' ').any(|word| HEADS.contains(&word));
    PHRASES
        .iter()
        .filter(|phrase| may_be && within(phrase))
        .max_by_key(|phrase| phrase.len())
        .copied()
        .or_else(|| {
            SIGNS
                .iter()
                .find(|(sign, _)| raw.contains(sign))
                .map(|(_, status)| *status)
        })
}
