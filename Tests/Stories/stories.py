"""The stories of docs/STORIES.md: prose, and commands with their answers.

Below what a command says stands its exit status in brackets, such as `[1]`, where that is not 0. Each part of a pipe
has to end well.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/STORIES.md"
# The page of an export and its picture in the documentation, without the names of keys at the bottom.
PAGE, PICTURE, PIXELS = "inventory/index.html", DOCUMENT.parent / "contact-sheet.png", (1100, 1260)
EXECUTABLE = os.path.abspath(os.environ.get("EXHIBIT_BIN", ".build/debug/exhibit"))
BLOCK = re.compile(r"^```console\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
# What another run answers otherwise: names of keys and digests.
VARYING = re.compile(r"\b[0-9a-f]{16,}\b")
RUN_S = 120


def read():
    """The stories, by their titles."""
    _, *parts = re.split(r"^## ", DOCUMENT.read_text(), flags=re.MULTILINE)
    return {part.partition("\n")[0]: part for part in parts}


def commands(block):
    """The commands of a block as they are typed, each with its answer."""
    pairs = []
    for line in block.splitlines():
        if line.startswith("$ "):
            pairs.append([[line[2:]], []])
        elif line.startswith(">") and not pairs[-1][1]:
            pairs[-1][0].append(line[2:])
        else:
            pairs[-1][1].append(line)
    return [("\n".join(typed), answer) for typed, answer in pairs]


def answer(command, folder):
    """What a shell in `folder` answers to `command`, errors too, and how that ended if not well."""
    place = os.pathsep.join([str(folder.parent / "bin"), os.environ["PATH"]])
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=folder, env=os.environ | {"PATH": place, "TERM": "dumb"},
        text=True, timeout=RUN_S, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ended.stdout.splitlines() + ([f"[{ended.returncode}]"] if ended.returncode else [])


def same(lines):
    """What the lines say, apart from what varies."""
    return [VARYING.sub("…", line) for line in lines]


def play(story, folder):
    """Plays each command; yields it with the answer that it should have, and the one that it has."""
    for block in BLOCK.findall(story):
        for command, told in commands(block):
            yield command, told, answer(command, folder)


def written(story, folder):
    """The story with the answers that its commands have."""
    def renewed(match):
        lines = []
        for command, _ in commands(match[1]):
            first, *others = command.split("\n")
            lines += [f"$ {first}", *(f"> {line}".rstrip() for line in others), *answer(command, folder)]
        return "```console\n" + "".join(f"{line}\n" for line in lines) + "```\n"
    return BLOCK.sub(renewed, story)


def photograph(folder):
    """Makes the picture of the page that a story has left in `folder`; none where no Chromium is installed."""
    page = folder / PAGE
    browser = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if not page.exists():
        return
    if not browser:
        print(f"{PICTURE.name} stays as it is: neither chromium-headless-shell nor chromium is installed.")
        return
    subprocess.run(
        [browser, "--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=%d,%d" % PIXELS,
         # All pictures are to be there, and decoded, whatever the page leaves for later.
         "--blink-settings=lazyLoadEnabled=false", "--run-all-compositor-stages-before-draw",
         "--virtual-time-budget=10000", f"--screenshot={PICTURE}", page.as_uri()],
        check=True, timeout=RUN_S, stderr=subprocess.DEVNULL)
