"""The rule on made-up records: `python3 -m unittest discover benchmarks`."""

import unittest
from collections import defaultdict
from types import SimpleNamespace

import bibtex
from judge import Judge
from lists import Listing

FOX = {"key": "conf/zoo/Fox20", "title": "Foxes at Night", "authors": ["Ada Fox"], "year": 2020, "pages": "1-9"}
FOX |= {"doi": "10.1000/fox", "booktitle": "Zoo Conference"}
DRAFT = {
    "key": "journals/corr/Fox19",
    "title": "Foxes at Night",
    "authors": ["Ada Fox"],
    "year": 2019,
    "doi": "10.1000/draft",
}
OWL = {
    "key": "conf/zoo/Owl20",
    "title": "Owls at Night",
    "authors": ["Bob Owl"],
    "year": 2020,
    "doi": "10.1000/owl",
}
TWIN = {"key": "conf/zoo/Elk21", "title": "Foxes at Night", "authors": ["Eve Elk"], "year": 2021, "pages": "30-39"}
RECORDS = [FOX, DRAFT, OWL, TWIN]


def corpus():
    by_title = defaultdict(list)
    for record in RECORDS:
        by_title["".join(record["title"].lower().split())].append(record)
    by_doi = {record["doi"]: record for record in RECORDS if "doi" in record}
    by_key = {record["key"]: record for record in RECORDS}
    return SimpleNamespace(by_key=by_key, by_doi=by_doi, by_arxiv={}, by_title=by_title)


class Verdicts(unittest.TestCase):
    def verdict(self, written, meant=(FOX["key"],)):
        listing = Listing("e001", "Foxes at night", ["A. Fox"], "Zoo", 2020, meant=list(meant))
        listed = bibtex.entries(listing.bib())[0]
        found = bibtex.entries(written.replace("LISTED", listing.bib()[len("@inproceedings{e001,") : -3]))
        return Judge(corpus()).judge(listing, listed, found[0] if found else None)[0]

    def test_the_form_does_not_matter(self):
        self.assertEqual(
            self.verdict('@misc{e001, author = "Fox, A.", title = {{Foxes} at {N}ight}, year = 2020}'), "untouched"
        )

    def test_an_identifier_decides(self):
        self.assertEqual(self.verdict("@misc{e001, LISTED, doi = {10.1000/FOX}}"), "right")
        self.assertEqual(
            self.verdict("@misc{e001, LISTED, biburl = {https://dblp.org/rec/conf/zoo/Fox20.bib}}"), "right"
        )
        self.assertEqual(self.verdict("@misc{e001, LISTED, doi = {10.1000/draft}}"), "version")
        self.assertEqual(self.verdict("@misc{e001, LISTED, doi = {10.1000/owl}}"), "wrong")

    def test_another_works_identifier_beats_the_right_one(self):
        self.assertEqual(
            self.verdict("@misc{e001, LISTED, doi = {10.1000/fox}, url = {https://doi.org/10.1000/owl}}"), "wrong"
        )

    def test_pages_decide_without_an_identifier(self):
        self.assertEqual(self.verdict("@misc{e001, LISTED, pages = {1--9}}"), "right")
        self.assertEqual(self.verdict("@misc{e001, LISTED, pages = {30--39}}"), "wrong")

    def test_nothing_may_be_taken_where_nothing_is_meant(self):
        self.assertEqual(self.verdict("@misc{e001, LISTED, doi = {10.1000/owl}}", meant=()), "wrong")
        self.assertEqual(self.verdict("@misc{e001, LISTED, doi = {10.1000/fox}}", meant=()), "version")
        self.assertEqual(self.verdict("@misc{e001, LISTED}", meant=()), "untouched")

    def test_an_entry_that_is_gone_is_lost(self):
        self.assertEqual(self.verdict("% nothing"), "lost")


class Reader(unittest.TestCase):
    def test_values_in_braces_quotes_and_bare(self):
        text = '@comment{x}\n@Article{k1,\n title = {A {B}\n c}, note = "d {"} e" # { f},\n year = 2001 }\n@misc{k2, a = {}}'
        first, second = bibtex.entries(text)
        self.assertEqual((first.kind, first.key, second.key), ("article", "k1", "k2"))
        self.assertEqual(first.fields, {"title": "A {B} c", "note": 'd {"} e f', "year": "2001"})


if __name__ == "__main__":
    unittest.main()
