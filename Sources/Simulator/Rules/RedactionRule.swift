import Core
import Evidence
import Glibc
import System

/// Of a text that people were told is taken out for good no file of the store has a byte, as soon as the store says that
/// nothing is left to do, and none has one ever again; unless it is told elsewhere too.
///
/// It goes by what the table of texts had, and outlives the program and the boot, as that does.
struct RedactionRule {
  /// What can be told from chance.
  private static let shortest = 8

  /// All texts that were there, as canonical JSON, by their places.
  private var known: [String: String] = [:]
  /// Those of which people were told that they are gone.
  private var forgotten: Set<String> = []
  /// Whether files are to be looked at once nothing is left to do.
  private var isDue = false

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    switch step.event {
    case .store(.changed(let news)): try note(news, evidence)
    case .device(.opened(.store)): isDue = !forgotten.isEmpty
    default: break
    }
    guard isDue, case .store(.told(let facts?)) = step.event, !facts.upkeep.isCheckpointDue else {
      return
    }
    isDue = false
    try look(evidence)
  }

  private mutating func note(_ news: Phrase, _ evidence: EvidenceRule) throws(Violation) {
    let there = try texts(evidence)
    if news.isOfRedaction {
      let gone = known.filter { there[$0.key] == nil }.map(\.value)
      guard !gone.isEmpty else { throw Violation(Self.self, "nothing that was known is gone") }
      forgotten.formUnion(gone.filter { $0.utf8.count >= Self.shortest })
      isDue = true
    }
    known = there
  }

  private func look(_ evidence: EvidenceRule) throws(Violation) {
    let told = try texts(evidence).values
    for text in forgotten where !told.contains(where: { $0.contains(text) }) {
      let files = try evidence.files(with: text)
      if !files.isEmpty { throw Violation(Self.self, "\(text) is gone, and still in \(files)") }
    }
  }

  private func texts(_ evidence: EvidenceRule) throws(Violation) -> [String: String] {
    let texts = try evidence.read { archive throws(Failure) in try archive.texts() }
    return Dictionary(uniqueKeysWithValues: texts.map { ($0.place, $0.spelled) })
  }
}

extension BundleText {
  /// The text as its line has it, behind all other members.
  fileprivate var spelled: String {
    let start = line.firstRange(of: #""text":"#)?.upperBound ?? line.endIndex
    return String(line[start...].dropLast())
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
