/// A picture as it is stored, and how it is seen upright.
package struct StoredPicture: Hashable, Sendable {
  let size: PictureSize
  let orientation: Orientation

  /// One of this size.
  package init(_ size: PictureSize, seen orientation: Orientation) {
    (self.size, self.orientation) = (size, orientation)
  }

  /// The area that is seen upright between these edges, which may lie outside; nil where none of it is in the picture.
  fileprivate func area(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
  ) -> PixelArea? {
    let upright = orientation.uprightSize(of: size.width, size.height)
    let (x, y) = (max(0, Int(left.rounded(.down))), max(0, Int(top.rounded(.down))))
    let (endX, endY) = (
      min(upright.width, Int(right.rounded(.up))), min(upright.height, Int(bottom.rounded(.up)))
    )
    guard x < endX, y < endY else { return nil }
    return PixelArea(x: x, y: y, width: endX - x, height: endY - y)
      .asSent(in: size.width, size.height, seen: orientation)
  }
}

extension Face {
  /// A hidden area is so many times as wide and as high as the face.
  private static let margin = 1.5

  /// The parts of a picture that are blank where it is hidden: about where it was found, and about its head, each of which
  /// may be right.
  func hiddenAreas(in picture: StoredPicture) -> [PixelArea] {
    let places = [(box, 0), (head?.box, head?.roll ?? 0)]
    let areas = places.compactMap { box, roll in
      box.flatMap { Face.area(of: $0, roll, in: picture) }
    }
    return areas.count == 2 && areas[0] == areas[1] ? [areas[0]] : areas
  }

  private static func area(
    of box: FaceBox, _ roll: Int, in picture: StoredPicture
  ) -> PixelArea? {
    let upright = picture.orientation.uprightSize(of: picture.size.width, picture.size.height)
    let (across, down) = (
      Double(upright.width) / Double(FaceBox.whole), Double(upright.height) / Double(FaceBox.whole)
    )
    let (width, height) = (Double(box.width) * across, Double(box.height) * down)
    let (cosine, sine) = turnedSides(roll)
    let halfWidth = (width * cosine + height * sine) / 2 * margin
    let halfHeight = (width * sine + height * cosine) / 2 * margin
    let middleX = (Double(box.x) + Double(box.width) / 2) * across
    let middleY = (Double(box.y) + Double(box.height) / 2) * down
    return picture.area(
      middleX - halfWidth, middleY - halfHeight, middleX + halfWidth, middleY + halfHeight)
  }

  /// Cosine and sine of a turn in tenths of a degree, as if it were to the right and no more than a quarter; or a little
  /// more: these are the same on each processor.
  private static func turnedSides(_ roll: Int) -> (cosine: Double, sine: Double) {
    let turn = Double(min(roll.magnitude, 1800 - roll.magnitude)) / 1800 * .pi
    return (min(1, .pi / 2 - turn), min(1, turn))
  }
}
