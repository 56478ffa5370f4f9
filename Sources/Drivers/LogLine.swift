import Core

/// One line of the log, before it is known who reads it.
struct LogLine {
  /// The longest line in bytes, end included: what a pipe that is ready takes whole (pipe(7)).
  static let byteLimit = 4096

  /// What stands before the text.
  enum Format: Hashable {
    /// The journal adds time, program and process itself, and takes the priority off.
    case journal
    /// Local time with microseconds and offset, program and process.
    case standardError(process: Int32)
  }

  private let level: LogLevel
  private let speaker: String
  private let text: String

  init(_ level: LogLevel, _ speaker: String, _ text: String) {
    self.level = level
    self.speaker = speaker
    self.text = text
  }

  /// The whole line with its end; control characters have become spaces, so that it is one line.
  func bytes(as format: Format, at time: Clock.LocalTime) -> [UInt8] {
    var bytes = Array("\(prefix(for: format, at: time))[\(speaker)] \(level): \(text)".utf8)
    for index in bytes.indices where bytes[index] < .space || bytes[index] == .delete {
      bytes[index] = .space
    }
    return LogLine.cut(bytes) + [.lineFeed]
  }

  private func prefix(for format: Format, at time: Clock.LocalTime) -> String {
    switch format {
    case .journal: "<\(level.rawValue)>"
    case .standardError(let process): "\(time) exhibit[\(process)] "
    }
  }

  /// The bytes themselves, or as many whole characters as leave room for an ellipsis and the end.
  private static func cut(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= byteLimit else { return bytes }
    let ellipsis = Array("…".utf8)
    var end = byteLimit - 1 - ellipsis.count
    while end > 0, bytes[end].continuesCharacter { end -= 1 }
    return bytes[..<end] + ellipsis
  }
}
