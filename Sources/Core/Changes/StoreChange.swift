/// What a person asks to have changed in the store besides photos: each becomes a record.
package enum StoreChange: Hashable, Sendable {
  /// Begin another thing, and document it from now on.
  ///
  /// - Parameter collects: whether clips are to be recorded of it for a study; so too for the next case.
  case addThing(label: String, ThingCategory, collects: Bool = false)
  /// Document this thing from now on.
  case useThing(ThingReference)
  /// Document the next thing from now on: the one after it in order, and after the last a new one.
  ///
  /// - Parameter goesThrough: false where nobody would hear which it is: then it is always a new one.
  case nextThing(goesThrough: Bool, collects: Bool = false)
  /// Set a field, or clear it by nil; of the current thing where none is named.
  case setThing(ThingField, ThingField.Value?, of: ThingReference?)
  /// Delete a thing and with it its pieces; the current one where none is named.
  case deleteThing(ThingReference?)
  /// Bring a deleted thing back, and with it its pieces; the one that was deleted last where none is named.
  case undeleteThing(ThingReference?)
  /// Delete pieces; `isForGood` removes their bytes at once.
  case deletePieces([Int], isForGood: Bool)
  /// Bring deleted pieces back.
  case undeletePieces([Int])
  /// Keep pieces from being deleted and purged, or no longer.
  case lockPieces([Int], isLocked: Bool)
  /// Give a piece this title, or none.
  case titlePiece(Int, String?)
  /// Note what a person holds of pieces, or that they hold nothing of them.
  case decidePieces([Int], PieceDecision?)
  /// Keep what an analyser guesses of a piece, in place of what it guessed before.
  case addOptions(Int, [PieceOption])
  /// Note that this option of a piece is what it shows; `setsTitle` makes it the title.
  case confirmOption(Int, OptionChoice, setsTitle: Bool)
  /// Note that this option of a piece is not what it shows.
  case denyOption(Int, OptionChoice)
  /// Keep what a program that looked for faces in a piece has answered.
  indirect case addExamination(Int, FaceExamination)
  /// Do this with the faces of a piece.
  case changeFaces(Int, FaceAction)
  /// Take the latest of that back.
  case undoFaces(Int)
  /// Write the faces of a piece, and its picture with them, into files of their own; no record tells of that.
  case saveFaces(Int)
  /// Document the thing with this label, which a piece shows, from now on, and begin it where there is none.
  case useLabel(String, of: Int, collects: Bool = false)
  /// Copies of pieces were read back elsewhere, on the file system that is called `medium` where that has a name; `sha256`
  /// proves which.
  case piecesExported([Int], sha256: String, medium: String? = nil)
  /// This export was written.
  case exportMade(MadeExport)
  /// This copy, in which faces are blank, is to leave.
  indirect case copyRedacted(RedactedCopy)
  /// Remove the bytes of all that is deleted.
  case purge
  /// Remove the bytes of these pieces, if all of them still are what they were when somebody was asked.
  case remove(Removal)
  /// Take the texts of a field out for good, if they still are what they were when somebody was asked; `asked` is nil
  /// where nobody was.
  case redact(Redaction.Choice, asked: Redaction?)
  /// Do this to the database as a whole.
  case database(DatabaseTask)
  /// Do this to an item of the checklist; to the next one where none is named.
  case checklist(Checklist.Action, item: Int?)
  /// Take in the request in the file at this path.
  case importRequest(String)
  /// The request of this number stands so from now on.
  case setRequest(Int, Request.Status)
  /// Keep these settings, all or none, and say this then.
  case keep([KeptSetting], news: Phrase)
  /// Undo the latest capture or deletion; where a step is named only if that is still the latest.
  case undo(UndoStep?)
}

extension StoreChange {
  /// The piece about which something else may be to ask once it is made; nil where there is none.
  package var clarifiedPiece: Int? {
    switch self {
    case .addOptions(let number, _), .confirmOption(let number, _, _), .denyOption(let number, _):
      number
    case .decidePieces(let numbers, .denied?): numbers.count == 1 ? numbers.first : nil
    case .redact(.piece(let number, .options), _): number
    case .addThing, .useThing, .nextThing, .setThing, .deleteThing, .undeleteThing, .deletePieces,
      .undeletePieces, .lockPieces, .titlePiece, .decidePieces, .useLabel, .piecesExported,
      .exportMade, .copyRedacted, .purge, .addExamination, .changeFaces, .undoFaces,
      .saveFaces, .remove, .redact, .database, .checklist, .importRequest, .setRequest, .keep,
      .undo:
      nil
    }
  }
}

/// A thing as people name it: by its label, without regard to upper and lower case, or else by its number, or by the
/// beginning of a word that is in no other label.
package struct ThingReference: Hashable, Sendable {
  /// What they typed.
  package let text: String

  /// The thing that `text` names.
  package init(_ text: String) { self.text = text }

  /// Where in `things`, of each its label and number, that is; nil where it names none of them.
  package func place(in things: [(label: String, number: Int)]) -> Int? {
    let text = text.lowercased()
    return things.firstIndex { $0.label.lowercased() == text }
      ?? things.firstIndex { $0.number == Int(text) }
      ?? ThingReference.onlyPlace(of: text, in: things.map(\.label))
  }

  /// Where the only label is of which a word begins with `text`; a number that no thing has is none.
  private static func onlyPlace(of text: String, in labels: [String]) -> Int? {
    guard !text.isEmpty, Int(text) == nil else { return nil }
    let places = labels.indices.filter { hasWord(beginning: text, labels[$0].lowercased()) }
    return places.count == 1 ? places[0] : nil
  }

  private static func hasWord(beginning text: String, _ label: String) -> Bool {
    label.indices.contains { place in
      (place == label.startIndex || label[label.index(before: place)] == " ")
        && label[place...].hasPrefix(text)
    }
  }
}

/// The latest capture or deletion that was not undone: what an undo would take back.
package struct UndoStep: Hashable, Sendable {
  /// What it was.
  package enum Subject: Hashable, Sendable {
    /// So many pieces were captured at once.
    case capture(first: Int, last: Int, count: Int)
    /// So many files were imported at once.
    case importing(first: Int, last: Int, count: Int)
    /// So many pieces were deleted at once.
    case deletion(first: Int, last: Int, count: Int)
    /// The thing with this label was deleted, and so many pieces with it.
    case thing(String, pieces: Int)
  }

  /// What it was.
  package let subject: Subject
  /// Sequences of its records.
  package let records: [Int]
  /// Kind of its pieces; nil where they are of several.
  package let kind: PieceFilter.Kind?
  /// Label of the thing to which its pieces belong; nil where they belong to several.
  package let thing: String?

  /// A step of these `records`, with pieces of this `kind` that belong to `thing`.
  package init(
    _ subject: Subject, records: [Int], kind: PieceFilter.Kind? = nil, of thing: String? = nil
  ) {
    self.subject = subject
    self.records = records
    self.kind = kind
    self.thing = thing
  }

  /// Whether it is `other`, whatever its thing is called by now.
  package func isSame(as other: UndoStep) -> Bool {
    (subject, records) == (other.subject, other.records)
  }

  /// Between which numbers the pieces lie that it captured; nil where it captured none.
  var captured: ClosedRange<Int>? {
    switch subject {
    case .capture(let first, let last, _): first...max(first, last)
    case .importing, .deletion, .thing: nil
    }
  }

  /// The question whether to take it back.
  var question: Phrase {
    switch subject {
    case .capture(let first, let last, let count): .undoPhoto(words(first, last, count))
    case .importing(let first, let last, let count):
      Phrase("undo.import", "Take back the import of \(words(first, last, count))?")
    case .deletion(let first, let last, let count):
      Phrase("undo.deletion", "Bring the deleted \(words(first, last, count)) back?")
    case .thing(let label, _):
      Phrase("undo.thing", "Bring the deleted thing \(label) back, with its pieces?")
    }
  }

  /// Its pieces, by kind and number, and their thing: "photos 3 to 5 of Omega watch".
  private func words(_ first: Int, _ last: Int, _ count: Int) -> Phrase {
    let ofThing = { (pieces: Phrase) in thing.map { .piecesOf(pieces, $0) } ?? pieces }
    let word = PieceFilter.Kind.word(for: count, kind)
    return switch count {
    case 1: ofThing(.onePiece(word, first))
    case last - first + 1: ofThing(Phrase("undo.range", "\(word) \(first) to \(last)"))
    default:
      Phrase(
        "undo.among", "\(ofThing(PieceFilter.Kind.counted(count, kind))) (\(first) to \(last))")
    }
  }

  /// That it was taken back.
  package var outcome: Phrase {
    switch subject {
    case .capture(let first, let last, let count):
      Phrase(
        "undo.photo-done",
        """
        Undone: \(words(first, last, count)) \(count, one: "is", many: "are") taken back; \
        "\(undelete(first, last))" brings \(count, one: "it", many: "them") back.
        """)
    case .importing(let first, let last, let count):
      Phrase(
        "undo.import-done",
        """
        Undone: the import of \(words(first, last, count)) is taken back; \
        "\(undelete(first, last))" brings \(count, one: "it", many: "them") back.
        """)
    case .deletion(let first, let last, let count):
      Phrase(
        "undo.deletion-done",
        "Undone: \(words(first, last, count)) \(count, one: "is", many: "are") back.")
    case .thing(let label, let count):
      Phrase("undo.thing-done", "The thing \(label) is back, with pieces: \(count).")
    }
  }

  /// The command that brings its pieces back.
  private func undelete(_ first: Int, _ last: Int) -> String {
    first == last ? "undelete \(first)" : "undelete \(first)-\(last)"
  }
}

extension Phrase {
  package static func onePiece(_ kind: Phrase, _ number: Int) -> Phrase {
    Phrase("undo.one", "\(kind) \(number)")
  }

  static func piecesOf(_ pieces: Phrase, _ thing: String) -> Phrase {
    Phrase("undo.of-thing", "\(pieces) of \(thing)")
  }

  static func undoPhoto(_ pieces: Phrase) -> Phrase {
    Phrase("undo.photo", "Take back \(pieces)?")
  }
}
