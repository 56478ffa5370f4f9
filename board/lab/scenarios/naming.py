"""Photos under review: what people say of them at the serial line, and that a power cut takes none of it."""

from pathlib import Path

import pytest

import parts
from program import RUNNING, Program, photos, records
from proof import check_proof
from sentences import sentence
from waiting import eventually

STORE = "/mnt/disk/naming"
AT_ONCE = {"countdown_s": 0}
PHOTO = sentence("piece.photo")
SECRET = "Secret of Bern"


def take(program: Program, number: int) -> None:
    parts.press()
    program.terminal.expect(sentence("photo.stored", number))


def looks_at(program: Program, line: str, number: int) -> None:
    program.terminal.type(line)
    program.terminal.expect(sentence("review.piece", PHOTO, number))


def name(program: Program) -> None:
    """Of three photos the newest gets a title and is confirmed, the first is denied, and later titled otherwise."""
    for number in (1, 2, 3):
        take(program, number)
    program.terminal.type("title Back of the case")
    program.terminal.expect(sentence("piece.titled", 3, "Back of the case"))
    program.terminal.type("confirm")
    program.terminal.expect(sentence("pieces.decided", sentence("decision.confirmed"), 3))
    looks_at(program, "next", 1)
    program.terminal.type("title Lid")
    program.terminal.expect(sentence("piece.titled", 1, "Lid"))
    looks_at(program, "previous", 3)
    looks_at(program, "previous", 2)
    looks_at(program, "previous", 1)
    program.terminal.type("title Dial, 40 mm")
    program.terminal.expect(sentence("piece.titled", 1, "Dial, 40 mm"))
    program.terminal.type("deny")
    program.terminal.expect(sentence("pieces.decided", sentence("decision.denied"), 1))


def captions(store: Path) -> list[tuple]:
    return [(row["title"], row["decision"]) for row in photos(store)]


NAMED = [("Dial, 40 mm", "denied"), (None, None), ("Back of the case", "confirmed")]


@pytest.mark.configured(shutter=AT_ONCE)
def test_new_photo_is_named_and_decided_at_the_serial_line(program):
    """a new photo gets its title and decision at the serial line, and next and previous go round"""
    name(program)
    assert captions(program.store) == NAMED
    said = [record["title"] for record in records(program.store, "piece.titled")]
    assert said == ["Back of the case", "Lid", "Dial, 40 mm"], "the records don't tell all that was said"
    listed = program.ask_json("list")
    assert [(piece["title"], piece["decision"]) for piece in listed] == NAMED
    check_proof(program.store, program.device)


@pytest.mark.configured(shutter=AT_ONCE, review={"lasts_s": 3})
def test_after_its_time_a_photo_is_named_by_number_alone(program):
    """when a photo is new no longer nothing is named by mistake, and a number says which is meant"""
    take(program, 1)
    assert program.status()["review"] == 1
    eventually("an end of the review", 10, lambda: program.status()["review"] is None)
    program.terminal.type("title Lid")
    program.terminal.expect(sentence("review.none"))
    program.terminal.type("title Lid --piece 1")
    program.terminal.expect(sentence("piece.titled", 1, "Lid"))
    program.ask("review 1")
    # Another session's choice is none of the serial line's.
    program.terminal.type("confirm")
    program.terminal.expect(sentence("review.none"))
    assert captions(program.store) == [("Lid", None)]


def redact(program: Program) -> None:
    """What the thing is called is told, and taken out for good again."""
    program.terminal.type(f"thing rename {SECRET}")
    program.terminal.expect(sentence("thing.changed", 1, SECRET, sentence("field.title"), SECRET))
    program.terminal.type("redact thing 1 title")
    called = sentence("owner.called", sentence("owner.thing", 1), SECRET)
    program.terminal.expect(sentence("question.redact", called, sentence("field.title"), 2))
    program.terminal.type("y")
    program.terminal.expect(sentence("redact.done", sentence("owner.thing", 1), sentence("field.title"), 2))


def with_secret(store: Path) -> list[Path]:
    return [path for path in store.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]


@pytest.mark.power_cut
def test_names_lead_to_power_cut():
    """Returns right after the serial line has told that a text is gone; its program has let go of all devices."""
    program = Program(store=STORE, shutter=AT_ONCE).__enter__()
    name(program)
    redact(program)
    program.process.kill()
    program.process.wait()
    program.terminal.close()
    RUNNING.remove(program.process)


@pytest.mark.after
@pytest.mark.configured(store=STORE, shutter=AT_ONCE)
def test_after_power_cut_names_are_there(program):
    """after the power cut photos have the titles and decisions that were told, and no file has what was taken out"""
    assert captions(program.store) == NAMED
    assert with_secret(program.store) == [], "the card has what was taken out"
    take(program, 4)
    program.terminal.type("title Strap")
    program.terminal.expect(sentence("piece.titled", 4, "Strap"))
    assert captions(program.store) == [*NAMED, ("Strap", None)]
    check_proof(program.store, program.device)
