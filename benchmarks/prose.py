"""The words of the page, around its tables."""

INTRODUCTION = """\
# Beside other tools

bibsync and the tools of this field that start on a fresh machine, on the same lists, through simulated services.
`just benchmark` makes this page: every figure on it was written by the program in `benchmarks`. It needs the
simulator and the records, which are not part of the repository.

{facts}

## Which tools

Each was installed from PyPI into an environment of its own, with the versions pinned in `benchmarks/requirements`, and
run with its defaults, without keys or e-mail addresses.

{tools}

Not measured: {others}.

## What they are given

- **Lists**: {people} lists of one person each, {listed} entries, with title, authors, venue and year as people write
  them: {styles}. The shortest lists of the set were taken, as many as have {most} entries in all. {left} entries mean a
  work that the simulator doesn't have, so that nothing may be written. Changes that the makers of the set put in: {changes}.
- **Traps**: {trapped} entries from real `.bib` files of which the simulator has no record, or only another
  version of the work: {relations}. Nothing may be written. They are the first of each kind in the set.

The peers and `bibsync update --write` are given a `.bib` file for each list. The type of an entry is guessed from its
venue (the traps keep the type that the person gave), and before every fourth entry is a comment. `bibsync fetch` is given
the same entries as `profile.json`, with the person's name, and writes a new file. The entries hold nothing of the
records that they mean.

DBLP's classic API has answered programs with a challenge for browsers since September 2026. *Walled* is that; *open* is
as before. bibsync asks DBLP's SPARQL endpoint instead, which no peer here uses, so that it has one row for both.
"""

RULE = """\
## The rule

One rule judges all, from the file alone (for `bibsync fetch` also its report, which says what matched).

- **untouched**: the entry says what was listed, apart from the form.
- Otherwise its DOI, DBLP key and arXiv id are looked up among the records. **wrong**: one of them is another work's.
  **right**: one is that of the work meant. **version**: it is that of another record of the same title with an author
  in common, such as the preprint, or the conference paper of a journal article.
- Without a known identifier: **wrong** if the title is neither the record's nor the listed one; **right** if its first
  page, its address, or its venue and year are the record's; **version** or **wrong** if they are those of another
  record of that title, with an author in common or without; **wrong** if its pages are other than the record's.
- **open**: new data that decide nothing of that.
- **lost**: the entry is not in the file. **no file**: the run ended without one.

The identity of the work is judged, not each field: a right entry can have a wrong field. A preprint that stays as
listed is untouched, though its publication is known; `bibsync update` names such entries and changes them only if told to.
"""

LIMITS = """\
## What this can't show

- **The services are simulated.** Answers have the shape of the real ones and come from {records} real records.
  Relevance ranking is not faithful: what Crossref lists first for a search may be another work there. Tools that take
  the first answer are hit most by that; bibsync compares the candidates itself and is hit less. Real services
  also know many more works, among them those that are missing here, and more that are alike.
- **Half of the sources of some peers are missing.** Semantic Scholar, OpenAlex, Unpaywall, INSPIRE, OpenReview and
  publishers' pages are not simulated. Requests to them fail at once, as if the network did; the tables name them. With
  them these peers would find more. bibsync asks none of them about lists of computing.
- **rebiber asks nobody**: it brings real records of its own, which the simulator's left-out works can be among. It is right
  there where others can't be.
- **Persons are simpler than at DBLP**: one name is one person, so that a common name is a page of several people.
- **Rates are the published ones**, at their real speed; the services' own speed, outages and blocks are not simulated.
- **The lists are of computing**, and bibsync's matcher was developed on this set (its open half), so its own figures
  here are better than on lists nobody has seen. The peers were not.
- **Seconds** are of runs side by side on a shared machine. They are mostly waiting.
- Settings that a user of a peer would tune were not tuned.
"""
