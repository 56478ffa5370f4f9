import Core
import Glibc
import System

/// Copy of all that is in a folder of a medium, kept somewhere else.
struct MediumCopy {
  /// What a name stands for.
  enum Entry {
    case folder
    case link(to: String)
    case file([UInt8], [String: [UInt8]])
  }

  /// By their paths, which are those that they are put back to.
  fileprivate let entries: [String: Entry]
}

extension ForgetfulMedium {
  /// The longest file of a simulation.
  private static let longest = 1 << 28

  /// A copy of the store, which nobody has open.
  func copyOfStore() -> MediumCopy {
    var entries: [String: MediumCopy.Entry] = [:]
    for (path, entry) in names.present where path.hasPrefix("\(store)/") {
      switch entry {
      case .folder: entries[path] = .folder
      case .link(let target): entries[path] = .link(to: target)
      case .file(let file):
        // A file that can't be read is copied as an empty one.
        let bytes = (try? File.bytes(at: path, limit: ForgetfulMedium.longest)) ?? nil
        entries[path] = .file(bytes ?? [], file.present.attributes)
      }
    }
    return MediumCopy(entries: entries)
  }

  /// Puts `copy` in the place of the store, which nobody has open; all of it is durable.
  func replaceStore(by copy: MediumCopy) {
    let others = names.present.keys.filter { $0.hasPrefix("\(store)/") }
    for path in others.sorted().reversed() {
      remove(path)
      names.set(path, to: nil)
    }
    remove("\(store)/exhibit.sqlite-shm")
    for (path, entry) in copy.entries.sorted(by: { $0.key < $1.key }) { put(entry, at: path) }
    names.flushAll()
    // What was removed is there again, or never was.
    deleted.removeAll()
  }

  private func put(_ entry: MediumCopy.Entry, at path: String) {
    switch entry {
    case .folder:
      mkdir(path, 0o750)
      names.set(path, to: .folder)
    case .link(let target):
      symlink(target, path)
      names.set(path, to: .link(to: target))
    case .file(let bytes, let attributes):
      let file = MediumFile()
      file.settle(bytes, attributes)
      ForgetfulMedium.fill(path, with: bytes, attributes)
      names.set(path, to: .file(file))
    }
  }
}
