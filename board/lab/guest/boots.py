"""A plugin for pytest: which scenarios a boot of the board is for, and the power cut at the end of one.

`run` shows everything up to the power cut, `after` what must hold when the board has power again, `systemd` what the
program does as a service. `image` and `image-after` are the same two for the image of an arm64 board: its own
scenarios and those with the mark `core`, with the installed service as their program; in `image-overlay` its root is
a layer in memory. Each is a mark; what has none is for `run`.
"""

import os
import time

import pytest

from claims import theme_of

MODE = os.environ["LAB_MODE"]
MARKS = {
    "after": "shown when the board has power again",
    "systemd": "shown with systemd as the first process",
    "image": "shown on the image of an arm64 board",
    "image_after": "shown on it when it has power again",
    "image_overlay": "shown on it with its root in memory",
}
# For each first boot the one after its power cut, and the one that some scenarios need besides.
AFTER = {"run": "after", "image": "image-after"}
BESIDES = {"run": "systemd", "image": "image-overlay"}
# On this line the host kills the board.
POWER_CUT = "lab: cut the power"
# It boots once more after this one, in the mode whose name follows.
WANTED = "lab: wanted: "


def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in MARKS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")
    config.addinivalue_line("markers", "core: shown on the image of an arm64 board too")


def mark_of(item: pytest.Item) -> str:
    return next((name for name in MARKS if item.get_closest_marker(name)), "run")


def boot_of(item: pytest.Item) -> str:
    """The boot that the scenario is for; on an image `core` has them shown in the image's own boots."""
    mark = mark_of(item)
    if MODE.startswith("image") and item.get_closest_marker("core"):
        return AFTER["image"] if mark == "after" else "image"
    return mark.replace("_", "-")


def place(item: pytest.Item) -> int:
    """On an image its own scenarios come first, and an upgrade last."""
    return {"image": 0, "image_after": 2}.get(mark_of(item), 1)


def is_lead(item: pytest.Item) -> bool:
    return item.get_closest_marker("power_cut") is not None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = [item for item in items if not is_lead(item)]
    here = sorted((item for item in chosen if boot_of(item) == MODE), key=place)
    if MODE in BESIDES and any(boot_of(item) == BESIDES[MODE] for item in chosen):
        print(f"{WANTED}{BESIDES[MODE]}", flush=True)
    later = {theme_of(item) for item in chosen if MODE in AFTER and boot_of(item) == AFTER[MODE]}
    leads = [item for item in items if is_lead(item) and theme_of(item) in later]
    if later:
        config.pluginmanager.register(PowerCut(len(leads)), "power-cut")
    config.hook.pytest_deselected(items=[item for item in items if item not in here and item not in leads])
    items[:] = here + leads


class PowerCut:
    """Asks the host for the cut at the instant to which the last of its leads has come, if all have come to theirs."""

    def __init__(self, leads: int) -> None:
        self.leads = leads

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        outcome = yield
        if is_lead(item) and outcome.excinfo is None:
            self.leads -= 1
            self.cut_if_due()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Where nothing leads to it, it comes after all else."""
        self.cut_if_due()

    def cut_if_due(self) -> None:
        if self.leads == 0:
            print(POWER_CUT, flush=True)
            time.sleep(60)  # the host is quicker
