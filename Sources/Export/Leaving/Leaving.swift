import Core
import Evidence

/// What leaves of each piece on one way out: plan, writing and stick ask here, and nobody else decides.
struct Leaving {
  /// A piece on its way out.
  enum Form {
    /// It leaves so.
    case leaves(Inventory.Item)
    /// A copy with these areas blank may leave once a record tells of it.
    case wantsRecord([PixelArea])
    /// It stays.
    case stays(Departure.Reason)
  }

  let way: WayOut
  let treatment: FaceTreatment
  private let inventory: Inventory
  /// Whether somebody has chosen that.
  let isChosen: Bool

  /// The way out of pieces of `inventory` for which `chosen` holds.
  init(on way: WayOut, _ chosen: FaceTreatments, of inventory: Inventory) throws(Failure) {
    (self.way, self.inventory, isChosen) = (way, inventory, chosen[way] != nil)
    treatment = chosen.treatment(on: way, try inventory.faceMarks())
  }

  /// How `item` leaves, as it is in the inventory.
  func form(of item: Inventory.Item) throws(Failure) -> Form {
    switch try inventory.departure(of: item, under: treatment) {
    case .asItIs: return .leaves(item)
    case .held(let reason): return .stays(reason)
    case .redacted(let areas):
      guard let copy = try inventory.recordedCopy(of: item, areas) else {
        return .wantsRecord(areas)
      }
      return .leaves(item.redacted(areas, as: copy))
    }
  }

  /// Refuses where nothing leaves.
  func check() throws(Failure) {
    if treatment == .hold { throw Failure(.store, .facesHeld(way, isChosen: isChosen)) }
  }
}

extension Phrase {
  /// Why nothing leaves on `way`.
  package static func facesHeld(_ way: WayOut, isChosen: Bool) -> Phrase {
    isChosen
      ? Phrase(
        "faces.held", "Nothing was copied: \(way.key) is \"hold\", so that nothing leaves here yet."
      )
      : Phrase(
        "faces.undecided",
        """
        Nothing was copied: faces are hidden in the store, and what copies show of them is not decided. Set \
        \(way.key) to "hide" or "show" in the configuration, or mend that.
        """)
  }
}
