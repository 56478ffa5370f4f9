"""Everything by the serial line: each command at least once, and the transcript that is docs/DIALOGUE.md."""

import json
from pathlib import Path

import pytest

import parts
from conversation import PROMPT, Conversation, masked
from program import WEBCAM, Program
from sentences import REPOSITORY

PAGE = REPOSITORY / "docs/DIALOGUE.md"
WRITTEN = Path("/mnt/log/DIALOGUE.md")
INTRODUCTION = """# A dialogue

What somebody types who has a serial cable and a terminal program, and nothing else; and all that the board says. The
virtual board has written this: real drivers, a camera with Motion-JPEG, a 16550 at 115200 baud. Figures differ from
board to board. After `>` stands what was typed. The [guide](GUIDE.md#the-console) explains the commands.
"""

# What is typed, and a sentence of the answer: its key, and its values where they matter. Without one nobody waits.
SECTIONS = (
    (
        "How things are",
        ("help", "help.status"),
        ("help snap", "help.usage"),
        ("status", "status.capture-mode", "running"),
        ("", "status.summary"),
        ("describe", "describe.still"),
        ("version", "version.is"),
        ("doctor", "doctor.board"),
    ),
    (
        "The time",
        ("clock", "clock.is-unset"),
        ("clock is 2026-03-27T15:44:28+01:00", "clock.told-now"),
    ),
    (
        "Photos",
        ("snap --in 1", "photo.stored", 1),
        ("snap --in 0 --count 2 --every 0.5", "photo.stored", 3),
        ("snap --in 9",),
        ("cancel", "shutter.cancelled"),
        ("list", "list.piece"),
        ("open 2", "open.at-door"),
        ("show 2", "show.piece"),
    ),
    (
        "A thing, and what is still to be captured",
        ("thing add Omega watch --category watches", "thing.begun", 2, "Omega watch"),
        ("thing set brand Omega", "thing.changed"),
        ("checklist", "checklist.next", 1, "Take watch photo"),
        ("snap --in 1", "photo.stored", 4),
        ("checklist", "checklist.ticked", 1, "Take watch photo", 4),
        ("thing", "thing.current"),
        ("thing list", "list.current"),
        ("request import {request}", "request.imported"),
        ("request status 1 active", "request.changed"),
        ("request", "request.listed"),
        ("request status 1 cancelled", "request.changed"),
        ("slots", "slots.none"),
    ),
    (
        "Looking at pieces",
        ("review 2", "review.piece"),
        ("title A red cup", "piece.titled", 2, "A red cup"),
        ("next", "review.piece"),
        ("previous", "review.piece"),
        ("options", "caption.title"),
        ("face", "faces.unexamined"), ("face place 30,40", "face.line"), ("face hide", "face.line"),
        ("face save", "face.saved"), ("face undo",), ("face find", "face.no-analyser"),
        ("confirm", "pieces.decided", "confirmed"),
        ("deny", "pieces.decided", "denied"),
        ("review end", "review.ended"),
    ),
    (
        "Documents and clips",
        ("mask id", "mask.id"),
        ("snap --in 1", "document.stored", 5),
        ("mask off", "mask.off"),
        ("clip start", "clip.wanted"),
        ("clip", "clip.runs"),
        ("clip stop", "clip.stored", 6),
        ("clip show 6 --at 1", "still.place"),
        ("clip next", "still.place"),
    ),
    (
        "Taking back, and for good",
        ("lock 2", "pieces.locked"),
        ("delete 2", "piece.is-locked", 2),
        ("lock 2 off", "pieces.unlocked", 2),
        ("delete 1", "pieces.deleted", 1),
        ("undo", "undo.deletion-done"),
        ("delete 3 --now", "question.delete-now", 3),
        ("y", "pieces.erased", 3),
        ("delete 1", "pieces.deleted", 1),
        ("purge", "question.purge", 1),
        ("n", "question.declined"),
        ("undelete 1", "pieces.undeleted", 1),
        ("redact 2 title", "question.redact"),
        ("y", "redact.done"),
    ),
    (
        "In and out",
        ("import {picture}", "import.one", 7),
        ("export", "export.stick"),
        ("exported 1", "exported.digest-needed"),
        ("stick copying", "console.local-only"),
        ("compared 0 7", "console.local-only"),
        ("verify", "status.head"),
        ("db reload", "db.reloaded"),
        ("db reset", "question.db-reset"),
        ("n", "question.declined"),
    ),
    (
        "The camera",
        ("camera", "camera.present"),
        ("camera list", "camera.listed"),
        ("camera use vivid", "camera.opened"),
        ("camera controls", "devices.control"),
        ("camera set brightness 140", "camera.control.is"),
        ("pause", "capture.paused.manual"),
        ("resume", "capture.resumed"),
        ("motion picture", "motion.is", "picture"),
        ("motion off", "motion.is", "nothing"),
        ("powersave on", "powersave.on"),
        ("powersave off", "powersave.off"),
    ),
    (
        "What is drawn and shown",
        ("view", "view.idle"),
        ("overlay compare", "overlay.compare"),
        ("overlay off", "overlay.off"),
        ("effect shapes", "effect.is", "shapes"),
        ("palette", "palette.is"),
        ("gradient on", "gradient.on"),
        ("set jitter 0", "set.now"),
        ("set", "set.is"),
        ("set defaults", "set.defaults"),
        ("light", "light.is", "ready"),
        ("light stored", "light.shows", "stored"),
    ),
    (
        "Learning, and watching",
        ("guide", "guide.text"),
        ("guide privacy", "guide.contents"),
        ("learn", "lesson.begins"),
        ("cancel", "lesson.stopped"),
        ("follow", "follow.for-programs"),
        ("seen 7", "question.not-asked", 7),
        ("watch", "status.summary"),
        ("snpa", "command.unknown-nearest", "snpa", "snap"),
        ("log", "log.line"),
    ),
    (
        "The end",
        ("shutdown", "question.shutdown"),
        ("n", "question.declined"),
    ),
)
# What goes on until the next line.
UNENDING = ("learn", "watch")
REQUEST = {"url": "https://example.org/claims/4711", "type": "claim", "required_evidence": ["Receipt", "Damage"]}


@pytest.fixture
def files(tmp_path):
    """Files on the board that are taken in, and a picture before the camera that does not move."""
    request, picture = Path("/run/request.json"), Path("/run/receipt.png")
    request.write_text(json.dumps(REQUEST))
    picture.write_bytes((REPOSITORY / "docs/contact-sheet.png").read_bytes())
    with parts.held():
        yield {"request": request, "picture": picture}
    request.unlink()
    picture.unlink()


@pytest.fixture
def texts():
    """The guide's texts, where the package puts them: a folder like /usr/share, which is the host's, lies over it."""
    host, ours = Path("/run/share/host"), Path("/run/share/ours")
    host.mkdir(parents=True)
    (ours / "exhibit").mkdir(parents=True)
    parts.run("mount", "--bind", "/usr/share", str(host))
    for entry in host.iterdir():
        if entry.name != "exhibit":
            (ours / entry.name).symlink_to(entry)
    (ours / "exhibit/guide").symlink_to(REPOSITORY / "deploy/guide")
    parts.run("mount", "--bind", str(ours), "/usr/share")
    yield
    parts.run("umount", "/usr/share")
    parts.run("umount", str(host))


def test_each_command_is_answered_on_serial_line(texts, files):
    """somebody with a serial cable and nothing else uses every command, and the transcript is the one in the docs"""
    with Program(camera=WEBCAM) as program:
        check_all_are_tried(program)
        page = transcript(program, files)
    WRITTEN.write_text(page)
    assert masked(PAGE.read_text()) == masked(page), "docs/DIALOGUE.md is another: .build/lab has what was said now"


def check_all_are_tried(program: Program) -> None:
    commands = {command["name"] for command in program.ask_json("help")["commands"]}
    typed = {line.split()[0] for _, *lines in SECTIONS for line, *_ in lines if line}
    assert commands <= typed, f"these are not tried: {sorted(commands - typed)}"


def transcript(program: Program, files: dict) -> str:
    """All of it, with headings."""
    conversation = Conversation(program.terminal)
    conversation.hear("console.greeting.device")
    return INTRODUCTION + "".join(section(conversation, files, title, lines) for title, *lines in SECTIONS)


def section(conversation: Conversation, files: dict, title: str, lines) -> str:
    """One part of the transcript, with its heading."""
    begin = len(conversation.text)
    for line, *wanted in lines:
        conversation.type(line.format_map(files))
        if wanted:
            conversation.hear(*wanted, ending="\n" if line in UNENDING else PROMPT)
    said = conversation.text[begin:].removesuffix("> ").strip("\n")
    return f"\n## {title}\n\n```text\n> {said}\n```\n"
