"""Somebody's own computer, where commands are typed as a page has them, and the board as it is reached from there.

Both are the guest: what makes them two is the user and the network's name.
"""

import contextlib
import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

import parts
from packaged import PROGRAM
from waiting import eventually

# Where the programs of secure shell are; an image of a board has none.
SSH = Path(os.environ.get("LAB_SSH", "/nonexistent"))
FOLDER = Path("/run/computer")
COMMANDS = FOLDER / "bin"
ETC = FOLDER / "etc"
DOCS = Path(__file__).resolve().parents[3] / "docs"
# By a network whose both ends are on one emulated board.
TYPED_S = 120
PORT = 22


def commands(page: str, heading: str) -> list[str]:
    """The lines that a section of a page of docs has to be typed, in their order."""
    section = (DOCS / page).read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^ {4,}(\S.*)$", section, re.MULTILINE)
    assert lines, f"{page} has nothing to type under {heading}"
    return [line.partition("  #")[0].rstrip() for line in lines]


class Computer:
    """Its user's home; `with` gives it, with the commands that a page may name, and an /etc that they may change."""

    def __init__(self, home: Path = FOLDER / "home"):
        self.home = home

    def __enter__(self) -> "Computer":
        COMMANDS.mkdir(parents=True)
        self.home.mkdir(exist_ok=True)
        add_command("sudo", 'exec "$@"')
        add_command("exhibit", f'exec {PROGRAM} "$@"')
        add_command("ssh", f'exec {SSH}/usr/bin/ssh "$@"')
        add_command("scp", f'exec {SSH}/usr/bin/scp -S {COMMANDS}/ssh "$@"')
        parts.run("cp", "--archive", "/etc", str(ETC), timeout=120)
        parts.run("mount", "--bind", str(ETC), "/etc")
        return self

    def __exit__(self, *_) -> None:
        parts.run("umount", "/etc")
        shutil.rmtree(FOLDER)

    def configure(self, file: Path) -> None:
        """Gives `exhibit` its configuration, where it looks for it."""
        Path("/etc/exhibit").mkdir(exist_ok=True)
        shutil.copy(file, "/etc/exhibit/exhibit.toml")

    def attempt(self, line: str) -> subprocess.CompletedProcess:
        """Types it, at home, and waits for its end."""
        environment = dict(os.environ, HOME=str(self.home), PATH=f"{COMMANDS}:{os.environ['PATH']}")
        return subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=self.home, env=environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=TYPED_S)

    def type(self, line: str) -> str:
        """Types it; what it said. It went well."""
        done = self.attempt(line)
        assert done.returncode == 0, f"{line!r} ended with {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr


def add_command(name: str, line: str) -> None:
    (COMMANDS / name).write_text(f"#!/bin/sh\n{line}\n")
    (COMMANDS / name).chmod(0o755)


@contextlib.contextmanager
def reachable(user: str):
    """Meanwhile `ssh USER@board` leads to the board, to a new user in no group of note; inside of a `Computer`."""
    privileges = Path("/run/sshd")
    home = FOLDER / user
    add_user("sshd", "--system", "--home-dir", str(privileges))
    add_user(user, "--create-home", "--home-dir", str(home), "--shell", "/bin/bash", "--password", "*")
    for name in ("host", "key"):
        parts.run(f"{SSH}/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(FOLDER / name))
    Path("/etc/ssh").mkdir(exist_ok=True)
    Path("/etc/ssh/ssh_config").write_text(f"""Host board
HostName 127.0.0.1
IdentityFile {FOLDER}/key
UserKnownHostsFile {FOLDER}/known
StrictHostKeyChecking accept-new
""")
    parts.run("ip", "link", "set", "lo", "up")
    privileges.mkdir(exist_ok=True)
    server = start_server()
    try:
        eventually("an SSH server", 30, listens)
        yield
    finally:
        server.terminate()
        server.wait(10)


def add_user(name: str, *options: str) -> None:
    if subprocess.run(["id", name], capture_output=True).returncode:
        parts.run("useradd", *options, name)


def start_server() -> subprocess.Popen:
    """Debian's, with what it is told on a board as far as it matters, and with the board's commands."""
    lines = [
        f"Port {PORT}", "ListenAddress 127.0.0.1", f"HostKey {FOLDER}/host", "PidFile none", "UsePAM no",
        f"AuthorizedKeysFile {FOLDER}/key.pub", "StrictModes no", "Subsystem sftp internal-sftp",
        f"SetEnv PATH={COMMANDS}:/usr/bin:/bin",
    ]
    # From OpenSSH 9.8 on it has parts, which it looks for where Debian would have installed them.
    for name in ("session", "auth"):
        part = SSH / f"usr/lib/openssh/sshd-{name}"
        lines += [f"Sshd{name.title()}Path {part}"] if part.exists() else []
    file = FOLDER / "sshd_config"
    file.write_text("\n".join(lines) + "\n")
    libraries = ":".join(str(folder) for folder in SSH.glob("usr/lib/*-linux-gnu*"))
    log = (FOLDER / "sshd.log").open("wb")
    return subprocess.Popen([f"{SSH}/usr/sbin/sshd", "-D", "-e", "-f", str(file)], stdin=subprocess.DEVNULL,
                            stdout=log, stderr=log, env=dict(os.environ, LD_LIBRARY_PATH=libraries))


def listens() -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", PORT)) == 0
