"""The page of all entries that are wrong, or another version of the work."""

from tables import MODES, quoted, rows

HEAD = """\
# What each got wrong

Every entry that the rule of [Beside other tools](benchmarks.md#the-rule) judges wrong or a version, in the order of the
lists, with what tells it: the record that was taken, by its DOI and key. The texts of the lists are not part of this
repository, so the entries stand here by their numbers. Written by `just benchmark`. What is the same with DBLP walled
and open is listed once. The labels that say which record an entry means are those of the set; where one is mistaken, it
counts against all alike.
"""


def wrong(outcomes):
    found = {}
    for name in ("lists", "traps"):
        for one in outcomes[name]:
            for entry in one.entries:
                if entry.verdict in ("wrong", "version"):
                    same = (entry.place, entry.listing.key, entry.verdict, entry.reason)
                    _, modes = found.setdefault(one.program, {}).setdefault(same, (entry, []))
                    modes.append(MODES[one.mode].replace("DBLP ", ""))
    parts = [HEAD]
    for program in dict.fromkeys(one.program for one in outcomes["lists"]):
        in_order = sorted(found.get(program, {}).items(), key=lambda item: item[0][:2])
        lines = [line(entry, modes) for _, (entry, modes) in in_order]
        table = rows(["entry", "DBLP", "verdict", "what the entry carries"], lines)
        parts.append(f"## {program}\n\n" + (table if lines else "Nothing.\n"))
    return "\n".join(parts)


def line(entry, modes):
    where = f"{entry.place} {entry.listing.key}"
    return [where, ", ".join(filter(None, modes)), entry.verdict, quoted(entry.reason, 230)]
