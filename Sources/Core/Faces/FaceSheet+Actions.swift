/// What becomes of the faces of a piece by what a person does.
extension FaceSheet {
  /// The faces as they are after `action`, in an upright picture of this size; a refusal says why it can't be done.
  package func after(
    _ action: FaceAction, in size: PictureSize
  ) throws(Failure) -> FaceSheet {
    var sheet = self
    switch action {
    case .select(let target): sheet.active = try face(meantBy: target)
    case .unselect: sheet.active = nil
    case .place(let point): try sheet.place(at: point, in: size)
    case .move(let right, let down):
      try sheet.change { head in
        head.box.x += right
        head.box.y += down
      }
    case .scale(let percent): try sheet.change { $0.box.scale(to: percent) }
    case .turn(let tenths): try sheet.change { $0.roll = FaceSheet.turned($0.roll + tenths) }
    case .fit: try sheet.fit(in: size)
    case .remove(let removal): try sheet.remove(removal)
    case .hide: try sheet.wish(.hide)
    case .show: try sheet.wish(.show)
    case .none: sheet = FaceSheet(.byHand)
    case .find(let found, let analyser):
      sheet = FaceSheet(.examined(by: analyser), keepingWishes(for: found))
    }
    return sheet
  }

  /// The place of the face that is meant; nil where none lies at the point.
  private func face(meantBy target: FaceAction.Target) throws(Failure) -> Int? {
    switch target {
    case .number(let number):
      guard faces.indices.contains(number - 1) else {
        throw .refused(.noSuchFace(number, faces.count))
      }
      return number - 1
    case .point(let point):
      let hit = faces.indices.filter { index in
        let boxes = [faces[index].head?.box, faces[index].box].compactMap { $0 }
        return boxes.contains { $0.contains(point) }
      }
      return hit.min { area(of: $0) < area(of: $1) }
    }
  }

  private func area(of index: Int) -> Int { faces[index].place.width * faces[index].place.height }

  /// Puts a head on the nearest rectangle within one and a half half diagonals of `point`, or else there.
  private mutating func place(at point: PicturePoint, in size: PictureSize) throws(Failure) {
    let nearest = faces.indices
      .compactMap { index in faces[index].box.map { (index, $0.farness(of: point, in: size)) } }
      .min { $0.1 < $1.1 }
    if let nearest, nearest.1 <= 1.5 {
      faces[nearest.0].head = faces[nearest.0].newHead
      active = nearest.0
    } else {
      guard faces.count < Face.mostCount else { throw .refused(.tooManyFaces) }
      let width = FaceBox.whole / 5
      // A head is a quarter taller than wide, unless that is more than the picture.
      let height = min(max(1, width * size.width * 5 / max(1, size.height * 4)), FaceBox.whole)
      let box = FaceBox(about: point.x, point.y, width: width, height: height)
      faces.append(Face(Face.Head(box: box, roll: 0)))
      active = faces.count - 1
    }
    origin = .byHand
  }

  /// Changes the head of the active face, or those of all; a face that has none gets one first.
  private mutating func change(_ body: (inout Face.Head) -> Void) throws(Failure) {
    for index in try meant() {
      var head = faces[index].head ?? faces[index].newHead
      body(&head)
      head.box.keepInPicture()
      head.isFitted = false
      faces[index].head = head
    }
    origin = .byHand
  }

  /// Puts the heads there that were fitted to the active face or to all; that of the only one makes it the active one.
  private mutating func fit(in size: PictureSize) throws(Failure) {
    let fitted = try meant().filter { faces[$0].fit != nil }
    guard !fitted.isEmpty else { throw .refused(.notFitted) }
    for index in fitted { faces[index].head = faces[index].fit?.head(in: size) }
    if fitted.count == 1 { active = fitted[0] }
    origin = .byHand
  }

  private mutating func remove(_ removal: FaceRemoval) throws(Failure) {
    let meant = try meant()
    switch removal {
    case .one: try removeOne(of: meant)
    case .asked(let count) where meant.count != count: throw .refused(.facesChanged)
    case .all, .asked: (faces, active) = ([], nil)
    }
    origin = .byHand
  }

  private mutating func removeOne(of meant: [Int]) throws(Failure) {
    guard meant.count == 1 else { throw .refused(.removeAllFaces(meant.count)) }
    if faces[meant[0]].head != nil, faces[meant[0]].box != nil {
      faces[meant[0]].head = nil
    } else {
      faces.remove(at: meant[0])
      active = nil
    }
  }

  /// The faces that were `found`, with what a person wants of those that are here too, and beside them what is hidden and
  /// was not found again.
  private func keepingWishes(for found: [Face]) -> [Face] {
    var faces = found
    for shown in self.faces where shown.wish == .show {
      for index in faces.indices where faces[index].place.isSame(as: shown.place) {
        faces[index].wish = .show
      }
    }
    // Last: of one that was both, no copy shows it.
    for hidden in self.faces where hidden.isHidden {
      let again = faces.indices.filter { faces[$0].place.isSame(as: hidden.place) }
      for index in again { faces[index].isHidden = true }
      if again.isEmpty { faces.append(hidden) }
    }
    // What is hidden goes before what is not, where there are too many.
    let order = faces.filter(\.isHidden) + faces.filter { !$0.isHidden }
    return faces.count > Face.mostCount ? Array(order.prefix(Face.mostCount)) : faces
  }

  private mutating func wish(_ wish: Face.Wish) throws(Failure) {
    for index in try meant() { faces[index].wish = wish }
  }

  /// The active face, or all; there has to be one.
  package func meant() throws(Failure) -> [Int] {
    guard !faces.isEmpty else { throw .refused(.noFaceThere) }
    return active.map { [$0] } ?? Array(faces.indices)
  }

  /// A turn in tenths of a degree within half a turn either way.
  private static func turned(_ tenths: Int) -> Int {
    let turn = (tenths + 1800) % 3600
    return (turn < 0 ? turn + 3600 : turn) - 1800
  }
}

extension Face {
  /// A head as the face was found.
  fileprivate var newHead: Head { Head(box: place, roll: roll ?? 0) }
}

extension FaceBox {
  /// The longest side of a head.
  static let longestSide = 2 * whole
  /// The least width to which one is made smaller.
  private static let leastWidth = 50

  /// Becomes so large about its middle, in per cent.
  fileprivate mutating func scale(to percent: Int) {
    let size = (max(FaceBox.leastWidth, width * percent / 100), height * percent / 100)
    guard max(size.0, size.1) <= FaceBox.longestSide else { return }
    self = FaceBox(about: middleX, middleY, width: size.0, height: max(1, size.1))
  }

  /// Moves so far that its middle lies in the picture.
  mutating func keepInPicture() {
    x += min(max(middleX, 0), FaceBox.whole) - middleX
    y += min(max(middleY, 0), FaceBox.whole) - middleY
  }

  /// How far the point is from its middle, in half diagonals as they are seen in a picture of this size.
  fileprivate func farness(of point: PicturePoint, in size: PictureSize) -> Double {
    let (across, down) = (Double(size.width), Double(size.height))
    let (x, y) = (Double(point.x - middleX) * across, Double(point.y - middleY) * down)
    let (w, h) = (Double(width) * across / 2, Double(height) * down / 2)
    return ((x * x + y * y) / max(w * w + h * h, 1)).squareRoot()
  }
}

extension Phrase {
  static let noFaceThere = Phrase(
    "face.none-there",
    "There is no face; \"face place\" and two per cent, such as \"face place 50,40\", puts one there."
  )
  static let facesChanged = Phrase(
    "face.overtaken", "Nothing was removed, for the faces were changed since the question.")
  static let notFitted = Phrase(
    "face.not-fitted",
    "No head was fitted: the analyser knows too few points of the face, or fits none.")
  static let tooManyFaces = Phrase(
    "face.too-many",
    "There are \(Face.mostCount) faces already, and there can be no more; remove one first.")

  static func noSuchFace(_ number: Int, _ count: Int) -> Phrase {
    count == 0
      ? .noFaceThere
      : Phrase("face.no-such", "There is no face \(number); the last is \(count).")
  }

  static func removeAllFaces(_ count: Int) -> Phrase {
    Phrase(
      "face.remove-all",
      "No face is active, and there are \(count); \"face select 1\" takes the first, \"face remove all\" removes all."
    )
  }
}
