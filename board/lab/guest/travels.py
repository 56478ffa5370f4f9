"""What other systems and programs do to an export on its way, by intent or not; each takes its folder."""

import csv
import io
import json
import unicodedata
import zipfile

TABLE, MANIFEST = "inventory.csv", "manifest.json"


def with_returns(*names):
    def change(folder):
        for name in names:
            content = (folder / name).read_bytes()
            (folder / name).write_bytes(content.replace(b"\n", b"\r\n"))
    return change


def with_mark(*names):
    def change(folder):
        for name in names:
            (folder / name).write_bytes(b"\xef\xbb\xbf" + (folder / name).read_bytes())
    return change


def reformatted(**options):
    def change(folder):
        path = folder / MANIFEST
        path.write_text(json.dumps(json.loads(path.read_text()), **options))
    return change


def decomposed(name):
    """A name as macOS spells it, an accent behind its letter."""
    return unicodedata.normalize("NFD", name)


def renamed(spelling):
    """Each name as another system spells it, those of folders last."""
    def change(folder):
        for path in sorted(folder.rglob("*"), reverse=True):
            # FAT takes a name in capital letters for that which it has: there is one in between.
            path.rename(path.with_name("~")).rename(path.with_name(spelling(path.name)))
    return change


def with_rubbish(folder):
    for name in (".DS_Store", "Thumbs.db", "2 Täschchen/desktop.ini", "2 Täschchen/._1 photo.jpg", "__MACOSX/._proof",
                 "System Volume Information/WPSettings.dat", "__MACOSX/proof/records.jsonl"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"rubbish")


def plain_table(folder):
    path = folder / TABLE
    path.write_bytes(path.read_bytes().removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n"))


def nothing(_):
    pass


def together(*changes):
    def change(folder):
        for each in changes:
            each(folder)
    return change


def by_spreadsheet(folder):
    """The table as a spreadsheet of a country with decimal commas saves it."""
    path = folder / TABLE
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=";", lineterminator="\r\n").writerows(rows)


# In an archive


def pack(folder, path, name=lambda name: f"exhibit/{name}", method=zipfile.ZIP_DEFLATED, **options):
    with zipfile.ZipFile(path, "w", method, **options) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                info = zipfile.ZipInfo("a")
                # As it is, whatever this system's separator.
                info.filename, info.compress_type = name(str(file.relative_to(folder))), method
                archive.writestr(info, file.read_bytes(), compresslevel=options.get("compresslevel"))


class Stream(io.RawIOBase):
    """A file in which nobody can go back, so that sizes come behind each file's bytes."""

    def __init__(self, path):
        super().__init__()
        self.file = open(path, "wb")

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)

    def close(self):
        self.file.close()
        super().close()


def as_stream(folder, path):
    with Stream(path) as stream:
        pack(folder, stream)


def with_resources(folder, path):
    pack(folder, path)
    with zipfile.ZipFile(path, "a") as archive:
        for name in ("__MACOSX/._exhibit", "__MACOSX/exhibit/proof/._records.jsonl", "exhibit/.DS_Store"):
            archive.writestr(name, b"rubbish")
