"""Tables in Markdown, and how a run is called in them."""

import re

MODES = {"either": "", "walled": "DBLP walled", "open": "DBLP open"}


def label(outcome):
    mode = MODES[outcome.mode]
    return f"{outcome.program} ({mode})" if mode else outcome.program


def row(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |\n"


def rows(head, lines):
    return row(head) + "|---" * len(head) + "|\n" + "".join(row(line) for line in lines)


def tidy(text):
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def quoted(text, most=110):
    """Words of others in a table: nothing in them is Markdown."""
    text = " ".join(str(text).split())
    text = text if len(text) <= most else text[: most - 1] + "…"
    return re.sub(r"([\\`*_{}\[\]<>|#~$])", r"\\\1", text)
