"""A conversation on the serial line, as somebody with a terminal program has it, and its transcript."""

import codecs
import re
import time

from parts import Terminal
from sentences import sentence

PROMPT = "\n> "
# A long answer waits for a key here.
PAGE = re.compile(sentence("console.lines-more").pattern + r" *$")
# So long after a prompt nothing more is said.
SILENCE_S = 0.4
# What differs from one run to the next: figures, ids, hashes, and which open item has its turn.
CHANCE = re.compile(
    r"(Open|Next) is [^\n]*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-z]{14,}\b"
    r"|-?[0-9]+(\.[0-9]+)?( ?(ms|s|min|h|kB|MB|GB)\b)?"
)
# What is said only where the board had no time for everything.
HURRY = re.compile(sentence("clip.dropped").pattern + "\n")


class Conversation:
    """The host's end of the serial line, and all that was said there."""

    def __init__(self, terminal: Terminal):
        self.terminal = terminal
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.text = ""
        # How much of it was waited for already.
        self.heard = 0

    def type(self, line: str) -> None:
        self.terminal.type(line)

    def hear(self, key: str, *values, ending: str = PROMPT, within: float = 30) -> None:
        """Waits until the sentence was said, and then for the ending and silence; a long answer ends with its page."""
        wanted = sentence(key, *values)
        deadline = time.monotonic() + within
        while not (self.rests(ending) and wanted.search(self.answer)):
            assert time.monotonic() < deadline, f"it never said {wanted.pattern!r}, but {self.answer!r}"
        self.heard = len(self.text)

    @property
    def answer(self) -> str:
        """What was said since the sentence that was heard last."""
        return self.text[self.heard :]

    def rests(self, ending: str) -> bool:
        """Whether nothing is said for a while, and the next line may be typed; leaves the rest of a long answer."""
        before = len(self.text)
        end = time.monotonic() + SILENCE_S
        while time.monotonic() < end:
            self.text += self.decoder.decode(self.terminal.take(end)).replace("\r", "")
        if PAGE.search(self.answer):
            self.terminal.press("q")
            return False
        return len(self.text) == before and self.text.endswith(ending)


def masked(text: str) -> str:
    """A transcript without what differs from one run to the next."""
    return CHANCE.sub("#", HURRY.sub("", text))
