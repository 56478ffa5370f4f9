"""A copy of the sources that is built once and has many bugs, of which a process has the one that it is told."""

import os
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
# What Planted.swift reads.
CHOICE = "EXHIBIT_PLANTED"
# Of a process, in bytes; there are bugs that ask for more and more.
MOST_MEMORY = 2_000_000_000


# The end of the copy's manifest: what is not needed there is not built.
ONLY_NEEDED = """
var needed: Set = [{names}]
for _ in package.targets {{
  for target in package.targets where needed.contains(target.name) {{
    for case .byNameItem(let name, _) in target.dependencies {{ needed.insert(name) }}
  }}
}}
package.targets = package.targets.filter {{ needed.contains($0.name) }}
package.products = package.products.filter {{ $0.name == "simulate" }}
"""


class PlantedCopy:
    """`folder` gets the simulation, copied and built; what didn't change is not built again."""

    def __init__(self, folder):
        self.sources = Path(folder) / "source"
        self.build_folder = Path(folder) / "build"
        self.programs = self.build_folder / "release"

    def write(self, texts, tests=()):
        """Copies what the simulation and those unit tests need; `texts` has other contents of files, by path."""
        helpers = (*REPOSITORY.glob("Tests/C[A-Z]*"), REPOSITORY / "Tests/StandIns")
        contents = {
            str(file.relative_to(REPOSITORY)): file.read_bytes()
            for folder in (REPOSITORY / "Sources", *helpers, *(REPOSITORY / "Tests" / name for name in tests))
            for file in folder.rglob("*")
            if file.is_file()
        }
        names = ", ".join(f'"{name}"' for name in ("Simulate", *tests))
        manifest = (REPOSITORY / "Package.swift").read_text() + ONLY_NEEDED.format(names=names)
        texts = texts | {
            "Package.swift": manifest,
            "Sources/Core/Planted.swift": (HERE / "Planted.swift").read_text(),
        }
        contents |= {path: text.encode() for path, text in texts.items()}
        for folder in ("Sources", "Tests"):
            for file in (self.sources / folder).rglob("*"):
                if file.is_file() and str(file.relative_to(self.sources)) not in contents:
                    file.unlink()
        for path, content in contents.items():
            self._write(self.sources / path, content)

    def _write(self, file, content):
        """Leaves alone what is as it should be, so that it keeps its time."""
        if file.is_file() and file.read_bytes() == content:
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

    def build(self, *options):
        """None, or what the compiler said against it."""
        # A planted bug may leave something unused; that is no reason not to build it.
        environment = {name: value for name, value in os.environ.items() if name != "EXHIBIT_STRICT"}
        command = ["swift", "build", "--configuration", "release", "-debug-info-format", "none"]
        command += ["--package-path", self.sources, "--scratch-path", self.build_folder, *options]
        process = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        return None if process.returncode == 0 else process.stdout

    def run(self, program, number, arguments, limit_s):
        """Runs a built program with the bug `number`, 0 for none: its exit status, None at the limit, and its words."""
        try:
            process = subprocess.run(
                ["prlimit", f"--data={MOST_MEMORY}", self.programs / program, *arguments],
                env=os.environ | {CHOICE: str(number)},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=limit_s,
            )
        except subprocess.TimeoutExpired:
            return None, ""
        return process.returncode, process.stdout


def scratch_store():
    """A folder in memory for the stores of simulations."""
    return tempfile.TemporaryDirectory(prefix="exhibit-planted-", dir="/dev/shm")


def processors():
    """How many processes keep this machine busy."""
    return len(os.sched_getaffinity(0))
