"""Runs the scenarios inside the guest: `runner.py MODE`, with LAB_WORDS choosing among them.

`run` shows everything up to the power cut, `after` what must hold when the board has power again,
`systemd` what the program does as a service. `image` and `image-after` are the same two for the image of an
arm64 board: its own scenarios, and those of core.txt with the installed service as their program; and in
`image-overlay` its root is a layer in memory.
"""

import importlib
import os
import re
import sys
import time
import traceback
from dataclasses import replace
from pathlib import Path

import parts
import program
from scenario import CLAIMS, POWER_CUTS, Claim, Refuted

FOLDER = Path(os.environ["LAB"]) / "scenarios"
LOG = Path("/mnt/log")
# On either line the host kills the board.
END, POWER_CUT = "lab: end", "lab: cut the power"
# It boots once more after this one, in the mode whose name follows.
WANTED = "lab: wanted: "
# For each first boot the one after its power cut, and the one that some scenarios need besides.
AFTER = {"run": "after", "image": "image-after"}
BESIDES = {"run": "systemd", "image": "image-overlay"}
# Of the kernel's log, what a failure shows.
KERNEL_LINES = 40


def load(mode: str) -> None:
    sys.path.insert(0, str(FOLDER))
    if mode.startswith("image"):
        import installed

        program.Program = installed.Installed
    for path in sorted(FOLDER.glob("*.py")):
        importlib.import_module(path.stem)


def chosen() -> list[Claim]:
    """Those whose theme or words somebody asked for; all of them without LAB_WORDS."""
    words = [word for word in os.environ.get("LAB_WORDS", "").split("\n") if word]
    themes = {claim.theme for claim in CLAIMS}
    return [
        claim
        for claim in CLAIMS
        if not words
        or claim.theme in words
        or any(word in claim.text for word in words if word not in themes)
    ]


def core(claims: list[Claim]) -> list[Claim]:
    """Those of the image, and those of core.txt in the boots that it has for them."""
    lines = (Path(os.environ["LAB"]) / "guest/core.txt").read_text().splitlines()
    listed = [line for line in lines if line and not line.startswith("#")]
    unknown = set(listed) - {claim.text for claim in CLAIMS}
    if unknown:
        raise SystemExit(f"core.txt has claims that there are not: {unknown}")
    boots = {"run": "image", "after": AFTER["image"]}
    ours = [replace(claim, boot=boots[claim.boot]) for claim in claims if claim.text in listed]
    before = [claim for claim in claims if claim.boot == "image"]
    others = [claim for claim in claims if claim.boot in (AFTER["image"], BESIDES["image"])]
    # An upgrade comes last.
    return before + ours + others


def verdict(claim: Claim) -> str | None:
    """Why the claim failed, or None."""
    try:
        parts.reset_picture()
        claim.show()
        return None
    except Refuted as refuted:
        return str(refuted)
    except Exception:  # a scenario's own mistake is a failure too, never the end of the run
        return traceback.format_exc(limit=-3).strip().replace("\n", " | ")


def judge(claim: Claim) -> None:
    program.LOGS.clear()
    start = time.monotonic()
    why = verdict(claim)
    program.kill_left_overs()
    program.remove_stores()
    keep_log(claim)
    if why is None:
        print(f"ok   {claim.text} ({time.monotonic() - start:.1f} s)", flush=True)
    else:
        report(claim, why)


def report(claim: Claim, why: str) -> None:
    """The failure, with what the program and the kernel wrote."""
    print(f"FAIL {claim.text}: {why}", flush=True)
    kernel = parts.run("dmesg", check=False).splitlines()[-KERNEL_LINES:]
    for line in "\n".join(program.LOGS).splitlines() + ["-- kernel --"] + kernel:
        print(f"     | {line}", flush=True)


def keep_log(claim: Claim) -> None:
    name = re.sub(r"[^A-Za-z0-9]+", "-", f"{claim.theme} {claim.text}")[:100]
    kernel = parts.run("dmesg", check=False)
    (LOG / f"{name}.log").write_text("\n".join([*program.LOGS, "-- kernel --", kernel]))


def lose_power(themes: set[str]) -> None:
    """Leads to the instant of the power cut, and asks the host for it."""
    for cut in POWER_CUTS:
        if cut.theme not in themes:
            continue
        program.LOGS.clear()
        if why := verdict(cut):
            report(cut, why)
            return
    print(POWER_CUT, flush=True)
    time.sleep(60)  # the host is quicker


def main(mode: str) -> None:
    load(mode)
    claims = core(chosen()) if mode.startswith("image") else chosen()
    for claim in claims:
        if claim.boot == mode:
            judge(claim)
    if mode in AFTER:
        ask_for_boots(mode, claims)
    print(END, flush=True)


def ask_for_boots(mode: str, claims: list[Claim]) -> None:
    """What else is to be shown, the host boots for; for some of it by cutting the power now."""
    if any(claim.boot == BESIDES[mode] for claim in claims):
        print(f"{WANTED}{BESIDES[mode]}", flush=True)
    later = {claim.theme for claim in claims if claim.boot == AFTER[mode]}
    if later:
        lose_power(later)


if __name__ == "__main__":
    main(sys.argv[1])
