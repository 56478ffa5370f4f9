import Core
import Evidence
import System

/// The rows of a table as spreadsheets write it (RFC 4180): separated by commas, semicolons or tabs, whichever its first
/// line has most of, with or without a byte order mark, and with any ends of lines.
///
/// A cell may lack the quote that ends it; what follows that is taken as it is.
final class CSVReader {
  private static let blockByteCount = 1 << 16
  /// No cell that somebody fills in is longer, in UTF-8.
  private static let longestCell = 1 << 17
  private static let longestRow = 1 << 20

  private let file: FileDescriptor
  private var block: [UInt8] = []
  private var place = 0
  private var separator = UInt8(ascii: ",")
  /// Whether it can't be read to its end: it is no UTF-8, or a row too long.
  private(set) var isBroken = false

  /// That of the file `path`; nil where it can't be opened.
  init?(at path: String) {
    guard let file = try? ContentReader.opened(path) else { return nil }
    self.file = file
    fill()
    if block.starts(with: CSVReader.mark) { place = CSVReader.mark.count }
    let ends: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    let line = block[place...].prefix { !ends.contains($0) }
    for other in [UInt8(ascii: ";"), UInt8(ascii: "\t")]
    where line.count(where: { $0 == other }) > line.count(where: { $0 == separator }) {
      separator = other
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The cells of the next row; nil after the last.
  func nextRow() -> [String]? {
    var (cells, cell, isQuoted, wasQuoted, byteCount) = ([String](), [UInt8](), false, false, 0)
    guard peek() != nil else { return nil }
    while let byte = take() {
      byteCount += 1
      if cell.count > CSVReader.longestCell || byteCount > CSVReader.longestRow { return fail() }
      switch byte {
      case UInt8(ascii: "\"") where isQuoted:
        if peek() == byte, let quote = take() { cell.append(quote) } else { isQuoted = false }
      case _ where isQuoted: cell.append(byte)
      case UInt8(ascii: "\"") where cell.isEmpty && !wasQuoted: (isQuoted, wasQuoted) = (true, true)
      case separator:
        guard end(&cell, &cells) else { return fail() }
        wasQuoted = false
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if byte == UInt8(ascii: "\r"), peek() == UInt8(ascii: "\n") { _ = take() }
        return end(&cell, &cells) ? cells : fail()
      default: cell.append(byte)
      }
    }
    return end(&cell, &cells) && !isBroken ? cells : fail()
  }

  /// Ends `cell`, the next of `cells`; whether that is text.
  private func end(_ cell: inout [UInt8], _ cells: inout [String]) -> Bool {
    let text = String(decoding: cell, as: UTF8.self)
    guard text.utf8.elementsEqual(cell) else { return false }
    cells.append(text)
    cell = []
    return true
  }

  private func fail() -> [String]? {
    (isBroken, block, place) = (true, [], 0)
    return nil
  }

  private func take() -> UInt8? {
    defer { place += 1 }
    return peek()
  }

  /// The next byte; nil at the end.
  private func peek() -> UInt8? {
    if place >= block.count, !isBroken { fill() }
    return place < block.count ? block[place] : nil
  }

  private func fill() {
    place = 0
    do throws(SystemError) {
      block = try file.someBytes(atMost: CSVReader.blockByteCount)
    } catch {
      (isBroken, block) = (true, [])
    }
  }
}
