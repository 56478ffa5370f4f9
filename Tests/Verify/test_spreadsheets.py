"""The table of an export, with which people go on in a spreadsheet: what they changed is told row by row."""

import csv
import io
import shutil
import subprocess
import sys

import pytest

from evidence import EXECUTABLE, RUN_S, VERIFIER
from test_exporting import bundle_report


@pytest.fixture
def folder(east, tmp_path):
    shutil.copytree(east / "out", tmp_path / "out")
    return tmp_path / "out"


def go_on(folder, separator=",", end="\r\n", mark="\ufeff", change=lambda rows: None):
    """Goes on with the table as a person does in a spreadsheet."""
    path = folder / "inventory.csv"
    rows = list(csv.reader(io.StringIO(path.read_text("utf-8-sig"), newline="")))
    change(rows)
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator, lineterminator=end).writerows(rows)
    path.write_text(mark + text.getvalue(), encoding="utf-8", newline="")


def fill_in(rows):
    column = rows[0].index("brand")
    rows[1][column] = "Omega"
    rows[2][0] = "9"


@pytest.mark.parametrize("form", [
    pytest.param({}, id="what a person changed in a table is told cell by cell"),
    pytest.param({"separator": ";"}, id="so it is where a spreadsheet wrote it with semicolons"),
    pytest.param({"separator": ";", "end": "\n", "mark": ""}, id="so it is where that has neither mark nor CR"),
    pytest.param({"separator": "\t", "mark": ""}, id="so it is where a spreadsheet wrote it with tabs"),
])
def test_rows(folder, form):
    go_on(folder, change=fill_in, **form)
    found = bundle_report(folder)
    assert found["verdict"] == "changed" and found["export"]["changed"] == ["inventory.csv"], found
    assert found["export"]["rows"] == [
        {"file": "inventory.csv", "row": "2", "column": "brand", "here": "Omega", "told": ""},
        {"file": "inventory.csv", "row": "9", "column": None, "here": "9", "told": None},
        {"file": "inventory.csv", "row": "3", "column": None, "here": None, "told": "3"}], found["export"]["rows"]
    assert found["export"]["row_count"] == 3


def row(number, column, here, told):
    return {"file": "inventory.csv", "row": number, "column": column, "here": here, "told": told}


def set_cell(column, text):
    def change(rows):
        rows[1][rows[0].index(column)] = text
    return change


def add_column(rows):
    for place, cells in enumerate(rows):
        cells.append("x" if place else "insured")


def lose_column(rows):
    place = rows[0].index("price")
    for cells in rows:
        del cells[place]


def move_column(rows):
    for cells in rows:
        cells.insert(0, cells.pop(3))


def add_many(rows):
    rows += [[str(number)] for number in range(100, 130)]


TABLES = [
    ("another title", set_cell("title", "Silver ring"), [row("2", "title", "Silver ring", "Gold ring")]),
    ("another date", set_cell("first", ""), None),
    ("another description", set_cell("description", "a\nb, \"c\""), [
        row("2", "description", 'a\nb, "c"', "Bought in Basel")]),
    ("a cell without its apostrophe", set_cell("notes", '=one, "two"'), []),
    ("a formula", set_cell("color", "'=1+1"), [row("2", "color", "=1+1", "")]),
    ("a column more", add_column, [row(None, "insured", None, None)]),
    ("a column twice", lambda rows: [cells.append(cells[2]) for cells in rows], [row(None, "category", None, None)]),
    ("a column less", lose_column, [row("2", "price", None, "1200.50")]),
    ("a column in another place", move_column, []),
    ("empty rows", lambda rows: rows.extend([[], ["", ""]]), []),
    ("a row twice", lambda rows: rows.append(rows[1]), [row("2", None, "2", None)]),
    ("a row that is cut off", lambda rows: rows.__setitem__(2, rows[2][:4]), None),
    ("a row without a number", lambda rows: rows.append(["", "Sum"]), [row("", None, "", None)]),
    ("no row", lambda rows: rows.__delitem__(slice(1, None)), [
        row("2", None, None, "2"), row("3", None, None, "3")]),
    ("no column of numbers", lambda rows: rows[0].__setitem__(0, "no"), []),
]


@pytest.mark.parametrize("change, expected", [claim[1:] for claim in TABLES], ids=[
    f"of a table with {claim[0]} it is told what a person changed" for claim in TABLES])
def test_table(folder, change, expected):
    go_on(folder, change=change)
    found = bundle_report(folder)["export"]
    assert found["changed"] == ["inventory.csv"] or expected == [], found
    if expected is not None:
        assert found["rows"] == expected and found["row_count"] == len(expected), found


def test_many_rows(folder):
    """of many rows that a person added the first are named, and all are counted"""
    go_on(folder, change=add_many)
    found = bundle_report(folder)["export"]
    assert found["rows"] == [row(str(number), None, str(number), None) for number in range(100, 120)]
    assert found["row_count"] == 30


def test_said(folder):
    """both verifiers say what a person changed in a table, in the same words"""
    def change(rows):
        set_cell("price", "1300")(rows)
        fill_in(rows)
        add_column(rows)
    go_on(folder, change=change)
    for command in ([EXECUTABLE, "verify"], [sys.executable, VERIFIER]):
        told = subprocess.run([*command, folder], capture_output=True, text=True, timeout=RUN_S).stdout.splitlines()
        begin = told.index("inventory.csv has another column: 'insured'.")
        assert told[begin + 1:begin + 5] == [
            "inventory.csv, thing 2: 'brand' is 'Omega' here, and was empty.",
            "inventory.csv, thing 2: 'price' is '1300' here, and was '1200.50'.",
            "inventory.csv has another row: '9'.", "inventory.csv lacks the row of thing 3."], told


def test_no_table(folder):
    """a table that is no text is changed, and no cell of it is told"""
    (folder / "inventory.csv").write_bytes(b"\xff\xfenumber")
    found = bundle_report(folder)["export"]
    assert found["changed"] == ["inventory.csv"] and found["rows"] == [] and found["row_count"] == 0
