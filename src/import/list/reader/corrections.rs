//! Corrects the main fields of an entry by the labels of its words, where they are sure: the model of labels learned from
//! references and knows better than the rules where a field ends.

use super::{
    labelled::LabelledWords,
    title_corrections::{settle_head, settle_tail},
    venue_corrections::{cut_seat, cut_venue, drop_place, move_venue, part_title},
};
use crate::{import::ImportedEntry, text::fold::fold};

/// Corrects title, authors and venue, with their certainties. A title that `is_known`, folded, as that of a work stays as
/// it is.
pub(super) fn correct(
    labelled: &LabelledWords,
    entry: &mut ImportedEntry,
    is_known: &dyn Fn(&str) -> bool,
) {
    if !is_known(&fold(&entry.listing.title)) {
        if !move_venue(labelled, entry) {
            part_title(labelled, entry);
        }
        settle_head(labelled, entry);
        settle_tail(labelled, entry);
    }
    cut_seat(labelled, entry);
    cut_venue(labelled, entry);
    drop_place(labelled, &mut entry.listing);
}

#[cfg(test)]
mod tests {
    use crate::{
        import::{Hints, list::read_page, plain},
        model::ListedAuthor,
    };

    /// Title, authors and venue of each entry of a list of paragraphs.
    fn read(entries: &[&str]) -> Vec<[String; 3]> {
        let text = format!("Publications\n\n{}\n", entries.join("\n\n"));
        let entries = read_page(&plain::read(&text), &Hints::default()).entries;
        let listings = entries.into_iter().map(|entry| entry.listing);
        listings
            .map(|listing| {
                let authors = listing.authors.iter().map(|author| match author {
                    ListedAuthor::Named(name) => name.sorting_form(),
                    ListedAuthor::Person => "-".to_owned(),
                });
                let authors: Vec<String> = authors.collect();
                let venue = listing.venue.unwrap_or_default();
                [listing.title, authors.join("; "), venue]
            })
            .collect()
    }

    fn titles(entries: &[&str]) -> Vec<String> {
        let read = read(entries).into_iter();
        read.map(|[title, ..]| title).collect()
    }

    fn venues(entries: &[&str]) -> Vec<String> {
        let read = read(entries).into_iter();
        read.map(|[.., venue]| venue).collect()
    }

    #[test]
    fn a_second_sentence_before_a_journal_is_of_the_title() {
        let read = read(&[
            "Lee A, Ray B. Wear of woollen cloth in the hills. A comparison of two mills. Text Res J 1996; 41:1108-1131.",
            "Lee A, Orr C, Ray B. Dyeing, fulling and finishing of wool from mountain sheep. J Cloth Stud 1997; 42:703-705.",
            "Lee A. Growth of E. coli in cold water. J Cloth Stud 1999; 44:12-15.",
        ]);
        assert_eq!(
            read,
            [
                [
                    "Wear of woollen cloth in the hills. A comparison of two mills",
                    "Lee, A; Ray, B.",
                    "Text Res J"
                ],
                [
                    "Dyeing, fulling and finishing of wool from mountain sheep",
                    "Lee, A; Orr, C; Ray, B.",
                    "J Cloth Stud"
                ],
                ["Growth of E. coli in cold water", "Lee, A.", "J Cloth Stud"],
            ]
        );
    }

    #[test]
    fn the_place_of_a_study_and_quotations_are_of_its_title() {
        let read = titles(&[
            "Lee, A., and Ray, B. (2011). The spread of water mills along the rivers of the county of Fife, Scotland. Cloth Studies 11, 1-9.",
            "Orr, C., & Lee, A. (1991). The use of “shoddy” as a name for spun rags: A case of change in a trade. Cloth Studies, 6 (3), 227-279.",
        ]);
        assert_eq!(
            read,
            [
                "The spread of water mills along the rivers of the county of Fife, Scotland",
                "The use of “shoddy” as a name for spun rags: A case of change in a trade"
            ]
        );
    }

    #[test]
    fn signs_at_the_end_of_fields_are_kept() {
        let read = read(&[
            "Lee A, Ray B. Why do woollen mills stop? A comparison of old towns (and a survey). Text Res J 1996; 41:1108-1131.",
            "Lee A, Orr C. Do looms wear out? J Cloth Stud 1997; 42:703-705.",
        ]);
        let titles: Vec<&str> = read.iter().map(|[title, ..]| title.as_str()).collect();
        assert_eq!(
            titles,
            [
                "Why do woollen mills stop? A comparison of old towns (and a survey)",
                "Do looms wear out?"
            ]
        );
    }

    #[test]
    fn what_stands_before_a_journal_in_its_place_is_of_the_title() {
        let read = read(&[
            "Lee, A. B., and Ray, C.: The Loom and Mill Intercomparison (LAMI). III. Simulated threads and the return of the shuttle. The Cloth Science Journal, 3, 213, 2022.",
            "Ray, C., and Lee, A. B.: The spinning of yarn in winter. The Cloth Science Journal, 2, 113, 2021.",
        ]);
        assert_eq!(read[0][2], "The Cloth Science Journal");
        assert!(read[0][0].ends_with("the return of the shuttle"));
    }

    #[test]
    fn numbers_houses_and_seats_are_cut_from_venues() {
        let read = venues(&[
            "A. Lee and B. Ray, On the weaving of cloth with looms, Phys. Rev. Lett.107, 066801 (2011).",
            "A. Lee, Mills that turn without any wind, Phys. Rev. Lett.108, 031402 (2012).",
            "A. Lee, The wool of the northern towns, Barcelona: Ediuoc, 1996.",
        ]);
        assert_eq!(read, ["Phys. Rev. Lett", "Phys. Rev. Lett", "Ediuoc"]);
    }

    #[test]
    fn identifiers_behind_a_journal_are_no_venue() {
        let read = venues(&[
            "Lee AB, Ray C. Current mouse models of wool. Surg Infect. 2016; 17(4):385-93. doi:10.1000/sur.2016. PubMed PMID: 27305321; PubMed Central PMCID: PMC4960474.",
            "Lee AB, Orr D. Looms and the sepsis of weavers. Surg Infect. 2015; 16(3):85-93. doi:10.1000/sur.2015. PubMed PMID: 26305321; PubMed Central PMCID: PMC3960474.",
        ]);
        assert!(
            read.iter().all(|venue| venue.starts_with("Surg Infect")),
            "{read:?}"
        );
    }
}
