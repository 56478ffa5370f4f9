/// By what a camera is known again when it comes back under another node's name.
public struct CameraIdentity: Hashable, Sendable {
  /// What it calls itself.
  public let card: String
  /// Where it is connected (`v4l2_capability.bus_info`).
  let bus: String
  /// Its names under `/dev/v4l/by-id`, which follow it to another port.
  let identifiers: [String]
}

extension CameraEntry {
  /// By what it is known again.
  public var identity: CameraIdentity {
    CameraIdentity(card: card, bus: bus, identifiers: identifiers)
  }
}

extension [CameraEntry] {
  /// The node of the camera `identity`: the one with one of its names or, where it has no names, the one of
  /// its kind at its place; nil while it is not there.
  func path(of identity: CameraIdentity) -> String? {
    first { entry in
      if identity.identifiers.isEmpty {
        return entry.card == identity.card && entry.bus == identity.bus
      }
      return entry.identifiers.contains { identity.identifiers.contains($0) }
    }?.path
  }
}
