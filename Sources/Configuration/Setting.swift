/// One key with the value that counts, and who gave it.
package struct Setting: Hashable, Sendable, CustomStringConvertible {
  /// Its path, such as `camera.quality`.
  package let key: String
  /// Its value as it is; what a file has in a way of its own is the same here.
  let content: TOMLValue
  /// `FILE:LINE`; nil for a default.
  package let place: String?

  /// Its value as a file would have it; a long text is cut.
  package var value: String { content.literal }

  /// `key = value  # place`, a line of TOML.
  package var description: String { "\(key) = \(value)  # \(place ?? "default")" }
}
