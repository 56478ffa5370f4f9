import Core
import Glibc
import System

/// A demo's script, as far as it has come: a file at once, a pipe line by line.
struct Script: ~Copyable {
  /// From the last line of a script that does not say `quit` to the end.
  static let patience = Duration.seconds(10)
  /// What is played when there is no line at all.
  static let usual = [
    ScriptLine(at: .seconds(1), verb: .click, text: ""),
    ScriptLine(at: .seconds(6), verb: .quit, text: ""),
  ]
  private static let readByteCount = 4096

  /// Whether nothing more will come.
  private(set) var isComplete = false
  private let source: FileDescriptor
  private var unfinished: [UInt8] = []
  private var lines: [ScriptLine] = []
  private var lineCount = 0
  private var latest = Duration.zero
  private var hasLines = false

  /// The script that `source` will say, from which nothing has been read.
  init(_ source: consuming FileDescriptor) {
    self.source = source
  }

  /// Whether there was no line at all, and the usual script takes its place.
  var isUsual: Bool { isComplete && !hasLines }

  /// What is watched for more.
  var descriptor: Int32 { source.number }

  /// What happens next; nil while nobody knows, and at the end.
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
      throw Failure(.console, Phrase(.scriptUnreadable, error.reason), cause: error)
    }
    try takeLines()
  }

  /// Reads to the end.
  mutating func fillWhole() throws(Failure) {
    while !isComplete { try fill() }
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
      throw Failure(.console, Phrase(.scriptBackward, "\(lineCount)"))
    }
    latest = line.at
    hasLines = true
    lines.append(line)
  }
}
