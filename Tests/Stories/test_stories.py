"""Each story of the documentation goes as it is told."""

import os

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
