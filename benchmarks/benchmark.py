#!/usr/bin/env python3
"""Measures bibsync beside other tools on the same lists, through the simulator, and writes docs/src/benchmarks.md."""

import argparse
import concurrent.futures
import json
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True

import lists as given
from corpus import Corpus
from judge import Judge
from outcome import judged
from page import write
from programs import HERE, PEERS, Bibsync, Installed, install
from runs import run
from simulator import Simulator

ROOT = HERE.parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--simulator", type=Path, default=ROOT / "../shared/simulator", help="the simulator's folder"
    )
    parser.add_argument(
        "--corpus", type=Path, default=ROOT / "../shared/corpus", help="the folder of records and lists"
    )
    parser.add_argument("--bibsync", type=Path, default=ROOT / "target/release/bibsync")
    parser.add_argument("--entries", type=int, default=100, help="the most entries of people's lists")
    parser.add_argument("--most", type=int, default=900, help="seconds after which a run is stopped")
    parser.add_argument("--together", type=int, default=8, help="how many runs go side by side")
    parser.add_argument(
        "--only", nargs="*", help="run these programs again, and take the others from the last time"
    )
    parser.add_argument(
        "--judge", action="store_true", help="run nothing; judge the last runs again, and write the page"
    )
    return parser.parse_args()


def missing(asked):
    """What has to be there and is not."""
    for path in (asked.simulator / "bibliosim.py", asked.corpus / "profiles/index.json", asked.bibsync):
        if not path.exists():
            return path
    return None


def main():
    asked = arguments()
    absent = missing(asked)
    if absent:
        print(
            f"nothing was measured: {absent} is not there (0 programs run); see benchmarks/README.md",
            file=sys.stderr,
        )
        return 1
    asked.bibsync = asked.bibsync.resolve()
    workshop = (ROOT / "target/benchmarks").resolve()
    workshop.mkdir(parents=True, exist_ok=True)
    corpus = Corpus(asked.corpus, workshop)
    corpus.read()
    sets = {"lists": given.people(asked.corpus, asked.entries, corpus), "traps": given.traps(asked.corpus)}
    peers = [Installed(peer, workshop) for peer in PEERS]
    running = [one for one in peers if one.install()]
    for one in peers:
        mended = f", starts with {one.mended}" if one.mended else ""
        print(f"{one.peer.name} {one.version()}: {one.error or 'starts'}{mended}", flush=True)
    bibsync = [Bibsync("bibsync fetch", asked.bibsync), Bibsync("bibsync update", asked.bibsync)]
    saved = workshop / "runs.json"
    results = json.loads(saved.read_text()) if saved.exists() else {}
    if not asked.judge:
        results["about"] = {
            "date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
            "arguments": sys.argv[1:],
            "together": asked.together,
            "most": asked.most,
        }
        results.update(measure(asked, workshop, corpus, sets, running, bibsync))
        saved.write_text(json.dumps(results, indent=1))
    outcomes = {name: [] for name in sets}
    for program, _, mode in table(running, bibsync):
        for name, some in sets.items():
            got = {one.name: results[key(program, mode, one)] for one in some}
            outcomes[name].append(judged(program, mode, some, place(workshop, program, mode), got, Judge(corpus)))
    write(ROOT / "docs/src", asked, results["about"], corpus, sets, outcomes, peers, bibsync)
    return 0


def key(program, mode, one):
    return f"{program.name}/{mode}/{one.name}"


def place(workshop, program, mode):
    return workshop / "runs" / program.name.replace(" ", "-") / mode


def table(running, bibsync):
    """Every program with its environment and each mode of DBLP's classic API, if it asks that."""
    rows = [(program, None, "either") for program in bibsync]
    for one in running:
        modes = ("walled", "open") if one.peer.asks_dblp else ("either",)
        rows += [(one.peer, one.venv, mode) for mode in modes]
    return rows


def measure(asked, workshop, corpus, sets, running, bibsync):
    engine = workshop / "venvs/simulator"
    error = install(engine, HERE / "requirements/simulator.txt")
    if error:
        raise SystemExit(f"the simulator's SPARQL engine can't be installed: {error}")

    def serve(mode, log, sparql):
        return Simulator(
            engine / "bin/python",
            asked.simulator / "bibliosim.py",
            corpus,
            workshop / "index.sqlite",
            "walled" if mode == "either" else mode,
            sparql,
            log,
        )

    # The first start makes the index and the graph.
    with serve("walled", workshop / "simulator.txt", True):
        pass

    def one(program, venv, mode, given_list):
        folder = place(workshop, program, mode) / given_list.name
        with serve(mode, workshop / "simulator.txt", venv is None) as simulator:
            got = run(program, venv, given_list, simulator, folder, asked.most)
        print(
            f"{key(program, mode, given_list)}: {got['seconds']:.0f} s, {got['account']['requests']} requests",
            flush=True,
        )
        return {key(program, mode, given_list): got}

    def in_a_row(jobs):
        return {name: got for job in jobs for name, got in one(*job).items()}

    jobs = [
        (program, venv, mode, given_list)
        for given_list in sum(sets.values(), [])
        for program, venv, mode in table(running, bibsync)
        if asked.only is None or program.name in asked.only
    ]
    # The longest first. bibsync's go one after the other: the graph can be open once.
    jobs.sort(key=lambda job: -len(job[3].listings))
    tasks = [[job for job in jobs if job[1] is None], *([job] for job in jobs if job[1])]
    with concurrent.futures.ThreadPoolExecutor(asked.together) as pool:
        return {name: got for done in pool.map(in_a_row, tasks) for name, got in done.items()}


if __name__ == "__main__":
    sys.exit(main())
