import Core

@testable import Imaging

/// A small terminal: what it shows after the bytes that it was sent, and what no such bytes may do.
///
/// It is as strict as the worst of them: after a glyph in the last column only an address says where the cursor is, and
/// a glyph in the last cell scrolls.
struct TerminalModel {
  let columns, rows: Int
  /// What each cell shows, row by row, with the parameters of SGR in force; nil where nothing was written.
  private(set) var cells: [Cell?]
  /// What was done that a terminal might answer otherwise.
  private(set) var faults: [String] = []
  private var place: (row: Int, column: Int)?
  private var symbol = ""
  private var background = ""

  struct Cell: Equatable {
    let glyph: Unicode.Scalar
    let symbol, background: String
  }

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: nil, count: columns * rows)
  }

  mutating func take(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return faults.append("bytes that are no UTF-8")
    }
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{1b}": sequence(&scalars)
      case "\r": place = place.map { ($0.row, 0) }
      case "\n":
        if place?.row == rows - 1 { faults.append("a line feed in the last row") }
        place = place.map { ($0.row + 1, $0.column) }
      case "\u{8}": place = place.map { ($0.row, $0.column - 1) }
      case _ where scalar.value < 0x20: faults.append("control \(scalar.value)")
      default: show(scalar)
      }
      if scalar == "\r" || scalar == "\n", place == nil { faults.append("a line from nowhere") }
    }
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    guard let (row, column) = place else { return faults.append("a glyph from nowhere") }
    if row == rows - 1 && column == columns - 1 { faults.append("a glyph in the last cell") }
    cells[row * columns + column] = Cell(glyph: scalar, symbol: symbol, background: background)
    place = column + 1 < columns ? (row, column + 1) : nil
  }

  private mutating func sequence(_ scalars: inout Substring.UnicodeScalarView) {
    guard scalars.popFirst() == "[" else { return faults.append("an unknown sequence") }
    var text = ""
    while let scalar = scalars.popFirst() {
      guard scalar.properties.isAlphabetic || scalar == "@" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      return finish(scalar, text.split(separator: ";", omittingEmptySubsequences: false).map { $0 })
    }
    faults.append("a sequence without an end")
  }

  private mutating func finish(_ final: Unicode.Scalar, _ parameters: [Substring]) {
    func number(_ index: Int) -> Int {
      index < parameters.count ? Int(parameters[index]) ?? 1 : 1
    }
    switch final {
    case "H":
      place = (number(0) - 1, number(1) - 1)
      if number(0) > rows || number(1) > columns { faults.append("an address outside") }
    case "C":
      if place == nil { faults.append("a move from nowhere") }
      place = place.map { ($0.row, $0.column + number(0)) }
    case "@": insert()
    case "m": choose(parameters.map(String.init))
    default: faults.append("an unknown end \(final)")
    }
  }

  private mutating func insert() {
    guard let (row, column) = place else { return faults.append("an insertion nowhere") }
    let (start, end) = (row * columns + column, (row + 1) * columns)
    cells[start..<end] = [nil] + cells[start..<end - 1]
  }

  private mutating func choose(_ parameters: [String]) {
    var rest = parameters[...]
    while let first = rest.popFirst(), let number = Int(first.isEmpty ? "0" : first) {
      switch number {
      case 0: (symbol, background) = ("", "")
      case 30...37, 90...97: symbol = first
      case 40...47, 100...107: background = first
      case 38, 48:
        let count = rest.first == "5" ? 2 : 4
        let colour = ([first] + rest.prefix(count)).joined(separator: ";")
        rest = rest.dropFirst(count)
        if number == 38 { symbol = colour } else { background = colour }
      default: faults.append("an unknown colour \(number)")
      }
    }
  }
}
