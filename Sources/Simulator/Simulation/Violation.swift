import Core

/// Something that must always hold and did not.
public struct Violation: Error, Hashable, Sendable {
  /// The rule that was broken, by the name of its type.
  public let rule: String
  /// What was found.
  public let finding: String

  init(_ rule: Any.Type, _ finding: String) {
    self.rule = "\(rule)"
    self.finding = finding
  }
}
