"""The records that the simulator answers from, and all that the lists mean."""

import gzip
import json

from text import letters

FILES = ("dblp-dev", "acl-dev")


class Corpus:
    def __init__(self, folder, workshop):
        self.folder = folder
        self.files = [workshop / f"{name}.jsonl" for name in FILES]
        self.left_out = set((folder / "profiles" / "leave_out_keys.txt").read_text().split())
        self.by_key, self.by_doi, self.by_arxiv, self.by_title = {}, {}, {}, {}

    def read(self):
        """Reads all records, and writes those that are not left out for the simulator."""
        for name, file in zip(FILES, self.files):
            new = file.with_suffix(".new")
            with (
                gzip.open(self.folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines,
                open(new, "w", encoding="utf-8") as out,
            ):
                for line in lines:
                    record = json.loads(line)
                    if record.get("key") and record.get("title"):
                        self.add(record)
                    if record.get("key") not in self.left_out:
                        out.write(line)
            # The simulator makes its index anew when the file is newer.
            if file.exists() and file.stat().st_size == new.stat().st_size:
                new.unlink()
            else:
                new.replace(file)

    def add(self, record):
        self.by_key[record["key"]] = record
        self.by_title.setdefault(letters(record["title"]), []).append(record)
        if record.get("doi"):
            self.by_doi[record["doi"].lower()] = record
        if record.get("arxiv"):
            self.by_arxiv[record["arxiv"].lower()] = record
