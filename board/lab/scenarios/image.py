"""The disk image with the installed package, as it starts by itself; shown on the arm64 board alone."""

import os
import signal
from pathlib import Path

import parts
import words
from installed import STATE, Installed, show
from program import check_photo, rows
from scenario import claim, eventually, expect

CONSOLE = Path("/mnt/log/console.log")
NEWER = Path("/mnt/log/newer.deb")


def mount_of(folder: str) -> list[str]:
    """What the system itself has mounted there: device, folder, file system, options."""
    lines = Path("/proc/1/mounts").read_text().splitlines()
    found = [mount for mount in map(str.split, lines) if mount[1] == folder]
    expect(bool(found), f"nothing is mounted at {folder}")
    return found[-1]


@claim("the installed service starts by itself, in its sandbox", boot="image")
def _():
    eventually("an active service", 60, lambda: show("ActiveState") == "active")
    expect(show("NRestarts") == "0", "it was started more than once")
    owner = Path(f"/proc/{show('MainPID')}").stat().st_uid
    expect(owner != 0, "it runs as root")


@claim("what changes is on the data partition, mounted as documented", boot="image")
def _():
    options = mount_of(STATE)[3].split(",")
    missing = {"rw", "noatime", "nodev", "nosuid", "noexec"} - set(options)
    expect(not missing, f"{missing} is not among its options: {options}")


@claim("a package that is installed on the board is flushed", boot="image")
def _():
    settings = [path for path in Path("/etc/dpkg").rglob("*") if path.is_file()]
    unsafe = [str(path) for path in settings if "unsafe-io" in path.read_text(errors="replace")]
    expect(not unsafe, f"dpkg is told not to by {unsafe}")


@claim("the board's first serial line has a login", boot="image")
def _():
    eventually("a prompt", 60, lambda: "exhibit login:" in CONSOLE.read_text(errors="replace"))


@claim("a stopped service is started again by its watchdog, and takes photos", boot="image")
def _():
    with Installed() as service:
        stuck = service.process.pid
        before = int(show("NRestarts"))
        os.kill(stuck, signal.SIGSTOP)
        service.until_restarted(before + 1, 90)
        expect(service.process.pid != stuck, "it is the same process")
        service.until(words.RUNNING, 60)
        parts.press()
        check_photo(service.store, service.photo())


@claim("an upgrade ends a countdown, keeps configuration and store, and the newer program runs", boot="image-after")
def _():
    store = parts.DISK / "upgraded"
    with Installed(store=str(store), shutter={"countdown_s": 0}) as service:
        parts.press()
        service.photo(1)
        service.terminal.type("snap --in 60")
        eventually(words.COUNTING, 10, lambda: service.status()["shutter"] == words.COUNTING)
        configuration, old = service.file.read_text(), service.process.pid
        upgrade(NEWER)
        version = parts.run("dpkg-query", "--show", "--showformat=${Version}", "exhibit")
        expect(version == "9.0", f"version {version} is installed")
        expect(service.file.read_text() == configuration, "the configuration is another")
        eventually("the newer program", 60, lambda: service.process.pid not in (0, old))
        service.until(words.RUNNING, 60)
        expect(service.status()["shutter"] == words.READY, "the countdown goes on")
        parts.press()
        check_photo(store, service.photo(2))
        expect(len(rows(store, "SELECT 1 FROM evidence")) == 2, "not both photos are there")


def upgrade(package: Path) -> None:
    """By the board's own dpkg, which sees nothing of what the scenarios brought."""
    copy = Path("/var/tmp/newer.deb")
    copy.write_bytes(package.read_bytes())
    own = ("nsenter", "--target=1", "--mount", "env", "DEBIAN_FRONTEND=noninteractive")
    parts.run(*own, "dpkg", "--force-confold", "--install", str(copy), timeout=300)
    copy.unlink()


@claim("under an overlay root photos go to the data partition all the same", boot="image-overlay")
def _():
    expect(mount_of("/")[2] == "overlay", "the root is no overlay")
    expect(mount_of(STATE)[2] == "ext4", "the store is on something else than its partition")
    with Installed() as service:
        parts.press()
        check_photo(service.store, service.photo())
