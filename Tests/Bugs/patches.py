"""Patches that all go into one copy of the sources, each with its choice in it.

A patch begins with what is wrong, says `Caught by: RULE`, and then is what `diff -U1` writes. Where chance decides
which of several rules is the first to see it, all of them are named: `Caught by: RULE, RULE`. One that few seeds show
keeps such a seed, which is tried first: `Kept seed: NUMBER`. Of what is not simulated unit tests see it: `Caught by:
tests TARGET.SUITE`. A patch's lines are looked for wherever they are now;
numbers of lines decide only between places that are alike. In it `isPlanted` stands for the choice of this bug.
"""

import difflib
import re
from dataclasses import dataclass
from pathlib import Path


class Misfit(Exception):
    """Why a patch cannot go into the sources, in a sentence that names it."""


@dataclass
class Hunk:
    path: str
    # Counted from 0, in the sources of which the patch was made.
    line: int
    # Each a sign and a line: ' ' stays, '-' goes, '+' comes.
    lines: list

    @property
    def old(self):
        return [text for sign, text in self.lines if sign != "+"]

    @property
    def words(self):
        return "\n".join(sign + text for sign, text in self.lines)


@dataclass
class Change:
    """So many lines from `start` on become others; `reach` is where the last change of its hunk is."""

    bug: str
    start: int
    count: int
    lines: list
    reach: int = 0

    @property
    def order(self):
        """Of those that add lines at one place what closes a brace comes first, then what reaches farthest."""
        closes = bool(self.lines) and self.lines[0].lstrip().startswith("}")
        return self.start, self.count > 0, not closes, -self.reach, self.bug


class Patch:
    def __init__(self, file):
        self.name = Path(file).stem
        text = Path(file).read_text()
        self.header, _, diff = text.partition("\n--- ")
        rule = re.search(r"^Caught by: (?:tests (\w+\.[\w./]+)|(\w+(?:, \w+)*))$", self.header, re.MULTILINE)
        if not rule:
            raise Misfit(f"{self.name} names no rule; say 'Caught by: RULE' before its first change")
        # The unit tests that must fail; None where the simulation breaks a rule.
        self.tests = rule[1]
        self.kept_seeds = [int(seed) for seed in re.findall(r"^Kept seed: (\d+)$", self.header, re.MULTILINE)]
        self.rules = rule[2].split(", ") if rule[2] else []
        self.hunks = list(_hunks("--- " + diff))

    def changes(self, sources):
        """Its changes by path; `sources` has the lines of a path, None where there is no such file."""
        if not any("isPlanted" in text for hunk in self.hunks for sign, text in hunk.lines if sign == "+"):
            raise Misfit(f"{self.name} has no choice; let what it changes depend on 'isPlanted'")
        found = {}
        for hunk in self.hunks:
            found.setdefault(hunk.path, []).extend(self.hunk_changes(hunk, sources(hunk.path)))
        return found

    def hunk_changes(self, hunk, lines):
        """What `hunk` changes in these lines of its file."""
        if lines is None:
            raise Misfit(f"{self.name} fits no longer: there is no {hunk.path}")
        start = self._place(hunk, lines)
        changes, isFresh = [], True
        for sign, text in hunk.lines:
            if sign == " ":
                start, isFresh = start + 1, True
                continue
            if isFresh:
                changes.append(Change(self.name, start, 0, []))
                isFresh = False
            if sign == "-":
                changes[-1].count += 1
                start += 1
            else:
                changes[-1].lines.append(text)
        for change in changes:
            change.reach = changes[-1].start
        return changes

    def _place(self, hunk, lines):
        old = hunk.old
        places = [at for at in range(len(lines) - len(old) + 1) if lines[at : at + len(old)] == old]
        if not places:
            raise Misfit(f"{self.name} fits {hunk.path} no longer; these lines are not in it:\n{hunk.words}")
        if len(places) > 1 and hunk.line not in places:
            numbers = ", ".join(str(at + 1) for at in places)
            raise Misfit(f"{self.name} fits {hunk.path} at lines {numbers}; give it more lines around")
        return hunk.line if hunk.line in places else places[0]


def _hunks(diff):
    path, hunk = None, None
    for line in diff.splitlines():
        begin = re.match(r"@@ -(\d+)", line)
        if line.startswith("+++ "):
            path = line[4:].split("\t")[0].removeprefix("b/")
        elif begin:
            if hunk:
                yield hunk
            hunk = Hunk(path, max(int(begin[1]) - 1, 0), [])
        elif line.startswith("--- ") or line.startswith("diff "):
            if hunk:
                yield hunk
            hunk = None
        elif hunk and not line.startswith("\\"):
            # An editor may have taken the blank from an empty line.
            hunk.lines.append((line[:1] or " ", line[1:]))
    if hunk:
        yield hunk


def patched(lines, changes):
    """The lines after all changes."""
    result, at = [], 0
    for change in sorted(changes, key=lambda change: change.order):
        result += lines[at : change.start] + change.lines
        at = change.start + change.count
    return result + lines[at:]


def check_apart(path, changes):
    """Throws where two bugs want the same lines."""
    ordered = sorted(changes, key=lambda change: change.order)
    for first, second in zip(ordered, ordered[1:]):
        if second.start < first.start + first.count:
            raise Misfit(
                f"{second.bug} and {first.bug} both change line {second.start + 1} of {path}; "
                "let one add lines around it instead"
            )


def chosen(change, number):
    """The change with the choice of its bug in it; its name on each line is for the compiler's complaints."""
    lines = [re.sub(r"\bisPlanted\b", f"isPlanted({number})", line) for line in change.lines]
    lines = [f"{line}  // {change.bug}" for line in lines]
    return Change(change.bug, change.start, change.count, lines, change.reach)


def difference(path, old, new):
    """What `diff -U1` says of two texts."""
    lines = difflib.unified_diff(
        old.splitlines(), new.splitlines(), f"a/{path}", f"b/{path}", n=1, lineterm=""
    )
    return "".join(line + "\n" for line in lines)
