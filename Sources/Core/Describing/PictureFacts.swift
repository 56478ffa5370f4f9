/// What was measured of a picture, as it lies in memory.
package struct PictureFacts: Hashable, Sendable {
  /// Mean luma, 0 to 255.
  package let mean: Int
  /// How much of its contrast is fine, in thousandths; nil where there is nothing to judge that by.
  package let sharpness: Int?
  /// Where it differs from the look before; nil where that was too long ago, or shows something else.
  package let movement: Movement?

  /// Where something moves.
  package enum Movement: Hashable, Sendable {
    case nowhere
    /// Around this part of the picture.
    case around(PicturePart)
    /// In most of it.
    case everywhere

    /// Where that is seen once the picture is turned, and then mirrored, as `orientation` says.
    func seen(in orientation: Orientation) -> Movement {
      switch self {
      case .nowhere, .everywhere: self
      case .around(let part): .around(part.seen(in: orientation))
      }
    }

    /// That part of an upright picture of `width` × `height` pixels; nil where nothing moves.
    package func area(inUpright width: Int, _ height: Int) -> PixelArea? {
      switch self {
      case .nowhere: nil
      case .everywhere: PixelArea(x: 0, y: 0, width: width, height: height)
      case .around(let part):
        PixelArea(
          x: part.column * width / 3, y: part.row * height / 3, width: max(1, width / 3),
          height: max(1, height / 3))
      }
    }
  }

  /// What was measured.
  package init(mean: Int, sharpness: Int?, movement: Movement?) {
    (self.mean, self.sharpness, self.movement) = (mean, sharpness, movement)
  }
}

/// A part of a picture, of three by three.
package struct PicturePart: Hashable, Sendable {
  /// From the left, 0 to 2.
  package let column: Int
  /// From the top, 0 to 2.
  package let row: Int

  /// The part in this column and row; what lies outside counts as the edge.
  package init(column: Int, row: Int) {
    self.column = min(max(column, 0), 2)
    self.row = min(max(row, 0), 2)
  }

  /// Where it is seen once the picture is turned, and then mirrored, as `orientation` says.
  func seen(in orientation: Orientation) -> PicturePart {
    let turned =
      switch orientation.turn {
      case .none: self
      case .right: PicturePart(column: 2 - row, row: column)
      case .half: PicturePart(column: 2 - column, row: 2 - row)
      case .left: PicturePart(column: row, row: 2 - column)
      }
    return orientation.isMirrored
      ? PicturePart(column: 2 - turned.column, row: turned.row) : turned
  }

  /// The words for it.
  var word: Phrase {
    switch (column, row) {
    case (0, 0): Phrase("part.upper-left", "upper left")
    case (1, 0): Phrase("part.top", "top")
    case (2, 0): Phrase("part.upper-right", "upper right")
    case (0, 1): Phrase("part.left", "left")
    case (2, 1): Phrase("part.right", "right")
    case (0, 2): Phrase("part.lower-left", "lower left")
    case (1, 2): Phrase("part.bottom", "bottom")
    case (2, 2): Phrase("part.lower-right", "lower right")
    default: Phrase("part.middle", "middle")
    }
  }

  /// The name for programs.
  var name: String {
    let names = [
      ["upper_left", "top", "upper_right"], ["left", "middle", "right"],
      ["lower_left", "bottom", "lower_right"],
    ]
    return names[row][column]
  }
}
