"""The small root that mounts the host's: busybox, the modules for 9p over virtio, and `init`."""

import lzma
import shlex
import subprocess
from pathlib import Path

BUSYBOX = Path("/bin/busybox")
MODULES = ("virtio_pci", "9pnet_virtio", "9p")
DIRECTORIES = ("bin", "dev", "host", "modules")


def make(kernel: Path, init: Path, environment: dict[str, str], target: Path) -> None:
    """Writes the archive: `kernel` is build/kernel's, `environment` is for guest/start."""
    with target.open("wb") as archive:
        for name in DIRECTORIES:
            _write(archive, name, 0o040755)
        _write(archive, "bin/busybox", 0o100755, BUSYBOX.read_bytes())
        _write(archive, "init", 0o100755, init.read_bytes())
        _write(archive, "environment", 0o100644, _exports(environment))
        for order, module in enumerate(_load_order(kernel)):
            _write(archive, f"modules/{order:02}.ko", 0o100644, _module(module))
        _write(archive, "TRAILER!!!", 0)


def _exports(environment: dict[str, str]) -> bytes:
    return "".join(f"export {k}={shlex.quote(v)}\n" for k, v in environment.items()).encode()


def _load_order(kernel: Path) -> list[Path]:
    """What insmod has to load, in the order in which it must."""
    release = (kernel / "release").read_text().strip()
    found: list[Path] = []
    for module in MODULES:
        command = ["modprobe", "-d", kernel, "-S", release, "--show-depends", module]
        answer = subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=30
        ).stdout
        paths = [Path(line.split()[1]) for line in answer.splitlines() if line.startswith("insmod")]
        found += [path for path in paths if path not in found]
    return found


def _module(path: Path) -> bytes:
    """busybox loads plain modules only; newer kernel packages compress them."""
    return lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()


def _write(archive, name: str, mode: int, content: bytes = b"") -> None:
    """One entry of a "newc" cpio archive (the kernel's early-userspace/buffer-format.rst)."""
    path = name.encode() + b"\0"
    fields = [archive.tell() + 1, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0]
    archive.write(b"070701" + b"".join(b"%08x" % field for field in fields) + path)
    _pad(archive)
    archive.write(content)
    _pad(archive)


def _pad(archive) -> None:
    archive.write(bytes(-archive.tell() % 4))
