"""What every scenario has: the board as it was, the program, and the parts in somebody's hands."""

import os
import re
from pathlib import Path

import pytest

import parts
import program as under_test
from claims import claim_of, theme_of

pytest_plugins = ("claims", "boots")

LOG = Path("/mnt/log")
# Of the kernel's log, what a failure shows.
KERNEL_LINES = 40

if os.environ.get("LAB_IMAGE"):
    import installed

    under_test.Program = installed.Installed


def pytest_configure(config):
    config.addinivalue_line("markers", "configured(**changes): what `program` has configured otherwise")


@pytest.fixture(autouse=True)
def board(request):
    """Ends what a scenario forgot, so that it does not spoil the next, and keeps what it wrote."""
    under_test.LOGS.clear()
    parts.reset_picture()
    yield
    under_test.kill_left_overs()
    under_test.remove_stores()
    kernel = parts.run("dmesg", check=False)
    keep_log(request.node, kernel)
    request.node.user_properties.append(("program", "\n".join(under_test.LOGS)))
    request.node.user_properties.append(("kernel", "\n".join(kernel.splitlines()[-KERNEL_LINES:])))


def keep_log(item, kernel):
    """For each scenario a file on the host, named after its theme and claim."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", f"{theme_of(item)} {claim_of(item)}")[:100]
    (LOG / f"{name}.log").write_text("\n".join([*under_test.LOGS, "-- kernel --", kernel]))


@pytest.fixture
def program(request):
    """The running program, with the board's configuration as the marks `configured` change it, the closest last."""
    changes = {}
    for mark in reversed(list(request.node.iter_markers("configured"))):
        changes |= mark.kwargs
    with under_test.Program(**changes) as running:
        yield running


@pytest.fixture
def lamp():
    """What the light does, from before the program's start to after its end where it comes before `program`."""
    with parts.light() as lamp:
        yield lamp


@pytest.fixture
def webcam():
    """The webcam in somebody's hand; in the end it is plugged in as before."""
    with parts.Camera("webcam") as camera:
        yield camera


@pytest.fixture
def vivid():
    """The camera vivid in somebody's hand; in the end it is plugged in."""
    with parts.Camera("vivid") as camera:
        yield camera
