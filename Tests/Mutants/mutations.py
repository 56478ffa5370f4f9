"""The rules by which one line becomes wrong. Each finds, in a line of masked code, what to put where."""

import re

_SWAPPED = {
    "comparison": {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == "},
    "logic": {" && ": " || ", " || ": " && "},
    "arithmetic": {" + ": " - ", " - ": " + ", " * ": " / ", " / ": " * ", " += ": " -= ", " -= ": " += "},
    "extreme": {"min(": "max(", "max(": "min("},
    "constant": {"true": "false", "false": "true"},
}
_NUMBER = re.compile(r"(?<![\w.$])\d[\d_]*(?:\.\d+)?(?!\w|\.\d)")
# A statement wherever one has to be.
_NOTHING = "_ = ()"
_CALL = r"(?:try\??\s+)?[A-Za-z_][\w.?!]*\("
_ASSIGNMENT = re.compile(r"[A-Za-z_][\w.?!]*(?:\[[^\]]*\])?\s[-+|]?=\s[^{]*$")
# What an initializer can't do without.
_IS_INITIAL = re.compile(r"self\.(\w+) = \1")
_EXIT = r"(?:return\b[^{}]*|continue|break)"
# What the rule for comparisons turns into its contrary.
_IS_EQUATION = re.compile(r"(?:(?! && | \|\| ).)* [!=]= (?:(?! && | \|\| ).)*")
_BINDS = re.compile(r"\b(?:let|var|case|is)\b|#")


def mutations(line, code, may_drop):
    """Each as (rule, begin, end, replacement): what becomes of the columns of `line`, whose masked text is `code`.

    Where a body is only an expression nothing can be dropped.
    """
    yield from _swaps(code)
    yield from number_mutations(line, code)
    yield from _negations(line, code)
    if may_drop:
        yield from _drops(code)


def _swaps(code):
    for rule, pairs in _SWAPPED.items():
        for old, new in pairs.items():
            word = rf"\b{re.escape(old)}" + ("" if old[-1] == "(" else r"\b")
            pattern = re.escape(old) if old.startswith(" ") else word
            for match in re.finditer(pattern, code):
                # Text is only joined.
                if rule == "arithmetic" and '"' in code[max(match.start() - 1, 0)] + code[match.end() :][:1]:
                    continue
                yield rule, match.start(), match.end(), new


def number_mutations(line, code):
    """Small numbers become one more, others twice as much: what is only shown with few digits has to change too."""
    for match in _NUMBER.finditer(code):
        digits = match[0].replace("_", "")
        number = float(digits) if "." in digits else int(digits)
        yield "constant", match.start(), match.end(), f"{number + 1 if number < 10 else number * 2}"


def _negations(line, code):
    for match in re.finditer(r"(?<![\w)\]!])!(?=[\w(])", code):
        yield "negation", match.start(), match.end(), ""
    for begin, end in _conditions(code):
        if not _BINDS.search(code, begin, end) and not _IS_EQUATION.fullmatch(code, begin, end):
            yield "condition", begin, end, f"!({line[begin:end]})"
    choice = re.search(r" \? ([^?:]+) : ([^?:{},]+?)(?=[\s)}\]]*$)", code)
    if choice and _is_balanced(choice[1]) and _is_balanced(choice[2]):
        first, second = line[choice.start(1) : choice.end(1)], line[choice.start(2) : choice.end(2)]
        yield "condition", choice.start(1), choice.end(2), f"{second} : {first}"


def _conditions(code):
    """The clauses of `if`, `guard` and `while` that stand on this line whole."""
    match = re.search(r"\b(if|guard|while|where) ", code)
    if not match:
        return
    stop = re.search(r" else\b| \{|$", code[match.end() :]).start() + match.end()
    begin, depth = match.end(), 0
    for index in range(match.end(), stop + 1):
        if index == stop or code[index] == "," and depth == 0:
            if depth == 0 and code[begin:index].strip():
                begin += len(code[begin:index]) - len(code[begin:index].lstrip())
                yield begin, index
            begin = index + 1
        elif index < stop:
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(code[index], 0)


def _drops(code):
    """Statements that are left out; what remains has to be one."""
    begin, end = len(code) - len(code.lstrip()), len(code.rstrip())
    statement = code[begin:end]
    if _is_call(statement):
        yield "dropped call", begin, end, _NOTHING
    if _ASSIGNMENT.fullmatch(statement) and _is_balanced(statement) and not _IS_INITIAL.fullmatch(statement):
        yield "dropped change", begin, end, _NOTHING
    case = re.match(r"((?:case\b.*|default): )(.*)$", statement)
    if case and (_is_call(case[2]) or _ASSIGNMENT.fullmatch(case[2])):
        yield "dropped call", begin + case.start(2), end, _NOTHING
    guard = re.fullmatch(rf"guard (.*) else \{{ {_EXIT} \}}", statement)
    if guard and not _BINDS.search(guard[1]):
        yield "dropped exit", begin, end, _NOTHING
    block = re.fullmatch(r"((?:if|for|else|\} else|while)\b.*) \{ (.*) \}", statement)
    if block and re.fullmatch(_EXIT, block[2]):
        yield "dropped exit", begin + block.start(2), begin + block.end(2), _NOTHING
    elif block and (_is_call(block[2]) or _ASSIGNMENT.fullmatch(block[2])):
        yield "dropped call", begin + block.start(2), begin + block.end(2), _NOTHING
    if re.fullmatch(_EXIT, statement) and statement in ("return", "continue"):
        yield "dropped exit", begin, end, _NOTHING


def _is_call(statement):
    return bool(re.match(_CALL, statement)) and statement.endswith(")") and _is_balanced(statement)


def _is_balanced(statement):
    """Whether its brackets, all of them closed, are closed in order."""
    depth = 0
    for sign in statement:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(sign, 0)
        if depth < 0:
            return False
    return depth == 0
