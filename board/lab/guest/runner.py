"""Runs the scenarios inside the guest: `runner.py MODE`, with LAB_WORDS choosing among them.

`run` shows everything up to the power cut, `after` what must hold when the board has power again.
"""

import importlib
import os
import re
import sys
import time
import traceback
from pathlib import Path

import parts
import program
from scenario import CLAIMS, Claim, Refuted

FOLDER = Path(os.environ["LAB"]) / "scenarios"
LOG = Path("/mnt/log")
AFTER = "after"
# Of the kernel's log, what a failure shows.
KERNEL_LINES = 15


def chosen(mode: str) -> list[Claim]:
    """The claims of this boot that somebody asked for: all of them without LAB_WORDS."""
    sys.path.insert(0, str(FOLDER))
    for path in sorted(FOLDER.glob("*.py")):
        importlib.import_module(path.stem)
    words = os.environ.get("LAB_WORDS", "").split("\n")
    return [claim for claim in CLAIMS
            if claim.theme.startswith(AFTER) == (mode == AFTER)
            and any(word in claim.theme or word in claim.text for word in words)]


def verdict(claim: Claim) -> str | None:
    """Why the claim failed, or None."""
    try:
        claim.show()
        return program.left_over()
    except Refuted as refuted:
        return str(refuted)
    except Exception:  # a scenario's own mistake is a failure too, never the end of the run
        return traceback.format_exc(limit=-3).strip().replace("\n", " | ")


def judge(claim: Claim) -> None:
    start = time.monotonic()
    program.LOGS.clear()
    why = verdict(claim)
    program.kill_left_overs()
    log = "\n".join(program.LOGS) + "\n-- kernel --\n" + parts.run("dmesg", check=False)
    name = re.sub(r"[^A-Za-z0-9]+", "-", f"{claim.theme} {claim.text}")[:100]
    (LOG / f"{name}.log").write_text(log)
    if why is None:
        print(f"ok   {claim.text} ({time.monotonic() - start:.1f} s)", flush=True)
        return
    print(f"FAIL {claim.text}: {why}", flush=True)
    lines = "\n".join(program.LOGS).splitlines()
    for line in lines + parts.run("dmesg", check=False).splitlines()[-KERNEL_LINES:]:
        print(f"     | {line}", flush=True)


def main(mode: str) -> None:
    claims = chosen(mode)
    for claim in claims:
        judge(claim)


if __name__ == "__main__":
    main(sys.argv[1])
