import Core
import System

/// Attributes of a device that were changed for a time: what they said before is written back in the
/// end, the last first.
struct BorrowedSettings: ~Copyable {
  private var loans: [(path: String, text: String)] = []

  init() {}

  deinit {
    // A device that has gone takes its settings with it, and what it refuses can't be helped.
    for loan in loans.reversed() { try? SysfsAttribute.write(loan.text + "\n", at: loan.path) }
  }

  /// Writes `text` to the attribute at `path`, unless it says that already.
  mutating func set(_ text: String, at path: String) throws(SystemError) {
    let before = SysfsAttribute.textIfReadable(at: path)
    guard before != text else { return }
    try SysfsAttribute.write(text + "\n", at: path)
    guard let before, !loans.contains(where: { $0.path == path }) else { return }
    loans.append((path, before))
  }

  /// Writes `text` to the attribute at `path` if the driver has one that takes it.
  ///
  /// - Returns: whether it did.
  @discardableResult
  mutating func setIfPossible(_ text: String, at path: String) -> Bool {
    do throws(SystemError) {
      try set(text, at: path)
      return true
    } catch {
      return false
    }
  }
}
