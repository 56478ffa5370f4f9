import Core
import Glibc
import System

/// What a rebuild leaves for the next start: what it lost, and what it kept of what can be read behind that.
///
/// It is a file: a line that says so, and one for each text that the kept records tell. It goes as soon as all that these
/// tell has come back.
struct RebuiltMark {
  /// What is lost; nil where nothing is.
  let lost: LostRecords?
  /// The kept records, which are durable; nil where there are none.
  let kept: KeptRecords?

  /// Where it is, in the store's folder `directory`.
  static func path(in directory: String) -> String { "\(directory)/rebuilt" }

  /// A mark is no longer than that, its texts aside.
  private static let longestLine = 1 << 16

  init(lost: LostRecords?, kept: KeptRecords?) {
    (self.lost, self.kept) = (lost, kept)
  }

  /// The one in `directory`; nil where there is none, or something else in its place.
  init?(in directory: String) {
    let path = RebuiltMark.path(in: directory)
    guard OwnPlace(path: path).kind == S_IFREG,
      let file = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let bytes = try? file.someBytes(atMost: RebuiltMark.longestLine)
    else { return nil }
    // An older program left it empty, and told nothing by it.
    guard !bytes.isEmpty else {
      self.init(lost: nil, kept: nil)
      return
    }
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard let json = CanonicalScanner.object(line), json.text("mark") == "rebuilt",
      LostRecords.arePossible(json)
    else { return nil }
    self.init(lost: LostRecords(json), kept: json.member("kept").flatMap { KeptRecords($0) })
  }

  /// Its first line.
  var line: String {
    let kept = kept.map { JSON.object($0.members) } ?? .null
    let members = lost?.members ?? [("lost", .null)]
    return CanonicalJSON(.object(members + [("kept", kept), ("mark", .string("rebuilt"))])).text
  }

  /// Refuses what is in its place in `directory` and is no mark.
  static func check(_ directory: String) throws(Failure) {
    guard RebuiltMark(in: directory) == nil else { return }
    try OwnPlace(path: path(in: directory)).requireEmptyFile()
  }
}
