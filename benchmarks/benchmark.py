#!/usr/bin/env python3
"""Measures bibsync beside other tools on the same lists, through the simulator, and writes docs/src/benchmarks.md."""
import argparse
import concurrent.futures
import json
import sys
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
    parser.add_argument("--simulator", type=Path, default=ROOT / "../shared/simulator", help="the simulator's folder")
    parser.add_argument("--corpus", type=Path, default=ROOT / "../shared/corpus", help="the folder of records and lists")
    parser.add_argument("--bibsync", type=Path, default=ROOT / "target/release/bibsync")
    parser.add_argument("--entries", type=int, default=100, help="the most entries of people's lists")
    parser.add_argument("--most", type=int, default=1100, help="seconds after which a run is stopped")
    parser.add_argument("--together", type=int, default=6, help="how many runs go side by side")
    parser.add_argument("--only", nargs="*", help="run these programs again, and take the others from the last time")
    parser.add_argument("--judge", action="store_true", help="run nothing; judge the last runs again, and write the page")
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
        print(f"nothing was measured: {absent} is not there (0 programs run); see benchmarks/README.md", file=sys.stderr)
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
        print(f"{one.peer.name} {one.version()}: {one.error or 'starts'}{' / starts with ' + one.mended if one.mended else ''}")
    bibsync = [Bibsync("bibsync fetch", asked.bibsync), Bibsync("bibsync update", asked.bibsync)]
    saved = workshop / "runs.json"
    results = json.loads(saved.read_text()) if saved.exists() else {}
    if not asked.judge:
        results.update(measure(asked, workshop, corpus, sets, running, bibsync))
        saved.write_text(json.dumps(results, indent=1))
    outcomes = {name: [] for name in sets}
    for program, venv, mode in table(running, bibsync):
        peer = getattr(program, "peer", program)
        for name, some in sets.items():
            place = workshop / "runs" / peer.name.replace(" ", "-") / mode / name
            outcomes[name].append(judged(peer.name, mode, some, place, results[f"{peer.name}/{mode}/{name}"], Judge(corpus),
                                         peer.new_file))
    write(ROOT / "docs/src", asked, sets, outcomes, peers, bibsync)
    return 0


def table(running, bibsync):
    """Every program with its environment and each mode of DBLP's classic API, which bibsync does not ask."""
    rows = [(program, None, "either") for program in bibsync]
    return rows + [(one, one.venv, mode) for one in running for mode in ("walled", "open")]


def measure(asked, workshop, corpus, sets, running, bibsync):
    engine = workshop / "venvs/simulator"
    error = install(engine, HERE / "requirements/simulator.txt")
    if error:
        raise SystemExit(f"the simulator's SPARQL engine can't be installed: {error}")

    def serve(mode, log, sparql):
        return Simulator(engine / "bin/python", asked.simulator / "bibliosim.py", corpus, workshop / "index.sqlite",
                         "walled" if mode == "either" else mode, sparql, log)

    # The first start makes the index and the graph.
    with serve("walled", workshop / "simulator.txt", True):
        pass

    def one(program, venv, mode, name):
        peer = getattr(program, "peer", program)
        place = workshop / "runs" / peer.name.replace(" ", "-") / mode / name
        with serve(mode, workshop / f"simulator-{peer.name.replace(' ', '-')}-{mode}-{name}.txt", venv is None) as simulator:
            got = run(Given(program), venv, sets[name], simulator, place, asked.most)
        print(f"{peer.name}, {mode}, {name}: {sum(got['seconds'].values()):.0f} s, {got['account']['requests']} requests", flush=True)
        return {f"{peer.name}/{mode}/{name}": got}

    def own():
        # One after the other: the graph can be open once.
        results = {}
        for program in bibsync:
            for name in sets:
                if asked.only is None or program.name in asked.only:
                    results.update(one(program, None, "either", name))
        return results

    jobs = [own]
    for name in sets:
        for mode in ("open", "walled"):
            for program in running:
                if asked.only is None or program.peer.name in asked.only:
                    jobs.append(lambda job=(program, program.venv, mode, name): one(*job))
    results = {}
    with concurrent.futures.ThreadPoolExecutor(asked.together) as pool:
        for done in concurrent.futures.as_completed([pool.submit(job) for job in jobs]):
            results.update(done.result())
    return results


class Given:
    """A program as `run` takes it: a peer with its environment, or bibsync."""

    def __init__(self, program):
        peer = getattr(program, "peer", program)
        self.command, self.environment = peer.command, program.environment
        self.answer, self.new_file = peer.answer, peer.new_file


if __name__ == "__main__":
    sys.exit(main())
