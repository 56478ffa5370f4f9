import Core
import Glibc
import System

/// A demo's script, as far as it has come: a file at once, a pipe line by line.
struct Script: ~Copyable {
  /// From the last line of a script that does not say `quit` to the end.
  static let patience = Duration.seconds(10)
  /// Lines of a script that has none.
  static let usual = [
    ScriptLine(at: .seconds(1), verb: .click, text: ""),
    ScriptLine(at: .seconds(6), verb: .quit, text: ""),
  ]
  private static let readByteCount = 4096

  /// Whether nothing more will come.
  private(set) var isComplete = false
  private let source: FileDescriptor
  /// Path of the file, or `-`.
  private let name: String
  private var unfinished: [UInt8] = []
  private var lines: [ScriptLine] = []
  private var lineCount = 0
  private var latest = Duration.zero
  private var hasLines = false

  /// The script that `source`, called `name`, will say; nothing has been read from it.
  init(_ source: consuming FileDescriptor, named name: String) {
    self.source = source
    self.name = name
  }

  /// The script in the file `path`; nil and '-' are standard input.
  static func open(_ path: String?) throws(Failure) -> Script {
    let name = path ?? "-"
    do throws(SystemError) {
      return Script(try source(name), named: name)
    } catch {
      throw Script.failure(error, name)
    }
  }

  /// Whether there was no line at all, and the usual script takes its place.
  var isUsual: Bool { isComplete && !hasLines }

  /// Descriptor to watch for more lines.
  var descriptor: Int32 { source.number }

  /// Next line; nil while it has not come, and at the end.
  var next: ScriptLine? { lines.first }

  /// Takes what happens next.
  mutating func take() -> ScriptLine { lines.removeFirst() }

  /// Reads what is there, which blocks if nothing is; a line that makes no sense is a failure.
  mutating func fill() throws(Failure) {
    do throws(SystemError) {
      let bytes = try source.someBytes(atMost: Script.readByteCount)
      if bytes.isEmpty { isComplete = true }
      unfinished += bytes
    } catch {
      throw Script.failure(error, name)
    }
    try takeLines()
  }

  /// Reads to the end.
  mutating func fillWhole() throws(Failure) {
    while !isComplete { try fill() }
  }

  private static func source(_ name: String) throws(SystemError) -> FileDescriptor {
    guard name != "-" else {
      return FileDescriptor(owning: try SystemError.check("dup") { dup(STDIN_FILENO) })
    }
    return try FileDescriptor(opening: name, O_RDONLY)
  }

  private static func failure(_ error: SystemError, _ name: String) -> Failure {
    Failure(
      .console,
      Phrase(
        "script.unreadable",
        "The script \(name) cannot be read: \(error.reason); name another with --script."),
      cause: error)
  }

  private mutating func takeLines() throws(Failure) {
    while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
      try add(unfinished[..<end])
      unfinished.removeSubrange(...end)
    }
    guard isComplete else { return }
    try add(unfinished[...])
    unfinished.removeAll()
    lines +=
      hasLines ? [ScriptLine(at: latest + Script.patience, verb: .quit, text: "")] : Script.usual
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    lineCount += 1
    let text = String(decoding: bytes, as: UTF8.self)
    guard let line = try ScriptLine.parse(text[...], number: lineCount) else { return }
    guard line.at >= latest else {
      throw Failure(
        .console,
        Phrase(
          "script.backward",
          "Line \(lineCount) of the script goes back in time; give the lines in the order of their seconds."
        ))
    }
    latest = line.at
    hasLines = true
    lines.append(line)
  }
}
