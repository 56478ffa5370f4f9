"""What docs/COPY.md has to be typed, typed: the lines are read from the page, so that it says nothing else."""

import hashlib
import os
import shutil
from pathlib import Path

import pytest

import parts
from computer import Computer, commands, reachable
from copying import check_export, exported, exports, take
from disk import DISK
from packaged import Packaged, add_stick_unit
from sentences import sentence
from stick import stick
from waiting import eventually

pytestmark = pytest.mark.systemd
PAGE = "COPY.md"
CONFIGURED = {"shutter": {"countdown_s": 0}}
REPOSITORY = Path(os.environ["LAB"]).parents[1]


def digests(folder: Path) -> dict[str, str]:
    """Of each file in it, by its path there."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_by_stick():
    """what the page says of sticks: each way to format one, and copying by hand"""
    *formats, by_hand = commands(PAGE, "By a stick")
    with stick(has_partition=True) as one, Packaged(**CONFIGURED) as service, Computer() as own:
        own.configure(service.file)
        add_stick_unit(service)
        take(service, 2)
        for times, line in enumerate(formats, 1):
            assert line.split()[-1] == "/dev/sdb1", line
            own.type(line.replace("/dev/sdb1", one.device))
            one.pull()
            one.plug()
            eventually(f"a stick after {line}", 90, lambda: service.times_said("stick.done", 2) == times)
            with one.looked_at() as folder:
                only, = exports(folder)
                check_export(service, only, [1, 2])
                assert (only / "index.html").exists(), "there is nothing to look at"
        own.type(formats[0].replace("/dev/sdb1", one.device).replace("EXHIBIT", "OTHER"))
        assert by_hand.split()[-1] == "/dev/sda1", by_hand
        own.type(by_hand.replace("/dev/sda1", one.device))
        with one.looked_at() as folder:
            check_export(service, exports(folder)[0], [1, 2])


def test_by_network():
    """what the page says of scp and ssh: for a member of the group exhibit alone, while the camera runs"""
    join, latest, all_of_them, listing = commands(PAGE, "By the network, photo by photo")
    to_folder, by_number, by_name = commands(PAGE, "By the network, with names and dates")
    with Packaged(**CONFIGURED) as service, Computer() as own, reachable("maria"):
        own.configure(service.file)
        take(service, 2)
        service.ask("thing add Omega watch")
        take(service, 1, first=3)
        for line in (latest, listing):
            assert own.attempt(line).returncode, f"a stranger may type {line!r}"
        own.type(join)
        own.type(latest)
        evidence = service.store / "evidence"
        assert (own.home / "latest.jpg").read_bytes() == (evidence / "000/000003.jpg").read_bytes()
        own.type(all_of_them)
        assert digests(own.home / "evidence") == digests(evidence), "the files are others"
        listed = own.type(listing)
        assert all(f"evidence/000/00000{number}.jpg" in listed for number in (1, 2, 3)), listed
        own.type(to_folder)
        check_export(service, own.home / "exhibit", [1, 2, 3])
        for line, archive in ((by_number, "watch"), (by_name, "omega")):
            own.type(line)
            own.type(f"mkdir of-{archive} && tar -C of-{archive} -x -f {archive}.tar")
            check_export(service, own.home / f"of-{archive}/exhibit", [3])
        assert exported(service) == [], "what nobody read back counts as exported"


def test_from_card():
    """what the page says of the card in another computer: all is copied, and no byte of the card is changed"""
    mount, by_number, listing, export, umount = commands(PAGE, "From the card")
    with Packaged(**CONFIGURED) as service:
        take(service, 2)
    before = digests(parts.DISK / "var/lib/exhibit/store/evidence")
    parts.run("umount", str(parts.DISK))
    try:
        card = parts.run("sha256sum", DISK, timeout=120)
        with stick("ext4") as home, home.looked_at() as folder, Computer(folder) as own:
            own.configure(REPOSITORY / "deploy/exhibit.toml")
            shutil.copytree(REPOSITORY / "board/generic", "/etc/exhibit/boards/generic")
            own.type(mount.replace("/dev/sdb2", DISK))
            own.type(by_number)
            assert before and digests(own.home / "evidence") == before, "the files are others"
            listed = own.type(listing)
            assert all(file in listed for file in before if file.endswith(".jpg")), listed
            told = own.type(export)
            assert sentence("export.not-recorded").search(told), told
            own.type(umount)
            assert len(list((own.home / "photos").glob("*/*.jpg"))) == 2, "there are other photos"
            parts.run("exhibit", "verify", str(own.home / "photos"), timeout=60)
        assert parts.run("sha256sum", DISK, timeout=120) == card, "the card was changed"
    finally:
        parts.run("umount", "/mnt", check=False)
        parts.run("mount", "-t", "ext4", DISK, str(parts.DISK))
