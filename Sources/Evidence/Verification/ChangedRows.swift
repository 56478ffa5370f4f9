import Core

/// What people have changed in the table of an export.
package struct ChangedRows {
  /// A place of a table that is not as it was written.
  struct Place {
    /// What is in the first column; nil: the whole `column`.
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

  /// Nothing is changed yet in the table `file`.
  package init(of file: String) { self.file = file }

  /// Notes a place where the table is `here` what it was not `told`.
  package mutating func add(
    row: String? = nil, column: String? = nil, here: String? = nil, told: String? = nil
  ) {
    count += 1
    guard places.count < Flaws.mostOfAKind else { return }
    places.append(Place(row: row, column: column, here: here, told: told))
  }

  /// They, as programs read them.
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

  /// They in words.
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
        ? .verifyRowAdded(file, Flaw.shown(place.here ?? "")) : .verifyRowGone(file, row)
    }
    return .verifyCellChanged(file, row, column, words(place.here), words(place.told))
  }

  private func words(_ text: String?) -> any PhraseValue {
    guard let text, !text.isEmpty else { return Phrase("verify.empty", "empty") }
    return "'\(Flaw.shown(text))'"
  }
}

extension Phrase {
  static func verifyColumnAdded(_ file: String, _ column: String) -> Phrase {
    Phrase("verify.column-added", "{1} has another column: '{2}'.", file, column)
  }

  static func verifyRowAdded(_ file: String, _ text: String) -> Phrase {
    Phrase("verify.row-added", "{1} has another row: '{2}'.", file, text)
  }

  static func verifyRowGone(_ file: String, _ row: String) -> Phrase {
    Phrase("verify.row-gone", "{1} lacks the row of thing {2}.", file, row)
  }

  static func verifyCellChanged(
    _ file: String, _ row: String, _ column: String, _ here: any PhraseValue,
    _ told: any PhraseValue
  ) -> Phrase {
    Phrase(
      "verify.cell-changed", "{1}, thing {2}: '{3}' is {4} here, and was {5}.", file, row, column,
      here, told)
  }
}
