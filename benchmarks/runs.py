"""Runs one program over one list, and keeps what it wrote and what it asked."""

import collections
import json
import shutil
import subprocess
import time


def run(program, venv, one, simulator, folder, most):
    """Gives the list to the program in a folder and a home of its own, and stops it after `most` seconds."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    source, target = folder / "in.bib", folder / "out.bib"
    source.write_text(one.bib(), encoding="utf-8")
    (folder / "profile.json").write_text(json.dumps(one.profile, ensure_ascii=False), encoding="utf-8")
    if program.in_place:
        shutil.copy(source, target)
    environment = program.environment(folder, simulator)
    started = time.monotonic()
    code = call(program.command(venv or folder, source, target), folder, environment, most, program.answer)
    seconds = round(time.monotonic() - started, 1)
    refused = folder / "refused.txt"
    return {
        "seconds": seconds,
        "code": code,
        "last": last_words(folder / "output.txt"),
        "account": simulator.account(),
        "refused": collections.Counter(refused.read_text().split() if refused.exists() else ()),
    }


def call(command, place, environment, seconds, answer):
    """The exit code, or "stopped" if it was still running after that time."""
    with open(place / "output.txt", "w", encoding="utf-8") as output:
        try:
            got = subprocess.run(
                command,
                cwd=place,
                env=environment,
                input=answer * 1000,
                text=True,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return "stopped"
    return got.returncode


def last_words(path):
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")
