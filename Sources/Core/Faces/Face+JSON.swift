/// Faces as records have them: whole numbers, and no member that says nothing.
extension Face {
  /// The object of a record.
  package var record: JSON {
    var members: [(String, JSON)] = []
    if let box { members.append(("box", box.record)) }
    if let fit { members.append(("fit", fit.record)) }
    if let head { members.append(("head", head.record)) }
    if let wish { members.append(("hidden", .bool(wish == .hide))) }
    if !points.isEmpty {
      members.append(("points", pointMembers { .integer($0) }))
    }
    if let roll { members.append(("roll", .integer(roll))) }
    if let perMille { members.append(("score", .integer(perMille))) }
    return .object(members)
  }

  /// The object that programs read: places from 0 to 1, degrees.
  func json(isActive: Bool) -> JSON {
    let score = perMille.map { JSON.number(Double($0) / 1000) }
    let found: [(String, JSON)] = [
      ("box", .optional(box?.json)), ("score", .optional(score)),
      ("roll", .optional(roll?.degrees)), ("points", pointMembers(\.part)),
      ("fit", .optional(fit?.json)),
    ]
    let marks: [(String, JSON)] = [
      ("head", .optional(head?.json)), ("told", .bool(isTold)), ("hidden", .bool(isHidden)),
      ("shown", .bool(wish == .show)), ("active", .bool(isActive)),
    ]
    return .object(found + marks)
  }

  /// The points by their names, each place as `number` has it.
  private func pointMembers(_ number: (Int) -> JSON) -> JSON {
    let sorted = points.sorted { $0.key.rawValue < $1.key.rawValue }
    return .object(sorted.map { ($0.key.rawValue, .array($0.value.map(number))) })
  }

  /// The face of a record; nil where the object can't be one.
  package init?(record json: JSON) {
    let (box, head) = (json.told("box"), json.told("head"))
    let (score, roll) = (json.told("score"), json.told("roll"))
    let fit = json.told("fit")
    self.box = box.flatMap { FaceBox(record: $0) }
    self.head = head.flatMap { Head(record: $0) }
    (perMille, self.roll) = (score?.asInteger, roll?.asInteger)
    self.fit = fit.flatMap { FaceFit($0) }
    if case .bool(let isHidden)? = json.member("hidden") { wish = isHidden ? .hide : .show }
    // A member that can't be read is not one that lacks.
    guard (box == nil) == (self.box == nil), (head == nil) == (self.head == nil),
      (score == nil) == (perMille == nil), (roll == nil) == (self.roll == nil),
      (fit == nil) == (self.fit == nil)
    else { return nil }
    guard box != nil || head != nil, (box == nil) == (score == nil),
      (0...1000).contains(perMille ?? 0), Face.turns.contains(self.roll ?? 0),
      takePoints(of: json)
    else { return nil }
  }

  private mutating func takePoints(of json: JSON) -> Bool {
    guard case .object(let members)? = json.member("points") ?? .object([]) else { return false }
    for (name, value) in members {
      guard let point = FacePoint(rawValue: name) else { continue }
      guard let place = value.integers(2) else { return false }
      points[point] = place
    }
    return true
  }
}

extension Face.Head {
  fileprivate init?(record json: JSON) {
    guard let box = json.member("box").flatMap({ FaceBox(record: $0) }),
      let roll = json.member("roll")?.asInteger, Face.turns.contains(roll)
    else { return nil }
    self.init(box: box, roll: roll, isFitted: json.isTrue("fitted"))
  }

  fileprivate var record: JSON {
    let fitted: [(String, JSON)] = isFitted ? [("fitted", .bool(true))] : []
    return .object([("box", box.record)] + fitted + [("roll", .integer(roll))])
  }

  fileprivate var json: JSON {
    .object([("box", box.json), ("roll", roll.degrees), ("fitted", .bool(isFitted))])
  }
}

extension FaceBox {
  fileprivate var record: JSON { .array([x, y, width, height].map { .integer($0) }) }

  fileprivate var json: JSON {
    .array([x, y, width, height].map(\.part))
  }

  fileprivate init?(record json: JSON) {
    guard let numbers = json.integers(4), numbers[2] > 0, numbers[3] > 0 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension Int {
  /// Ten-thousandths as a part of one.
  fileprivate var part: JSON { .number(Double(self) / Double(FaceBox.whole)) }
  /// Tenths of a degree as degrees.
  fileprivate var degrees: JSON { .number(Double(self) / 10) }
}

extension JSON {
  /// Whether the member `name` is true.
  fileprivate func isTrue(_ name: String) -> Bool {
    if case .bool(true)? = member(name) { true } else { false }
  }

  /// The member `name`, where it is there and not null.
  fileprivate func told(_ name: String) -> JSON? {
    if let value = member(name), case .null = value { return nil }
    return member(name)
  }

  /// The elements of an array of so many whole numbers, none of them farther away than ten pictures.
  fileprivate func integers(_ count: Int) -> [Int]? {
    guard case .array(let elements) = self, elements.count == count else { return nil }
    let numbers = elements.compactMap(\.asInteger)
    let isNear = numbers.allSatisfy { $0.magnitude <= 10 * FaceBox.whole }
    return numbers.count == count && isNear ? numbers : nil
  }
}
