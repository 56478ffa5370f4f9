import Core

extension Phrase {
  static func sheetTitle(_ things: Phrase) -> Phrase {
    Phrase("sheet.title", "Evidence of {1}", things)
  }

  static func things(_ count: Int) -> Phrase {
    count == 1
      ? Phrase("sheet.one-thing", "1 thing") : Phrase("sheet.things", "{1} things", count)
  }

  static func pieces(_ count: Int) -> Phrase {
    count == 1
      ? Phrase("sheet.one-piece", "1 piece") : Phrase("sheet.pieces", "{1} pieces", count)
  }

  static func sheetUndated(_ pieces: Phrase) -> Phrase {
    Phrase("sheet.undated", "{1}, time unknown.", pieces)
  }

  static func sheetDated(_ pieces: Phrase, _ first: String, _ last: String) -> Phrase {
    Phrase("sheet.dated", "{1}, taken from {2} to {3}.", pieces, first, last)
  }

  static func sheetThing(_ number: Int, _ category: String, _ pieces: Phrase) -> Phrase {
    Phrase("sheet.thing", "Thing {1}, {2}, {3}.", number, category, pieces)
  }

  static func sheetField(_ field: Phrase, _ value: String) -> Phrase {
    Phrase("sheet.field", "{1}: {2}", field, value)
  }

  static func sheetPicture(_ name: String, _ thing: String, _ time: Phrase) -> Phrase {
    Phrase("sheet.picture", "{1} of {2}, {3}", name, thing, time)
  }

  static func sheetTitled(_ picture: Phrase, _ title: String) -> Phrase {
    Phrase("sheet.titled", "{1}: {2}", picture, title)
  }

  static func sheetRequest(_ number: Int, _ title: String) -> Phrase {
    Phrase("sheet.request", "For request {1}: {2}", number, title)
  }

  static func sheetDecided(_ decision: String) -> Phrase {
    Phrase("sheet.decided", "Decided: {1}", decision)
  }

  static func sheetDecidedBy(_ decision: String, _ option: String, _ who: String) -> Phrase {
    Phrase("sheet.decided-by", "Decided: {1}, {2} (by {3})", decision, option, who)
  }

  static let sheetTimeUnknown = Phrase("sheet.time-unknown", "time unknown")

  static func sheetTimeTold(_ time: String) -> Phrase {
    Phrase("sheet.time-told", "{1}, by a clock that a person set", time)
  }

  static let sheetCrop = Phrase("sheet.crop", "The part in its mask")
  static let sheetGlyphs = Phrase("sheet.glyphs", "The picture as glyphs")

  static func sheetClip(_ length: String, _ frames: Int) -> Phrase {
    Phrase(
      "sheet.clip", "Video of {1} s, {2}; VLC plays it.", length, Counted.frames.phrase(frames))
  }

  static let sheetAltered = Phrase(
    "sheet.altered", "The file was changed after it was stored.")

  static let sheetAdopted = Phrase("sheet.adopted", "Found without a record, and taken over.")

  static let sheetOrigin = Phrase("sheet.origin", "Where this comes from")

  static func sheetCopies(_ folder: String) -> Phrase {
    Phrase(
      "sheet.copies",
      """
      The pictures on this page are copies with date, orientation and id put in; nothing else of \
      them was changed. What the camera stored is in the folder {1}, with its records and \
      signatures: the programs exhibit and verify.py say whether any of it was changed.
      """, folder)
  }

  static func sheetLists(_ manifest: String, _ table: String) -> Phrase {
    Phrase(
      "sheet.lists", "The same list for programs is {1}, the things for spreadsheets are in {2}.",
      manifest, table)
  }

  static let sheetStore = Phrase("sheet.store", "Store")
  static let sheetDevice = Phrase("sheet.device", "Device")
  static let sheetFingerprint = Phrase("sheet.fingerprint", "Fingerprint of its key")
  static let sheetHead = Phrase("sheet.head", "Head")
}
