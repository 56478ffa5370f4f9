import VirtualDevices

/// The names of files and folders on a medium that forgets: those that the medium has, and what was done to them since.
///
/// Names are whole paths; the folder that the medium is mounted on is always there.
struct MediumNames {
  /// What a name stands for.
  enum Entry {
    case file(MediumFile), folder
    case link(to: String)
  }

  /// A change of names that happens as a whole, or not at all.
  private struct Change {
    /// The folder whose flush makes it durable.
    let folder: String
    let entries: [(path: String, entry: Entry?)]
    /// Whether it comes only with the change before it: a file that moves is never gone from both folders.
    var followsTheOneBefore = false
  }

  private let root: String
  /// What can be found now.
  private(set) var present: [String: Entry] = [:]
  private var flushed: [String: Entry] = [:]
  private var unflushed: [Change] = []

  /// No names in `root`.
  init(in root: String) {
    self.root = root
  }

  /// The file that can be found at `path`.
  func file(_ path: String) -> MediumFile? {
    if case .file(let file)? = present[path] { file } else { nil }
  }

  /// Gives `path` to `entry`; nil: to nothing.
  mutating func set(_ path: String, to entry: Entry?) {
    change(Change(folder: MediumNames.folder(of: path), entries: [(path, entry)]))
  }

  /// Gives what `path` stands for the name `other` instead.
  mutating func rename(_ path: String, to other: String) {
    guard let entry = present[path] else { return }
    let (from, to) = (MediumNames.folder(of: path), MediumNames.folder(of: other))
    if from == to {
      change(Change(folder: to, entries: [(other, entry), (path, nil)]))
    } else {
      change(Change(folder: to, entries: [(other, entry)]))
      change(Change(folder: from, entries: [(path, nil)], followsTheOneBefore: true))
    }
  }

  /// All names are durable.
  mutating func flushAll() {
    flushed = present
    unflushed.removeAll()
  }

  /// The names in `folder` are durable, and with them what was done before to the names that they took.
  mutating func flush(_ folder: String) {
    var wanted = [Bool](repeating: false, count: unflushed.count)
    var paths: Set<String> = []
    for index in unflushed.indices.reversed() {
      let change = unflushed[index]
      // What moves out of the folder has to arrive first.
      let isAwaited =
        index + 1 < unflushed.count && wanted[index + 1]
        && unflushed[index + 1].followsTheOneBefore
      wanted[index] =
        change.folder == folder || isAwaited || change.entries.contains { paths.contains($0.path) }
      if wanted[index] { paths.formUnion(change.entries.map(\.path)) }
    }
    var left: [Change] = []
    for (index, change) in unflushed.enumerated() {
      guard !wanted[index] else {
        MediumNames.apply(change, &flushed)
        continue
      }
      left.append(change)
      if index > 0, wanted[index - 1] { left[left.count - 1].followsTheOneBefore = false }
    }
    unflushed = left
  }

  /// Whether `path` and all folders that it is in survive a power cut as what they are now.
  func isDurable(_ path: String) -> Bool {
    var path = path
    while path != root, !path.isEmpty {
      guard unflushed.allSatisfy({ change in change.entries.allSatisfy { $0.path != path } }),
        flushed[path] != nil
      else { return false }
      path = MediumNames.folder(of: path)
    }
    return path == root
  }

  /// The names after a power cut now: of the changes that were not flushed none, all, the first ones, or any.
  ///
  /// From then on they are the present ones.
  mutating func cutPower(_ random: inout RandomGenerator) {
    var (names, wasApplied) = (flushed, false)
    let mode = random.below(4)
    let end = random.below(unflushed.count + 1)
    for (index, change) in unflushed.enumerated() {
      let isWanted =
        switch mode {
        case 0: false
        case 1: true
        case 2: index < end
        default: random.happens(onceIn: 2)
        }
      wasApplied = isWanted && (wasApplied || !change.followsTheOneBefore)
      if wasApplied { MediumNames.apply(change, &names) }
    }
    flushed = names.filter { path, _ in isReachable(path, names) }
    present = flushed
    unflushed.removeAll()
  }

  /// A folder that is not there takes along what is in it.
  private func isReachable(_ path: String, _ names: [String: Entry]) -> Bool {
    let folder = MediumNames.folder(of: path)
    if folder == root { return true }
    guard case .folder? = names[folder] else { return false }
    return isReachable(folder, names)
  }

  private mutating func change(_ change: Change) {
    MediumNames.apply(change, &present)
    unflushed.append(change)
  }

  private static func apply(_ change: Change, _ names: inout [String: Entry]) {
    for (path, entry) in change.entries { names[path] = entry }
  }

  /// The folder that `path` is in.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}
