/// What frames a document: the part of the upright picture that is kept a second time, cropped.
package enum Mask: Hashable, Sendable {
  /// An identity card or a driving licence: 85.60 × 53.98 mm, ID-1 of ISO/IEC 7810.
  case id
  /// The page of a passport with the portrait: 125 × 88 mm, ID-3 of ISO/IEC 7810.
  case passport
  /// A QR code, which is a square.
  case qr
  /// The part that a person has said.
  case free(FreePart)

  /// So much of the picture's shorter side is left free on each side of a form with fixed proportions.
  static let marginPerCent = 5

  /// The part of an upright picture of `width` × `height` pixels: the largest of its proportions that fits in the
  /// middle with a margin around it; at least one pixel.
  package func area(inUpright width: Int, _ height: Int) -> PixelArea {
    guard let (across, down) = proportions else { return part.area(in: width, height) }
    let margin = min(width, height) * Mask.marginPerCent / 100
    let (room, roomDown) = (width - 2 * margin, height - 2 * margin)
    let fitting = max(1, min(room, roomDown * across / down))
    let fittingDown = max(1, min(roomDown, fitting * down / across))
    return PixelArea(
      x: (width - fitting) / 2, y: (height - fittingDown) / 2, width: fitting, height: fittingDown)
  }

  /// The part of a picture of `width` × `height` pixels as the camera sent it, which is seen upright by `orientation`.
  package func area(in width: Int, _ height: Int, seen orientation: Orientation) -> PixelArea {
    let (across, down) = orientation.uprightSize(of: width, height)
    let upright = area(inUpright: across, down)
    return upright.asSent(in: width, height, seen: orientation)
  }

  /// Width to height, in hundredths of a millimetre; nil where a person says all of it.
  private var proportions: (across: Int, down: Int)? {
    switch self {
    case .id: (8560, 5398)
    case .passport: (12500, 8800)
    case .qr: (1, 1)
    case .free: nil
    }
  }

  private var part: FreePart {
    switch self {
    case .free(let part): part
    case .id, .passport, .qr: .standard
    }
  }

  /// It as it is typed after `mask`: `id`, or `free 10 20 80 60`.
  package var text: String {
    switch self {
    case .id: "id"
    case .passport: "passport"
    case .qr: "qr"
    case .free(let part): "free \(part.left) \(part.top) \(part.width) \(part.height)"
    }
  }
}

/// A part of an upright picture in per cent of its sides, wholly inside of it.
package struct FreePart: Hashable, Sendable {
  /// What is left of it, and above it.
  package let left, top: Int
  /// How wide and how high it is, at least 1 each.
  package let width, height: Int

  /// All but a margin, as the other masks have it.
  static let standard = FreePart(
    checked: Mask.marginPerCent, Mask.marginPerCent, 100 - 2 * Mask.marginPerCent,
    100 - 2 * Mask.marginPerCent)

  private init(checked left: Int, _ top: Int, _ width: Int, _ height: Int) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }

  /// That part; nil where it is not inside of the picture.
  package init?(left: Int, top: Int, width: Int, height: Int) {
    guard (0...99).contains(left), (0...99).contains(top), (1...100 - left).contains(width),
      (1...100 - top).contains(height)
    else { return nil }
    self.init(checked: left, top, width, height)
  }

  /// It in pixels, at least one.
  func area(in pictureWidth: Int, _ pictureHeight: Int) -> PixelArea {
    let (x, y) = (pictureWidth * left / 100, pictureHeight * top / 100)
    return PixelArea(
      x: x, y: y, width: max(1, pictureWidth * (left + width) / 100 - x),
      height: max(1, pictureHeight * (top + height) / 100 - y))
  }
}

/// The size of a picture in pixels.
package struct PictureSize: Hashable, Sendable {
  /// Pixels a row.
  package let width: Int
  /// Rows.
  package let height: Int

  /// A picture of `width` × `height` pixels.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of pixels, counted from the left upper corner of a picture.
package struct PixelArea: Hashable, Sendable {
  /// Pixels to the left of it, and rows above it.
  package let x, y: Int
  /// Pixels a row, and rows.
  package let width, height: Int

  /// The area with its left upper corner at `x`, `y`.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The same part of the picture of `pictureWidth` × `pictureHeight` pixels from which the upright one, of which this
  /// is an area, is made by `orientation`.
  func asSent(
    in pictureWidth: Int, _ pictureHeight: Int, seen orientation: Orientation
  ) -> PixelArea {
    let uprightWidth = orientation.uprightSize(of: pictureWidth, pictureHeight).width
    // Mirrored last, so that is taken back first.
    let x = orientation.isMirrored ? uprightWidth - self.x - width : self.x
    return switch orientation.turn {
    case .none: PixelArea(x: x, y: y, width: width, height: height)
    case .right: PixelArea(x: y, y: pictureHeight - x - width, width: height, height: width)
    case .half:
      PixelArea(
        x: pictureWidth - x - width, y: pictureHeight - y - height, width: width, height: height)
    case .left: PixelArea(x: pictureWidth - y - height, y: x, width: height, height: width)
    }
  }

  /// The least area of whole blocks of `blockWidth` × `blockHeight` pixels that has all of it, as far as the picture of
  /// `pictureWidth` × `pictureHeight` pixels goes.
  package func grown(
    toBlocks blockWidth: Int, _ blockHeight: Int, in pictureWidth: Int, _ pictureHeight: Int
  ) -> PixelArea {
    let (left, top) = (x / blockWidth * blockWidth, y / blockHeight * blockHeight)
    let right = (x + width + blockWidth - 1) / blockWidth * blockWidth
    let bottom = (y + height + blockHeight - 1) / blockHeight * blockHeight
    return PixelArea(
      x: left, y: top, width: min(right, pictureWidth) - left,
      height: min(bottom, pictureHeight) - top)
  }
}
