"""A null-modem cable between two serial ports of one QEMU."""

import contextlib
import socket
import threading
from pathlib import Path


def plug(path: Path) -> None:
    """Waits at `path` for both ports, and carries what they say until one of them is gone.

    What the other end does not take is lost, as on any line without flow control. A socket straight from port to
    port would fill up instead: QEMU's PL011 then stops the whole machine until there is room, which nobody makes.
    """
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen(2)
    threading.Thread(target=carry, args=(listener,), daemon=True).start()


def carry(listener: socket.socket) -> None:
    ends = [listener.accept()[0] for _ in range(2)]
    listener.close()
    for source, target in (ends, reversed(ends)):
        threading.Thread(target=pump, args=(source, target), daemon=True).start()


def pump(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(ConnectionError):
        while part := source.recv(4096):
            with contextlib.suppress(BlockingIOError):
                target.send(part, socket.MSG_DONTWAIT)
