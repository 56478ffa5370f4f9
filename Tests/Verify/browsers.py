"""Chromium and Firefox without a window, in which a page from `file:` is given a folder as a person gives it.

Both are driven by what they bring along: Chromium by its DevTools protocol over two pipes, Firefox by Marionette over a
socket of this machine.
"""

import contextlib
import fcntl
import json
import os
import select
import shutil
import socket
import subprocess
import time

STARTED_S, ANSWERED_S = 60, 60
HINT = "deploy/setup installs it"


class BrowserError(Exception):
    """The browser did not do what it was told; says what."""


class Page:
    """What both browsers can do with the page that they show."""

    def begin_anew(self):
        """Takes another of its kind in its place, with a profile of its own: this one answers no more."""
        self.end()
        self.folder = self.folder / "anew"
        self.folder.mkdir()
        self.__init__(self.folder)

    def end(self):
        raise NotImplementedError

    def evaluate(self, expression):
        raise NotImplementedError

    def wait_for(self, expression):
        """The value of a JavaScript expression, as soon as it is one that counts as true."""
        end = time.monotonic() + ANSWERED_S
        while not (value := self.evaluate(expression)):
            if time.monotonic() > end:
                raise BrowserError(f"{expression} does not come true")
            time.sleep(0.05)
        return value


class Chromium(Page):
    """Chromium; DevTools protocol, a message ends with a zero byte."""

    command = "chromium"
    # A user of its own each time; tests may run as root, and in containers with little shared memory.
    options = ("--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
               "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe")

    def __init__(self, folder):
        self.folder = folder
        theirs, self.output = pipe()
        self.input, answers = pipe()
        command = [found(self.command), *self.options, f"--user-data-dir={folder}/profile"]
        # The protocol has its pipes at descriptors 3 and 4.
        moved = f'exec 3<&{theirs} 4>&{answers} {theirs}<&- {answers}>&-; exec "$@"'
        shell = ["bash", "-c", moved, "bash", *command]
        with open(folder / "log", "wb") as log:
            self.process = subprocess.Popen(shell, pass_fds=(theirs, answers), stdout=log, stderr=log)
        os.close(theirs)
        os.close(answers)
        self.buffer, self.count, self.session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while (answer := self.received()).get("id") != self.count:
            pass
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def received(self):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.input], [], [], ANSWERED_S)
            part = os.read(self.input, 1 << 16) if ready else b""
            if not part:
                raise BrowserError("Chromium does not answer")
            self.buffer += part
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def open(self, path, before=""):
        """Shows the page; `before` is JavaScript that runs in it first."""
        script = self.call("Page.addScriptToEvaluateOnNewDocument", source=before)["identifier"]
        self.call("Page.navigate", url=path.as_uri())
        self.wait_for("document.readyState === 'complete' && location.protocol === 'file:'")
        self.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise BrowserError(answer["exceptionDetails"]["exception"].get("description", expression))
        return answer["result"].get("value")

    def choose(self, selector, folder):
        """Gives the field the folder, as its dialogue would."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        field = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=field, files=[str(folder)])

    def drop(self, selector, folder):
        """Drops the folder on the element."""
        box = self.evaluate(f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])"
                            f"(document.querySelector('{selector}').getBoundingClientRect())")
        data = {"items": [], "files": [str(folder)], "dragOperationsMask": 1}
        for step in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=step, x=box[0], y=box[1], data=data)

    def end(self):
        end(self.process)
        os.close(self.output)
        os.close(self.input)


# Takes the place of Firefox's dialogue for files: it answers at once with the folder that a preference names.
PICKER = """
const picker = {
  QueryInterface: ChromeUtils.generateQI(["nsIFilePicker"]),
  init() {}, appendFilters() {}, appendFilter() {}, appendRawFilter() {},
  isModeSupported: () => Promise.resolve(true),
  open(callback) { Services.tm.dispatchToMainThread(() => callback.done(Ci.nsIFilePicker.returnOK)); },
  get file() {
    const folder = Cc["@mozilla.org/file/local;1"].createInstance(Ci.nsIFile);
    folder.initWithPath(Services.prefs.getStringPref("exhibit.folder"));
    return folder;
  },
};
Components.manager.QueryInterface(Ci.nsIComponentRegistrar).registerFactory(
  Components.ID("{5a0bd1a0-2b4e-4c41-9a51-3c5f2f3f0a11}"), "", "@mozilla.org/filepicker;1",
  { createInstance: kind => picker.QueryInterface(kind), QueryInterface: ChromeUtils.generateQI(["nsIFactory"]) });
"""


class Firefox(Page):
    """Firefox; Marionette, a message begins with its length."""

    command = "firefox-esr"
    preferences = {"marionette.port": 0, "security.dialog_enable_delay": 0, "app.update.enabled": False,
                   "datareporting.policy.dataSubmissionEnabled": False, "network.captive-portal-service.enabled": False}

    def __init__(self, folder):
        self.folder = folder
        profile = folder / "profile"
        profile.mkdir()
        (profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in self.preferences.items()))
        command = [found(self.command), "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
                   "--profile", str(profile)]
        with open(folder / "log", "wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        self.socket = socket.create_connection(("127.0.0.1", self.port(profile)), ANSWERED_S)
        self.answers, self.count = self.socket.makefile("rb"), 0
        self.received()
        self.call("WebDriver:NewSession")
        self.in_browser(PICKER)

    def port(self, profile):
        end = time.monotonic() + STARTED_S
        while time.monotonic() < end:
            with contextlib.suppress(FileNotFoundError, ValueError):
                return int((profile / "MarionetteActivePort").read_text())
            time.sleep(0.05)
        raise BrowserError("Firefox does not start")

    def call(self, method, **parameters):
        self.count += 1
        message = json.dumps([0, self.count, method, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.received()
        if error:
            raise BrowserError(f"{method}: {error['message'] or error['error']}")
        return result

    def received(self):
        length = b""
        while (digit := self.answers.read(1)) != b":":
            if not digit:
                raise BrowserError("Firefox does not answer")
            length += digit
        return json.loads(self.answers.read(int(length)))

    def in_browser(self, script, *arguments):
        """Runs JavaScript in the browser itself, not in its page."""
        self.call("Marionette:SetContext", value="chrome")
        self.call("WebDriver:ExecuteScript", script=script, args=arguments)
        self.call("Marionette:SetContext", value="content")

    def open(self, path, before=""):
        """Shows the page; `before` is JavaScript that runs in it, before anybody has chosen a folder."""
        self.call("WebDriver:Navigate", url=path.as_uri())
        self.evaluate(f"(() => {{ {before} }})()")

    def evaluate(self, expression):
        return self.call("WebDriver:ExecuteScript", script=f"return ({expression})", args=[])["value"]

    def choose(self, selector, folder):
        """Opens the dialogue of the field by the keyboard, and says yes to what the browser asks then."""
        self.in_browser("Services.prefs.setStringPref('exhibit.folder', arguments[0])", str(folder))
        self.evaluate(f"document.querySelector('{selector}').focus()")
        keys = [{"type": "keyDown", "value": " "}, {"type": "keyUp", "value": " "}]
        self.call("WebDriver:PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": keys}])
        end = time.monotonic() + ANSWERED_S
        while time.monotonic() < end:
            with contextlib.suppress(BrowserError):
                self.call("WebDriver:AcceptAlert")
                return
            time.sleep(0.05)
        raise BrowserError("Firefox does not ask whether the folder may be read")

    def end(self):
        end(self.process)
        self.socket.close()


def pipe():
    """The ends of a pipe, whose descriptors are above those that a program gives a meaning to."""
    ends = os.pipe()
    moved = [fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10) for descriptor in ends]
    for descriptor in ends:
        os.close(descriptor)
    return moved


def found(command):
    path = shutil.which(command)
    if not path:
        raise BrowserError(f"there is no {command}: {HINT}")
    return path


def end(process):
    process.terminate()
    try:
        process.wait(timeout=STARTED_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


BROWSERS = {"Chromium": Chromium, "Firefox": Firefox}
