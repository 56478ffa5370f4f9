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
