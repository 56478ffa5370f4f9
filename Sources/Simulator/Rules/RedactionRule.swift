import Core
import Evidence
import Glibc
import System

/// Of a text that people were told is taken out for good no file of the store has a byte, as soon as the store says that
/// nothing is left to do, and none has one ever again; unless it is told elsewhere too.
///
/// It goes by what people typed, and outlives the program and the boot, as the store does.
struct RedactionRule {
  /// Bytes of a text that stands nowhere by chance.
  private static let shortest = 8

  /// All that people have typed.
  private var typed: Set<String> = []
  /// Typed texts that no record told any more when people were told that something is gone.
  private var forgotten: Set<String> = []
  /// Whether files are to be looked at once nothing is left to do.
  private var isDue = false

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    for case .store(.change(let change, _)) in step.effects { note(change) }
    switch step.event {
    case .store(.changed(let news, _)) where news.isOfRedaction:
      forgotten.formUnion(try lacking(evidence))
      isDue = true
    case .device(.opened(.store)): isDue = !forgotten.isEmpty
    default: break
    }
    guard isDue, case .store(.told(let facts?)) = step.event, !facts.upkeep.isCheckpointDue else {
      return
    }
    isDue = false
    for text in try forgotten.intersection(lacking(evidence)) {
      let files = try evidence.files(with: text)
      if !files.isEmpty { throw Violation(Self.self, "\(text) is gone, and still in \(files)") }
    }
  }

  /// Texts that no record tells any more may be gone by damage, and stay in what was set aside.
  mutating func forgetTyped() { typed.removeAll() }

  private mutating func note(_ change: StoreChange) {
    let text: String? =
      switch change {
      case .addThing(let label, _, _): label
      case .setThing(_, .text(let text)?, _): text
      case .titlePiece(_, let title): title
      default: nil
      }
    if let text, text.utf8.count >= Self.shortest { typed.insert(text) }
  }

  /// Typed texts that none of the store's has in it.
  private func lacking(_ evidence: EvidenceRule) throws(Violation) -> Set<String> {
    var lacking = typed
    try evidence.read { archive throws(Failure) in
      try archive.eachText { text in lacking = lacking.filter { !text.line.contains($0) } }
    }
    return lacking
  }
}

extension Phrase {
  fileprivate var isOfRedaction: Bool {
    if key == "redact.done" { return true }
    if case .phrase(let first)? = values.first { return first.isOfRedaction }
    return false
  }
}

extension Folder {
  /// Names of the files in `folder`, its inner folders aside, in which the bytes of `text` are.
  static func files(with text: String, in folder: String) throws(SystemError) -> [String] {
    var found: [String] = []
    for name in try names(in: folder) {
      // What can't be read is a folder, or gone since.
      guard let bytes = try? File.bytes(at: "\(folder)/\(name)", limit: 1 << 26) else { continue }
      if bytes.hold(text) { found.append(name) }
    }
    return found
  }
}

extension [UInt8] {
  /// Whether the bytes of `text` stand anywhere in it.
  fileprivate func hold(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return withUnsafeBytes { bytes in
      guard var rest = bytes.baseAddress, let first = text.first else { return false }
      let end = rest + bytes.count
      while let place = memchr(rest, Int32(first), end - rest) {
        if end - UnsafeRawPointer(place) < text.count { return false }
        if memcmp(place, text, text.count) == 0 { return true }
        rest = UnsafeRawPointer(place) + 1
      }
      return false
    }
  }
}
