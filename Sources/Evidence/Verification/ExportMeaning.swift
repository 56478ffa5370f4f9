import Core

/// What an export says that is not what its records make of it.
package struct ExportMeaning {
  private(set) var flaws = Flaws()
  /// Copies whose Exif is not what records make it, where nothing else is wrong with them.
  private(set) var copies: [(number: Int, file: String)] = []

  /// Nothing is untrue yet.
  package init() {}

  /// A part of a manifest.
  package enum Part: String {
    case manifest, things, pieces
  }

  /// Notes that the member `name` of a part of the manifest is `here`, and by the records `told`; nil where it is not there.
  package mutating func noteMember(
    _ name: String, of part: Part, _ row: String?, here: String?, told: String?
  ) {
    var flaw = Flaw(kind: .manifestUntrue, file: ExportList.file)
    if part == .pieces { flaw.number = row.flatMap { Int($0) } }
    flaw.cell = Flaw.Cell(
      table: part.rawValue, key: row.map { [$0] } ?? [], column: name, here: here, told: told)
    flaws.add(flaw)
  }

  /// Notes that the copy `file` of piece `number` should have another name.
  package mutating func noteName(_ file: String, of number: Int) {
    flaws.add(Flaw(kind: .nameUntrue, number: number, file: file))
  }

  /// Notes that the copy `file` of piece `number` is not its original with the Exif that records make.
  package mutating func noteCopy(_ file: String, of number: Int) { copies.append((number, file)) }

  /// Notes that the table `file` was not made of these records.
  package mutating func noteTable(_ file: String?) {
    flaws.add(Flaw(kind: .tableUntrue, file: file))
  }

  /// Notes that what the list of files says of piece `number` is not so.
  package mutating func notePiece(_ number: Int) {
    flaws.add(Flaw(kind: .listUntrue, number: number, file: FileListReader.file))
  }

  /// Notes that what the list of files says of a text is not so.
  package mutating func noteText(_ member: String, of record: Int) {
    flaws.add(Flaw(kind: .listUntrue, record: record, file: FileListReader.file, words: member))
  }

  /// All that is untrue, of the Exif that of copies which are `right` otherwise.
  func flaws(right: Set<String>) -> Flaws {
    var all = flaws
    for (number, file) in copies where right.contains(file) {
      all.add(Flaw(kind: .exifUntrue, number: number, file: file))
    }
    return all
  }
}

/// An export whose meaning is looked at: what is read of it, and what of its records.
package struct RenderedExport {
  /// What the records had come to when it was rendered.
  package let inventory: Inventory
  /// The program that made it, where a record of it says so.
  package let program: String?
  private let files: TravelledFolder

  init(_ inventory: Inventory, _ program: String?, _ files: TravelledFolder) {
    (self.inventory, self.program, self.files) = (inventory, program, files)
  }

  /// Where its file `path` is.
  package func place(of path: String) -> String { files.place(of: path) }
}

/// Renders an export again as its records had it, and says what is not so.
package typealias MeaningReader = (RenderedExport) throws(Failure) -> ExportMeaning

/// How far what an export says was compared with its records.
struct MeaningCheck {
  private let bundle: Bundle
  private let reader: MeaningReader
  /// The head that the manifest names, as it is spelled.
  private var spelledHead: String?
  /// The record that it was rendered at; where the manifest alone tells that, its hash too.
  private let head: (sequence: Int, hash: String?)?
  private let program: String?
  private var isRead = false
  private var lastHash: String?
  private(set) var found: ExportMeaning?
  private var isBroken = false

  /// That of `bundle`; nil where that is no export with a list and a manifest that can be read.
  init?(of bundle: Bundle, by reader: MeaningReader?) throws(Failure) {
    guard let reader, bundle.export != nil, bundle.holds(FileListReader.file) else { return nil }
    var manifestHead: JSON?
    var isRight = true
    do throws(Failure) {
      guard let stream = try JSONStream(at: bundle.files.place(of: ExportList.file)) else {
        return nil
      }
      let isWhole = try stream.read(elementsOf: ["pieces", "things"]) { part throws(Failure) in
        switch part {
        case .member(let name, let text):
          let value = JSONParser.value(of: text)
          isRight = isRight && value != nil
          if name == "head", manifestHead == nil { manifestHead = value }
        case .element(_, let text): isRight = isRight && JSONParser.value(of: text) != nil
        }
      }
      guard isWhole, isRight else { return nil }
    } catch {
      return nil
    }
    (self.bundle, self.reader) = (bundle, reader)
    spelledHead = manifestHead?.spelling
    let last = try? BundleReader.lastRecord(of: bundle)
    if let last, Record.Kind.named(last.kind) == .exportMade {
      let made = JSONParser.value(of: last.payload.text.utf8)
      head = made?.text("head").flatMap { Head($0) }.map { ($0.sequence, nil) }
      program = made?.text("program")
    } else {
      head = manifestHead?.asText.flatMap { Head($0) }.map { ($0.sequence, $0.hash) }
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

  /// What is untrue where the records are trusted, and whether that is proved; `right` are copies that are otherwise whole.
  func result(areTrusted: Bool, right: Set<String>) -> (flaws: Flaws, fact: String) {
    guard areTrusted, !isBroken else { return (Flaws(), "unproved") }
    if let found { return (found.flaws(right: right), "proved") }
    var flaws = Flaws()
    var flaw = Flaw(kind: .manifestUntrue, file: ExportList.file)
    flaw.cell = Flaw.Cell(
      table: ExportMeaning.Part.manifest.rawValue, key: [], column: "head", here: spelledHead)
    flaws.add(flaw)
    return (flaws, "unproved")
  }

  /// Beginnings of the kinds of what has to be right before anything is said of what records mean.
  private static let chain = [
    "record.", "signature.", "endorsement.", "key.", "head.", "text.", "piece.",
  ]

  /// Whether none of `flaws` is of the records themselves.
  static func areTrusted(_ flaws: [Flaws]) -> Bool {
    flaws.allSatisfy { flaws in
      !flaws.counts.keys.contains { kind in chain.contains { kind.rawValue.hasPrefix($0) } }
    }
  }
}

extension JSON {
  /// It as canonical JSON, in which numbers may have a fraction.
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
