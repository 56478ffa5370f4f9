import Core
import Glibc
import System

/// A store as it was taken elsewhere: its records as lines, and its files (docs/FORMATS.md).
package struct Bundle {
  /// File of its records; a folder that has it is a bundle.
  package static let records = "records.jsonl"
  /// File of the head that its records end with.
  package static let head = "head"
  /// File of the texts that its records tell by their digests, as far as they are told here.
  package static let texts = "texts.jsonl"
  /// Folder of an export that is one.
  static let proof = "proof/"
  private static let shortFileByteCount = 1 << 24

  /// The export that it is in, where it was found as the folder `proof` of one.
  let export: String?
  /// All that is in it, or in that export.
  let files: TravelledFolder
  /// The head that it names itself, where it does.
  private(set) var notedHead: Head?
  /// What was left out on purpose.
  private(set) var leftOut = LeftOut()
  /// Whether another system has re-written the file that names it.
  private(set) var isHeadRewritten = false
  /// Flaws of what it says of itself, where that can't be read.
  private(set) var unread = Flaws()

  /// The bundle in `folder`, or in the folder `proof` of the export in it; nil where there is none, or where a
  /// store is: nobody is to hide that behind a bundle.
  package init?(in folder: String) throws(Failure) {
    let files = TravelledFolder(folder)
    guard access(Archive.database(in: folder), F_OK) != 0,
      let proof = ["", Bundle.proof].first(where: { files.holds($0 + Bundle.records) })
    else { return nil }
    self.files = files
    export = proof.isEmpty ? nil : folder
    if let flaw = try flaw(ofReading: Bundle.head, { () throws(Failure) in try readHead() }) {
      unread.add(flaw)
    }
    var left = LeftOut()
    let flaw = try flaw(ofReading: FileListReader.file) { () throws(Failure) in
      left = try LeftOut(of: self)
    }
    if let flaw {
      unread.add(flaw)
      left = .unknown
    }
    leftOut = left
  }

  private mutating func readHead() throws(Failure) {
    let words = try words(of: Bundle.head)
    notedHead = words.texts.first.flatMap { Head(String($0)) }
    if let head = words.texts.first, notedHead == nil {
      throw Failure(
        .store,
        Phrase(
          "bundle.head",
          "\(place(of: Bundle.head)) should name the bundle's head, and says '\(String(head))'."))
    }
    isHeadRewritten = words.isRewritten
  }

  /// Flaw of `file`, which lies in it, or else in the export, where `read` can't read it; nil where it was read.
  func flaw(
    ofReading file: String, isOfBundle: Bool = true, _ read: () throws(Failure) -> Void
  ) throws(Failure) -> Flaw? {
    do throws(Failure) { try read() } catch {
      guard let cause = error.cause, !Bundle.refused.contains(cause.code) else { throw error }
      let path = isOfBundle ? path(of: file) : file
      return Flaw(kind: .listedUnreadable, file: path, words: cause.reason)
    }
    return nil
  }

  /// Errors of what is no file, or too long, which is refused.
  private static let refused = [EFBIG, EINVAL, ENOENT, ENOTDIR, ELOOP, EISDIR, ENXIO]

  /// Whether the list of its files is there, and can't be read.
  var isListUnread: Bool { unread.kept.contains { $0.file == path(of: FileListReader.file) } }

  /// Whether it has `file`, which lies in it.
  func holds(_ file: String) -> Bool { files.holds(path(of: file)) }

  /// The path of `file`, which lies in the bundle, from the folder of the export that it is in.
  func path(of file: String) -> String { (export == nil ? "" : Bundle.proof) + file }

  /// Where `file` is, by whatever name, or would be.
  func place(of file: String) -> String { files.place(of: path(of: file)) }

  /// Compares all that it has: records, signatures and files, for somebody who knows `trust`.
  ///
  /// Blocks for as long as reading all of it takes.
  ///
  /// - Parameter meaning: renders an export again; nil: nobody looks at what it says.
  package func verification(
    _ trust: Trust, meaning: MeaningReader? = nil
  ) throws(Failure) -> Verification {
    try Verifier.verify(self, trust, meaning)
  }

  /// The words of `file`, none where there is no such file, and whether another system has re-written that.
  func words(of file: String) throws(Failure) -> (texts: [Substring], isRewritten: Bool) {
    let path = place(of: file)
    do throws(SystemError) {
      let bytes = try File.bytes(at: path, limit: Bundle.shortFileByteCount) ?? []
      let hasMark = bytes.starts(with: WrittenForm.mark)
      let text = String(
        decoding: bytes.dropFirst(hasMark ? WrittenForm.mark.count : 0), as: UTF8.self)
      let isRewritten = hasMark || bytes.contains(UInt8(ascii: "\r"))
      return (text.split(whereSeparator: \.isWhitespace), isRewritten)
    } catch {
      guard error.code == ENOENT else {
        throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
      }
      return ([], false)
    }
  }
}

extension Phrase {
  static func bundleUnreadable(_ path: String, _ reason: String) -> Phrase {
    Phrase("bundle.unreadable", "\(path) can't be read: \(reason).")
  }

}
