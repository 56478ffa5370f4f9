/// Which mask frames photos from now on, if any: of each photo that is taken while one is on, its part is kept too.
///
/// It holds for a run. Who starts the board anew gets whole photos, and nobody's last document decides of theirs.
struct Framing: Sendable {
  private(set) var mask: Mask?

  /// Frames all photos from the next one on by `mask`; by none where that is nil.
  ///
  /// - Returns: whether it was another.
  mutating func use(_ mask: Mask?) -> Bool {
    defer { self.mask = mask }
    return mask != self.mask
  }

  /// What status says of it.
  var status: StatusEntry { StatusEntry("mask", mask == nil ? [] : [sentence], json: json) }

  /// It for people.
  var sentence: Phrase {
    switch mask {
    case nil: .maskOff
    case .id:
      Phrase(
        "mask.id",
        "Mask: identity card, 85.60 × 53.98 mm; each photo is stored whole, and that part of it too."
      )
    case .passport: .maskPassport
    case .qr:
      Phrase(
        "mask.qr",
        "Mask: square, for a QR code; each photo is stored whole, and that part of it too.")
    case .free(let part):
      Phrase(
        "mask.free",
        """
        Mask: \(part.width) % of the width and \(part.height) % of the height, \(part.left) % from the left and \
        \(part.top) % from the top; each photo is stored whole, and that part of it too.
        """)
    }
  }

  /// It for programs: what is typed after `mask`.
  var json: JSON { .optional(mask?.text) }
}

extension Phrase {
  package static let maskOff = Phrase("mask.off", "Mask: none; photos are stored whole.")

  static let maskPassport = Phrase(
    "mask.passport",
    "Mask: passport page, 125 × 88 mm; each photo is stored whole, and that part of it too.")

}
