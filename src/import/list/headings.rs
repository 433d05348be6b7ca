//! What a heading says of the lines below it.

use crate::{
    model::Kind,
    text::fold::{fold, words},
};

/// What stands under a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    /// Publications.
    Publications,
    /// Something else: talks, teaching, service.
    Other,
    /// A year, or years.
    Years,
    /// What is above it says what: `International`, `Theory`.
    Open,
    /// A part of an outline that names nothing: what it stands among says what.
    Part,
}

/// A heading as understood.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Heading {
    pub(super) topic: Topic,
    /// Whether a word names publications, and nothing but them.
    pub(super) is_plain: bool,
    /// The share of its words that are words of headings.
    pub(super) sureness: f64,
    pub(super) kind: Option<Kind>,
    pub(super) year: Option<i32>,
    /// A state that all entries below share, as written.
    pub(super) status: Option<String>,
}

/// Beginnings of words that name publications whatever stands beside them.
const STRONG: &str = "publication publikation publicacion publicacoes publicac pubblicazion veroffentlich \
    schriften paper article artikel articul articol artigo aufsatz preprint manuscript \
    manuskript proceedings monograph monogra bibliograph bibliograf buchbeitr beitrage \
    zeitschriftenbeitr konferenzbeitr sammelband ouvrage chapitre capitulo capitolo contributo \
    herausgeber publ writings patent brevet saggi volumi publikaci publikacj trabalh yayin makale bildiri kitap ksiazk artykul rozdzial \
    clank knihy monograph papers actes essais \
    ensayo abhandlung rezension bucher monografi articles";

/// Beginnings of words that name publications unless other things are named beside them.
const WEAK: &str = "journal conference workshop book chapter thesis theses dissertation report livre libro livro \
    buch congres communication output these tesis tesi revue revista rivist communications letters editorial konferenz symposi";

/// Beginnings of words that stand over other things.
const OTHER: &str = "talk presentation lecture keynote seminar colloqui poster teaching education experience \
    employment appointment position service award honor honour grant funding fellowship \
    scholarship skill language interest student supervis advis mentor reviewer reviewing \
    referees committee membership activit activid project media press outreach training \
    certificat participat attendance volunteer contact about biograph news hobb extracurricular \
    course internship ausbildung studium lehre vortrag preise auszeichnung beruf werdegang \
    mitglied gutacht betreu drittmittel kenntnis sprachen formation enseignement orales exposes \
    prix distinctions encadrement responsabilit competenc langues parcours formacion docencia \
    ponencia school experiencia premios becas idiomas istruzione formazione didattic insegnament \
    wyklad televis film coauthor relazioni premi convegni formacao ensino apresentac palestra projet proyecto orientac \
    tutorial demos testimony wystapien referat sunum odul organi organization invitees panel testimon leadership impact";

/// Beginnings of words that turn publications into other things: whoever reviews papers lists
/// journals, and whoever supervises theses lists students.
const TURNING: &str = "reviewer reviewing supervis advis committee board award grant service betreu gutacht \
    encadrement student teaching participat apresentac apresentad dirigid dirige codirig codirec orientad orientac tutel \
    chair offer presented yonetilen promotor kierowan mentor examin opponent jury gutachter supervisad promoto";

/// Words that may stand in a heading beside those that tell what it is.
const BESIDE: &str = "selected recent refereed reviewed peer non other invited list of and in the my all full \
    short international national research work working works scientific academic professional \
    technical phd doctoral master masters unrefereed nonrefereed under submitted review progress preparation submission accepted forthcoming to \
    appear major key top tier ausgewahlte wissenschaftliche verzeichnis der und de des et avec \
    zur contributions person personal information about me un une comite lecture dans revues internationales en y completos periodicos publicados em or open \
    source";

/// Signs that name publications in scripts that are not folded, and those that name other things.
const STRONG_SIGNS: &str = "论文 著作 专著 专利 特許 특허 出版 论著 成果 論文 業績 著書 発表論文 논문 저서 출판 публикац опубликован авторефер стать труды монограф патент сборник \
    тезис книг 學術論文 文献 учебн δημοσιε";
const OTHER_SIGNS: &str = "教育 工作 经历 软件著作权 获奖 奖励 荣誉 兼职 服务 教学 课程 项目 강의 지도 강연 활동 報告 报告 讲座 技能 联系 简介 学生 指导 学歴 職歴 受賞 講演 口頭 担当 所属学会 經歷 獎 학력 경력 수상 \
    образован опыт наград преми преподав доклад грант конференц выступл навык интерес членств \
    стаж контакт диссертац руководств 发言 発表 会议报告 编委 审稿 科研项目 専門 ポスター";

/// Reads a line as a heading.
pub(super) fn read(text: &str) -> Heading {
    let text = without_phrases(&bare(text));
    let text = text.as_str();
    let raw = text.to_lowercase();
    let folded = fold(text);
    let all: Vec<String> = words(text)
        .into_iter()
        .filter(|word| word.chars().any(char::is_alphabetic))
        .collect();
    let begins = |word: &str, list: &str| list.split(' ').any(|stem| word.starts_with(stem));
    let has = |list: &str| all.iter().any(|word| begins(word, list));
    let has_sign = |list: &str| list.split(' ').any(|sign| raw.contains(sign));
    let strong = has(STRONG) || has_sign(STRONG_SIGNS);
    let is_works = [
        "works",
        "selected works",
        "oeuvres",
        "obras",
        "opere",
        "werke",
        "prace",
        "eserler",
        "научные работы",
        "научные труды",
    ]
    .contains(&folded.trim());
    let weak = has(WEAK) || is_works;
    let other = has(OTHER) || has_sign(OTHER_SIGNS) || folded.contains("open source");
    let topic = if is_years(text) {
        Topic::Years
    } else if is_status(&folded) && !strong && !has(TURNING) {
        Topic::Open
    } else if has(TURNING) || other && !strong {
        Topic::Other
    } else if strong || weak {
        Topic::Publications
    } else if folded.starts_with("conferences invitees")
        || folded.contains("reviews for")
        || folded == "zur person"
        || folded.starts_with("peer review") && all.len() <= 3 && !strong && !weak
    {
        Topic::Other
    } else {
        Topic::Open
    };
    let known = all
        .iter()
        .filter(|word| {
            begins(word, STRONG)
                || begins(word, WEAK)
                || begins(word, OTHER)
                || BESIDE.split(' ').any(|other| other == *word)
        })
        .count();
    let has_signs = has_sign(STRONG_SIGNS) || has_sign(OTHER_SIGNS);
    let told_by_sign = |word: &str| {
        let signs = STRONG_SIGNS.split(' ').chain(OTHER_SIGNS.split(' '));
        signs.clone().any(|sign| word.contains(sign))
    };
    // Scripts that part words by blanks can be counted by them.
    let spaced: Vec<&str> = raw.split_whitespace().collect();
    let sureness = match topic {
        Topic::Years => 1.0,
        _ if is_works => 1.0,
        _ if has_signs && spaced.len() > 1 => {
            let told = spaced
                .iter()
                .copied()
                .filter(|word| told_by_sign(word))
                .count();
            f64::max(
                told as f64 / spaced.len() as f64,
                1.0_f64.min(12.0 / raw.chars().count().max(1) as f64),
            )
        }
        _ if has_signs => 1.0_f64.min(12.0 / raw.chars().count().max(1) as f64),
        _ => known as f64 / all.len().max(1) as f64,
    };
    Heading {
        topic,
        is_plain: strong || topic != Topic::Publications,
        sureness: if topic == Topic::Open { 0.0 } else { sureness },
        kind: kind(&folded, &raw),
        year: (topic == Topic::Years)
            .then(|| crate::text::dates::year(text))
            .flatten(),
        status: is_status(&folded).then(|| text.trim().trim_end_matches(':').to_lowercase()),
    }
}

/// Whether the title of a page says that it holds publications: `Publications | Ann Lee`.
pub(super) fn names_publications(title: &str) -> bool {
    title.split(['|', '–', '—', '·', ':', '-']).any(|part| {
        let head = read(part);
        head.topic == Topic::Publications && head.is_plain && head.sureness >= 0.6
    })
}

/// Words that mean reviewed by peers, though one of them stands over other things too.
const BY_PEERS: [&str; 4] = [
    "avec comité de lecture",
    "sans comité de lecture",
    "à comité de lecture",
    "avec comite de lecture",
];

fn without_phrases(text: &str) -> String {
    let lower = text.to_lowercase();
    match BY_PEERS.iter().find_map(|phrase| lower.find(phrase)) {
        // Of letters whose cases are of one length the places are the same.
        Some(at) if lower.len() == text.len() => text[..at].trim_end().to_owned(),
        _ => text.to_owned(),
    }
}

/// Whether a heading has a number in an outline, by a capital letter or in Roman figures: `III. `.
pub(super) fn is_outlined(text: &str) -> bool {
    bare(text) != without_brackets(text).trim()
}

/// A heading without its number in an outline and what is added in brackets:
/// `C. Papers (acceptance rates in percent)`.
pub(super) fn bare(text: &str) -> String {
    let text = without_brackets(text);
    let text = text.trim();
    let is_letter = |number: &str| {
        let mut letters = number.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        let has_bracket = text[number.len()..].starts_with(')');
        letter.is_some_and(|c| c.is_ascii_uppercase() || has_bracket && c.is_alphabetic())
    };
    match text.split_once(['.', ')']) {
        Some((number, rest))
            if rest.starts_with(' ')
                && (is_letter(number)
                    || (1..=4).contains(&number.len())
                        && number.chars().all(|c| "IVX".contains(c))) =>
        {
            rest.trim().to_owned()
        }
        _ => text.to_owned(),
    }
}

fn without_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let out: String = text
        .chars()
        .filter(|c| {
            match c {
                '(' | '[' | '（' => depth += 1,
                // One that closes nothing stands behind a letter: `a) Books`.
                ')' | ']' | '）' if depth > 0 => {
                    depth -= 1;
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .collect();
    if out.trim().is_empty() {
        text.to_owned()
    } else {
        out
    }
}

/// Whether a heading is a year or years and nothing else: `2023`, `2019–2021`, `Year 2020`.
fn is_years(text: &str) -> bool {
    let mut years = 0;
    for word in text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
    {
        match word.parse::<i32>() {
            Ok(1900..=2099) if word.len() == 4 => years += 1,
            _ if [
                "year", "jahr", "year:", "annee", "año", "年", "present", "heute", "г", "год",
            ]
            .contains(&word.to_lowercase().as_str()) => {}
            _ => match word.strip_suffix('年').and_then(|y| y.parse::<i32>().ok()) {
                Some(1900..=2099) => years += 1,
                _ => return false,
            },
        }
    }
    (1..=2).contains(&years)
}

fn kind(folded: &str, raw: &str) -> Option<Kind> {
    let has = |stems: &[&str]| {
        stems
            .iter()
            .any(|stem| folded.contains(stem) || raw.contains(stem))
    };
    let is_journal = has(&[
        "journal",
        "zeitschrift",
        "revue",
        "revista",
        "rivist",
        "periodic",
        "期刊",
        "学术期刊",
    ]);
    let is_meeting = has(&[
        "conference",
        "proceedings",
        "workshop",
        "konferenz",
        "tagung",
        "会议",
        "国際会議",
        "congres",
    ]);
    if has(&["patent", "brevet", "专利", "патент", "特許", "특허"]) {
        Some(Kind::Patent)
    } else if has(&["preprint", "arxiv"]) {
        Some(Kind::Preprint)
    } else if has(&[
        "chapter",
        "buchbeitr",
        "chapitre",
        "capitulo",
        "capitolo",
        "sammelband",
    ]) {
        Some(Kind::Chapter)
    } else if is_journal && is_meeting {
        None
    } else if is_journal {
        Some(Kind::Journal)
    } else if is_meeting {
        Some(Kind::Conference)
    } else if has(&[
        "book",
        "monogra",
        "ouvrage",
        "livre",
        "libro",
        "livro",
        "bucher",
        "专著",
        "монограф",
        "著書",
    ]) && !has(&["article", "paper", "review"])
    {
        Some(Kind::Book)
    } else if has(&["technical report", "techreport"]) {
        Some(Kind::Report)
    } else {
        None
    }
}

fn is_status(folded: &str) -> bool {
    [
        "under review",
        "in review",
        "submitted",
        "in submission",
        "in preparation",
        "in progress",
        "under revision",
        "eingereicht",
        "en preparation",
        "soumis",
        "forthcoming",
        "in press",
    ]
    .iter()
    .any(|phrase| folded.contains(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_in_many_languages() {
        for (text, want) in [
            ("Publications", Topic::Publications),
            ("Selected Peer-Reviewed Papers", Topic::Publications),
            ("Book chapters", Topic::Publications),
            ("Veröffentlichungen", Topic::Publications),
            (
                "Articles dans des revues à comité de lecture",
                Topic::Publications,
            ),
            ("Список публикаций", Topic::Publications),
            ("发表论文与专著", Topic::Publications),
            ("Preprint", Topic::Publications),
            (
                "Conference presentations and publications",
                Topic::Publications,
            ),
            ("Invited Talks", Topic::Other),
            ("Conference presentations", Topic::Other),
            ("Reviewer for journals", Topic::Other),
            ("Theses supervised", Topic::Other),
            ("Conference Participation", Topic::Other),
            ("Communications orales", Topic::Other),
            ("Vorträge (Auswahl)", Topic::Other),
            ("获奖情况", Topic::Other),
            ("Доклады", Topic::Other),
            ("国際会議・学会発表 [査読無し]", Topic::Other),
            ("発表論文", Topic::Publications),
            ("2019–2021", Topic::Years),
            ("Quantum gravity", Topic::Open),
            ("Research output", Topic::Publications),
            ("Zur Person", Topic::Other),
        ] {
            assert_eq!(read(text).topic, want, "{text}");
        }
        assert_eq!(read("Journal Articles").kind, Some(Kind::Journal));
        assert_eq!(read("2023").year, Some(2023));
        let outlined = read("C. PEER REVIEWED PUBLICATIONS (of more than 900)");
        assert!((outlined.sureness - 1.0).abs() < 1e-9);
        assert_eq!(bare("IV. Books"), "Books");
        assert!(names_publications("Publications | Ann Lee"));
        assert!(!names_publications("Ann Lee | Talks"));
    }
}
