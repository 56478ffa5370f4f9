import Core
import Evidence
import Glibc
import System

/// The exports of one store on a stick, a folder for each time that something new came: `Exhibit 62e02459 1`, and so on.
///
/// A piece is on the stick if the manifest of one of them lists it, and its original is there with all its bytes, whatever
/// people call that folder. Pieces that the store has purged since stay listed that way, which they would not in an export
/// that grows.
struct StickFolders {
  /// So many folders are looked at; whoever has more begins another stick.
  static let most = 10_000

  /// The folder that the next export goes to: behind the last, or the last itself where its manifest lists nothing, as
  /// when the stick was pulled out.
  let next: String
  /// What the manifests say of pieces, and in which folder.
  private let listed: [String: String]

  /// Those of the store with the id `store` on the file system that is mounted at `mount`.
  ///
  /// - Parameter isOwn: whether a folder has an export of that store and its history, as far as its manifest can be read:
  ///   a stick that was pulled out may have anything there, which is not gone on with.
  init(
    in mount: String, of store: String, isOwn: (String) throws(Failure) -> Bool
  ) throws(Failure) {
    let names: [String]
    do throws(SystemError) { names = try Folder.names(in: mount) } catch {
      throw Failure(exporting: error, to: mount)
    }
    let prefix = "Exhibit \(store.prefix(8)) "
    var listed: [String: String] = [:]
    for name in names.sorted().prefix(StickFolders.most) where !name.hasPrefix(".") {
      let folder = "\(mount)/\(name)"
      try StickFolders.eachPiece(in: folder, of: store) { piece in
        if listed[piece] == nil { listed[piece] = folder }
      }
    }
    self.listed = listed
    let last = names.compactMap { $0.number(after: prefix) }.max() ?? 0
    let path = "\(mount)/\(prefix)\(last)"
    let isEmpty = last > 0 && !listed.values.contains(path)
    let isOurs = isEmpty ? try isOwn(path) : false
    next = isOurs ? path : "\(mount)/\(prefix)\(last + 1)"
  }

  /// Where the original of `piece` is; nil where it is not on the stick.
  func original(of piece: Piece) -> String? {
    guard let folder = listed[StickFolders.key(piece.number, piece.id, piece.file)] else {
      return nil
    }
    let path = "\(folder)/\(PieceSource.proof)/\(piece.file)"
    var facts = stat()
    let isThere = lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    return isThere && Int(facts.st_size) == piece.byteCount ? path : nil
  }

  /// Whether a folder's manifest lists `piece`, be it that its original is gone from there.
  func list(_ piece: Piece) -> Bool {
    listed[StickFolders.key(piece.number, piece.id, piece.file)] != nil
  }

  /// Key of a piece, which no other has: its number and its id, and the file that shows whether faces are blank in it.
  private static func key(_ number: Int, _ id: String, _ file: String) -> String {
    "\(number) \(id) \(file)"
  }

  /// Lends the key of each piece in the manifest of `folder` to `body`; none where it has no manifest of the store.
  private static func eachPiece(
    in folder: String, of store: String, _ body: (String) -> Void
  ) throws(Failure) {
    let path = "\(folder)/\(ExportManifest.file)"
    guard access(path, F_OK) == 0 else { return }
    do throws(SystemError) {
      let beginning = try FolderTarget.manifest(in: folder)
      guard beginning.starts(with: ExportManifest.beginning(of: store).utf8) else { return }
    } catch {
      throw Failure(exporting: error, to: path)
    }
    guard let manifest = try JSONStream(at: path) else { return }
    // What follows on something that is no JSON is not believed.
    _ = try manifest.read(elementsOf: ["pieces", "things"]) { part throws(Failure) in
      guard case .element("pieces", let text) = part, let piece = JSONParser.value(of: text),
        let number = piece.integer("number"), let id = piece.text("id"),
        let file = piece.text("file")
      else { return }
      body(key(number, id, file))
    }
  }
}

/// What came of copying to a stick.
package struct StickReport: Sendable {
  /// What came of the export; nil where there was nothing to export, or no room for any of it.
  package internal(set) var export: ExportReport?
  /// Whether what is on the stick outlives the store's own medium.
  package internal(set) var keeping = ExportKeeping.unknown
  /// The SHA-256 of pieces that the store does not know yet to be elsewhere, as they were read back, by their numbers.
  var digests: [Int: String] = [:]
  /// The same of those that the store may purge.
  package var safeDigests: [Int: String] { keeping == .apart ? digests : [:] }
  /// How many of the store's pieces are on the stick.
  package internal(set) var wholeCount = 0
  /// How many are not, though they should be.
  package internal(set) var leftCount = 0
  /// Numbers of those that stay because of faces, by the reason.
  package internal(set) var held: [Departure.Reason: [Int]] = [:]
  /// How many originals stay because of faces, of those too of which there are copies on the stick.
  package internal(set) var stayingCount = 0
  /// Why nothing may be copied; nil where something may.
  package internal(set) var refusal: Phrase?
  /// How many it had, which somebody has taken off it: these are not copied again.
  package internal(set) var takenOffCount = 0
  /// Whether that is for want of room.
  package internal(set) var isFull = false
}

extension Exporter {
  /// Exports to the file system that is mounted at `mount` what is not on it yet, the oldest first, as far as there is
  /// room.
  ///
  /// Blocks until all is written and read back. What is on it already is read back only where the store doesn't know
  /// that it is.
  ///
  /// - Parameter readBack: numbers of the pieces that the store knows to have been read back on this file system before;
  ///   nil where it has no name.
  package func exportNew(
    toStick mount: String, known readBack: Set<Int>? = nil
  ) throws(Failure) -> StickReport {
    let folders = try StickFolders(
      in: mount, of: inventory.store
    ) { path throws(Failure) in try isOwn(path) }
    var report = StickReport()
    report.keeping = ExportKeeping(of: mount, beside: store)
    report.refusal = leaving.refusal
    var room = try Space(at: mount).free - Exporter.pageByteCount
    room -= inventory.head.sequence * Exporter.recordByteCount
    var fitting: Set<Int> = []
    try inventory.eachItem { stored throws(Failure) in
      guard stored.absence == nil,
        let item = try wanted(stored, on: folders, known: readBack, &report)
      else { return }
      report.leftCount += 1
      room -= 2 * item.piece.exportByteCount + Exporter.fileByteCount
      if room >= 0 { fitting.insert(item.piece.number) }
    }
    report.isFull = fitting.count < report.leftCount
    guard !fitting.isEmpty else { return report }
    let (choice, newCount) = (ExportChoice.new(fitting), report.leftCount)
    let export = try export(choice, to: .folder(folders.next))
    report.digests.merge(export.safeDigests) { $1 }
    report.wholeCount += export.whole.count
    report.leftCount = newCount - export.whole.count
    report.export = export
    return report
  }

  /// `item` as it is to be copied; where it need not or may not be `report` says why.
  private func wanted(
    _ item: Inventory.Item, on folders: StickFolders, known readBack: Set<Int>?,
    _ report: inout StickReport
  ) throws(Failure) -> Inventory.Item? {
    switch try leaving.form(of: item) {
    case .leaves(let item):
      report.stayingCount += item.blank == nil ? 0 : 1
      return isWanted(item, on: folders, known: readBack, &report) ? item : nil
    case .wantsRecord:
      report.stayingCount += 1
      return item
    case .stays(let reason):
      report.stayingCount += 1
      report.held[reason, default: []].append(item.piece.number)
      return nil
    }
  }

  /// Whether `item` is to be copied; where it need not be `report` says why.
  private func isWanted(
    _ item: Inventory.Item, on folders: StickFolders, known readBack: Set<Int>?,
    _ report: inout StickReport
  ) -> Bool {
    // The store is told of originals only.
    let isKnown =
      item.blank == nil && readBack?.contains(item.piece.number) ?? item.piece.isExported
    switch (folders.original(of: item.piece), isKnown) {
    case (_?, true): report.wholeCount += 1
    case (let path?, false) where isWhole(path, item, &report): report.wholeCount += 1
    case (nil, true) where readBack != nil && !folders.list(item.piece): report.takenOffCount += 1
    case (_, _): return true
    }
    return false
  }

  /// Whether the file at `path` is what `item` is; that an original is read back is news for the store.
  private func isWhole(
    _ path: String, _ item: Inventory.Item, _ report: inout StickReport
  ) -> Bool {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      medium.forget(file)
      guard try FileDigest().sha256(of: file) == item.piece.sha256 else { return false }
      if item.blank == nil { report.digests[item.piece.number] = item.piece.sha256 }
      return true
    } catch {
      return false
    }
  }
}

extension String {
  /// The number that follows `prefix`, and is all that does; nil where that is none.
  fileprivate func number(after prefix: String) -> Int? {
    hasPrefix(prefix) ? Int(dropFirst(prefix.count)) : nil
  }
}
