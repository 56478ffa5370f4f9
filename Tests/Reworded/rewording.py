"""Another wording of all that the program says: each letter of each sentence is the thirteenth after it.

Lengths, blanks, digits and signs stay, and no word does. The sources are copied with it, and built.
"""

import codecs
import os
import re
import subprocess
import tomllib
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
BUILD = REPOSITORY / os.environ.get("BUILD", ".build")
COPY = BUILD / "reworded"
# What the copy's program takes from its repository, but for the tables of sentences.
SHARED = ("Tests", "board", "deploy", "docs/verify.html", "docs/verify.py")
TABLE = "docs/sentences.toml"
SAID = re.compile(r'(?<!`)\bPhrase\(\s*"([^"\\]+)",\s*(?=")')
BUILD_S = 1500


class Letters:
    """Places of the letters of one literal, that of a sentence, and where it ends."""

    def __init__(self, source, start):
        self.source = source
        self.places = []
        self.end = self._literal(start, self.places)

    def _literal(self, start, places):
        """Adds the places of the literal's letters; returns where it ends."""
        source = self.source
        quote = '"""' if source.startswith('"""', start) else '"'
        at = start + len(quote)
        while not source.startswith(quote, at):
            if source.startswith("\\(", at):
                at = self._value(at + 2, places)
            elif source.startswith("\\u{", at):
                at = source.index("}", at) + 1
            elif source[at] == "\\":
                at += 2
            else:
                places += [at] if source[at].isalpha() else []
                at += 1
        return at + len(quote)

    def _value(self, at, places):
        """Passes over an interpolation, but for the words that go with a number."""
        depth = 1
        while depth:
            if self.source[at] == '"':
                is_word = self.source.endswith(("one: ", "many: "), 0, at)
                at = self._literal(at, places if is_word else [])
            else:
                depth += {"(": 1, ")": -1}.get(self.source[at], 0)
                at += 1
        return at


def reworded(source):
    """The source with other words, and the letters that were in each sentence, by its key."""
    characters = list(source)
    sentences = {}
    for said in SAID.finditer(source):
        places = Letters(source, said.end()).places
        sentences[said[1]] = "".join(source[place] for place in places)
        for place in places:
            characters[place] = codecs.encode(source[place], "rot13")
    return "".join(characters), sentences


def contents():
    """The files of the copy by their paths, and the letters of the sentences in them."""
    sentences, files = {}, {}
    for file in (REPOSITORY / "Sources").rglob("*"):
        if file.is_file():
            files[str(file.relative_to(REPOSITORY))] = file.read_bytes()
    for path in [path for path in files if path.endswith(".swift")]:
        text, said = reworded(files[path].decode())
        files[path] = text.encode()
        sentences |= said
    table = (REPOSITORY / TABLE).read_text()
    files[TABLE] = re.sub(r' = "(.*)"$', lambda text: codecs.encode(text[0], "rot13"), table, flags=re.M).encode()
    files["Package.swift"] = (REPOSITORY / "Package.swift").read_bytes()
    return files, sentences


def missed(sentences):
    """The sentences of the table for translators whose words are not all among those."""
    table = tomllib.loads((REPOSITORY / TABLE).read_text())
    return [key for key, text in table.items() if sentences.get(key) != "".join(filter(str.isalpha, text))]


def write(files):
    """Leaves alone what is as it should be, so that it keeps its time."""
    for file in (COPY / "Sources").rglob("*"):
        if file.is_file() and str(file.relative_to(COPY)) not in files:
            file.unlink()
    for path, content in files.items():
        file = COPY / path
        if not file.is_file() or file.read_bytes() != content:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    for name in SHARED:
        if not (COPY / name).is_symlink():
            (COPY / name).symlink_to(REPOSITORY / name)


def build(product):
    """The program of the copy, built for debugging."""
    command = ["swift", "build", "--package-path", COPY, "--explicit-target-dependency-import-check", "error"]
    command += ["-debug-info-format", "none", "--product", product]
    built = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=BUILD_S)
    assert built.returncode == 0, f"{product} is not built with other words:\n{built.stdout[-5000:]}"
    return COPY / ".build/debug" / product
