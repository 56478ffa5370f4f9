"""What the program says, by its keys: docs/sentences.toml has each sentence once, and no test has a copy of one."""

import re
import tomllib
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
TEXTS = tomllib.loads((REPOSITORY / "docs/sentences.toml").read_text())
# The tables of other languages.
LANGUAGES = REPOSITORY / "deploy/languages"
# Whatever a value may be, as a group.
ANY = "(.+)"


def translated(language: str) -> dict:
    """The sentences in that language, by their keys."""
    return tomllib.loads((LANGUAGES / f"{language}.toml").read_text())


def sentence(key: str, *values, texts: dict = TEXTS) -> re.Pattern:
    """What finds the sentence `key` of `texts` with these values in a text, on a line.

    A value may be such a pattern too: a sentence within the sentence. `...` stands for any value, as do those that are
    left out in the end; each is a group. A word that goes with a number may be in any of its forms.
    """
    # Text, place, text, place, …, text.
    parts = re.split(r"\{([^}]+)\}", texts[key])
    for index, part in enumerate(parts):
        parts[index] = pattern(values, part) if index % 2 else re.escape(part)
    return re.compile("".join(parts))


def pattern(values: tuple, place: str) -> str:
    """What finds what stands for that place: `2`, the second value, or `2|piece|pieces`, a word that goes with it."""
    number, *forms = place.split("|")
    if forms:
        return f"(?:{'|'.join(map(re.escape, forms))})"
    index = int(number) - 1
    value = values[index] if index < len(values) else ...
    if isinstance(value, re.Pattern):
        return value.pattern
    return ANY if value is ... else re.escape(str(value))
