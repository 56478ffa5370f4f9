"""The program under test."""

LOGS: list[str] = []


def left_over():
    return None


def kill_left_overs():
    pass
