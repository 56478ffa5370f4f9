/// The form in which a piece leaves the device: one answer for every way out.
package enum Departure: Hashable, Sendable {
  /// As it was stored.
  case asItIs
  /// As a copy in which these areas are blank; they are counted in the picture as it is stored.
  case redacted([PixelArea])
  /// Not at all.
  case held(Reason)

  /// Why a piece stays.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    /// Nothing leaves on this way.
    case treatment
    /// Nobody has looked for faces in it.
    case unexamined
    /// The program that looked could not.
    case failed
    /// A video, of which no copy without faces can be made.
    case clip
    /// The camera did not take it, so that what shows it upright is not known here.
    case foreign
  }
}

extension FaceSheet {
  /// The departure of a piece of this `kind` with these faces where `treatment` holds.
  ///
  /// - Parameter picture: nil where nobody knows size and orientation.
  package func departure(
    of kind: PieceFilter.Kind?, _ picture: StoredPicture?, under treatment: FaceTreatment
  ) -> Departure {
    switch treatment {
    case .show: return .asItIs
    case .hold: return .held(.treatment)
    case .hide: break
    }
    if origin == .byHand, faces.isEmpty { return .asItIs }
    if kind == .clip { return .held(.clip) }
    switch origin {
    case .unexamined: return .held(.unexamined)
    case .failed: return .held(.failed)
    case .examined, .byHand: break
    }
    let hidden = faces.filter { $0.wish != .show }
    if hidden.isEmpty { return .asItIs }
    guard let picture, kind == .photo || kind == .document else { return .held(.foreign) }
    let areas = hidden.map { $0.hiddenAreas(in: picture) }
    // Where a hidden face is not in the picture nobody knows what is.
    guard areas.allSatisfy({ !$0.isEmpty }) else { return .held(.failed) }
    return .redacted(areas.flatMap { $0 })
  }
}
