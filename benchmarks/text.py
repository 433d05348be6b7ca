"""What a value says, apart from how BibTeX or a person writes it."""

import re
import unicodedata

NAMED = {
    "ss": "ss",
    "o": "o",
    "O": "O",
    "l": "l",
    "L": "L",
    "ae": "ae",
    "AE": "AE",
    "oe": "oe",
    "OE": "OE",
    "aa": "a",
    "AA": "A",
    "i": "i",
    "j": "j",
    "dj": "d",
    "DJ": "D",
}
LETTERS = str.maketrans(
    {
        "ß": "ss",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "đ": "d",
        "Đ": "D",
        "ı": "i",
    }
)


def plain(value):
    """Without LaTeX: accents and braces go, whitespace is single."""
    value = re.sub(r"\\(ss|ae|AE|oe|OE|aa|AA|dj|DJ|[oOlLij])(?![A-Za-z])\s*(\{\})?", lambda m: NAMED[m[1]], value)
    value = re.sub(r"\\[`'^\"~=.]\s*", "", value)
    value = re.sub(r"\\[uvHcdbkrt](?=[\s{])\s*", "", value)
    value = re.sub(r"\\([&%$#_])", r"\1", value)
    return " ".join(re.sub(r"[{}]", "", value).split())


def folded(value):
    """Lower case, without accents."""
    value = unicodedata.normalize("NFKD", plain(str(value)).translate(LETTERS))
    return "".join(c for c in value if not unicodedata.combining(c)).lower()


def words(value):
    """The words; `++` and `#` are part of titles such as `LAEO-Net++`."""
    return re.findall(r"[^\W_]+|[+#]+", folded(value))


def letters(value):
    """The letters and digits of a title, in their order."""
    return "".join(words(value))


def name_letters(name):
    """The letters of a name in no order, so that `Doe, Jane` is `Jane Doe`. DBLP's number of namesakes goes."""
    return "".join(sorted(letters(re.sub(r"\s\d{4}$", "", name))))


def names(authors):
    """The names of an `author` field."""
    return [name for name in re.split(r"\s+and\s+", authors.strip()) if name and plain(name) != "others"]


def pages(value):
    """The numbers of a range of pages; dashes don't matter."""
    return [part for part in re.split(r"[^\w:.]+", plain(str(value))) if part]
