import CLinux
import Core
import Door
import Glibc
import StandIns
import System

@testable import Terminal

/// A terminal as far as a screen uses one: cursor, text, erasing; everything else is held against it.
struct TerminalModel {
  private(set) var rows: [String]
  /// What it was sent and does not understand.
  private(set) var complaints: [String] = []

  private let width: Int
  private var cursor = (row: 0, column: 0)
  private var sequence: [UInt8] = []

  init(_ size: Screen.Size) {
    width = size.columns
    rows = Array(repeating: String(repeating: "?", count: width), count: size.rows)
  }

  mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == .escape || !sequence.isEmpty {
        follow(byte)
      } else {
        put(Character(Unicode.Scalar(byte)))
      }
    }
  }

  private mutating func follow(_ byte: UInt8) {
    sequence.append(byte)
    guard sequence.count > 2, (0x40...0x7e).contains(byte) else { return }
    let text = String(decoding: sequence.dropFirst(2), as: UTF8.self)
    sequence = []
    switch byte {
    case UInt8(ascii: "H"):
      let place = text.dropLast().split(separator: ";").compactMap { Int($0) }
      cursor = (place[0] - 1, place[1] - 1)
    case UInt8(ascii: "K"): while cursor.column < width { put(" ") }
    case UInt8(ascii: "m"): break
    default: complaints.append(text)
    }
  }

  private mutating func put(_ character: Character) {
    guard rows.indices.contains(cursor.row), cursor.column < width, character.isASCII,
      character >= " "
    else { return complaints.append("\(character) at \(cursor)") }
    var row = Array(rows[cursor.row])
    row[cursor.column] = character
    rows[cursor.row] = String(row)
    cursor.column += 1
  }
}

extension PseudoTerminal {
  /// What the terminal was sent, up to and including `end`; waits for it at most ten seconds.
  borrowing func shown(until end: String) -> String {
    var text = ""
    while !text.contains(end) {
      guard PseudoTerminal.isReadable(person.number) else { break }
      text += person.received()
    }
    return text
  }

  /// Tells the line how large the terminal is.
  borrowing func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = linux_ioctl(person.number, UInt(TIOCSWINSZ), &size)
  }

  /// Waits at most ten seconds until a read of `descriptor` would not block.
  static func isReadable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 10_000) == 1
  }
}

extension termios {
  /// All of its settings, to compare: it is not Equatable itself.
  var inWords: String {
    let controls = withUnsafeBytes(of: c_cc) { $0.map { UInt32($0) } }
    return "\([c_iflag, c_oflag, c_cflag, c_lflag] + controls)"
  }
}
