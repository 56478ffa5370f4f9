"""Things, and what people take back, by the button and at the console."""

import time

import parts
from program import records
from sentences import sentence


def clicks(count: int) -> None:
    for _ in range(count):
        parts.press()
        time.sleep(0.15)


def test_long_press_and_click_undo(program):
    """a long press asks whether to take the photo back, a click does it, and the file stays until it is purged"""
    parts.press()
    row = program.photo()
    parts.press(held=2)
    program.terminal.expect(sentence("undo.asked", sentence("undo.photo", "photo 1 of Unsorted")))
    assert program.status()["light"] == "asked", "the light does not ask"
    parts.press()
    program.terminal.expect(sentence("undo.photo-done"))
    assert program.photos()[0]["deleted"], "it is not taken back"
    assert (program.store / row["local_file"]).exists(), "its file is gone"
    assert program.status()["pieces"] == 0, "it counts still"
    undone, = records(program.store, "change.undone")
    assert undone["requester"] == "button", undone
    program.ask("purge --yes")
    assert not (program.store / row["local_file"]).exists(), "its file is there still"
    assert program.photos()[0]["sha256"] == row["sha256"], "its row has lost its hash"


def test_question_without_answer(program):
    """a question that nobody answers changes nothing, and the next click takes a photo"""
    parts.press()
    program.photo()
    parts.press(held=2)
    program.terminal.expect(sentence("undo.asked", sentence("undo.photo", "photo 1 of Unsorted")))
    program.terminal.expect(sentence("undo.declined"), within=15)
    parts.press()
    program.photo(2)
    assert program.status()["pieces"] == 2, "one is gone"


def test_triple_click_begins_next_thing(program):
    """a triple click begins another thing, the next photo belongs to it, and so it does after a restart"""
    parts.press()
    program.photo()
    clicks(3)
    program.terminal.expect(sentence("thing.begun", 2, "Thing 2"))
    parts.press()
    program.photo(2)
    assert program.end() == 0, "it did not end with 0"
    program.__enter__()
    parts.press()
    program.photo(3)
    assert [row["thing"] for row in program.photos()] == [1, 2, 2]


def test_deleted_thing_comes_back(program):
    """a thing that was deleted by mistake comes back with its photos"""
    program.ask("thing add Omega watch --category watches")
    parts.press()
    program.photo()
    program.ask("thing delete")
    assert program.status()["pieces"] == 0 and program.status()["thing"] == "Unsorted"
    program.ask("undo")
    program.ask("thing use omega watch")
    assert program.status()["pieces"] == 1 and program.status()["thing"] == "Omega watch"
