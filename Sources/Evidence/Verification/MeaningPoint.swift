import Core
import System

/// The place among the records of an export at which it was rendered, where what it says is compared with them.
struct MeaningPoint {
  private let bundle: Bundle
  private let reader: MeaningReader
  /// The head that the manifest names, as it is spelled.
  private let spelledHead: String?
  /// The record that it was rendered at; where the manifest alone tells that, its hash too.
  private let head: (sequence: Int, hash: String?)?
  private let program: String?
  private var isRead = false
  private var lastHash: String?
  private var found: ExportMeaning?
  private var isBroken = false

  /// The point of `bundle`; nil where that is no export with a list and a manifest that can be read.
  init?(of bundle: Bundle, by reader: MeaningReader?) {
    // What can't be read is told by whoever looks at the copies.
    guard let reader, bundle.export != nil, bundle.holds(FileListReader.file),
      let manifest = try? ExportList(at: bundle.files.place(of: ExportList.file)),
      !manifest.isMalformed
    else { return nil }
    (self.bundle, self.reader) = (bundle, reader)
    spelledHead = manifest.head?.spelling
    let last = try? BundleReader.lastRecord(of: bundle)
    if let last, Record.Kind.named(last.kind) == .exportMade {
      let made = JSONParser.value(of: last.payload.text.utf8)
      head = made?.text("head").flatMap { Head($0) }.map { ($0.sequence, nil) }
      program = made?.text("program")
    } else {
      head = manifest.head?.asText.flatMap { Head($0) }.map { ($0.sequence, $0.hash) }
      program = nil
    }
  }

  /// Looks at the export where `next`, nil for the end, comes after its head; `replay` has what came before.
  mutating func look(before next: ChainedRecord?, _ replay: Replay) {
    guard !isRead, let head else { return }
    if let next, next.record.sequence <= head.sequence {
      lastHash = next.record.sequence == head.sequence ? next.hash : nil
      return
    }
    isRead = true
    guard let lastHash, head.hash == nil || head.hash == lastHash else { return }
    do throws(Failure) {
      let inventory = try Inventory(
        of: replay, at: Head(sequence: head.sequence, hash: lastHash))
      found = try reader(RenderedExport(inventory, program, bundle.files))
    } catch {
      // Records that are not right have nothing to tell; what can't be read is told elsewhere.
      isBroken = true
    }
  }

  /// The untrue statements, and whether they are proved: none is where the records themselves have `flaws`, or their texts
  /// can't be read.
  func result(
    besides flaws: [Flaws], _ areTextsRead: Bool
  ) -> (meaning: ExportMeaning, fact: String) {
    guard areTextsRead, MeaningPoint.areTrusted(flaws), !isBroken else {
      return (ExportMeaning(), "unproved")
    }
    if let found { return (found, "proved") }
    var meaning = ExportMeaning()
    meaning.noteMember("head", of: .manifest, nil, here: spelledHead, told: nil)
    return (meaning, "unproved")
  }

  /// Beginnings of the kinds of what has to be right before anything is said of what records mean.
  private static let chain = [
    "record.", "signature.", "endorsement.", "key.", "head.", "text.", "piece.",
  ]

  private static func areTrusted(_ flaws: [Flaws]) -> Bool {
    flaws.allSatisfy { flaws in
      !flaws.counts.keys.contains { kind in chain.contains { kind.rawValue.hasPrefix($0) } }
    }
  }
}

extension JSON {
  /// The value as canonical JSON, in which numbers may have a fraction.
  package var spelling: String { CanonicalJSON(spellable).text }

  private var spellable: JSON {
    switch self {
    case .object(let members): .object(members.map { ($0, $1.spellable) })
    case .array(let elements): .array(elements.map(\.spellable))
    case .number: .spelled(CanonicalJSON(spelled: text))
    default: self
    }
  }
}
