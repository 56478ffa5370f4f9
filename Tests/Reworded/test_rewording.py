"""No decision, exit status or value of JSON depends on the words of a sentence."""

import json
import os
import subprocess
from functools import cache

import pytest

import answers
import rewording
from session import State, told
from shell import ended

SIMULATION = ["--seeds", "4", "--hours", "0.2", "--sockets"]
SIMULATION_S = 300
STATES = {
    "ready": State(("--sample",)),
    "counting down": State(("--sample",), before="type snap --in 9"),
    "paused": State(("--sample",), before="type pause"),
    "at a question": State(("--sample",), question="delete 1 --now"),
    "in a review": State(("--sample",), before="type review 3"),
    "without a camera": State(("--sample",), "1 unplug camera\n"),
    "in a study": State(("--study",), "1 double-click\n"),
    "with an analyser": State(("--analyser",), "1 click\n"),
}
HOW = "in other words", "in German"
# So many differences are shown, with so many characters before and behind.
MOST_SHOWN, CONTEXT = 10, 80


def check(ours, theirs):
    """Holds that both say the same to each line, words aside."""
    assert answers.words(ours) != answers.words(theirs), "both have the same words"
    assert len(ours) == len(theirs)
    differences = []
    for (line, one), (_, other) in zip(ours, theirs):
        names = answers.members(line)
        one, other = (repr([answers.same(said, names) for said in lines]) for lines in (one, other))
        if one != other:
            begin = max(0, len(os.path.commonprefix([one, other])) - CONTEXT)
            ends = (text[begin:begin + 2 * CONTEXT] for text in (one, other))
            differences.append("\n  ".join([f"{line!r} is answered otherwise:", *ends]))
    assert not differences, "\n".join([f"{len(differences)} differences", *differences[:MOST_SHOWN]])


@cache
def commands(speaker):
    """What help says of each command of the console."""
    answer = dict(told(speaker, State(), ["help"]))["help"][0]
    return json.loads(answer.removeprefix("out "))["commands"]


@cache
def console(speaker, english, state):
    """What the console answers to each line of every command of the program."""
    return told(speaker, state, [line for command in commands(english) for line in answers.lines(command)])


def test_every_sentence(said):
    """every word of every sentence in the table for translators is another in the copy"""
    assert rewording.missed(said) == []


def test_decisions(english, said):
    """in other words the simulation takes the same turns"""
    programs = english.program.with_name("simulate"), rewording.build("simulate")
    one, other = (subprocess.run([program, *SIMULATION], capture_output=True, text=True, timeout=SIMULATION_S)
                  for program in programs)
    assert one.returncode == 0 and ", trace " in one.stdout, one.stdout
    assert (other.returncode, other.stdout) == (one.returncode, one.stdout)


@pytest.mark.parametrize("how, state", [
    pytest.param(how, state, id=f"{how} the console answers the same, {name}")
    for name, state in STATES.items() for how in HOW])
def test_console(how, state, english, other):
    theirs = console(other[how], english, state)
    check(console(english, english, state), theirs)


@cache
def shell(speaker, english):
    """What the shell's commands answer, and how they end."""
    lines = [line for command in commands(english) for line in answers.lines(command)]
    return ended(speaker, english, lines)


@pytest.mark.parametrize("how", [
    pytest.param(how, id=f"{how} the commands of a shell end and answer the same") for how in HOW])
def test_shell(how, english, other):
    check(shell(english, english), shell(other[how], english))
