import Core
import Glibc
import System

/// What a bundle lacks on purpose.
struct LeftOut {
  /// Numbers of pieces whose files are not there.
  private(set) var pieces: Set<Int> = []
  /// Texts that are not told.
  private(set) var texts: Set<Record.TextPlace> = []

  /// As the bundle in `folder` says it: in the list of its files, or in those of earlier versions.
  init(of folder: String) throws(Failure) {
    if let list = try FileListReader(in: folder) {
      try read(list)
    } else {
      try readNumbers(in: folder)
    }
  }

  private mutating func read(_ list: FileListReader) throws(Failure) {
    while let line = try list.next() {
      switch line {
      case .piece(let number, _, _)?: pieces.insert(number)
      case .text(let record, let member, _, _)?:
        texts.insert(Record.TextPlace(record: record, member: member))
      case .file?, nil: break
      }
    }
  }

  private mutating func readNumbers(in folder: String) throws(Failure) {
    pieces = Set(try Bundle.words(of: "\(folder)/\(LeftOut.numbers)").compactMap { Int($0) })
    let words = try Bundle.words(of: "\(folder)/\(LeftOut.places)")
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

  /// That in `folder`; nil where there is none.
  package init?(in folder: String) throws(Failure) {
    let path = "\(folder)/\(FileListReader.file)"
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
