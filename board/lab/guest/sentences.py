"""What the program says, by its keys: docs/sentences.toml has each sentence once, and no test has a copy of one."""

import re
import tomllib
from pathlib import Path

TEXTS = tomllib.loads((Path(__file__).resolve().parents[3] / "docs/sentences.toml").read_text())
# Whatever a value may be, as a group.
ANY = "(.+)"


def sentence(key: str, *values) -> re.Pattern:
    """What finds the sentence `key` with these values in a text, on a line.

    A value may be such a pattern too: a sentence within the sentence. `...` stands for any value, as do those that are
    left out in the end; each is a group.
    """
    # Text, number, text, number, …, text.
    parts = re.split(r"\{(\d+)\}", TEXTS[key])
    for index, part in enumerate(parts):
        parts[index] = pattern(values, int(part) - 1) if index % 2 else re.escape(part)
    return re.compile("".join(parts))


def pattern(values: tuple, index: int) -> str:
    value = values[index] if index < len(values) else ...
    if isinstance(value, re.Pattern):
        return value.pattern
    return ANY if value is ... else re.escape(str(value))
