"""What a run wrote, judged entry by entry, with what it cost."""

import collections
import json
import re
from dataclasses import dataclass, field

import bibtex
from judge import VERDICTS
from text import letters


@dataclass
class Judged:
    place: str
    listing: object
    verdict: str
    reason: str
    fields: dict


@dataclass
class Outcome:
    """One program, one mode of DBLP, one set of lists."""

    program: str
    mode: str
    entries: list = field(default_factory=list)
    # Comments of the input by what became of them, or None where the program writes a new file.
    comments: dict = None
    # What each list's run cost.
    runs: list = field(default_factory=list)

    def count(self, verdict):
        return sum(one.verdict == verdict for one in self.entries)

    def counts(self):
        return [self.count(verdict) for verdict in VERDICTS]

    def has_field(self, name):
        """How many entries have the record's value, of how many whose record has one."""
        asked = [one.fields[name] for one in self.entries if name in one.fields]
        return sum(asked), len(asked)

    def requests(self):
        return sum(run["account"]["requests"] for run in self.runs)

    def too_many(self):
        return sum(run["account"]["throttled"] for run in self.runs)

    def refused(self):
        return sum((collections.Counter(run["refused"]) for run in self.runs), collections.Counter())

    def seconds(self):
        return sum(run["seconds"] for run in self.runs)

    def matched(self):
        """How many entries the program says that it matched, if it ends with that."""
        said = [re.search(r"(\d+) matched", run["last"]) for run in self.runs]
        return sum(int(one[1]) for one in said) if all(said) else None

    def failures(self):
        """Why runs ended without a file."""
        failed = [run for run in self.runs if not run["wrote"]]
        return collections.Counter("stopped" if run["code"] == "stopped" else run["last"] for run in failed)


def judged(program, mode, lists, folder, runs, judge):
    outcome = Outcome(program.name, mode)
    if not program.new_file:
        outcome.comments = collections.Counter()
    for one in lists:
        place, run = folder / one.name, runs[one.name]
        written = place / "out.bib"
        run["wrote"] = written.exists()
        outcome.runs.append(run)
        text = written.read_text(encoding="utf-8", errors="replace") if run["wrote"] else ""
        listed = {entry.key: entry for entry in bibtex.entries((place / "in.bib").read_text(encoding="utf-8"))}
        entries = bibtex.entries(text)
        report = place / "report.json"
        said = json.loads(report.read_text())["publications"] if report.exists() else None
        for number, listing in enumerate(one.listings):
            if said:
                matched = said[number]["status"] == "matched"
                entry = next((entry for entry in entries if entry.key == said[number]["key"]), None)
            elif program.new_file and len(entries) == len(one.listings):
                matched, entry = None, entries[number]
            else:
                matched, entry = None, entry_of(listing, entries)
            if run["wrote"]:
                verdict, reason = judge.judge(listing, listed[listing.key], entry, matched)
            else:
                verdict, reason = "no file", ""
            fields = judge.fields(listing, entry) if listing.findable else {}
            outcome.entries.append(Judged(one.name, listing, verdict, reason, fields))
        if outcome.comments is not None and run["wrote"]:
            outcome.comments.update(comments(one, text, entries))
    return outcome


def entry_of(listing, entries):
    """The entry with the listed key; else, for keys of the program's own, with the listed title."""
    for entry in entries:
        if entry.key == listing.key:
            return entry
    for entry in entries:
        if letters(entry.get("title")) == letters(listing.title):
            return entry
    return None


def comments(one, text, entries):
    """How many comments are still before their entry, elsewhere in the file, or gone."""
    for key, comment in one.comments():
        at = text.find(comment.lstrip("% "))
        following = next((entry.key for entry in entries if entry.start > at), None)
        if at < 0:
            yield "lost"
        elif following == key and comment in text:
            yield "kept"
        else:
            yield "moved"
