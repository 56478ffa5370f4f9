"""A guest that behaves as badly as it can, as another user of the board."""

import grp
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from program import SOCKET

DOOR = os.path.dirname(SOCKET) + "/door"
CAMERA = "net.exhibit.Camera"
NOBODY = 65534
# What its process runs until it is ended: connections without number, calls without end, half calls, open files, and
# answers that are never read.
RUDE = f"""
import itertools, os, random, socket
random.seed(1)
folder, kept = os.open("/", os.O_RDONLY), []
call = '{{"method":"{CAMERA}.%s","parameters":{{"piece":1,"line":"list"}},"more":true}}'
calls = [(call % name).encode() + bytes(1) for name in ("Watch", "Say", "Open", "Status", "Import")]
things = [b"x" * 65000, b'{{"method"', bytes(500), *calls, calls[1] * 50]
for number in itertools.count():
    door = socket.socket(socket.AF_UNIX)
    door.setblocking(False)
    try:
        door.connect("{DOOR}")
        for _ in range(random.randrange(8)):
            thing = random.choice(things)
            if random.random() < 0.3:
                socket.send_fds(door, [thing], [folder] * random.randrange(1, 9))
            else:
                door.send(thing)
    except OSError:
        pass
    kept = [*kept, door][-random.randrange(1, 40):]
    if number == 1000:
        print("under way", flush=True)
"""


@contextmanager
def rude_guest() -> Iterator[None]:
    """Beside one who may do what people do at a console, and is under way."""
    rude = subprocess.Popen(
        [sys.executable, "-c", RUDE], user=NOBODY, group=NOBODY, extra_groups=[grp.getgrnam("exhibit").gr_gid],
        stdout=subprocess.PIPE, text=True,
    )
    try:
        assert rude.stdout.readline() == "under way\n"
        yield
    finally:
        rude.kill()
        rude.wait()
