/// A way on which copies of pieces leave the device.
package enum WayOut: String, CaseIterable, Hashable, Sendable {
  /// Somebody exports them.
  case export
  /// They are copied to a stick that was put in.
  case stick
  /// They are sent to where their owner said.
  case delivery

  /// The configuration's key of what it does with faces.
  package var key: String { "faces.\(rawValue)" }
}

/// The treatment of faces on a way out.
package enum FaceTreatment: String, CaseIterable, Hashable, Sendable {
  /// Pieces leave as they are.
  case show
  /// Copies leave in which faces are blank; what nobody has looked at stays.
  case hide
  /// Nothing leaves yet.
  case hold
}

/// The choice of an owner for each way out.
package struct FaceTreatments: Hashable, Sendable {
  private var chosen: [WayOut: FaceTreatment] = [:]
  /// Whether what is chosen can't be read.
  package let isUnreadable: Bool

  /// Nothing is chosen, or nobody can read what is.
  package init(isUnreadable: Bool = false) { self.isUnreadable = isUnreadable }

  package subscript(way: WayOut) -> FaceTreatment? {
    get { chosen[way] }
    set { chosen[way] = newValue }
  }

  /// What becomes of faces on `way`; where nothing is chosen nothing leaves any more once a person has hidden a face, and
  /// where that can't be read once anybody has looked for one.
  package func treatment(on way: WayOut, _ marks: FaceMarks) -> FaceTreatment {
    if let chosen = chosen[way] { return chosen }
    let isDelicate = isUnreadable ? marks.isAnyKnown : marks.wasAnyHidden
    return way == .delivery || isDelicate ? .hold : .show
  }
}

/// What was ever said of faces in a store.
package struct FaceMarks: Hashable, Sendable {
  /// Whether anybody has looked for faces, or put one there.
  package let isAnyKnown: Bool
  /// Whether a person has ever hidden one.
  package let wasAnyHidden: Bool

  package init(isAnyKnown: Bool, wasAnyHidden: Bool) {
    (self.isAnyKnown, self.wasAnyHidden) = (isAnyKnown, wasAnyHidden)
  }
}
