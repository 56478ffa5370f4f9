import Core
import Glibc
import System

/// The files of a bundle's pieces, each by itself: it is what its record says, byte for byte, or a copy of the export that
/// is stands in for it.
final class BundleFiles {
  /// A file that is what was recorded.
  struct Proved {
    let path: String
    /// Whether it is a copy, since the original is another or gone.
    let isCopy: Bool
  }

  /// Copies lie in folders below the export's own, and no deeper.
  private static let deepest = 2
  /// Nobody has so many pictures in one folder.
  private static let mostNames = 1_000_000

  private let bundle: Bundle
  private let originals: FileCheck
  /// Paths of the files of the export but its proof, relative to it, by their size; nil until somebody asks for one.
  private var copies: [Int: [String]]?

  init(of bundle: Bundle) {
    self.bundle = bundle
    originals = FileCheck(of: bundle)
  }

  /// The file of piece `number` that is what `told` says; the refusal says what is wrong with the one that should be.
  func proved(_ told: StoredFile, of number: Int) throws(Failure) -> Proved {
    guard let flaw = originals.flaw(of: told, number) else {
      return Proved(path: bundle.place(of: told.file), isCopy: false)
    }
    guard let copy = copy(of: told) else { throw .refused(flaw.sentence) }
    return Proved(path: copy, isCopy: true)
  }

  /// A file of the export outside its proof that has these bytes.
  private func copy(of told: StoredFile) -> String? {
    guard let export = bundle.export else { return nil }
    let copies = copies ?? BundleFiles.files(in: export)
    self.copies = copies
    let check = FileCheck(EvidenceFolder(root: export))
    let same = copies[told.byteCount]?.first { path in
      let copy = StoredFile(file: path, sha256: told.sha256, byteCount: told.byteCount)
      return check.flaw(of: copy) == nil
    }
    return same.map { "\(export)/\($0)" }
  }

  private static func files(in export: String) -> [Int: [String]] {
    var files: [Int: [String]] = [:]
    add("", in: export, depth: 1, to: &files)
    return files
  }

  /// What can't be read is no copy.
  private static func add(
    _ folder: String, in export: String, depth: Int, to files: inout [Int: [String]]
  ) {
    let names = try? Folder.names(in: "\(export)/\(folder)", atMost: mostNames)
    for name in names ?? [] where !(folder.isEmpty && name.lowercased() == "proof") {
      var facts = stat()
      guard lstat("\(export)/\(folder)\(name)", &facts) == 0 else { continue }
      switch facts.st_mode & S_IFMT {
      case S_IFREG: files[Int(facts.st_size), default: []].append("\(folder)\(name)")
      case S_IFDIR where depth < deepest:
        add("\(folder)\(name)/", in: export, depth: depth + 1, to: &files)
      default: break
      }
    }
  }
}
