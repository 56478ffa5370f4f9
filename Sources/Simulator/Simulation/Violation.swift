import Core

/// Something that must always hold and did not.
package struct Violation: Error, Hashable, Sendable {
  /// The rule that was broken, by the name of its type.
  package let rule: String
  /// What was found.
  package let finding: String

  init(_ rule: Any.Type, _ finding: String) {
    self.rule = "\(rule)"
    self.finding = finding
  }
}
