"""The programs that are compared: how each is installed, started and given a list."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent

# Peers that are not measured, and why.
NOT_MEASURED = {
    "academic-refchecker 3.1.10": "checks references, and writes no .bib file",
    "doi2bib 0.4.0": "takes DOIs, which the lists don't have",
    "JabRef, Zotero, papis, cobib, pubs": "reference managers: a person picks the record",
    "hallucinator-rs": "checks references; not on PyPI",
}


@dataclass(frozen=True)
class Peer:
    name: str
    program: str
    arguments: tuple = ()
    # What differs from the defaults, and why.
    departure: str = ""
    # Whether it writes a new file with keys of its own, in place of the person's.
    new_file: bool = False
    # What it reads from standard input, again and again.
    answer: str = ""
    in_place: bool = False
    asks_dblp: bool = True

    def command(self, venv, source, target):
        names = {"IN": source.name, "OUT": target.name}
        return [str(venv / "bin" / self.program), *(names.get(word, word) for word in self.arguments)]

    def environment(self, job, simulator):
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(job),
            "LANG": "C.UTF-8",
            "COLUMNS": "200",
            "PYTHONPATH": str(HERE / "reroute"),
            "BENCHMARK_SIMULATOR": simulator.address,
            "BENCHMARK_REFUSED": str(job / "refused.txt"),
        }


PEERS = [
    Peer("reffix", "reffix", ("IN", "-o", "OUT")),
    Peer("bibtexautocomplete", "btac", ("IN", "-o", "OUT")),
    Peer(
        "bibtex-updater",
        "bibtex-update",
        ("IN", "-o", "OUT", "--fill-fields"),
        "with --fill-fields, since by default it looks up preprints alone",
    ),
    Peer("rebiber", "rebiber", ("-i", "IN", "-o", "OUT"), asks_dblp=False),
    Peer(
        "bibtex-dblp",
        "update_from_dblp",
        ("IN", "-o", "OUT"),
        "its questions which record is meant are answered with 0, none of them",
        answer="0\n",
    ),
    Peer(
        "onecite",
        "onecite",
        ("process", "--input-type", "bib", "IN", "-o", "OUT"),
        "with --input-type bib, which a .bib file needs",
        new_file=True,
        asks_dblp=False,
    ),
    Peer("betterbib", "betterbib", ("update", "IN")),
    Peer("bibcure", "bibcure", ("-i", "IN", "-o", "OUT")),
]


class Installed:
    """A peer in an environment of its own."""

    def __init__(self, peer, workshop):
        self.peer = peer
        self.venv = workshop / "venvs" / peer.name
        self.error = self.mended = ""

    def install(self):
        self.error = self.start("")
        mended = HERE / "requirements" / f"{self.peer.name}.mended.txt"
        if self.error and mended.exists():
            plain = (HERE / "requirements" / f"{self.peer.name}.txt").read_text().split()
            named = {line.split("==")[0] for line in plain}
            changed = [
                line for line in mended.read_text().split() if line not in plain and line.split("==")[0] in named
            ]
            self.mended = " and ".join(changed)
            self.venv = self.venv.with_name(self.peer.name + ".mended")
            return not self.start(".mended")
        return not self.error

    def start(self, variant):
        """Installs it and asks for its help; gives the last line of an error."""
        requirements = HERE / "requirements" / f"{self.peer.name}{variant}.txt"
        error = install(self.venv, requirements)
        if error:
            return error
        got = subprocess.run([self.venv / "bin" / self.peer.program, "--help"], capture_output=True, text=True)
        return "" if got.returncode == 0 else last_line(got.stderr)

    def version(self):
        for line in (HERE / "requirements" / f"{self.peer.name}.txt").read_text().splitlines():
            if line.startswith(self.peer.name + "=="):
                return line.split("==")[1]
        return ""


def install(venv, requirements):
    """Installs pinned packages, unless that was done before; gives the last line of an error."""
    done = venv / "installed.txt"
    wanted = requirements.read_text()
    if done.exists() and done.read_text() == wanted:
        return ""
    subprocess.run(["python3", "-m", "venv", "--clear", venv], check=True)
    got = subprocess.run(
        [venv / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements],
        capture_output=True,
        text=True,
    )
    if got.returncode:
        return last_line(got.stderr)
    done.write_text(wanted)
    return ""


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no message"


SETTINGS = """\
[sources.dblp]
sparql = "{0}/sparql"
[sources.crossref]
endpoint = "{0}/crossref"
[sources.arxiv]
endpoint = "{0}/arxiv"
[sources.datacite]
endpoint = "{0}/datacite"
[sources.doi]
endpoint = "{0}/doi"
[sources.europepmc]
endpoint = "{0}/refused-europepmc"
[sources.inspire]
endpoint = "{0}/refused-inspire"
[sources.openalex]
endpoint = "{0}/refused-openalex"
[sources.k10plus]
endpoint = "{0}/refused-k10plus"
[sources.orcid]
endpoint = "{0}/refused-orcid"
"""


@dataclass(frozen=True)
class Bibsync:
    """bibsync with a profile.json (`fetch`) or with the same .bib as the peers (`update`)."""

    name: str
    path: Path
    departure: str = ""
    answer: str = ""

    @property
    def new_file(self):
        return self.name == "bibsync fetch"

    @property
    def in_place(self):
        return not self.new_file

    def command(self, job, source, target):
        common = ["--cache-dir", str(job / "cache"), "--config", str(job / "bibsync.toml")]
        if self.new_file:
            return [str(self.path), "fetch", *common, "-o", target.name, "--report", "report.json", "profile.json"]
        return [str(self.path), "update", *common, "--write", target.name]

    def environment(self, job, simulator):
        (job / "bibsync.toml").write_text(SETTINGS.format(simulator.address))
        return {"PATH": os.environ["PATH"], "HOME": str(job), "LANG": "C.UTF-8"}

    def version(self):
        return subprocess.run([self.path, "--version"], capture_output=True, text=True, check=True).stdout.split()[
            -1
        ]
