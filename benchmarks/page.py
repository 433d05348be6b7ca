"""Writes the page of the book, its plots, and the page of all wrong entries. Every figure comes from the outcomes."""

import hashlib
import os
import platform

import plot
from better import better
from judge import VERDICTS
from programs import NOT_MEASURED
from prose import INTRODUCTION, LIMITS, RULE
from simulator import LATENCY
from tables import label, quoted, rows, tidy
from wrong import wrong


def write(book, asked, about, corpus, sets, outcomes, peers, bibsync):
    folder = book / "benchmarks"
    folder.mkdir(exist_ok=True)
    parts = [introduction(asked, about, sets, peers, bibsync)]
    for name, title, expected in (
        ("lists", "The lists", "In {0} entries a record is meant, in {1} none may be taken."),
        ("traps", "The traps", "Untouched is right for all {1}; *version*, *lost* and *wrong* are faults here."),
    ):
        entries = outcomes[name][0].entries
        findable = sum(one.listing.findable for one in entries)
        parts.append(
            f"## {title}\n\n{expected.format(findable, len(entries) - findable)}\n\n" + verdicts(outcomes[name])
        )
        (folder / f"{name}.svg").write_text(
            plot.shares(
                f"{title}: what {len(entries)} entries became",
                [(label(one), one.counts()) for one in outcomes[name]],
                VERDICTS,
            )
        )
        parts.append(f"![What the entries became, as in the table](benchmarks/{name}.svg)\n")
    parts += [
        every_list(outcomes["lists"], sets["lists"]),
        fields(outcomes["lists"]),
        files(outcomes),
        costs(outcomes),
    ]
    (folder / "requests.svg").write_text(
        plot.lengths(
            "Requests to the simulator for each entry of the lists",
            [(label(one), one.requests() / len(one.entries)) for one in outcomes["lists"]],
            "",
        )
    )
    parts += [
        "![Requests for each entry, as in the table](benchmarks/requests.svg)\n",
        better(outcomes),
        RULE,
        LIMITS.format(records=f"{len(corpus.by_key) - len(corpus.left_out & corpus.by_key.keys()):,}"),
    ]
    (book / "benchmarks.md").write_text(tidy("\n".join(parts)), encoding="utf-8")
    (book / "benchmarks-wrong.md").write_text(tidy(wrong(outcomes)), encoding="utf-8")


def introduction(asked, about, sets, peers, bibsync):
    people, traps = sets["lists"], sets["traps"]
    listings = [listing for one in people for listing in one.listings]
    digest = hashlib.sha256((asked.simulator / "bibliosim.py").read_bytes()).hexdigest()[:12]
    facts = rows(
        ["what", "value"],
        [
            ["date", about["date"]],
            ["machine", machine()],
            [
                "bibsync",
                f"{bibsync[0].version()}, a {'release' if 'release' in asked.bibsync.parts else 'debug'} build",
            ],
            [
                "simulator",
                f"`bibliosim.py` (SHA-256 {digest}…), limits as published, speed 1, each answer {LATENCY} ms later",
            ],
            [
                "runs",
                "each list by itself, in a fresh home, with a simulator of its own; "
                f"{about['together']} side by side; stopped after {about['most']} s",
            ],
            ["command", "`just benchmark`" + arguments(about["arguments"])],
        ],
    )
    tools = rows(["tool", "starts as installed", "measured"], [tool(one) for one in peers])
    return INTRODUCTION.format(
        facts=facts,
        tools=tools,
        others="; ".join(f"{name} ({why})" for name, why in NOT_MEASURED.items()),
        people=len(people),
        listed=len(listings),
        most=asked.entries,
        left=sum(not listing.findable for listing in listings),
        trapped=len(traps[0].listings),
        styles="names are written "
        + ", ".join(
            f"`{style}` in {sum(one.about == style for one in people)}"
            for style in dict.fromkeys(one.about for one in people)
        ),
        changes=counted([change for listing in listings for change in listing.changes]),
        relations=counted([listing.changes[0] for listing in traps[0].listings]),
    )


def counted(values):
    return ", ".join(f"{values.count(value)} × {value.replace('_', ' ')}" for value in dict.fromkeys(values))


def arguments(words):
    """The arguments, without the folders of this machine."""
    said = [os.path.basename(word) if "/" in word else word for word in words]
    return f" (with `{' '.join(said)}`)" if said else ""


def machine():
    model = ""
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "")
    system = f"{platform.system()} {platform.release().split('-')[0]}"
    return f"{os.cpu_count()} cores, {model or platform.machine()}, {system}, Python {platform.python_version()}"


def tool(one):
    starts = "yes" if not one.error else f"no: {quoted(one.error)}"
    if one.mended:
        measured = f"with {one.mended} put in by hand"
    else:
        measured = "no" if one.error else "yes"
    return [
        f"{one.peer.name} {one.version()}",
        starts,
        "; ".join(filter(None, (measured, one.peer.departure if measured != "no" else ""))),
    ]


def verdicts(outcomes):
    table = rows(
        ["", *VERDICTS, "runs without a file"], [[label(one), *one.counts(), failures(one)] for one in outcomes]
    )
    update = next(one for one in outcomes if one.program == "bibsync update")
    changed = len(update.entries) - update.count("untouched")
    return f"{table}\n`bibsync update` says that it matched {update.matched()} entries, and changed {changed}.\n\n"


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
    return (
        "## By list\n\nRight and wrong on each list; its number of entries and how it writes names are in the head.\n\n"
        + rows(head, lines)
    )


def fields(outcomes):
    lines = []
    for one in outcomes:
        lines.append(
            [
                label(one),
                *("{0} of {1}".format(*one.has_field(name)) for name in ("doi", "pages", "year", "authors")),
            ]
        )
    return (
        "## Fields\n\nOf the entries of the lists whose record is there and has the field: in how many the file has "
        "the record's value. Authors count if all names are there in full.\n\n"
        + rows(["", "DOI", "pages", "year", "authors"], lines)
    )


def files(outcomes):
    lines = []
    for one, other in zip(outcomes["lists"], outcomes["traps"]):
        lost = one.count("lost") + other.count("lost")
        if one.comments is None:
            lines.append([label(one), lost, "writes a new file", "", ""])
        elif one.count("no file") == len(one.entries):
            lines.append([label(one), "", "no file", "", ""])
        else:
            comments = one.comments + other.comments
            lines.append([label(one), lost, *(comments[what] for what in ("kept", "moved", "lost"))])
    return (
        "## The file\n\nLists and traps together. A comment is *moved* if it is in the file but no longer a `%` line "
        "before its entry.\n\n" + rows(["", "entries lost", "comments kept", "moved", "lost"], lines)
    )


def costs(outcomes):
    lines, names = [], {}
    for one in outcomes["lists"]:
        refused = one.refused()
        names.setdefault(one.program, {}).update(refused)
        lines.append(
            [
                label(one),
                one.requests(),
                f"{one.requests() / len(one.entries):.2f}",
                one.too_many(),
                sum(refused.values()),
                f"{one.seconds():.0f}",
            ]
        )
    missed = [
        f"- {program}: "
        + ", ".join(f"`{host}` {count}" for host, count in sorted(hosts.items(), key=lambda x: -x[1])[:8])
        + (f", and {len(hosts) - 8} more" if len(hosts) > 8 else "")
        + "."
        for program, hosts in names.items()
        if hosts
    ]
    return (
        "## Cost\n\nRequests to the simulator for the lists, how many of these it answered with 429 (too many), and "
        "requests to hosts that it doesn't stand for, which failed.\n\n"
        + rows(["", "requests", "for each entry", "answered 429", "failed, elsewhere", "seconds"], lines)
        + "\nHosts that were asked and not there (attempts in one run):\n\n"
        + "\n".join(missed)
        + "\n"
    )
