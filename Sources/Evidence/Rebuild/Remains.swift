import Core
import Glibc
import System

/// What can be read of a history behind a hole, as a file of its records that is kept.
struct Remains {
  /// The file, and whose records they are; nil where there are none, or where they can't be checked.
  private(set) var kept: KeptRecords?
  /// How many records can be read behind the hole.
  private(set) var count = 0
  /// The texts that they tell.
  private(set) var texts: [ToldText] = []

  /// Keeps what `copy` has read of `old` and not written, in the store's folder `directory`; durable when this returns.
  init(
    of copy: RebuildCopy, _ old: OldDatabase, in directory: String, on medium: any Medium
  ) throws(Failure) {
    let file = try RemainsFile("\(directory)/rebuilt.jsonl", on: medium)
    var redacted: Set<Record.TextPlace> = []
    // By these the keys are known that signed the others.
    for key in copy.keys { _ = try file.add(key, []) }
    try old.eachRecord(after: copy.head.sequence) { next throws(Failure) in
      guard copy.read.history.hash(of: next.record.sequence) == next.hash else { return true }
      let told = try copy.texts(of: next.record)
      guard try file.add(next, told) else { return true }
      count += 1
      texts += told
      if next.record.kind == Record.Kind.textRedacted.name {
        redacted.formUnion(
          Record.TextPlace.all(in: CanonicalScanner.object(next.record.payload.text)))
      }
      return true
    }
    // An older export has them still.
    texts.removeAll { text in
      redacted.contains(Record.TextPlace(record: text.record, member: text.member))
    }
    kept = count > 0 ? file.kept : nil
    if let kept {
      try file.keep(as: kept.file.file, in: EvidenceFolder(root: directory, medium: medium))
    } else {
      try file.discard()
    }
  }
}

/// The file of such records while it is written.
private final class RemainsFile {
  private let path: String
  private let medium: any Medium
  private let file: FileDescriptor
  private var chain = ChainCheck(ofRemains: true)
  private var digest = Digest()
  private var byteCount = 0

  init(_ path: String, on medium: any Medium) throws(Failure) {
    (self.path, self.medium) = (path, medium)
    file = try Failure.at(path) { () throws(SystemError) in
      try medium.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o640)
    }
  }

  /// Appends `next`, which tells `texts`; says whether it is written as records are.
  func add(_ next: ChainedRecord, _ texts: [ToldText]) throws(Failure) -> Bool {
    let record = next.record
    guard let kind = Record.Kind.named(record.kind), let said = record.said(as: kind, with: texts)
    else { return false }
    let bytes = Array("\(record.line(next.hash, next.signature))\n".utf8)
    try Failure.at(path) { () throws(SystemError) in try medium.writeAll(bytes, to: file) }
    bytes.withUnsafeBytes { digest.update($0) }
    byteCount += bytes.count
    return chain.take(next, said.payload)
  }

  /// Its records as they are kept; nil where verifiers would find something wrong with them.
  var kept: KeptRecords? {
    guard chain.flaws.isEmpty, let store = chain.store else { return nil }
    let origin = Origin(store: store, head: chain.head, areRemains: true)
    return KeptRecords(
      origin: origin, device: chain.signers.last?.key.deviceID ?? "",
      file: StoredFile(file: origin.file, sha256: digest.soFar, byteCount: byteCount))
  }

  /// Gives it the name `name` in `folder`, durably.
  func keep(as name: String, in folder: EvidenceFolder) throws(Failure) {
    try Failure.at(path) { () throws(SystemError) in try medium.flush(file) }
    try folder.keep(path, as: name)
  }

  func discard() throws(Failure) {
    try Failure.at(path) { () throws(SystemError) in try medium.unlink(path) }
  }
}
