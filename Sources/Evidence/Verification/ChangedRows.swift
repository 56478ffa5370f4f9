import Core

/// Changes that people have made in the table of an export.
package struct ChangedRows {
  /// A place of a table that is not as it was written.
  struct Place {
    /// Text of the first column; nil: the whole `column`.
    let row: String?
    /// Nil: the whole row.
    let column: String?
    /// Cell as it is, and as it was; nil where it is not there.
    let here, told: String?
  }

  /// The table.
  let file: String
  /// The first of them, and how many there are.
  private(set) var places: [Place] = []
  private(set) var count = 0

  /// Begins without a change in the table `file`.
  package init(of file: String) { self.file = file }

  /// Notes a place where the table is `here` what it was not `told`.
  package mutating func add(
    row: String? = nil, column: String? = nil, here: String? = nil, told: String? = nil
  ) {
    count += 1
    guard places.count < Flaws.mostOfAKind else { return }
    places.append(Place(row: row, column: column, here: here, told: told))
  }

  /// All of it as programs read it.
  var json: JSON {
    .array(
      places.map { place in
        .object([
          ("file", .string(file)), ("row", .optional(place.row)),
          ("column", .optional(place.column)), ("here", .optional(place.here)),
          ("told", .optional(place.told)),
        ])
      })
  }

  /// All of it in words.
  var sentences: [Phrase] {
    let more = count - places.count
    return places.map(sentence) + (more > 0 ? [.verifyMore(more)] : [])
  }

  private func sentence(of place: Place) -> Phrase {
    guard let row = place.row else {
      return .verifyColumnAdded(file, Flaw.shown(place.column ?? ""))
    }
    guard let column = place.column else {
      return place.told == nil
        ? .verifyRowAdded(file, Flaw.shown(place.here ?? ""))
        : Phrase("verify.row-gone", "\(file) lacks the row of thing \(row).")
    }
    return Phrase(
      "verify.cell-changed",
      "\(file), thing \(row): '\(column)' is \(words(place.here)) here, and was \(words(place.told))."
    )
  }

  private func words(_ text: String?) -> any PhraseValue {
    guard let text, !text.isEmpty else { return Phrase("verify.empty", "empty") }
    return "'\(Flaw.shown(text))'"
  }
}

extension Phrase {
  static func verifyColumnAdded(_ file: String, _ column: String) -> Phrase {
    Phrase("verify.column-added", "\(file) has another column: '\(column)'.")
  }

  static func verifyRowAdded(_ file: String, _ text: String) -> Phrase {
    Phrase("verify.row-added", "\(file) has another row: '\(text)'.")
  }

}
