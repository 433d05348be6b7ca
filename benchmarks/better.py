"""Where a peer did better than bibsync, by the figures of the page."""

from tables import label, quoted, rows


def better(outcomes):
    """Where a peer did better than bibsync, by the figures above."""
    own = {one.program: one for one in outcomes["lists"] if one.program.startswith("bibsync")}
    traps = {(one.program, one.mode): one for one in outcomes["traps"]}
    lines = []
    for one in outcomes["lists"]:
        if one.program in own or not one.count("right"):
            continue
        said = []
        for name, mine in own.items():
            only = [
                theirs
                for theirs, ours in zip(one.entries, mine.entries)
                if theirs.verdict == "right" and ours.verdict != "right"
            ]
            kept = [
                theirs
                for theirs, ours in zip(one.entries, mine.entries)
                if theirs.verdict != "wrong" and ours.verdict == "wrong"
            ]
            better_fields = [
                f"{field} ({one.has_field(field)[0]} to {mine.has_field(field)[0]})"
                for field in ("doi", "pages", "year", "authors")
                if one.has_field(field)[0] > mine.has_field(field)[0]
            ]
            trapped = [faults(traps[key]) for key in ((one.program, one.mode), (name, "either"))]
            points = [
                f"{len(only)} entries right that are not right there" if only else "",
                f"{len(kept)} entries not wrong that are wrong there" if kept else "",
                f"fewer faults in the traps ({trapped[0]} to {trapped[1]})" if trapped[0] < trapped[1] else "",
                "more values of " + ", ".join(better_fields) if better_fields else "",
                f"fewer requests ({one.requests()} to {mine.requests()})"
                if one.requests() < mine.requests()
                else "",
                f"less time ({one.seconds():.0f} s to {mine.seconds():.0f} s)"
                if one.seconds() < mine.seconds()
                else "",
            ]
            points = [point for point in points if point]
            if points:
                said.append(f"than {name}: " + ", ".join(points))
        if said:
            lines.append(f"- **{label(one)}** " + "; ".join(said) + ".")
    return (
        "## Where a peer did better\n\nOn the lists, unless it says traps. Tools that have no entry right are left out.\n\n"
        + "\n".join(lines)
        + "\n\n"
        + unlike(outcomes["lists"])
    )


def faults(traps):
    return sum(traps.count(verdict) for verdict in ("version", "wrong", "lost"))


def unlike(outcomes):
    """The entries that are right for some peer and not for bibsync fetch."""
    own = next(one for one in outcomes if one.program == "bibsync fetch")
    lines = []
    for number, ours in enumerate(own.entries):
        if ours.verdict == "right":
            continue
        right = [label(one) for one in outcomes if one.entries[number].verdict == "right"]
        if right:
            lines.append(
                [f"{ours.place} {ours.listing.key}", quoted(ours.listing.title), ours.verdict, ", ".join(right)]
            )
    if not lines:
        return "No entry is right for another and not for `bibsync fetch`.\n"
    return "Entries that are right for others and not for `bibsync fetch`:\n\n" + rows(
        ["entry", "title as listed", "bibsync fetch", "right for"], lines
    )
