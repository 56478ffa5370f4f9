import Core
import Glibc
import System

/// The files of an export against the list of them, and that against the record of the export.
///
/// What is wrong with originals and copies others tell, who know which pieces they are of.
struct ListCheck: ~Copyable {
  private(set) var flaws = Flaws()
  var facts = ExportFacts()
  private let bundle: Bundle
  /// Paths that others look at.
  private let seen, listed: SortedLines
  private let digest = FileDigest()

  /// One of the export that `bundle` is in, if it is in one.
  ///
  /// - Parameters:
  ///   - copies: what came of looking at the copies; nil where nobody did.
  ///   - seen: paths that others look at.
  ///   - listed: none yet, which it fills.
  init(of bundle: Bundle, _ copies: CopyCheck? = nil, seen: SortedLines, listed: SortedLines) {
    (self.bundle, self.seen, self.listed) = (bundle, seen, listed)
    facts.isComplete = copies?.isComplete
    facts.redactedCount = copies?.redactedCount ?? 0
    for path in copies?.rewritten ?? [] { facts.noteRewritten(path) }
  }

  /// Looks at the list and the files, of which `told` and the `last` record tell, where these can be read; blocks on the
  /// disk.
  mutating func look(beside told: ToldPieces?, after last: Int) throws(Failure) {
    guard bundle.export != nil else { return }
    guard !bundle.isListUnread else { return facts.proof = .unchecked }
    let list = try FileListReader(of: bundle)
    facts.proof =
      try told.map { told throws(Failure) in
        try proof(by: told, last, hasList: list != nil)
      } ?? .unchecked
    guard let list else { return }
    while let line = try list.next() {
      switch line {
      case .file(let path, let byteCount, let sha256)?:
        try listed.insert(path)
        if try !seen.contains(path) { check(path, byteCount, sha256) }
      case .piece?, .text?: break
      case nil: flaws.add(flaw(.listMalformed))
      }
    }
    try findOthers(in: "")
  }

  private mutating func proof(
    by told: ToldPieces, _ last: Int, hasList: Bool
  ) throws(Failure) -> ExportFacts.Proof {
    let isOfLast = told.lastExport != nil
    guard hasList else {
      if isOfLast { flaws.add(flaw(.listMissing, last)) }
      return isOfLast ? .wrong : .none
    }
    let (record, isRewritten) = try record(in: told.exports)
    if let record, record == last {
      if isRewritten { facts.noteRewritten(bundle.path(of: FileListReader.file)) }
      return .recorded
    }
    guard record != nil || isOfLast else { return .unsigned }
    flaws.add(record.map { flaw(.listOlder, $0) } ?? flaw(.listAltered, last))
    return .wrong
  }

  private func flaw(_ kind: Flaw.Kind, _ record: Int? = nil) -> Flaw {
    Flaw(kind: kind, record: record, file: FileListReader.file)
  }

  /// Which of the records in `exports` has the digest of the list, and whether the list had to be read as its plain lines
  /// for that.
  private func record(
    in exports: [String: Int]
  ) throws(Failure) -> (record: Int?, isRewritten: Bool) {
    let path = bundle.place(of: FileListReader.file)
    do throws(SystemError) {
      let own = try digest.sha256(of: try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK))
      if let record = exports[own] { return (record, false) }
      return (exports[try WrittenForm.lines.sha256(of: path)], true)
    } catch {
      throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
    }
  }

  private mutating func check(_ path: String, _ byteCount: Int, _ sha256: String) {
    var flaw = Flaw(kind: .listedAltered, file: path)
    let place = bundle.files.place(of: path)
    do throws(SystemError) {
      let file = try PieceFile(place)
      if file.kind == S_IFREG, file.byteCount == byteCount,
        try digest.sha256(of: file.descriptor) == sha256
      {
        return
      }
      if file.kind == S_IFREG, let form = try form(of: path, at: place, sha256) {
        return facts.noteRewritten(path, inForm: form)
      }
      if path.isTableOfThings { return facts.changedTables.append(path) }
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: flaw = flaw.as(.listedMissing)
      case ELOOP, ENXIO: break
      default: flaw = flaw.as(.listedUnreadable, error.reason)
      }
    }
    flaws.add(flaw)
  }

  /// The form in which the file `path`, which lies at `place`, has this digest still; nil where it has it in none.
  private func form(
    of path: String, at place: String, _ sha256: String
  ) throws(SystemError) -> WrittenForm? {
    for form in WrittenForm.forms(of: path) where try form.sha256(of: place) == sha256 {
      return form
    }
    return nil
  }

  /// Looks for files that are neither in the list nor looked at by others.
  private mutating func findOthers(in folder: String, depth: Int = 0) throws(Failure) {
    let root = bundle.files.root
    for name in ((try? Folder.names(in: "\(root)/\(folder)")) ?? []).sorted() {
      let path = folder + name
      if ForeignFile.isOfSystem(name) { continue }
      if try listed.contains(path) { continue }
      switch OwnPlace(path: "\(root)/\(path)").kind {
      case S_IFDIR? where depth < ListCheck.deepest:
        try findOthers(in: "\(path)/", depth: depth + 1)
      case S_IFDIR?: facts.noteUnlooked(String(folder.dropLast()))
      case nil: break
      case .some:
        if ListCheck.own.contains(path) || bundle.files.isRenamed(path) { continue }
        if try !seen.contains(path) { facts.noteAdded(path) }
      }
    }
  }

  /// An export has no folders below these.
  private static let deepest = 16
  /// What no list has, and what earlier versions wrote.
  private static let own: Set<String> = Set(
    [Bundle.records, Bundle.head, FileListReader.file, LeftOut.numbers, LeftOut.places].map {
      Bundle.proof + $0
    })
}

/// Files that systems put into folders that they show, and nobody wrote.
package enum ForeignFile {
  private static let names: Set<String> = [
    ".ds_store", "__macosx", "thumbs.db", "desktop.ini", "system volume information", ".trashes",
    ".spotlight-v100", ".fseventsd", "lost+found", "$recycle.bin", ".directory",
  ]

  /// Whether a file or folder of this `name`, in whatever case, is of that kind; macOS puts attributes into files of their
  /// own.
  package static func isOfSystem(_ name: String) -> Bool {
    let name = name.lowercased()
    return names.contains(name) || name.hasPrefix("._") || name.hasPrefix(".trash-")
  }
}

extension Phrase {
  static func verifyListedUnreadable(_ file: String, _ reason: String) -> Phrase {
    Phrase("verify.listed-unreadable", "The file \(file) of the export can't be read: \(reason).")
  }
}
