import CLinux
import Core
import Glibc
import System

/// Something of a bundle that is to come back, as whoever reads the bundle hands it to the store: one object in
/// canonical JSON, and behind it the files that it has beside its own, one after the other.
///
/// Nothing in it is believed that can be looked at: its file is by its digest, and the rest by the records of the
/// bundle, which are kept beside it for every verifier.
package struct Restorable: Sendable {
  /// What it is.
  package enum Kind: String, Sendable {
    /// The records of the bundle, which come first: all else names them.
    case records
    case thing, request, piece
  }

  /// What it is.
  package let kind: Kind
  /// The bytes of what a piece has beside its own file, in the order of `Companion`; else none.
  let beside: [UInt8]
  let json: JSON

  /// The longest object: what people say of a thing has a bound of its own.
  static let longestObject = 1 << 16
  /// So many bytes it has at most, those files included.
  package static let longest = 1 << 25

  /// What `bytes` say; a refusal where they say nothing that could come back.
  package init(_ bytes: [UInt8]) throws(Failure) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    guard end <= Restorable.longestObject, text.utf8.elementsEqual(bytes[..<end]),
      let json = CanonicalScanner.object(text),
      let kind = json.text("restore").flatMap(Kind.init)
    else { throw .refused(.restoreMalformed) }
    self.kind = kind
    self.json = json
    beside = Array(bytes[end...].dropFirst())
    guard isRight else { throw .refused(.restoreMalformed) }
  }

  /// What comes back of the bundle as `kind`, by its `members`.
  init(_ kind: Kind, _ members: [(String, JSON)], beside: [UInt8] = []) {
    self.kind = kind
    self.beside = beside
    json = .object(members + [("restore", .string(kind.rawValue))])
  }

  /// It as `init(_:)` reads it.
  package var bytes: [UInt8] { Array("\(CanonicalJSON(json).text)\n".utf8) + beside }

  /// It in an open file that is nowhere but in memory.
  package func inMemory() throws(Failure) -> FileDescriptor {
    do throws(SystemError) {
      let number = try SystemError.check("memfd_create") { linux_memory_file() }
      let file = FileDescriptor(owning: number)
      try SystemMedium().writeAll(bytes, to: file)
      let descriptor = file.number
      try SystemError.check("lseek") { lseek(descriptor, 0, SEEK_SET) }
      return file
    } catch {
      throw Failure(.store, .bundleUnreadable("memfd", error.reason), cause: error)
    }
  }

  /// Its id, of all but records.
  var id: String { json.text("id") ?? "" }
  /// SHA-256 and size of the file that comes with it, of a piece or records.
  var sha256: String { json.text("sha256") ?? "" }
  var byteCount: Int { json.integer("bytes") ?? 0 }
  /// The store that it comes from, and how far that had come.
  var origin: Origin? {
    kind == .records ? Origin(json) : json.member("origin").flatMap(Origin.init)
  }
  /// The item of its checklist that a piece ticks.
  var item: Int? { json.integer("item") }
  /// Whether it is a copy in which faces are blank, in place of a picture.
  var isRedacted: Bool { json.member("origin")?.integer("redacted") != nil }
  /// Whether a person says that it may return where it went for its room.
  var mayReturn: Bool { json.member("returning")?.isTrue ?? false }
  /// The items of its checklist that are passed over.
  var skipped: [Int] { json.integers("skipped") }

  /// What people call a piece of it: the name of its file in the store that it comes from.
  package var name: String {
    let number = json.member("origin")?.integer("number") ?? 0
    return EvidenceFolder.file(number, ending).split(separator: "/").last.map(String.init) ?? id
  }

  /// How the name of its file ends, of a piece.
  var ending: String { json.text("ending") ?? "" }

  /// Whether it has what the record has that it is to become, and the rest of what comes with it.
  private var isRight: Bool {
    let isFile = byteCount > 0 && sha256.isDigits(64)
    switch kind {
    case .records: return isFile && Record.recordsKept(self, in: origin?.file ?? "").isRight
    case .thing: return isNamed && Record.thingRestored(self, as: 1).isRight
    case .request:
      return isNamed && json.text("status").flatMap(Request.Status.init) != nil
        && RequestFile(recorded: CanonicalJSON(json).text) != nil
        && Record.requestRestored(self, as: 1, .pending).isRight
    case .piece: return isNamed && isFile && isPieceRight
    }
  }

  private var isNamed: Bool {
    id.utf8.count == 26 && id.utf8.allSatisfy { $0 < 0x7B && ($0 >= 0x61 || 0x30...0x39 ~= $0) }
  }

  private var isPieceRight: Bool {
    let captured = json.member("captured")?.text("clock")
    guard EvidenceFolder.endings.contains(ending),
      ["photo", "clip", "document", "imported"].contains(json.text("kind")),
      ["told", "synchronised", nil].contains(captured),
      json.isNull("item") || json.integer("item") != nil
    else { return false }
    let piece = withCompanions(
      StoredPiece(
        id: id, number: 1, file: EvidenceFolder.file(1, ending), sha256: sha256,
        byteCount: byteCount))
    return areCompanionsRight
      && Record.pieceRestored(piece, self, request: json.text("request"), of: "").isRight
  }
}

/// Where something that came back comes from: a record of another store, or of an earlier state of this one.
struct Origin: Hashable {
  /// That store's id.
  let store: String
  /// The latest record that is known of it.
  let head: Head
  /// Whether its records are no more than what damage has left of them.
  let areRemains: Bool

  /// Reads the members `store`, `head` and `remains`; nil where they name none.
  init?(_ json: JSON) {
    guard let store = json.text("store"), store.isDigits(32),
      let head = json.text("head").flatMap({ Head($0) })
    else { return nil }
    self.init(store: store, head: head, areRemains: json.member("remains")?.isTrue ?? false)
  }

  init(store: String, head: Head, areRemains: Bool = false) {
    self.store = store
    self.head = head
    self.areRemains = areRemains
  }

  /// The member that says so, where they are.
  var remains: [(String, JSON)] { areRemains ? [("remains", .bool(true))] : [] }

  /// Where its records are kept, relative to the store that keeps them.
  var file: String {
    let name = "\(head.sequence)-\(head.hash.prefix(16))\(areRemains ? "-remains" : "")"
    return "\(Origin.folder)/\(store)/\(name).jsonl"
  }

  static let folder = "restored"
}

extension String {
  /// Whether it is so many hexadecimal digits, in small letters.
  func isDigits(_ count: Int) -> Bool {
    utf8.count == count && utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }
}

extension JSON {
  /// The text that the member `name` is; nil where it is none.
  package func text(_ name: String) -> String? { member(name)?.asText }

  /// The whole number that the member `name` is; nil where it is none.
  package func integer(_ name: String) -> Int? { member(name)?.asInteger }

  /// Whether the member is null, or is not there.
  func isNull(_ name: String) -> Bool {
    switch member(name) {
    case nil, .null?: true
    case .object, .array, .string, .number, .integer, .bool, .spelled: false
    }
  }

  func integers(_ name: String) -> [Int] {
    guard case .array(let elements)? = member(name) else { return [] }
    return elements.compactMap { if case .integer(let number) = $0 { number } else { nil } }
  }
}

extension Phrase {
  static let restoreMalformed = Phrase(
    "restore.malformed",
    "What was handed over is nothing that can be restored; use 'exhibit import' with a bundle.")
}
