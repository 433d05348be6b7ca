"""The rule by which an entry that a program wrote is judged; the page states it in words.

right      the entry says which work it is, and it is the one that is meant
version    it is another record of the same title, with an author in common: a preprint, a second publication
wrong      it carries data of another work, or of a work although none is known
open       it carries new data that tell no work
untouched  it says what was listed
lost       it is not in the file
no file    the program ended without one
"""

import re

from text import folded, letters, name_letters, names, pages, words

VERDICTS = ("right", "version", "open", "untouched", "no file", "lost", "wrong")
BOOKKEEPING = {"timestamp", "bibsource", "type", "keywords", "file", "abstract"}


def identifiers(entry):
    """The DOIs, DBLP keys and arXiv ids that an entry carries."""
    text = " ".join(
        [entry.key, *(value for name, value in entry.fields.items() if name not in ("title", "author"))]
    )
    text = re.sub(r"\\([_&%#])", r"\1", text).replace("{", "").replace("}", "")
    dois = {doi.lower().rstrip(".,;)") for doi in re.findall(r"\b10\.\d{4,9}/[^\s\"<>]+", text)}
    keys = re.findall(r"(?:DBLP:|dblp\.org/rec/(?:bib\d?/)?)([\w:/+.-]+)", text)
    keys = {key.rstrip(".").removesuffix(".bib") for key in keys}
    arxiv = set(re.findall(r"(?:arxiv\.org/(?:abs|pdf)/|arXiv[:.]\s*)(\d{4}\.\d{4,5})", text, re.I))
    if entry.get("eprint"):
        arxiv |= set(re.findall(r"^\d{4}\.\d{4,5}", entry.get("eprint")))
    return dois, keys, arxiv


def same_value(name, old, new):
    if name == "author":
        return [name_letters(one) for one in names(old)] == [name_letters(one) for one in names(new)]
    if name == "pages":
        return pages(old) == pages(new)
    return letters(old) == letters(new)


def news(listed, entry):
    """The fields that say something that the listed entry doesn't."""
    new = {}
    for name, value in entry.fields.items():
        if name in BOOKKEEPING or not letters(value):
            continue
        old = (
            listed.venue() if name in ("journal", "booktitle", "howpublished", "journaltitle") else listed.get(name)
        )
        if not same_value(name, old, value):
            new[name] = value
    return new


def family(name):
    """The family name, or the last word of a name without a comma."""
    return letters(name.split(",")[0] if "," in name else re.sub(r"\s\d{4}$", "", name).split()[-1])


def same_work(one, other):
    return letters(one["title"]) == letters(other["title"]) and bool(families(one) & families(other))


def families(record):
    return {family(name) for name in record.get("authors") or [] if name.strip()}


def as_record(listing):
    return {"title": listing.title, "authors": listing.authors}


def venue_is(value, record):
    """Whether a venue names the one of a record: its short name, or most words of its long one."""
    said = set(words(value))
    short = {record["key"].split("/")[1] if "/" in record["key"] else record["key"]}
    long = set(words(record.get("booktitle") or record.get("journal") or ""))
    common = {"proceedings", "of", "the", "on", "in", "and", "conference", "international", "annual", "for", "a"}
    return bool(short & said) or len((said & long) - common) >= 0.5 * max(1, len(said - common))


class Judge:
    def __init__(self, corpus):
        self.corpus = corpus

    def judge(self, listing, listed, entry, matched=None):
        """A verdict and its reason. `matched` is what the program itself says, where it says so."""
        if entry is None:
            return "lost", "the entry is not in the file"
        new = news(listed, entry)
        if matched is False or (matched is None and not new):
            return "untouched", ""
        meant = [self.corpus.by_key[key] for key in listing.meant]
        shown = ", ".join(f"{name} {value[:90]}" for name, value in sorted(new.items()))
        found = self.by_identifier(entry, listed, meant or [as_record(listing)])
        for verdict in ("wrong", "right", "version"):
            for reason in found.get(verdict, ()):
                return verdict, reason
        return self.by_fields(entry, listing, new, meant), shown

    def by_identifier(self, entry, listed, meant):
        """What each identifier says; one of another work is enough for "wrong"."""
        found = {}
        had = identifiers(listed)
        corpus = self.corpus
        for index, given, before in zip((corpus.by_doi, corpus.by_key, corpus.by_arxiv), identifiers(entry), had):
            for identifier in sorted(given - before):
                record = index.get(identifier)
                if record is None:
                    continue
                if any(record["key"] == one.get("key") for one in meant):
                    verdict = "right"
                elif any(same_work(record, one) for one in meant):
                    verdict = "version"
                else:
                    verdict = "wrong"
                said = f'{identifier} ({record.get("year")}, {record["key"]})'
                found.setdefault(verdict, []).append(said)
        return found

    def by_fields(self, entry, listing, new, meant):
        """For entries without an identifier that is known: by title, pages, and venue with year."""
        title = letters(entry.get("title"))
        if title not in {letters(one["title"]) for one in meant} | {letters(listing.title)}:
            return "wrong" if title in self.corpus.by_title else "open"
        if any(self.carries(new, one) for one in meant):
            return "right"
        twins = [twin for twin in self.corpus.by_title.get(title, ()) if self.carries(new, twin)]
        if twins:
            return "version" if any(same_work(twin, as_record(listing)) for twin in twins) else "wrong"
        if not meant:
            return "open"
        if "pages" in new and all(one.get("pages") for one in meant):
            return "wrong"
        return "open"

    @staticmethod
    def carries(new, record):
        """Whether new data are those of a record: its pages, or its venue in its year."""
        if "pages" in new and record.get("pages"):
            return pages(new["pages"])[:1] == pages(record["pages"])[:1]
        if "url" in new and record.get("url") and folded(new["url"]) == folded(record["url"]):
            return True
        venue = new.get("booktitle") or new.get("journal") or ""
        year = str(record.get("year"))
        return bool(venue) and venue_is(venue, record) and new.get("year", year) == year

    def fields(self, listing, entry):
        """Which fields are the record's, of those that the record has."""
        out = {}
        record = self.corpus.by_key[listing.meant[0]]
        if record.get("doi"):
            out["doi"] = entry is not None and record["doi"].lower() in identifiers(entry)[0]
        if record.get("pages"):
            out["pages"] = entry is not None and pages(entry.get("pages"))[:2] == pages(record["pages"])[:2]
        out["year"] = entry is not None and folded(entry.get("year")) == str(record.get("year"))
        given = [name_letters(name) for name in names(entry.get("author"))] if entry else []
        out["authors"] = given == [name_letters(name) for name in record.get("authors") or []]
        return out
