"""The simulator as a process of its own, with its account of requests."""

import json
import subprocess
import urllib.request

# Milliseconds added to every answer. Without them, a tool that waits for nothing but the answer would send more
# requests in a second than it could send to a real service.
LATENCY = 200


class Simulator:
    """Runs while the `with` block does. The published limits are policed at their real speed."""

    def __init__(self, python, program, corpus, index, rest, sparql, log):
        self.command = [
            str(python),
            str(program),
            "--port",
            "0",
            "--policy",
            "live",
            "--latency",
            str(LATENCY),
            "--dblp-rest",
            rest,
            "--db",
            str(index),
        ]
        for file in corpus.files:
            self.command += ["--corpus", str(file)]
        if not sparql:
            self.command.append("--no-sparql")
        self.log = log

    def __enter__(self):
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=log, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("http://"):
            raise SystemExit(f"the simulator did not start; {self.log} says why")
        self.address = line.split()[0]
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def account(self):
        with urllib.request.urlopen(self.address + "/__sim/stats") as reply:
            return json.load(reply)
