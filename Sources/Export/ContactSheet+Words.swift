import Core

extension Phrase {
  static func things(_ count: Int) -> Phrase {
    count == 1
      ? Phrase("sheet.one-thing", "1 thing") : Phrase("sheet.things", "\(count) things")
  }

  static func pieces(_ count: Int) -> Phrase {
    count == 1
      ? Phrase("sheet.one-piece", "1 piece") : Phrase("sheet.pieces", "\(count) pieces")
  }

  static func sheetRequest(_ number: Int, _ title: String) -> Phrase {
    Phrase("sheet.request", "For request \(number): \(title)")
  }

  static let sheetAltered = Phrase("sheet.altered", "The file was changed after it was stored.")

  static let sheetRedacted = Phrase(
    "sheet.redacted", "Faces are hidden in this copy; programs miss some.")

  static let sheetOrigin = Phrase("sheet.origin", "Where this comes from")

  static func sheetCopies(_ folder: String) -> Phrase {
    Phrase(
      "sheet.copies",
      """
      The pictures on this page are copies with date, orientation and id put in; nothing else of them was \
      changed, but where it says that faces are hidden. What the camera stored is in the folder \(folder), with its records and signatures: the programs \
      exhibit and verify.py say whether any of it was changed.
      """)
  }

  static func sheetLists(_ manifest: String, _ table: String) -> Phrase {
    Phrase(
      "sheet.lists",
      "The same list for programs is \(manifest), the things for spreadsheets are in \(table).")
  }

}
