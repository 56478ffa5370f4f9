/// Faces as records have them: whole numbers, and no member that says nothing.
extension Face {
  /// The object of a record.
  package var record: JSON {
    let found: [(String, JSON)?] = [
      box.map { ("box", $0.record) }, perMille.map { ("score", .integer($0)) },
      roll.map { ("roll", .integer($0)) },
      points.isEmpty
        ? nil
        : (
          "points",
          .object(
            points.sorted { $0.key.rawValue < $1.key.rawValue }.map {
              ($0.key.rawValue, .array($0.value.map { .integer($0) }))
            })
        ),
    ]
    let held: [(String, JSON)?] = [
      head.map { ("head", .object([("box", $0.box.record), ("roll", .integer($0.roll))])) },
      isHidden ? ("hidden", .bool(true)) : nil,
    ]
    return .object((found + held).compactMap { $0 })
  }

  /// The object that programs read: places from 0 to 1, degrees.
  func json(isActive: Bool) -> JSON {
    .object([
      ("box", box.map(\.json) ?? .null),
      ("score", .optional(perMille.map { Double($0) / 1000 })),
      ("roll", .optional(roll.map { Double($0) / 10 })),
      (
        "points",
        .object(
          points.sorted { $0.key.rawValue < $1.key.rawValue }.map { point in
            (
              point.key.rawValue,
              .array(point.value.map { .number(Double($0) / Double(FaceBox.whole)) })
            )
          })
      ),
      (
        "head",
        head.map { head in
          .object([("box", head.box.json), ("roll", .number(Double(head.roll) / 10))])
        } ?? .null
      ),
      ("told", .bool(isTold)), ("hidden", .bool(isHidden)), ("active", .bool(isActive)),
    ])
  }

  /// What a record says; nil where that can't be a face.
  package init?(record json: JSON) {
    box = json.member("box").flatMap { FaceBox(record: $0) }
    perMille = json.member("score")?.asInteger
    roll = json.member("roll")?.asInteger
    head = json.member("head").flatMap { Head(record: $0) }
    isHidden =
      json.member("hidden").map { if case .bool(true) = $0 { true } else { false } } ?? false
    guard box != nil || head != nil, (box == nil) == (perMille == nil),
      (0...1000).contains(perMille ?? 0), Face.turns.contains(roll ?? 0)
    else { return nil }
    guard case .object(let points)? = json.member("points") ?? .object([]) else { return nil }
    for (name, value) in points {
      guard let point = FacePoint(rawValue: name) else { continue }
      guard let place = value.integers(2) else { return nil }
      self.points[point] = place
    }
  }

  /// How far one can be turned, in tenths of a degree.
  static let turns = -1800...1800
}

extension Face.Head {
  fileprivate init?(record json: JSON) {
    guard let box = json.member("box").flatMap({ FaceBox(record: $0) }),
      let roll = json.member("roll")?.asInteger, Face.turns.contains(roll)
    else { return nil }
    self.init(box: box, roll: roll)
  }
}

extension FaceBox {
  fileprivate var record: JSON { .array([x, y, width, height].map { .integer($0) }) }

  fileprivate var json: JSON {
    .array([x, y, width, height].map { .number(Double($0) / Double(FaceBox.whole)) })
  }

  fileprivate init?(record json: JSON) {
    guard let numbers = json.integers(4), numbers[2] > 0, numbers[3] > 0 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension JSON {
  /// The elements of an array of so many whole numbers, none of them farther away than ten pictures.
  fileprivate func integers(_ count: Int) -> [Int]? {
    guard case .array(let elements) = self, elements.count == count else { return nil }
    let numbers = elements.compactMap(\.asInteger)
    let isNear = numbers.allSatisfy { $0.magnitude <= 10 * FaceBox.whole }
    return numbers.count == count && isNear ? numbers : nil
  }
}
