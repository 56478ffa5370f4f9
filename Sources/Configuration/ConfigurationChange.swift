import Core

/// What is different in a configuration that was read again from the one in force.
package struct ConfigurationChange: Hashable, Sendable {
  /// What stays as it is until the program starts again: the store has its lock, its key and photos on their way,
  /// the consoles have people at them.
  package static let fixedKeys: Set<String> = [
    "store", "language", "device.folder", "console.tty", "console.baud", "console.socket",
    "console.charset",
  ]

  /// The keys that count from now on, with their new values; nil: it is no longer set.
  package let live: [Difference]
  /// The keys that would have to wait for a restart.
  package let fixed: [Difference]

  /// One key that is different.
  package struct Difference: Hashable, Sendable {
    /// The key in the configuration in force; nil where it is not set.
    package let old: Setting?
    /// The key as it was read again; nil where it is no longer set.
    package let new: Setting?

    /// Its path, such as `camera.quality`.
    package var key: String { new?.key ?? old?.key ?? "" }
  }

  /// What `new` changes in `old`, in the order of `new`, then what it leaves out.
  package init(from old: [Setting], to new: [Setting]) {
    let differences = ConfigurationChange.differences(old, new)
    live = differences.filter { !ConfigurationChange.fixedKeys.contains($0.key) }
    fixed = differences.filter { ConfigurationChange.fixedKeys.contains($0.key) }
  }

  /// Whether everything is as it was.
  package var isEmpty: Bool { live.isEmpty && fixed.isEmpty }

  /// `new` without what has to wait, for which `old` goes on.
  package static func inForce(_ new: [Setting], after old: [Setting]) -> [Setting] {
    new.filter { !fixedKeys.contains($0.key) } + old.filter { fixedKeys.contains($0.key) }
  }

  private static func differences(_ old: [Setting], _ new: [Setting]) -> [Difference] {
    let before = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
    let after = Set(new.map(\.key))
    let changed = new.filter { before[$0.key]?.content != $0.content }
      .map { Difference(old: before[$0.key], new: $0) }
    return changed + old.filter { !after.contains($0.key) }.map { Difference(old: $0, new: nil) }
  }
}
