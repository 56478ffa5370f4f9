"""Lines for every command of the console, and what is left of answers without words and what varies."""

import json
import re

import rewording

FORMATS = (rewording.REPOSITORY / "docs/FORMATS.md").read_text()
# Names of members that are sentences, and of some with whose they are.
SENTENCES = re.search(r"any version may say\s+them otherwise: (.*?)\. Go by all else", FORMATS, re.S)[1]
# Commands in whose answers those stand.
OWNERS = {
    "the viewfinder": {"view"}, "a checklist's item": {"checklist", "status"}, "a command": {"help"},
    "a guide": {"guide"},
}
# Of this machine, which others use too, and of a key.
MEASURED = {"free_bytes", "total_bytes", "pem"}
# Of the texts of a guide, which differ from language to language.
WRITTEN = {"title", "headings"}
# Identifiers, digests, dates, and the folder of a test.
VARYING = re.compile(
    r"\b([0-9a-z]{26}|[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f-]{27})\b|\d{4}-\d\d-\d\dT[\d:.]+Z"
    r"|\S*/exhibit-reworded-\w+")
PRINTED = re.compile(r" +\d+\.\d{3}  (?:> .*)?")
# Values for the words of a usage that stand for some.
VALUES = {
    "AT": "0.5", "CAMERA": "1", "COLOUR": "teal", "COMMAND": "snap", "DEGREES": "-15", "DIGEST": "0" * 64,
    "NAME": "gain", "PATH": "/nowhere", "PERCENT": "120", "POINT": "30,40",
    "TEXT": "Front side", "TIME": "2026-03-27T15:44:28+01:00", "WORD": "active",
}


def members(line):
    """Names of the members that are sentences in answers to the line."""
    names = set()
    for part in re.split(r",\s+(?=`)", SENTENCES):
        owner = next((commands for owner, commands in OWNERS.items() if owner in part), None)
        if owner is None or line.split(" ")[0] in owner:
            names |= set(re.findall(r"`(\w+)`", part))
    return names | MEASURED | (WRITTEN if line.startswith("guide") else set())


def bare(value, sentences):
    """The value with nothing in place of sentences, and of what varies."""
    match value:
        case dict():
            return {name: blank(other) if name in sentences else bare(other, sentences)
                    for name, other in value.items()}
        case list():
            return [bare(other, sentences) for other in value]
        case str():
            return VARYING.sub("…", value)
    return value


def blank(value):
    """A sentence or several without their words; whether there are any stays."""
    return "…" if value else value


def same(line, sentences):
    """What of a line that a program said is the same with other words."""
    word, _, rest = line.partition(" ")
    word, rest = (word, rest) if word in ("out", "err", "ask", "end") else ("", line)
    if rest.startswith(("{", "[")):
        return word, bare(json.loads(rest), sentences)
    printed = PRINTED.match(line)
    return printed[0] if printed else (word, rest if word == "end" else "…")


def words(told):
    """All that was said to people."""
    return [VARYING.sub("…", line) for _, said in told for line in said if "{" not in line]


def lines(command):
    """A command's lines: right ones, by its usage, and wrong ones."""
    name, rest = command["name"], command["usage"].removeprefix(command["name"])
    forms = [form.strip() for form in re.split(r"[\[\]|]", rest) if form.strip() not in ("", "--json")]
    forms = [re.sub(r"\b[A-Z][A-Z0-9]*\b…?", lambda word: VALUES.get(word[0], "1"), form) for form in forms]
    wrong = ["nonsense", "99999", "--nonsense", '"ü on off']
    return list(dict.fromkeys([name, command["example"], *(f"{name} {form}" for form in forms + wrong)]))
