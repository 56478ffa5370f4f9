import Core
import Glibc
import System

/// The files of an export against the list of them, and that against the record of the export.
///
/// What is wrong with originals and copies others tell, who know which pieces they are of.
struct ListCheck: ~Copyable {
  private(set) var flaws = Flaws()
  private(set) var facts = ExportFacts()
  private let folder: String
  private let export: String?
  /// Paths that others look at.
  private let seen: Set<String>
  private var listed: Set<String> = []
  private let digest = FileDigest()

  /// One of the export that `bundle` is in, if it is in one.
  ///
  /// - Parameters:
  ///   - isComplete: what the manifest says of the export; nil where there is none.
  ///   - seen: paths that others look at.
  init(of bundle: Bundle, isComplete: Bool?, seen: Set<String>) {
    (folder, export, self.seen) = (bundle.folder, bundle.export, seen)
    facts.isComplete = isComplete
  }

  /// Looks at the list and the files, of which `told` and the `last` record tell; blocks on the disk.
  mutating func look(beside told: ToldPieces, after last: Int) throws(Failure) {
    guard export != nil else { return }
    let list = try FileListReader(in: folder)
    facts.proof = try proof(by: told, last, hasList: list != nil)
    guard let list else { return }
    while let line = try list.next() {
      switch line {
      case .file(let path, let byteCount, let sha256)?: check(path, byteCount, sha256)
      case .piece?, .text?: break
      case nil: flaws.add(flaw(.listMalformed))
      }
    }
    findOthers(in: "")
  }

  private mutating func proof(
    by told: ToldPieces, _ last: Int, hasList: Bool
  ) throws(Failure) -> ExportFacts.Proof {
    let isOfLast = told.lastExport != nil
    guard hasList else {
      if isOfLast { flaws.add(flaw(.listMissing, last)) }
      return isOfLast ? .wrong : .none
    }
    let record = told.exports[try sha256OfList()]
    if let record, record == last { return .recorded }
    guard record != nil || isOfLast else { return .unsigned }
    flaws.add(record.map { flaw(.listOlder, $0) } ?? flaw(.listAltered, last))
    return .wrong
  }

  private func flaw(_ kind: Flaw.Kind, _ record: Int? = nil) -> Flaw {
    Flaw(kind: kind, record: record, file: FileListReader.file)
  }

  private func sha256OfList() throws(Failure) -> String {
    let path = "\(folder)/\(FileListReader.file)"
    do throws(SystemError) {
      return try digest.sha256(of: try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK))
    } catch {
      throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
    }
  }

  private mutating func check(_ path: String, _ byteCount: Int, _ sha256: String) {
    listed.insert(path)
    if seen.contains(path) { return }
    var flaw = Flaw(kind: .listedAltered, file: path)
    do throws(SystemError) {
      let file = try PieceFile(place(of: path))
      if file.kind == S_IFREG, file.byteCount == byteCount,
        try digest.sha256(of: file.descriptor) == sha256
      {
        return
      }
      if path.isTableOfThings { return facts.changedTables.append(path) }
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: flaw = flaw.as(.listedMissing)
      case ELOOP: break
      default: flaw = flaw.as(.listedUnreadable, error.reason)
      }
    }
    flaws.add(flaw)
  }

  private func place(of path: String) -> String { "\(export ?? folder)/\(path)" }

  /// Looks for files that are neither in the list nor looked at by others.
  private mutating func findOthers(in folder: String, depth: Int = 0) {
    guard depth < ListCheck.deepest else { return }
    for name in ((try? Folder.names(in: place(of: folder))) ?? []).sorted() {
      let path = folder + name
      if ForeignFile.isOfSystem(name) || listed.contains(path) { continue }
      var status = stat()
      guard lstat(place(of: path), &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        findOthers(in: "\(path)/", depth: depth + 1)
      } else if !seen.contains(path), !ListCheck.own.contains(path) {
        facts.noteAdded(path)
      }
    }
  }

  /// An export has no folders below these.
  private static let deepest = 16
  /// What no list has, and what earlier versions wrote.
  private static let own: Set<String> = Set(
    [Bundle.records, Bundle.head, FileListReader.file, LeftOut.numbers, LeftOut.places].map {
      "proof/\($0)"
    })
}

/// Files that systems put into folders that they show, and nobody wrote.
enum ForeignFile {
  private static let names: Set<String> = [
    ".DS_Store", "__MACOSX", "Thumbs.db", "desktop.ini", "System Volume Information", ".Trashes",
    ".Spotlight-V100", ".fseventsd", "lost+found", "$RECYCLE.BIN", ".directory",
  ]

  /// Whether a file or folder of this `name` is of that kind; macOS puts attributes into files of their own.
  static func isOfSystem(_ name: String) -> Bool {
    names.contains(name) || name.hasPrefix("._") || name.hasPrefix(".Trash-")
  }
}

extension String {
  /// Whether it is the path of an export's table of things, which people fill in.
  fileprivate var isTableOfThings: Bool {
    hasPrefix("inventory") && hasSuffix(".csv") && !contains("/")
  }
}

extension Phrase {
  static func verifyListMissing(_ file: String, _ record: Int) -> Phrase {
    Phrase(
      "verify.list-missing",
      "The list of the export's files, {1}, is gone; record {2} tells of it.", file, record)
  }

  static func verifyListAltered(_ file: String, _ record: Int) -> Phrase {
    Phrase(
      "verify.list-altered", "The list of the export's files, {1}, is not the one of record {2}.",
      file, record)
  }

  static func verifyListOlder(_ file: String, _ record: Int) -> Phrase {
    Phrase(
      "verify.list-older",
      "The list of the export's files, {1}, is of an earlier export, that of record {2}.", file,
      record)
  }

  static func verifyListMalformed(_ file: String) -> Phrase {
    Phrase("verify.list-malformed", "A line of {1} is not what this program writes.", file)
  }

  static func verifyListedMissing(_ file: String) -> Phrase {
    Phrase("verify.listed-missing", "The file {1} of the export is gone.", file)
  }

  static func verifyListedAltered(_ file: String) -> Phrase {
    Phrase("verify.listed-altered", "The file {1} of the export was changed.", file)
  }

  static func verifyListedUnreadable(_ file: String, _ reason: String) -> Phrase {
    Phrase(
      "verify.listed-unreadable", "The file {1} of the export can't be read: {2}.", file, reason)
  }
}
