"""Each story of the documentation goes as it is told."""

import os
import re

import pytest

import stories

STORIES = stories.read()


@pytest.mark.parametrize("title", STORIES, ids=STORIES)
def test_story(title, shelf):
    if os.environ.get("STORIES") == "write":
        renewed = stories.written(STORIES[title], shelf)
        stories.DOCUMENT.write_text(stories.DOCUMENT.read_text().replace(STORIES[title], renewed))
        stories.photograph(shelf)
        return
    played = list(stories.play(STORIES[title], shelf))
    assert played, "nothing is typed in it"
    for command, told, answered in played:
        assert stories.same(answered) == stories.same(told), f"'{command}' answers otherwise"


def test_found_out():
    """what a story says is found out is so in its answer, whoever wrote that"""
    told = [(prose, block) for story in STORIES.values()
            for prose, block in re.findall(r"([^`]*)```console\n(.*?)```", story, re.DOTALL) if "found out" in prose]
    assert told
    for prose, block in told:
        assert "Something is wrong" in block and "Nothing is wrong" not in block, prose


def test_heard():
    """in a story by sound alone each gesture is answered before the next, one sentence an event, in both languages"""
    told = [story for title, story in STORIES.items() if "by sound alone" in title]
    assert told
    for story in told:
        speakers = set()
        for block in stories.BLOCK.findall(story):
            heard = re.findall(r"^ +([\d.]+)  (?:> (.+)|(Voice|Stimme): .+)$", block, re.MULTILINE)
            instants = [instant for instant, _, speaker in heard if speaker]
            assert len(instants) == len(set(instants)), "two sentences tell of one event"
            for (_, gesture, _), (_, following, _) in zip(heard, heard[1:]):
                assert not (gesture and following), f"'{gesture}' is not answered"
            speakers |= {speaker for *_, speaker in heard if speaker}
        assert speakers == {"Voice", "Stimme"}


def test_faces_heard():
    """in the story of faces by sound alone each photo is stored, and then its faces are told, in both languages"""
    blocks = stories.BLOCK.findall(STORIES["Faces by sound alone"])
    told = [("Voice", r"Stored, photo (\d)\.", r"In photo (\d): .*faces?\b"),
            ("Stimme", r"Gespeichert, Foto (\d)\.", r"In Foto (\d): .*Gesicht(?:er)?\b")]
    assert len(blocks) == len(told)
    for block, (speaker, stored, faces) in zip(blocks, told):
        heard = "\n".join(re.findall(rf" {speaker}: (.+)", block))
        numbers = re.findall(rf"^{stored}\n{faces}", heard, re.MULTILINE)
        assert numbers == [("1", "1"), ("2", "2"), ("3", "3")], f"the {speaker} says {heard!r}"
