import Core
import Glibc
import System

/// The files of the pieces against what their records say.
struct FileCheck: ~Copyable {
  /// Where the file is that records call so.
  let place: (String) -> String
  private let digest = FileDigest()

  init(_ folder: EvidenceFolder) {
    place = { "\(folder.root)/\($0)" }
  }

  /// Check of files which lie in `bundle`.
  init(of bundle: Bundle) {
    place = bundle.place
  }

  /// What is wrong with `told`, of which that `record` tells as a file of piece `number`; nil if nothing is.
  ///
  /// Blocks on the disk.
  func flaw(of told: StoredFile, record: Int? = nil, _ number: Int? = nil) -> Flaw? {
    var flaw = Flaw(kind: .fileAltered, record: record, number: number)
    flaw.file = told.file
    do throws(SystemError) {
      guard let kind = try kind(of: place(told.file), told) else { return nil }
      return flaw.as(kind)
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: return flaw.as(.fileMissing)
      // A link, or a socket.
      case ELOOP, ENXIO: return flaw
      default: return flaw.as(.fileUnreadable, error.reason)
      }
    }
  }

  private func kind(of path: String, _ told: StoredFile) throws(SystemError) -> Flaw.Kind? {
    let file = try PieceFile(path)
    guard file.kind == S_IFREG else { return .fileAltered }
    guard file.byteCount == told.byteCount else {
      return file.byteCount < told.byteCount ? .fileCut : .fileAltered
    }
    return try digest.sha256(of: file.descriptor) == told.sha256 ? nil : .fileAltered
  }
}

/// The files of all pieces, looked at one after the other.
struct CheckedFiles: ~Copyable {
  private(set) var flaws = Flaws()
  /// How many pieces there are.
  private(set) var pieceCount = 0
  /// The bytes of all files; records can tell of more than a number holds, which are as many as it does.
  private(set) var byteCount = 0
  /// How many of the pieces that were left out on purpose lack a file.
  private(set) var leftOutCount = 0
  /// The files with which something is wrong.
  private(set) var spoilt: Set<String> = []
  private let leftOut: (ToldPiece) -> Bool
  private let check: FileCheck

  init(by check: consuming FileCheck, leftOut: @escaping (ToldPiece) -> Bool) {
    self.leftOut = leftOut
    self.check = check
  }

  /// Looks at the files of `piece`.
  ///
  /// What was purged may be gone. Where it is there all the same, as in an export, it is as good as any.
  ///
  /// - Parameter only: the only one of them that is looked at, or of another piece; nil for all.
  mutating func check(_ piece: ToldPiece, only: StoredFile? = nil) {
    count(piece)
    var found: [Flaw] = []
    for file in piece.files where only == nil || file == only {
      guard let flaw = check.flaw(of: file, record: piece.record, piece.number) else { continue }
      found.append(flaw)
      spoilt.insert(file.file)
    }
    let isLeftOut = leftOut(piece) && found.contains { $0.kind == .fileMissing }
    let mayLack = isLeftOut || piece.isPurged
    for flaw in found where !mayLack || flaw.kind != .fileMissing { flaws.add(flaw) }
    if isLeftOut, !piece.isPurged { leftOutCount += 1 }
  }

  /// Counts `piece`, and looks at none of its files.
  mutating func count(_ piece: ToldPiece) {
    pieceCount += 1
    for file in piece.files {
      let (sum, isTooMuch) = byteCount.addingReportingOverflow(file.byteCount)
      byteCount = isTooMuch ? .max : sum
    }
  }
}

extension Flaw {
  func `as`(_ kind: Kind, _ words: String? = nil) -> Flaw {
    Flaw(kind: kind, record: record, number: number, file: file, words: words)
  }
}

/// What is in the folders of evidence and no record tells of.
struct UntoldFiles {
  /// A file that has the name of a piece's own, or of one beside it.
  struct PieceName: Hashable {
    let number: Int
    let file: String
  }

  /// Files that have a piece's name.
  private(set) var pieces: [PieceName] = []
  /// The first few of those that have none.
  private(set) var strangers: [String] = []
  /// How many of those there are.
  private(set) var strangerCount = 0

  /// Nobody has looked.
  init() {}

  /// Looks through the names in the folder of a store; a folder that can't be read is a stranger.
  init(in folder: EvidenceFolder, beside told: ToldPieces) throws(Failure) {
    try look(in: folder, beside: told) { name in
      folder.isFolder(name) ? try? folder.entries(of: name) : nil
    }
  }

  /// Looks through those in `bundle`, as records would call them.
  init(of bundle: Bundle, beside told: ToldPieces) throws(Failure) {
    let folder = EvidenceFolder(root: bundle.place(of: ""))
    let beginning = bundle.path(of: "")
    try look(in: folder, beside: told) { name in
      bundle.files.entries(of: bundle.path(of: name))?.map {
        String($0.dropFirst(beginning.count))
      }
    }
  }

  private mutating func look(
    in folder: EvidenceFolder, beside told: ToldPieces, _ entries: (String) -> [String]?
  ) throws(Failure) {
    let all = entries("evidence")
    if all == nil { addStranger("evidence") }
    for name in all ?? [] where name != EvidenceFolder.rejected {
      guard EvidenceFolder.index(of: name) != nil, let files = entries(name) else {
        addStranger(name)
        continue
      }
      for file in files {
        try Failure.inDatabase { () throws(DatabaseError) in try sort(file, in: folder, told) }
      }
    }
  }

  private mutating func sort(
    _ file: String, in folder: EvidenceFolder, _ told: ToldPieces
  ) throws(DatabaseError) {
    let companion = EvidenceFolder.companion(of: file)?.number
    guard let number = companion ?? EvidenceFolder.number(of: file) else {
      return addStranger(file)
    }
    if try !told.tells(of: file, number, in: folder) {
      pieces.append(PieceName(number: number, file: file))
    }
  }

  private mutating func addStranger(_ name: String) {
    strangerCount += 1
    if strangers.count < Flaws.mostOfAKind { strangers.append(name) }
  }
}
