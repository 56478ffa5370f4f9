"""`exhibit demo` on a terminal of its own, with a store of its own."""

import json
import os
import subprocess

from sentences import sentence
from terminal import START_S, Terminal
from waiting import eventually

EXECUTABLE = os.path.abspath(os.environ.get("EXHIBIT_BIN", ".build/debug/exhibit"))
ANSWER_S = 10
# On the screen when it is ready.
RUNNING = sentence("demo.capture", "running")


class Demo(Terminal):
    """The demo, started and ready; `arguments` are of the terminal, or variables of the environment."""

    def __init__(self, store, **arguments):
        self.store = store
        environment = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}
        super().__init__([EXECUTABLE, "demo", "--store", self.store], **(environment | arguments))
        self.sees(RUNNING, START_S)

    def sees(self, words, within=ANSWER_S):
        eventually(f'{words!r} on the screen\n{self.text()}\n', within, lambda: self.shows(words))

    def no_longer_sees(self, words, within=ANSWER_S):
        eventually(f"{words!r} going away", within, lambda: not self.shows(words))

    def is_given_back(self):
        eventually("giving the terminal back", ANSWER_S, self.is_restored)

    def pieces(self):
        command = [EXECUTABLE, "list", "--json", "--store", self.store]
        listing = subprocess.run(command, capture_output=True, text=True, timeout=START_S)
        return json.loads(listing.stdout) if listing.returncode == 0 else []
