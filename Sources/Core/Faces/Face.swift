/// A face in a picture: where it was found, where a person has put a head, and whether it is to be hidden.
///
/// All places are in ten-thousandths of the upright picture's width or height, from its top left.
package struct Face: Hashable, Sendable {
  /// More faces in one picture are not kept.
  package static let mostCount = 64
  /// From so certain on, in thousandths, one is told; what is less certain is only hidden.
  package static let told = 500
  /// Less certain ones are dropped.
  package static let least = 400

  /// Where it was found; nil where a person put a head where none was.
  package var box: FaceBox?
  /// Score of what was found, in thousandths; nil without it.
  package var perMille: Int?
  /// Turn clockwise in tenths of a degree, from -1800 to 1800, where that was found.
  package var roll: Int?
  /// Parts of it that were found, by their names.
  package var points: [FacePoint: [Int]] = [:]
  /// The head that was fitted to them; nil where none was.
  package var fit: FaceFit?
  /// The head that a person has put there.
  package var head: Head?
  /// The wish of a person for copies of it; nil where nobody has said one.
  package var wish: Wish?

  /// Whether copies show a face.
  package enum Wish: Hashable, Sendable {
    case hide, show
  }

  /// A head on a face.
  package struct Head: Hashable, Sendable {
    /// Where it is.
    package var box: FaceBox
    /// Turn clockwise in tenths of a degree, from -1800 to 1800.
    package var roll: Int
    /// Whether it is as it was fitted to the face.
    package var isFitted = false

    package init(box: FaceBox, roll: Int, isFitted: Bool = false) {
      (self.box, self.roll, self.isFitted) = (box, roll, isFitted)
    }
  }

  /// One found in `box`.
  package init(_ box: FaceBox, perMille: Int, roll: Int? = nil) {
    (self.box, self.perMille, self.roll) = (box, perMille, roll)
  }

  /// One that a person has put there.
  package init(_ head: Head) { self.head = head }

  /// Whether a person wants no copy to show it.
  package var isHidden: Bool {
    get { wish == .hide }
    set { wish = newValue ? .hide : nil }
  }

  /// Whether people are told of it.
  package var isTold: Bool { head != nil || (perMille ?? 0) >= Face.told }

  /// Where people are told that it is: a head goes before what was found.
  package var place: FaceBox { head?.box ?? box ?? FaceBox(x: 0, y: 0, width: 0, height: 0) }

  /// Turn clockwise in tenths of a degree; nil where nobody knows.
  package var turn: Int? { head?.roll ?? roll }

  /// Turns that one can have, in tenths of a degree.
  static let turns = -1800...1800

  /// An angle as it is told, in steps of five degrees.
  static func degrees(ofTenths tenths: Int) -> Int { (Int(tenths.magnitude) + 25) / 50 * 5 }
}

/// An upright rectangle in a picture, in ten-thousandths of its width and height.
package struct FaceBox: Hashable, Sendable {
  /// The whole width, and the whole height.
  package static let whole = 10_000

  /// From the left edge.
  package var x: Int
  /// From the top edge.
  package var y: Int
  package var width: Int
  package var height: Int

  /// One at this place.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// One of this size about a point.
  init(about x: Int, _ y: Int, width: Int, height: Int) {
    self.init(x: x - width / 2, y: y - height / 2, width: width, height: height)
  }

  /// Its middle, from the left.
  package var middleX: Int { x + width / 2 }
  /// Its middle, from the top.
  package var middleY: Int { y + height / 2 }

  /// Whether the point lies in it.
  func contains(_ point: PicturePoint) -> Bool {
    (x...x + width).contains(point.x) && (y...y + height).contains(point.y)
  }

  /// Whether both are of one face: they share three tenths of the area that they cover together.
  func isSame(as other: FaceBox) -> Bool {
    let width = min(x + self.width, other.x + other.width) - max(x, other.x)
    let height = min(y + self.height, other.y + other.height) - max(y, other.y)
    guard width > 0, height > 0 else { return false }
    let shared = width * height
    return shared * 10 >= 3 * (self.width * self.height + other.width * other.height - shared)
  }

  /// The edges of the picture that it reaches, by which it is cut off.
  var edges: [PictureEdge] {
    let margin = FaceBox.whole / 500
    let far = FaceBox.whole - margin
    var edges: [PictureEdge] = []
    if x <= margin { edges.append(.left) }
    if x + width >= far { edges.append(.right) }
    if y <= margin { edges.append(.top) }
    if y + height >= far { edges.append(.bottom) }
    return edges
  }
}

/// An edge of a picture.
package enum PictureEdge: String, Hashable, Sendable {
  case left, right, top, bottom
}

/// A point in a picture, in ten-thousandths of its width and height from the top left.
package struct PicturePoint: Hashable, Sendable {
  package let x: Int
  package let y: Int

  package init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
}

/// A named part of a face; left and right are those of whoever looks at the picture.
package enum FacePoint: String, CaseIterable, Hashable, Sendable {
  case browLeft = "brow_left"
  case browRight = "brow_right"
  case chin
  /// Between the brows.
  case crest
  case eyeLeft = "eye_left"
  case eyeLeftInner = "eye_left_inner"
  case eyeLeftOuter = "eye_left_outer"
  case eyeRight = "eye_right"
  case eyeRightInner = "eye_right_inner"
  case eyeRightOuter = "eye_right_outer"
  case mouthLeft = "mouth_left"
  case mouthRight = "mouth_right"
  /// Its tip.
  case nose
}
