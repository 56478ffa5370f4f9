import Core
import Glibc
import System

/// What a bundle lacks on purpose.
struct LeftOut {
  /// Numbers of pieces whose files are not there.
  private var pieces: Set<Int> = []
  /// The records of the copies that are there in place of pieces, by the numbers of these.
  private var copies: [Int: Int] = [:]
  /// Texts that are not told.
  private var texts: Set<Record.TextPlace> = []

  /// Whether what was left out can't be read.
  private var isUnknown = false

  /// Nothing.
  init() {}

  /// As `bundle` says it: in the list of its files, or in those of earlier versions.
  init(of bundle: Bundle) throws(Failure) {
    if let list = try FileListReader(of: bundle) {
      try read(list)
    } else {
      try readNumbers(in: bundle)
    }
  }

  /// Nobody knows what.
  static var unknown: LeftOut {
    var leftOut = LeftOut()
    leftOut.isUnknown = true
    return leftOut
  }

  /// Whether piece `number` may have been left out.
  func has(_ number: Int) -> Bool { isUnknown || pieces.contains(number) }

  /// The record of the copy that is there in place of piece `number`, in which faces are blank; nil for none.
  func copy(of number: Int) -> Int? { copies[number] }

  /// Whether the text at `place` may have been left out.
  func has(_ place: Record.TextPlace) -> Bool { isUnknown || texts.contains(place) }

  private mutating func read(_ list: FileListReader) throws(Failure) {
    while let line = try list.next() {
      switch line {
      case .piece(let number, let reason, let by)?:
        pieces.insert(number)
        if reason == .redacted { copies[number] = by }
      case .text(let record, let member, _, _)?:
        texts.insert(Record.TextPlace(record: record, member: member))
      case .file?, nil: break
      }
    }
  }

  private mutating func readNumbers(in bundle: Bundle) throws(Failure) {
    pieces = Set(try bundle.words(of: LeftOut.numbers).texts.compactMap { Int($0) })
    let words = try bundle.words(of: LeftOut.places).texts
    texts = Set(
      zip(words, words.dropFirst()).compactMap { record, member in
        Int(record).map { Record.TextPlace(record: $0, member: String(member)) }
      })
  }

  /// Files of earlier versions: a number each, and record and member of each text.
  static let (numbers, places) = ("left-out", "texts-left-out")
}

/// The list of an export's files, line by line.
package final class FileListReader {
  /// Its name in the bundle of an export.
  package static let file = "list.jsonl"

  private let lines: BundleReader

  /// The list of `bundle`; nil where there is none.
  convenience init?(of bundle: Bundle) throws(Failure) {
    guard bundle.holds(FileListReader.file) else { return nil }
    try self.init(at: bundle.place(of: FileListReader.file))
  }

  /// The list at `path`; nil where nothing is.
  package init?(at path: String) throws(Failure) {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
    lines = try BundleReader(at: path)
  }

  /// The next line, which holds nil where it is not one of such a list; nil after the last.
  package func next() throws(Failure) -> ListLine?? {
    guard let line = try lines.nextLine() else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    return .some(text.utf8.elementsEqual(line) ? ListLine(text) : nil)
  }
}
