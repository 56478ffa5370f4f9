"""What the command does whichever of its commands is asked: slips, output that nobody takes, what is to be pasted."""

import json
import os
import subprocess

import pytest

from demo import EXECUTABLE
from sentences import sentence
from test_script import ONE_PHOTO, RUN_S, ask, played


def ended(*words, **arguments):
    return subprocess.run([EXECUTABLE, *words], stderr=subprocess.PIPE, text=True, timeout=RUN_S, **arguments)


@pytest.fixture
def filled(store):
    """A store that has a photo."""
    played(ONE_PHOTO, store)
    return store


def test_after_demo_last_line_can_be_pasted(store):
    """after the demo its last line can be pasted from any folder, and shows the picture whose path stands above"""
    said = played(ONE_PHOTO, store).splitlines()
    picture = next(found[1] for line in said if (found := sentence("demo.latest").search(line)))
    assert os.path.exists(picture), f"{picture} is not there"
    shown = subprocess.run(said[-1], shell=True, cwd="/", capture_output=True, text=True, timeout=RUN_S)
    assert shown.returncode == 0, f"{said[-1]} ended with {shown.returncode}: {shown.stderr}"
    assert os.path.relpath(picture, store) in shown.stdout, f"it shows {shown.stdout}"


def test_output_that_nobody_takes_is_error(filled):
    """output that the device does not take is an error with its reason, whichever command writes"""
    asked = ["list"], ["list", "--json"], ["show", "1"], ["verify"], ["records"]
    commands = [words + ["--store", filled] for words in asked]
    commands += [["--help"], ["--version"], ["version"], ["key", "--device", f"{filled}/device"]]
    with open("/dev/full", "w") as full:
        for words in commands:
            run = ended(*words, stdout=full)
            assert run.returncode == 1, f"{words} ended with {run.returncode}"
            assert sentence("output.refused").search(run.stderr), f"{words} says {run.stderr!r}"
        script = ended("demo", "--store", filled, "--script", "-", stdout=full, input=ONE_PHOTO)
        assert script.returncode == 1, f"the demo ended with {script.returncode}"
        assert sentence("output.refused").search(script.stderr), f"it says {script.stderr!r}"


def test_reader_that_goes_away_is_told_nothing(filled):
    """a reader that goes away ends the command without a word, also where the signal for it is ignored"""
    for restore in (True, False):
        reader, writer = os.pipe()
        os.close(reader)
        run = ended("list", "--store", filled, stdout=writer, restore_signals=restore)
        os.close(writer)
        assert run.returncode != 0 and not run.stderr, f"it ended with {run.returncode}: {run.stderr}"


def test_misspelt_command_names_nearest(store):
    """a misspelt command is answered with the nearest, a wrong one with where they are listed"""
    for words, nearest in ((["stauts"], "exhibit status"), (["store", "rebiuld"], "exhibit store rebuild")):
        run = ended(*words)
        assert run.returncode == 64, f"it ended with {run.returncode}"
        command = " ".join(["exhibit", *words])
        assert sentence("command-line.nearest", command, nearest).search(run.stderr), run.stderr


def test_command_of_the_console_is_explained_though_nothing_runs():
    """a command that only the running program can do is explained by --help without it"""
    for words in ("snap", "--help"), ("snap", "--in", "2", "--help"), ("clip", "-h"), ("help", "snap"):
        run = subprocess.run([EXECUTABLE, *words], capture_output=True, text=True, timeout=RUN_S)
        assert run.returncode == 0 and words[1 if words[0] == "help" else 0] in run.stdout, f"{words}: {run}"


def test_every_command_that_asks_answers_in_json(filled):
    """every command that asks answers in JSON on one line"""
    asked = [["list"], ["show", "1"], ["verify"]]
    answers = [ask(filled, *words, "--json") for words in asked]
    configuration = f"{filled}.toml"
    with open(configuration, "w") as file:
        file.write(f'store = "{filled}"\n[device]\nfolder = "{filled}/device"\n')
    for words in (["version"], ["key"], ["check-config"], ["devices"], ["list"]):
        at = [] if words == ["version"] else ["--config", configuration]
        run = ended(*words, "--json", *at, stdout=subprocess.PIPE)
        assert run.returncode == 0, f"{words} ended with {run.returncode}: {run.stderr}"
        answers.append(run.stdout)
    os.unlink(configuration)
    for answer in answers:
        assert answer.count("\n") == 1 and json.loads(answer), f"it is {answer!r}"


def leaves(command, path=()):
    """The commands without commands below them: words and options of each."""
    below = [one for one in command.get("subcommands", []) if one["commandName"] != "help"]
    if not below:
        yield path, {name["name"] for one in command.get("arguments", []) for name in one.get("names", [])}
    for one in below:
        yield from leaves(one, (*path, one["commandName"]))


def test_each_command_takes_json_and_help():
    """each command but those that run a camera or a console or write a script takes --json, and each takes -h"""
    dump = json.loads(ended("--experimental-dump-help", stdout=subprocess.PIPE).stdout)
    found = dict(leaves(dump["command"]))
    assert len(found) > 25, f"only {sorted(found)}"
    without = {" ".join(words) for words, options in found.items() if "json" not in options}
    assert without == {"run", "console", "demo", "completions"}, f"without --json: {without}"
    assert all("h" in options for options in found.values())


def test_names_of_things_are_completed(filled, tmp_path):
    """a shell completes the names of things where one is wanted, and nothing where nobody may read the store"""
    configuration = tmp_path / "exhibit.toml"
    for store, names in ((filled, ["Unsorted"]), (tmp_path / "none", [])):
        configuration.write_text(f'store = "{store}"\n')
        known = ended("completions", "things", "--config", configuration, stdout=subprocess.PIPE)
        assert (known.returncode, known.stdout.split(), known.stderr) == (0, names, ""), known
    script, stub = tmp_path / "completions", tmp_path / "exhibit"
    script.write_text(ended("completions", "bash", stdout=subprocess.PIPE).stdout)
    stub.write_text("#!/bin/sh\necho red cup; echo Omega\n")
    stub.chmod(0o755)
    for words, found in (("thing use r", ["red\\ cup"]), ("thing show O", ["Omega"]), ("thing add r", ["rename"])):
        said = subprocess.run(
            ["bash", "-c", f'. {script}; COMP_WORDS=(exhibit {words}); COMP_CWORD=3; _exhibit_console; '
             'printf "%s\\n" "${COMPREPLY[@]}"'],
            env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}, capture_output=True, text=True,
            timeout=RUN_S,
        )
        assert [line for line in said.stdout.splitlines() if line in found] == found, f"{words}: {said}"
        assert words != "thing add r" or "red\\ cup" not in said.stdout


def test_refusals_are_json_where_json_is_asked_for(filled, tmp_path):
    """a refusal is one object with its key where JSON is asked for, and ends as it does without"""
    nowhere = str(tmp_path / "nowhere")
    refused = [
        ["list", "--store", nowhere], ["list", "--store", filled, "--kind", "cup"], ["show", "9", "--store", filled],
        ["verify", nowhere], ["key", "--device", nowhere], ["check-config", nowhere], ["devices", "--config", nowhere],
        ["export", "all", nowhere, "--store", nowhere], ["import", nowhere, "--store", filled], ["guide", "nothing"],
        ["db", "reload", "--store", nowhere], ["db", "reset", "--store", filled], ["store", "new", "--store", filled],
        ["store", "rebuild", "--store", nowhere], ["view", nowhere], ["view"], ["dark", "--config", nowhere],
        ["stick", nowhere, "--config", nowhere], ["status", "--socket", nowhere], ["snap", "--socket", nowhere],
        ["lisst"], ["list", "--colour"], ["key", "renew", "--store", nowhere, "--device", nowhere, "--yes"],
        ["records", "--store", nowhere], ["doctor", "--config", nowhere],
    ]
    for words in refused:
        plain = ended(*words, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        run = ended(*words, "--json", stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        assert run.returncode == plain.returncode != 0, f"{words} ends with {plain.returncode}, then {run.returncode}"
        # What becomes of each file is told with the rest.
        assert plain.stderr or words[0] == "import", f"{words} says nothing"
        assert not run.stderr, f"{words} with --json says {run.stderr!r}"
        assert run.stdout.count("\n") == 1, f"{words} answers {run.stdout!r}"
        said = json.loads(run.stdout)
        for one in said.get("sentences", [said]):
            assert one["key"] and one["sentence"], f"{words} answers {said}"


def test_what_to_type_first():
    """without a word it says what to type, of which each is a command that is there"""
    run = ended(stdout=subprocess.PIPE)
    assert run.returncode == 0 and not run.stderr
    lines = run.stdout.splitlines()
    assert 3 < len(lines) < 12, lines
    for line in lines:
        words = line.split(":")[0].split()
        assert words[0] == "exhibit", line
        assert ended(words[1], "--help", stdout=subprocess.PIPE).returncode == 0, line
    assert len(json.loads(ended("--json", stdout=subprocess.PIPE).stdout)["sentences"]) == len(lines)


def test_short_options_and_standard_input(filled, tmp_path):
    """-V, -h, -s and -o mean what people expect, and - is standard input"""
    assert ended("-V", stdout=subprocess.PIPE).stdout == ended("--version", stdout=subprocess.PIPE).stdout
    assert ended("list", "-s", filled, stdout=subprocess.PIPE).stdout == ask(filled, "list")
    picture = f"{filled}/{json.loads(ask(filled, 'list', '--json'))[0]['file']}"
    glyphs = []
    for name in picture, "-":
        with open(picture, "rb") as file:
            command = [EXECUTABLE, "view", name, "--columns", "40"]
            glyphs.append(subprocess.run(command, stdin=file, capture_output=True, timeout=RUN_S).stdout)
    assert glyphs[0] and glyphs[0] == glyphs[1]
    bad = ended("check-config", "-", stdout=subprocess.PIPE, input="[camera]\nwidth = 3\n")
    assert bad.returncode == 78 and ":2:" in bad.stderr, bad
    other = tmp_path / "clip"
    played("1 double-click\n3 click\n6 quit\n", str(other))
    still = ended("still", "1", "-o", str(tmp_path / "still.jpg"), "-s", str(other), stdout=subprocess.PIPE)
    assert still.returncode == 0 and sentence("still.place").search(still.stdout), still
    assert (tmp_path / "still.jpg").read_bytes().startswith(b"\xff\xd8")


def test_deleted_pieces_are_in_no_list_unless_asked_for(store):
    """what was deleted is in no list unless it is asked for"""
    played("1 click\n5 click\n10 type delete 1\n12 quit\n", store)
    for words, numbers in (([], [2]), (["--state", "deleted"], [1]), (["--all"], [1, 2])):
        pieces = json.loads(ask(store, "list", *words, "--json"))
        assert [piece["number"] for piece in pieces] == numbers, f"list {words}: {pieces}"
        assert len(ask(store, "list", *words).splitlines()) == len(numbers)


def test_still_of_clip_is_written_as_picture(store):
    """a still of a clip is written as a JPEG file, and which it is said beside it"""
    played("1 double-click\n3 click\n6 quit\n", store)
    run = subprocess.run(
        [EXECUTABLE, "still", "1", "--at", "0.5", "--store", store], capture_output=True, timeout=RUN_S)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(b"\xff\xd8") and run.stdout.endswith(b"\xff\xd9"), run.stdout[:20]
    assert sentence("still.place").search(run.stderr.decode()), run.stderr
    for words in (["2"], ["1", "--at", "-1"], ["1", "--at", "x"]):
        run = ended("still", *words, "--store", store, stdout=subprocess.PIPE)
        assert run.returncode != 0 and run.stderr and not run.stdout, words


def test_guide_is_read_and_written_as_page(tmp_path):
    """the guide names its texts, reads one or a part of it, and writes a page that needs nothing else"""
    assert "guide recording" in ended("guide", stdout=subprocess.PIPE).stdout
    whole = ended("guide", "Recording", stdout=subprocess.PIPE).stdout
    for words in (["recording#test-clips"], ["recording", "test", "clips"], ["recording", "test-clips"]):
        part = ended("guide", *words, stdout=subprocess.PIPE).stdout
        assert part.startswith("Heading 2: Test clips.") and part in whole, part
    wrong = ended("guide", "recordin", stdout=subprocess.PIPE)
    assert wrong.returncode != 0 and sentence("guide.nearest").search(wrong.stderr), wrong.stderr
    page = tmp_path / "page.html"
    run = ended("guide", "html", "recording", page, stdout=subprocess.PIPE)
    assert run.returncode == 0 and sentence("guide.page-written").search(run.stdout), run
    html = page.read_text()
    assert '<h2 id="test-clips">Test clips</h2>' in html and "src=" not in html and "http" not in html
    missing = ended("guide", "--texts", tmp_path / "nowhere", stdout=subprocess.PIPE)
    assert missing.returncode != 0 and sentence("guide.missing").search(missing.stderr), missing.stderr
