"""The disk image with the installed package, as it starts by itself; shown on the arm64 board alone."""

import os
import signal
from pathlib import Path

import pytest

import parts
from installed import STATE, Installed, show
from program import check_photo, rows
from waiting import eventually

CONSOLE = Path("/mnt/log/console.log")
NEWER = Path("/mnt/log/newer.deb")


def mount_of(folder: str) -> list[str]:
    """What the system itself has mounted there: device, folder, file system, options."""
    lines = Path("/proc/1/mounts").read_text().splitlines()
    found = [mount for mount in map(str.split, lines) if mount[1] == folder]
    assert bool(found), f"nothing is mounted at {folder}"
    return found[-1]


@pytest.mark.image
def test_installed_service_starts_by_itself():
    """the installed service starts by itself, in its sandbox"""
    eventually("an active service", 60, lambda: show("ActiveState") == "active")
    assert show("NRestarts") == "0", "it was started more than once"
    owner = Path(f"/proc/{show('MainPID')}").stat().st_uid
    assert owner != 0, "it runs as root"


@pytest.mark.image
def test_what_changes_is_on_data_partition_mounted():
    """what changes is on the data partition, mounted as documented"""
    options = mount_of(STATE)[3].split(",")
    missing = {"rw", "noatime", "nodev", "nosuid", "noexec"} - set(options)
    assert not missing, f"{missing} is not among its options: {options}"


@pytest.mark.image
def test_package_that_is_installed_on_board_is_flushed():
    """a package that is installed on the board is flushed"""
    settings = [path for path in Path("/etc/dpkg").rglob("*") if path.is_file()]
    unsafe = [str(path) for path in settings if "unsafe-io" in path.read_text(errors="replace")]
    assert not unsafe, f"dpkg is told not to by {unsafe}"


@pytest.mark.image
def test_board_first_serial_line_has_login():
    """the board's first serial line has a login"""
    eventually("a prompt", 60, lambda: "exhibit login:" in CONSOLE.read_text(errors="replace"))


@pytest.mark.image
def test_stopped_service_is_started_again():
    """a stopped service is started again by its watchdog, and takes photos"""
    with Installed() as service:
        stuck = service.process.pid
        before = int(show("NRestarts"))
        os.kill(stuck, signal.SIGSTOP)
        service.until_restarted(before + 1, 90)
        assert service.process.pid != stuck, "it is the same process"
        service.until("running", 60)
        parts.press()
        check_photo(service.store, service.photo())


@pytest.mark.image_after
def test_upgrade_ends_countdown_keeps_configuration():
    """an upgrade ends a countdown, keeps configuration and store, and the newer program runs"""
    store = parts.DISK / "upgraded"
    with Installed(store=str(store), shutter={"countdown_s": 0}) as service:
        parts.press()
        service.photo(1)
        service.terminal.type("snap --in 60")
        service.until_shutter("counting", 10)
        configuration, old = service.file.read_text(), service.process.pid
        upgrade(NEWER)
        version = parts.run("dpkg-query", "--show", "--showformat=${Version}", "exhibit")
        assert version == "9.0", f"version {version} is installed"
        assert service.file.read_text() == configuration, "the configuration is another"
        eventually("the newer program", 60, lambda: service.process.pid not in (0, old))
        service.until("running", 60)
        assert service.status()["shutter"] == "ready", "the countdown goes on"
        # The program at the line is the newer one, too, or looks for it at least.
        service.terminal.type("snap --in 0")
        service.photo(2)
        parts.press()
        check_photo(store, service.photo(3))
        assert len(rows(store, "SELECT 1 FROM evidence")) == 3, "not all photos are there"


def upgrade(package: Path) -> None:
    """By the board's own dpkg, which sees nothing of what the scenarios brought."""
    copy = Path("/var/tmp/newer.deb")
    copy.write_bytes(package.read_bytes())
    own = ("nsenter", "--target=1", "--mount", "env", "DEBIAN_FRONTEND=noninteractive")
    parts.run(*own, "dpkg", "--force-confold", "--install", str(copy), timeout=300)
    copy.unlink()


@pytest.mark.image_overlay
def test_under_overlay_root_photos_go_to_data_partition():
    """under an overlay root photos go to the data partition all the same"""
    assert mount_of("/")[2] == "overlay", "the root is no overlay"
    assert mount_of(STATE)[2] == "ext4", "the store is on something else than its partition"
    with Installed() as service:
        parts.press()
        check_photo(service.store, service.photo())
