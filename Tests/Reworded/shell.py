"""Commands of a shell, on a store that the demo has made."""

import re
import shlex
import subprocess
import tempfile
from pathlib import Path

from sentences import LANGUAGES

RUN_S = 60
CONFIGURATION = """
language = "{language}"
store = "{folder}/store"
[device]
folder = "{folder}/store/device"
[console]
socket = "{folder}/console.sock"
"""
DEMO = "1 click\n3 type delete 2\n4 type lock 3\n5 type title Front side --piece 1\n6 type thing add A cup\n7 quit\n"
# In their order: some need what others did.
COMMANDS = """
list --json
list --kind photo --thing 4 --json
list --state nonsense --json
show 1 --json
show 99 --json
verify --json
verify --key nonsense --json
records
records --texts
key --json
doctor --json
devices --json
check-config right.toml --json
check-config wrong.toml --json
guide privacy --json
guide nonsense --json
status --json
export all copy --json
export all copy --json
export all copy.zip --json
export nonsense other --json
verify copy --json
verify copy.zip --json
import copy
import nonsense
store rebuild
db update
key renew --yes
verify --json
list --json
"""


def ended(speaker, english, lines):
    """What each command answers, and its exit status as the last line of that."""
    with tempfile.TemporaryDirectory(prefix="exhibit-reworded-") as folder:
        configuration, right = Path(folder, "exhibit.toml"), Path(folder, "right.toml")
        configuration.write_text(CONFIGURATION.format(folder=folder, language=speaker.language))
        right.write_text(CONFIGURATION.format(folder=folder, language="en"))
        Path(folder, "languages").symlink_to(LANGUAGES)
        Path(folder, "wrong.toml").write_text('store = 7\nnonsense = "so"\n[button]\nline = -1\n')

        def run(*words, script=""):
            process = subprocess.run(
                [speaker.program, *words], cwd=folder, input=script, capture_output=True, text=True, timeout=RUN_S)
            said = process.stdout.splitlines()
            values = [line for line in said if line.startswith(("{", "["))]
            # Of a text one line, for the others are in another language more or fewer.
            texts = [line for line in said if line not in values][:1] + process.stderr.splitlines()[:1]
            return [*values, *texts, f"end {process.returncode}"]

        told = [("demo", run("demo", *speaker.arguments, "--sample", "--store", "store", "--script", "-", script=DEMO))]
        wanted = [shlex.split(line) for line in COMMANDS.strip().splitlines()]
        wanted += [line.split() for line in lines] + wrong(english)
        # A piece is another from here on.
        tampered = [["verify", "--json"], ["list", "--json"], ["show", "1", "--json"]]
        for words in wanted:
            told.append((" ".join(words), run(*words, "--config", configuration)))
        for picture in Path(folder, "store/evidence").rglob("*.jpg"):
            picture.write_bytes(picture.read_bytes() + b"0")
        return told + [(" ".join(words), run(*words, "--config", configuration)) for words in tampered]


def wrong(speaker):
    """Each command that the program's help lists, written wrongly."""
    usage = subprocess.run([speaker.program, "--help"], capture_output=True, text=True, timeout=RUN_S).stdout
    names = re.findall(r"^  ([a-z][a-z-]*)  ", usage.partition("SUBCOMMANDS:")[2], re.M)
    return [[name, word] for name in names for word in ("--nonsense", "nonsense")]
