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
  /// Why nothing leaves; nil where something may.
  let refusal: Phrase?
  private let inventory: Inventory

  /// The way out of pieces of `inventory` for which `chosen` holds.
  init(on way: WayOut, _ chosen: FaceTreatments, of inventory: Inventory) throws(Failure) {
    (self.way, self.inventory) = (way, inventory)
    treatment = chosen.treatment(on: way, try inventory.faceMarks())
    refusal = treatment == .hold ? .facesHeld(way, by: chosen) : nil
  }

  /// The form in which `item` leaves, as it is in the inventory.
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
}

extension Phrase {
  /// Why nothing leaves on `way` where the owner has chosen so, or nobody knows what.
  fileprivate static func facesHeld(_ way: WayOut, by chosen: FaceTreatments) -> Phrase {
    switch (chosen[way], chosen.isUnreadable) {
    case (.some, _):
      Phrase(
        "faces.held", "Nothing was copied: \(way.key) is \"hold\", so that nothing leaves here yet."
      )
    case (nil, true):
      Phrase(
        "faces.unreadable",
        """
        Nothing was copied: the configuration can't be read, so that nobody knows what copies may show of faces. Mend it; \
        'exhibit check-config' says what is wrong.
        """)
    case (nil, false):
      Phrase(
        "faces.undecided",
        """
        Nothing was copied: faces are hidden in the store, and what copies show of them is not decided. Set \
        \(way.key) to "hide" or "show" in the configuration.
        """)
    }
  }

  /// Why the pieces with these numbers stay.
  package static func held(_ numbers: [Int], _ reason: Departure.Reason) -> Phrase {
    let pieces = numbers.inWords
    return switch reason {
    case .treatment: Phrase("held.treatment", "Held back: \(pieces).")
    case .unexamined:
      Phrase(
        "held.unexamined",
        """
        Held back, since nobody has looked for faces there: \(pieces). "face find" and a number looks, "face none" says \
        that there is none.
        """)
    case .failed:
      Phrase(
        "held.failed",
        """
        Held back, since nobody could look for faces there: \(pieces). "face none" and a number says that there is none.
        """)
    case .clip:
      Phrase(
        "held.clip",
        """
        Held back, since faces can't be hidden in videos: \(pieces). "face none" and a number says that there is none.
        """)
    case .foreign:
      Phrase(
        "held.foreign",
        """
        Held back, since faces can be hidden only in what the camera took: \(pieces). "face show" and a number shows them.
        """)
    }
  }
}
