import Core
import Evidence
import Glibc
import System

/// Where a demo's evidence goes.
struct DemoFolder {
  /// The store's directory.
  let path: String

  /// The folder `path`; nil makes a new one among the temporary files, which stays.
  init(_ path: String?) throws(Failure) {
    if let path {
      self.path = path
    } else {
      self.path = try DemoFolder.makeTemporary()
    }
    guard mkdir(self.path, 0o750) != 0, errno != EEXIST else { return }
    throw DemoFolder.failure(SystemError(errnoOf: "mkdir"), at: self.path)
  }

  /// The folder of the device of a demo whose store is the directory `store`.
  static func device(_ store: String) -> String { "\(store)/device" }

  /// How many pieces there are and where, after the demo; of the latest its file, and a command to paste that
  /// shows all that is known of it.
  ///
  /// - Parameter word: the word by which this program was started.
  func summary(by word: String) throws(Failure) -> [String] {
    let archive = try Archive(directory: path)
    let count = Phrase.demoCount(try archive.pieceCount(), path).told
    guard let latest = try archive.newest() else { return [count] }
    let folder = Invocation.presentFolder
    let store = path.hasPrefix("/") ? path : "\(folder ?? ".")/\(path)"
    let program = Invocation.program(word, from: folder)
    return [
      count, Phrase.demoLatest("\(store)/\(latest.file)").told,
      Phrase("demo.show", "All that is known of it is shown by this command:").told,
      "  \(program) show \(latest.number) --store \(store.quotedForShell)",
    ]
  }

  /// A name for a boot that never was.
  static func newBootID() throws(Failure) -> String {
    let file = "/proc/sys/kernel/random/uuid"
    do throws(SystemError) {
      let bytes = try File.bytes(at: file, limit: 100) ?? []
      return String(decoding: bytes.prefix(36), as: UTF8.self)
    } catch {
      throw failure(error, at: file)
    }
  }

  /// The file `path`, or the JPEG files in the folder `path` in the order of their names.
  static func pictures(at path: String) throws(Failure) -> [String] {
    do throws(SystemError) {
      let names = try Folder.names(in: path)
      return names.filter(isPicture).map { "\(path)/\($0)" }
    } catch  where error.code == ENOTDIR {
      return [path]
    } catch {
      throw Failure(.camera, .albumUnreadable(path, error.reason), cause: error)
    }
  }

  private static func isPicture(_ name: String) -> Bool {
    [".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
  }

  private static func makeTemporary() throws(Failure) -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/exhibit-demo-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw failure(SystemError(errnoOf: "mkdtemp"), at: parent)
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func failure(_ error: SystemError, at path: String) -> Failure {
    Failure(.store, .demoFolderUnusable(path, error.reason), cause: error)
  }
}

extension Phrase {
  static func demoLatest(_ file: String) -> Phrase {
    Phrase("demo.latest", "The latest picture: \(file)")
  }

  static func demoCount(_ pieceCount: Int, _ folder: String) -> Phrase {
    Phrase(
      "demo.count",
      "Pieces: \(pieceCount). They are in \(folder), the pictures in \(folder)/evidence.")
  }

  static func demoFolderUnusable(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "demo.folder-unusable",
      "\(path) cannot be used for the demo: \(reason); name another folder with --store.")
  }
}
