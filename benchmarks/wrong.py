"""The page of all entries that are wrong."""

from tables import MODES, quoted, rows


def wrong(outcomes):
    parts = [
        "# What each got wrong\n\nEvery entry that the rule of [Beside other tools](benchmarks.md#the-rule) judges "
        "wrong, in the order of the lists, with what tells it. Written by `just benchmark`. Where a peer has the same with "
        "DBLP walled and open, it is listed once.\n"
    ]
    found = {}
    for name in ("lists", "traps"):
        for one in outcomes[name]:
            for entry in one.entries:
                if entry.verdict == "wrong":
                    modes = found.setdefault(one.program, {}).setdefault(
                        (entry.place, entry.listing.key, entry.reason), (entry, [])
                    )[1]
                    modes.append(MODES[one.mode].replace("DBLP ", ""))
    for program in dict.fromkeys(one.program for one in outcomes["lists"]):
        parts.append(f"## {program}\n")
        lines = [
            [
                f"{place} {key}",
                ", ".join(filter(None, modes)),
                quoted(f"{entry.listing.title} ({entry.listing.venue}, {entry.listing.year})", 170),
                quoted(reason, 230),
            ]
            for (place, key, reason), (entry, modes) in found.get(program, {}).items()
        ]
        parts.append(
            rows(["entry", "DBLP", "as listed", "what the entry carries"], lines) if lines else "Nothing.\n"
        )
    return "\n".join(parts)
