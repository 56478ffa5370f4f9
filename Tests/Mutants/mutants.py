"""Mutants of the sources, and the sources that have many of them at once.

Each function of which there are mutants becomes a `switch` over the chosen number, with a copy of its body for each.
"""

import hashlib
import re
from collections import Counter, defaultdict
from dataclasses import dataclass

from mutations import mutations, number_mutations
from planted_copy import REPOSITORY
from swift_text import bodies, masked

CORE = REPOSITORY / "Sources" / "Core"
_MARK = re.compile(r"// (mutant|function) (\d+)$")


@dataclass(frozen=True)
class Mutant:
    path: str
    line: int
    rule: str
    # The lines before and after, without what stands around them.
    old: str
    new: str
    # In the text of the file: what is replaced, by what, and the body that it is in; None where it is in none.
    begin: int
    end: int
    replacement: str
    body: object
    # Tells it from others, in whichever line it comes to stand.
    key: str

    @property
    def words(self):
        return f"{self.path.removeprefix('Sources/')}:{self.line} {self.rule}: {self.old}  ->  {self.new}"

    def is_among(self, equivalents):
        return any(self.path.endswith(path) and (self.old, self.new) == lines for path, lines in equivalents)


def mutants_of(file):
    """All mutants of a file."""
    text = file.read_text()
    code, path = masked(text), str(file.relative_to(REPOSITORY))
    places, seen = [], Counter()
    found = bodies(code)
    for body in found:
        for begin, end in _lines(code, body.begin, body.end):
            some = mutations(text[begin:end], code[begin:end], not body.is_expression)
            places += [(begin, body, mutation) for mutation in some]
    for begin, end in _lines(code, 0, len(code)):
        isConstant = re.match(r"\s*(?:\w+ )*(?:let|var) \w+[^{]* = ", code[begin:end])
        if isConstant and not any(body.begin <= end and begin <= body.end for body in found):
            places += [(begin, None, mutation) for mutation in number_mutations(text[begin:end], code[begin:end])]
    for offset, body, (rule, begin, end, replacement) in places:
        begin, end = offset + begin, offset + end
        first, last = text.rfind("\n", 0, begin) + 1, (text + "\n").index("\n", end)
        old, new = text[first:last].strip(), (text[first:begin] + replacement + text[end:last]).strip()
        identity = "\n".join((path, rule, old, new))
        seen[identity] += 1
        key = hashlib.sha256(f"{identity}\n{seen[identity]}".encode()).hexdigest()[:12]
        number = text.count("\n", 0, begin) + 1
        yield Mutant(path, number, rule, old, new, begin, end, replacement, body, key)


def _lines(code, begin, end):
    for match in re.finditer(r"[^\n]+", code[begin:end]):
        yield begin + match.start(), begin + match.end()


class Mutants:
    """Those of one run: `all`, and of them those that are to be built, by number."""

    def __init__(self, every, numbered):
        self.all = every
        self.numbered = numbered

    @staticmethod
    def of(folder, words, count, results):
        """Chosen by their keys, which are as good as chance; those that do not compile don't count."""
        every = [mutant for file in sorted(folder.rglob("*.swift")) for mutant in mutants_of(file)]
        chosen = []
        for mutant in sorted(every, key=lambda mutant: mutant.key):
            if words not in mutant.path:
                continue
            chosen.append(mutant)
            count -= results.outcome(mutant) != "refused"
            if count == 0:
                break
        chosen.sort(key=lambda mutant: (mutant.path, mutant.begin))
        return Mutants(chosen, {})

    def without(self, results):
        """Those that were not tried."""
        waiting = [mutant for mutant in self.all if results.outcome(mutant) is None]
        return Mutants(self.all, dict(enumerate(waiting, 1)))

    def take(self, numbers):
        """Removes some from those that are built."""
        return [self.numbered.pop(number) for number in numbers]

    def texts(self):
        """The changed files."""
        by_path = defaultdict(dict)
        for number, mutant in self.numbered.items():
            by_path[mutant.path][number] = mutant
        return {path: _with_all((REPOSITORY / path).read_text(), some) for path, some in by_path.items()}


def _with_all(text, numbered):
    """The text with all these mutants, each where its number is chosen."""
    by_place = defaultdict(dict)
    for number, mutant in numbered.items():
        place = (mutant.body.begin, mutant.body.end) if mutant.body else (mutant.begin, mutant.end)
        by_place[place][number] = mutant
    for (begin, end), some in sorted(by_place.items(), reverse=True):
        old = text[begin:end]
        number, mutant = next(iter(some.items()))
        if mutant.body:
            new = _choice(text, begin, end, some)
        else:
            new = f"(isPlanted({number}) ? {mutant.replacement} : {old}) // mutant {number}\n"
        text = text[:begin] + new + text[end:]
    return text


def _choice(text, begin, end, numbered):
    cases = [f"\nswitch plantedNumber {{ // function {min(numbered)}"]
    for number, mutant in numbered.items():
        body = text[begin : mutant.begin] + mutant.replacement + text[mutant.end : end]
        cases += [f"case {number}: // mutant {number}", body]
    cases += [f"default: // function {min(numbered)}", text[begin:end], "}\n"]
    return "\n".join(cases)


def failed_numbers(complaint, sources, numbered):
    """The mutants that the compiler complained of; all of a function where it can't be told which."""
    failed = set()
    for path, line in set(re.findall(r"^(/.*?\.swift):(\d+):\d+: error:", complaint, re.MULTILINE)):
        lines = open(path).read().splitlines()[: int(line)]
        marks = (_MARK.search(line) for line in reversed(lines))
        kind, number = next((mark.groups() for mark in marks if mark), (None, 0))
        relative = path.removeprefix(f"{sources}/")
        if kind == "mutant":
            failed.add(int(number))
        elif kind and int(number) in numbered:
            body = numbered[int(number)].body
            failed |= {other for other, mutant in numbered.items() if (mutant.path, mutant.body) == (relative, body)}
    return sorted(failed)


def read_equivalents(file):
    """Each as path and lines before and after; a reason stands behind each."""
    entries = []
    for entry in file.read_text().split("\n\n"):
        lines = [line for line in entry.splitlines() if not line.startswith("#")]
        if not lines:
            continue
        if len(lines) < 4 or lines[1][:2] != "- " or lines[2][:2] != "+ ":
            wanted = "path, '- ' line, '+ ' line and reason"
            raise SystemExit(f"kill: {file.name} has an entry without {wanted}: {lines[0]}")
        entries.append((lines[0].split(":")[0].split(" ")[0], (lines[1][2:], lines[2][2:])))
    return entries
