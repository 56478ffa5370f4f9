"""As much of Swift's grammar as mutants need: what is code, and where functions have their bodies."""

import re
from dataclasses import dataclass

_MODIFIER = (
    r"(?:public|package|internal|fileprivate|private|static|final|mutating|nonmutating|borrowing|consuming|override"
    r"|nonisolated)(?:\([^)]*\))?"
)
_DECLARATION = re.compile(
    rf"^[ \t]*(?:@\w+(?:\([^)]*\))?\s+)*(?:{_MODIFIER}\s+)*(func|init|subscript|deinit|var)\b", re.MULTILINE
)
_ACCESSOR = re.compile(r"(?:\b\w+\s+)?\b(get|set|willSet|didSet)\b(?:\s*\(\w+\))?(?:\s+throws(?:\(\w+\))?)?\s*\{")
# What a signature that goes on in the next line goes on with.
_CONTINUES = re.compile(r"\s*(?:[{)]|->|where\b|throws\b)")


@dataclass(frozen=True)
class Body:
    """From behind its opening brace to before its closing one."""

    begin: int
    end: int
    # Whether its value may be that of its only expression, without `return`.
    is_expression: bool


def masked(text):
    """The text in its full length, comments blank and strings of quotes alone."""
    result, at = list(text), 0

    def blank(begin, end, sign):
        for index in range(begin, end):
            if text[index] != "\n":
                result[index] = sign

    while at < len(text):
        begin = at
        if text.startswith("//", at):
            at = _end(text.find("\n", at), text)
            blank(begin, at, " ")
        elif text.startswith("/*", at):
            at = _end(text.find("*/", at), text, 2)
            blank(begin, at, " ")
        elif text[at] == '"':
            at = _string_end(text, at)
            blank(begin, at, '"')
        else:
            at += 1
    return "".join(result)


def _end(found, text, length=0):
    return len(text) if found < 0 else found + length


def _string_end(text, at):
    """Behind the string that begins at `at`, what is interpolated included."""
    quote = '"""' if text.startswith('"""', at) else '"'
    at += len(quote)
    while at < len(text):
        if text.startswith(quote, at):
            return at + len(quote)
        if text.startswith("\\(", at):
            at = _interpolation_end(text, at + 2)
        else:
            at += 2 if text[at] == "\\" else 1
    return at


def _interpolation_end(text, at):
    depth = 1
    while at < len(text) and depth:
        if text[at] == '"':
            at = _string_end(text, at)
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def bodies(code):
    """The bodies of functions, initializers and accessors in masked text; of those within others only the outermost."""
    found, at = [], 0
    while match := _DECLARATION.search(code, at):
        at = match.end()
        opening = _opening(code, match.end(), match[1])
        if opening is None:
            continue
        closing = _closing(code, opening)
        accessors = _accessors(code, opening + 1, closing)
        returns = match[1] in ("var", "subscript") or "->" in code[match.end() : opening]
        for begin, end, is_getter in accessors or [(opening + 1, closing, returns)]:
            found.append(Body(begin, end, is_getter and not re.search(r"\breturn\b", code[begin:end])))
        at = closing
    return found


def _opening(code, at, kind):
    """Where the body opens; None for what has none."""
    if kind == "var":
        line = code[at : _end(code.find("\n", at), code)]
        return None if "{" not in line or "=" in line[: line.index("{")] else at + line.index("{")
    depth = 0
    for index in range(at, len(code)):
        sign = code[index]
        if sign == "{" and depth == 0:
            return index
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if depth < 0 or sign == "}" and depth == 0:
            return None
        if sign == "\n" and depth == 0 and not _CONTINUES.match(code, index):
            return None
    return None


def _closing(code, opening):
    depth = 0
    for index in range(opening, len(code)):
        depth += {"{": 1, "}": -1}.get(code[index], 0)
        if depth == 0:
            return index
    return len(code)


def _accessors(code, begin, end):
    """The accessors' bodies where a body is made of such; whether each gives a value."""
    if not _ACCESSOR.match(code, begin + len(code[begin:end]) - len(code[begin:end].lstrip())):
        return []
    found, at = [], begin
    while match := _ACCESSOR.search(code, at, end):
        at = _closing(code, match.end() - 1)
        found.append((match.end(), at, match[1] == "get"))
    return found
