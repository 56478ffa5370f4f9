"""Two programs on one store: the second is sent away, and readers never are."""

import os
import signal
import subprocess
import time

import pytest

from evidence import EXECUTABLE, RUN_S, ours, report, run
from sentences import sentence

WAIT_S = 30
# As an NFS server without a lock daemon answers.
NO_LOCKS = "#include <errno.h>\nint flock(int fd, int how) { (void)fd, (void)how; errno = ENOLCK; return -1; }\n"


class Service:
    """`exhibit run` on a machine without devices, which is enough for its store."""

    def __init__(self, folder, name="service", more="", **environment):
        self.file = folder / f"{name}.toml"
        store, device = folder / "store", folder / "store/device"
        socket = f'[console]\nsocket = "{folder}/{name}.sock"\n'
        self.file.write_text(f'store = "{store}"\n{socket}[device]\nfolder = "{device}"\n{more}')
        self.log = folder / f"{name}.log"
        with self.log.open("w") as log:
            command = [EXECUTABLE, "run", "--config", str(self.file)]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def says(self, key, *values):
        wanted = sentence(key, *values)
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            if wanted.search(self.log.read_text()):
                return True
            time.sleep(0.05)
        raise AssertionError(f"{key} was not said in\n{self.log.read_text()}")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=WAIT_S)


def is_open(service):
    """Its store works, and it is still there."""
    return service.says("device.works", "store") and service.process.poll() is None


def good(store):
    found = report(ours(store, "--json"))
    assert found["verdict"] == "good", found
    return found


@pytest.fixture
def place(evidence):
    """The folder with a copy of the store, in which nothing is tampered with."""
    evidence.database.close()
    return evidence.folder.parent


def test_two_services(place):
    """a second service on a store is told who has it, changes nothing, and takes over when the first has gone"""
    with Service(place, "first") as first:
        assert is_open(first)
        before = good(place / "store")
        with Service(place, "second") as second:
            assert second.says("store.inUse", place / "store")
            assert good(place / "store") == before
            assert first.stop() == 0
            assert is_open(second)
            assert second.stop() == 0
    assert len(good(place / "store")["devices"]) == 1


def test_first_starts(tmp_path):
    """of two first starts at once one begins the store, with one key"""
    for attempt in range(5):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        with Service(folder, "one") as one, Service(folder, "two") as two:
            services = (one, two)
            end = time.monotonic() + WAIT_S
            answers = {"works": sentence("device.works", "store"), "in use": sentence("store.inUse", folder / "store")}
            told = [None, None]
            while not all(told):
                assert time.monotonic() < end, [it.log.read_text() for it in services]
                time.sleep(0.02)
                told = [[name for name in answers if answers[name].search(it.log.read_text())] for it in services]
            assert sorted(told) == [["in use"], ["works"]], [it.log.read_text() for it in services]
            assert [it.stop() for it in services] == [0, 0]
        with Service(folder, "three") as three:
            assert is_open(three)
            assert three.stop() == 0
        assert len(good(folder / "store")["devices"]) == 1, "the device has two keys"


def test_rebuild_while_it_runs(place):
    """a store that is written to is not rebuilt"""
    with Service(place) as service:
        assert is_open(service)
        names = sorted(os.listdir(place / "store"))
        ended = run([EXECUTABLE, "store", "rebuild", "--store", str(place / "store")])
        assert ended.returncode != 0 and sentence("store.inUse", place / "store").search(ended.stderr), ended
        assert sorted(os.listdir(place / "store")) == names
        assert service.stop() == 0
    good(place / "store")


def test_demo_on_services_store(place):
    """a demo on the store of a running service is refused by name, and leaves it alone"""
    with Service(place) as service:
        assert is_open(service)
        before = good(place / "store")
        ended = subprocess.run(
            [EXECUTABLE, "demo", "--store", str(place / "store")], input="1 click\n9 quit\n", capture_output=True,
            text=True, timeout=RUN_S)
        said = ended.stdout + ended.stderr
        assert sentence("store.inUse", place / "store").search(said), said
        assert good(place / "store") == before
        assert service.stop() == 0


def test_readers_while_it_writes(place):
    """while photos are stored, every command that reads gets a whole answer"""
    store = str(place / "store")
    readers = [[EXECUTABLE, *words, "--store", store] for words in (
        ["list"], ["list", "--json"], ["records"], ["verify"], ["show", "1"])]
    with subprocess.Popen(
        [EXECUTABLE, "demo", "--store", store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as demo:
        try:
            for photo in range(8):
                demo.stdin.write(f"{1 + 3 * photo} type snap --in 0\n{3 + 3 * photo} type status\n")
                demo.stdin.flush()
                running = [subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for command in readers]
                for command, reader in zip(readers, running):
                    told, complaint = reader.communicate(timeout=RUN_S)
                    assert reader.returncode == 0 and told and not complaint, f"{command[1]}: {complaint}{told}"
            demo.stdin.close()
            demo.stdout.read()
            assert demo.wait(timeout=RUN_S) == 0, "it did not end well"
        finally:
            demo.kill()
    assert good(store)["pieces"] == 5 + 8


def test_folder_without_locks(place):
    """where no lock is to be had the store is not written to, and the sentence says what to do"""
    library = place / "nolocks.so"
    made = subprocess.run(
        ["cc", "-shared", "-fPIC", "-o", str(library), "-x", "c", "-"], input=NO_LOCKS, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    before = good(place / "store")
    with Service(place, LD_PRELOAD=str(library)) as service:
        assert service.says("store.not-locked", place / "store")
        assert service.stop() == 0
    environment = os.environ | {"LD_PRELOAD": str(library)}
    ended = subprocess.run(
        [EXECUTABLE, "store", "rebuild", "--store", str(place / "store")], capture_output=True, text=True,
        timeout=RUN_S, env=environment)
    assert ended.returncode != 0 and sentence("store.not-locked", place / "store").search(ended.stderr), ended
    assert good(place / "store") == before
