/// One key with the value that counts, and who gave it.
public struct Setting: Hashable, Sendable, CustomStringConvertible {
  /// Its path, such as `camera.quality`.
  public let key: String
  /// Its value as it is; what a file has in a way of its own is the same here.
  let content: TOMLValue
  /// `FILE:LINE`; nil for a default.
  public let place: String?

  /// Its value as a file would have it; a long text is cut.
  public var value: String { content.literal }

  /// `key = value  # place`, a line of TOML.
  public var description: String { "\(key) = \(value)  # \(place ?? "default")" }
}
