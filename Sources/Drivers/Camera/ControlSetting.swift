import Core

extension Camera {
  /// A control and the value that it is to have after each start of the stream.
  public struct ControlSetting: Hashable, Sendable {
    /// Who asks for it, for a warning: `camera.controls.gain`, or a console's `camera set Gain`.
    public let origin: String
    /// The control's name; case, spaces and underscores don't matter.
    public let name: String
    /// What it is to be.
    public let value: Int

    /// The wish of `origin` that the control `name` be `value`.
    public init(_ origin: String, _ name: String, _ value: Int) {
      self.origin = origin
      self.name = name
      self.value = value
    }

    /// Whether it is about the same control as `other`.
    public func isAboutSame(as other: ControlSetting) -> Bool { folded(name) == folded(other.name) }
  }

  /// What came of a console's `camera set`.
  public struct ControlAnswer: Hashable, Sendable {
    /// What is to be set again after each start; nil where nothing stays, as with a button.
    public let setting: ControlSetting?
    /// What people hear.
    public let phrases: [Phrase]
  }
}
