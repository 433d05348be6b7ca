"""Reads the entries of a .bib file, as far as the benchmark needs them."""

import re
from dataclasses import dataclass, field


@dataclass
class Entry:
    kind: str
    key: str
    fields: dict = field(default_factory=dict)
    start: int = 0

    def get(self, name):
        return self.fields.get(name, "")

    def venue(self):
        for name in ("journal", "journaltitle", "booktitle", "howpublished", "school", "institution"):
            if self.get(name):
                return self.get(name)
        return ""


def closing(text, at):
    """The place after the brace that closes the one at `at`."""
    depth = 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return at


def value(text, at):
    """A value of a field from `at`, and the place after it."""
    parts = []
    while True:
        while text[at : at + 1].isspace():
            at += 1
        begin = at
        if text[at : at + 1] == "{":
            at = closing(text, at)
            parts.append(text[begin + 1 : at - 1])
        elif text[at : at + 1] == '"':
            at += 1
            depth = 0
            while at < len(text) and (text[at] != '"' or depth):
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 2 if text[at] == "\\" else 1
            parts.append(text[begin + 1 : at])
            at += 1
        else:
            while at < len(text) and text[at] not in ",}#\n":
                at += 1
            parts.append(text[begin:at].strip())
        rest = re.compile(r"\s*#").match(text, at)
        if not rest:
            return " ".join("".join(parts).split()), at
        at = rest.end()


def entries(text):
    """The entries in the order of the file. @comment, @string and @preamble are none."""
    found = []
    head = re.compile(r"@\s*(\w+)\s*\{\s*([^,\s}]*)\s*,")
    name = re.compile(r"[\s,]*([\w-]+)\s*=")
    at = 0
    while match := head.search(text, at):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        at = match.end()
        if match[1].lower() in ("comment", "string", "preamble") or line.lstrip().startswith("%"):
            continue
        entry = Entry(match[1].lower(), match[2], start=match.start())
        while one := name.match(text, at):
            entry.fields[one[1].lower()], at = value(text, one.end())
        found.append(entry)
    return found
