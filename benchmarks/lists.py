"""The lists that every program is given, as profile.json and as .bib, and the records that they mean."""

import json
import re
from dataclasses import dataclass, field

# Entries of these relations mean a work that the simulator has not, or has only in another version.
TRAPS = {"near_miss": 12, "version_conflict": 11, "absent": 6, "trap_fabricated_authors": 1}


@dataclass
class Listing:
    key: str
    title: str
    authors: list
    venue: str
    year: int
    # The type that the person gave it; the people's lists have none.
    kind: str = ""
    # Keys of the records that are right.
    meant: list = field(default_factory=list)
    # Whether one of them is in the simulator.
    findable: bool = True
    changes: list = field(default_factory=list)

    def bib(self):
        kind = self.kind or kind_of(self.venue)
        place = {"article": "journal", "inproceedings": "booktitle", "incollection": "booktitle"}.get(
            kind, "howpublished"
        )
        authors = [re.sub(r"^(others|et al\.?)$", "others", name.strip()) for name in self.authors]
        fields = {"author": " and ".join(authors), "title": self.title, place: self.venue, "year": self.year}
        lines = [f"  {name:<9} = {{{escaped(value)}}},\n" for name, value in fields.items() if value]
        return f"@{kind}{{{self.key},\n{''.join(lines)}}}\n"

    def profile(self):
        out = {"title": self.title, "authors": self.authors, "venue": self.venue, "year": self.year}
        if out["authors"] and re.fullmatch(r"others|et al\.?", out["authors"][-1]):
            out["authors"], out["authors_complete"] = out["authors"][:-1], False
        return {name: value for name, value in out.items() if value not in ("", None, [])}


@dataclass
class List:
    name: str
    about: str
    person: str
    listings: list
    profile: dict

    def comments(self):
        """The comments of the .bib file, each with the key of the entry that follows it."""
        firsts = self.listings[::4]
        return [(listing.key, f"% kept by hand: before {listing.key} of {self.name}") for listing in firsts]

    def bib(self):
        comments = dict(self.comments())
        parts = []
        for listing in self.listings:
            comment = comments.get(listing.key)
            parts.append((comment + "\n" if comment else "") + listing.bib())
        return "\n".join(parts)


def kind_of(venue):
    """The entry type that a person would take, by the venue as listed."""
    journal = r"\b(journal|transactions|trans\.|j\.|letters|magazine|review|arxiv|corr|preprint)\b"
    if not venue:
        return "misc"
    return "article" if re.search(journal, venue.lower()) else "inproceedings"


def escaped(value):
    return re.sub(r"(?<!\\)([&%#_])", r"\\\1", str(value))


def people(folder, most, corpus):
    """The lists of whole people, the shortest first, as long as they have `most` entries in all."""
    index = json.loads((folder / "profiles" / "index.json").read_text())
    lists, count = [], 0
    for person in sorted(index, key=lambda person: (person["publications"], person["slug"])):
        count += person["publications"]
        if count > most:
            break
        profile = json.loads((folder / "profiles" / f"{person['slug']}.json").read_text())
        gold = json.loads((folder / "profiles" / f"{person['slug']}.gold.json").read_text())["publications"]
        listings = []
        for number, (listed, known) in enumerate(zip(profile["publications"], gold)):
            authors = ["others" if name in ("et al.", "et al") else name for name in listed["authors"]]
            listings.append(
                Listing(
                    f"e{number + 1:03}",
                    listed["title"],
                    authors,
                    listed.get("venue") or "",
                    listed.get("year"),
                    meant=[known["gold"] or known["record"]],
                    findable=known["gold"] is not None,
                    changes=known["changes"],
                )
            )
        about = {
            "initials": "J. Doe",
            "scholar": "J Doe",
            "full": "Jane Doe",
            "lastfirst": "Doe, Jane",
            "etal": "Jane Doe et al.",
        }[person["author_style"]]
        lists.append(List(f"list-{len(lists) + 1}", about, profile["name"], listings, profile))
    for listing in (listing for one in lists for listing in one.listings):
        assert all(key in corpus.by_key for key in listing.meant), listing
    return lists


def traps(folder):
    """The first entries of each relation of TRAPS, as one list of nobody."""
    known = map(json.loads, (folder / "messy" / "gold.jsonl").read_text().splitlines())
    entries = {}
    for line in (folder / "messy" / "entries.jsonl").read_text().splitlines():
        entry = json.loads(line)
        entries[entry["id"]] = entry
    left, listings = dict(TRAPS), []
    for gold in known:
        entry = entries[gold["id"]]
        if not left.get(gold["relation"]) or not entry["title"] or not entry["authors"]:
            continue
        left[gold["relation"]] -= 1
        title = entry.get("title_plain") or entry["title"]
        authors = ["others" if name.lower() in ("others", "et al", "et al.") else name for name in entry["authors"]]
        kind = (
            entry["type"]
            if re.fullmatch(
                r"article|inproceedings|incollection|book|techreport|phdthesis|misc", entry["type"] or ""
            )
            else ""
        )
        listings.append(
            Listing(
                f"t{len(listings) + 1:03}",
                title,
                authors,
                entry["venue"] or "",
                entry["year"],
                kind=kind,
                findable=False,
                changes=[gold["relation"]],
            )
        )
    profile = {"publications": [listing.profile() for listing in listings]}
    return [List("traps", "as found in .bib files", "", listings, profile)]
