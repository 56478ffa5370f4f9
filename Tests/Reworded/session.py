"""A demo whose console is asked line by line, at instants of virtual time that are the same in each run."""

import socket
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

ANSWER_S = 60
# Of virtual time, in seconds.
BEGIN, MOST_STEPS = 3, 15


class Speaker(NamedTuple):
    """A program, and the language that it is told to speak."""

    program: Path
    language: str = "en"

    @property
    def arguments(self):
        """Those of the demo."""
        return ["--language", self.language]


class State(NamedTuple):
    """A state of the board in which a line is said."""

    arguments: tuple = ()
    # Lines of the script, once.
    script: str = ""
    # Of the script, before each line.
    before: str = ""
    # A line whose question is open then.
    question: str = ""


class Ended(Exception):
    """The program is gone, as some lines want it."""


class Session:
    """A program's demo, and two sessions at its socket: one asks, the other tells when that has been heard."""

    def __init__(self, speaker, state):
        self.state = state
        self.folder = tempfile.TemporaryDirectory(prefix="exhibit-reworded-")
        command = [speaker.program, "demo", "--plain", "--store", "store", "--script", "-"]
        command += [*speaker.arguments, *state.arguments]
        self.demo = subprocess.Popen(
            command, cwd=self.folder.name, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True)
        self.now = BEGIN
        self.said = self._play(state.script)
        self.asking, self.waiting = self._connected(), self._connected()

    def close(self):
        for end in self.asking, self.waiting, self.demo.stdin, self.demo.stdout:
            end.close()
        self.demo.kill()
        self.demo.wait()
        self.folder.cleanup()

    def _connected(self):
        peer = socket.socket(socket.AF_UNIX)
        peer.settimeout(ANSWER_S)
        peer.connect(f"{self.folder.name}/store/console.sock")
        return peer

    def ask(self, line):
        """What is answered to the line until its end, and what the demo prints meanwhile."""
        before, question = self.state.before, self.state.question
        try:
            answer, printed = [], self._play(before and f"{self.now} {before}\n")
            self.asking.sendall(f"{question} --marked\n".encode() if question else b"")
            self.asking.sendall(f"{line} --json --marked\n".encode())
            for _ in range(MOST_STEPS):
                self._wait()
                self.now += 1
                printed += self._play("")
                self._wait()
                answer += self._answer()
                if answer and answer[-1].startswith("end "):
                    break
            return answer + printed
        except (Ended, OSError):
            rest, _ = self.demo.communicate(timeout=ANSWER_S)
            raise Ended([*rest.splitlines(), f"ended with {self.demo.returncode}"]) from None

    def _wait(self):
        """Until what was sent before has been read, and answered as far as it can be at this instant."""
        self.waiting.sendall(b"version --marked\n")
        answer = b""
        while not answer.endswith(b"end 0\n"):
            answer += self._received(self.waiting)

    def _answer(self):
        """The lines that are there now."""
        self.asking.setblocking(False)
        answer = b""
        try:
            while True:
                answer += self._received(self.asking)
        except BlockingIOError:
            self.asking.settimeout(ANSWER_S)
        return answer.decode().splitlines()

    @staticmethod
    def _received(peer):
        received = peer.recv(1 << 16)
        if not received:
            raise Ended
        return received

    def _play(self, script):
        """Plays those lines; returns what is printed until now."""
        self.demo.stdin.write(f"{script}{self.now} still\n")
        self.demo.stdin.flush()
        printed = []
        for line in self.demo.stdout:
            if line.endswith("  > still\n"):
                return printed
            printed.append(line.rstrip("\n"))
        raise Ended


def told(speaker, state, lines):
    """What a demo says from its begin, and to each of the lines, in their order; one that ends begins anew."""
    said, session = [], None
    for line in lines:
        if session is None:
            session = Session(speaker, state)
            said.append(("", session.said))
        try:
            said.append((line, session.ask(line)))
        except Ended as end:
            said.append((line, end.args[0]))
            session.close()
            session = None
    if session is not None:
        session.close()
    return said
