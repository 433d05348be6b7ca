"""Runs one program over lists, and keeps what it wrote and what it asked."""
import collections
import json
import shutil
import subprocess
import time


def run(program, venv, lists, simulator, folder, most):
    """Gives each list to the program, one after the other; stops the program `most` seconds after the start."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    environment = program.environment(folder, simulator)
    begun, seconds = time.monotonic(), {}
    codes, errors = {}, {}
    for one in lists:
        place = folder / one.name
        place.mkdir()
        source, target = place / "in.bib", place / "out.bib"
        source.write_text(one.bib(), encoding="utf-8")
        (place / "profile.json").write_text(json.dumps(one.profile, ensure_ascii=False), encoding="utf-8")
        if venv is None and not program.new_file:
            shutil.copy(source, target)
        started = time.monotonic()
        codes[one.name] = call(program.command(venv or folder, source, target), place, environment,
                               begun + most - started, program.answer)
        seconds[one.name] = round(time.monotonic() - started, 1)
        if codes[one.name] not in (0, 1, 2):
            errors[one.name] = last_words(place / "output.txt")
    refused = folder / "refused.txt"
    return {
        "seconds": seconds,
        "codes": codes,
        "errors": errors,
        "account": simulator.account(),
        "refused": collections.Counter(refused.read_text().split() if refused.exists() else ()),
    }


def call(command, place, environment, seconds, answer):
    """The exit code, or "stopped" if it was still running after that time."""
    with open(place / "output.txt", "w", encoding="utf-8") as output:
        try:
            got = subprocess.run(command, cwd=place, env=environment, input=answer * 1000, text=True, stdout=output,
                                 stderr=subprocess.STDOUT, timeout=max(1, seconds))
        except subprocess.TimeoutExpired:
            return "stopped"
    return got.returncode


def last_words(path):
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")
