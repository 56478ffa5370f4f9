"""A plugin for pytest: tests are known by their claims, chosen by words, and told of in one line each.

A test's claim is its docstring, or where it is a table the id of its parameters; its theme is its file's name. A test
with the mark `power_cut` claims nothing itself, and is told of only when it fails. LAB_WORDS has themes, or words of
claims, one a line; without them all are shown. The word `core` stands for the tests with that mark, and `rest` leaves
them out.
"""

import os
import signal

import pytest

CORE, REST = "core", "rest"


def theme_of(item: pytest.Item) -> str:
    return item.path.stem


def claim_of(item: pytest.Item) -> str | None:
    """The sentence that the test shows, if it shows one."""
    if item.get_closest_marker("power_cut"):
        return None
    return item.callspec.id if hasattr(item, "callspec") else item.function.__doc__


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "power_cut: leads to the instant at which the board loses its power")
    config.pluginmanager.register(Verdicts(), "verdicts")
    begin_with_default_signals()


def begin_with_default_signals() -> None:
    """What is started here dies of signals as usual, though whoever runs all this in the background ignores some.

    An ignored signal is inherited, a caught one is not.
    """
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    check(items)
    words = [word for word in os.environ.get("LAB_WORDS", "").split("\n") if word]
    themes = {theme_of(item) for item in items}
    claimed = [word for word in words if word not in themes and word not in (CORE, REST)]

    def is_chosen(item: pytest.Item) -> bool:
        claim = claim_of(item)
        if not words or not claim:
            return True
        is_core = item.get_closest_marker(CORE) is not None
        if is_core and (CORE in words or REST in words):
            return CORE in words
        return words == [REST] or theme_of(item) in words or any(word in claim for word in claimed)

    config.hook.pytest_deselected(items=[item for item in items if not is_chosen(item)])
    items[:] = [item for item in items if is_chosen(item)]


def check(items: list[pytest.Item]) -> None:
    """Each test has a claim, and none has another's."""
    claiming = [item for item in items if not item.get_closest_marker("power_cut")]
    claims = [claim_of(item) for item in claiming]
    for item, claim in zip(claiming, claims):
        if not claim or claims.count(claim) > 1:
            raise pytest.UsageError(f"{item.nodeid} claims nothing, or the same as another: {claim}")


class Verdicts:
    """A line for each claim: `ok` with its seconds, or `FAIL` with the reason, and beneath what there is to know."""

    def __init__(self) -> None:
        self.passed = self.failed = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report):
        """Nothing of pytest's own."""
        return "", "", ""

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item):
        outcome = yield
        outcome.get_result().claim = claim_of(item)

    def pytest_sessionfinish(self, session) -> None:
        """pytest by itself would be content with what was skipped."""
        if self.failed and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_collectreport(self, report) -> None:
        if report.failed:
            self.fail(report.nodeid, "it cannot be read", [("error", report.longreprtext)])

    def pytest_runtest_logreport(self, report) -> None:
        """A claim holds when what its fixtures did before and after went well too."""
        if report.when == "setup":
            self.phases = []
        self.phases.append(report)
        if report.when == "teardown":
            self.tell(report)

    def tell(self, last) -> None:
        failures = [report for report in self.phases if not report.passed or hasattr(report, "wasxfail")]
        if failures:
            sections = [("failure", failures[0].longreprtext), *last.user_properties]
            self.fail(last.claim or last.nodeid, reason(failures[0]), sections)
        elif last.claim:
            self.passed += 1
            seconds = sum(report.duration for report in self.phases)
            print(f"ok   {last.claim} ({seconds:.1f} s)", flush=True)

    def fail(self, claim: str, why: str, sections: list[tuple[str, str]]) -> None:
        self.failed += 1
        print(f"FAIL {claim}: {why}", flush=True)
        for name, text in sections:
            for line in [f"-- {name} --", *text.splitlines()]:
                print(f"     | {line}", flush=True)


def reason(report: pytest.TestReport) -> str:
    """Why it failed, in one line; a test that is skipped, or is expected to fail, has failed."""
    if isinstance(report.longrepr, tuple):
        return f"it was not shown: {report.longrepr[2]}"
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash else report.longreprtext
    return (text.removeprefix("AssertionError: ").splitlines() or ["it was expected to fail"])[0]
