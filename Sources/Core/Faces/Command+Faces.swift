/// Looking at the faces of a piece, and saying which are there and which are to be hidden.
extension Command {
  static let faces = [
    Command(
      name: "face",
      usage: """
        face [list|find|select FACE|unselect|place POINT|move POINT|scale PERCENT|turn DEGREES|fit|remove \
        [all]|hide|show|none|save|undo] [--piece NUMBER] [--json]
        """,
      help: Phrase("help.face", "lists the faces in the piece under review, or changes them."),
      access: .full,
      words: [
        Phrase(
          "help.face.find", "\"find\" has a program look for faces now, again where it has before."),
        Phrase(
          "help.face.select",
          """
          "select 2" or "select 30,40" makes a face the active one; "unselect" none. Actions are about \
          the active face, or about all.
          """
        ),
        Phrase(
          "help.face.place",
          """
          "place 30,40" puts a head on the nearest face, or else there; places are in per cent from the \
          top left.
          """
        ),
        Phrase(
          "help.face.move",
          """
          "move 5,-2" moves a head to the right and down, "scale 120" makes it larger, "turn -15" turns \
          it to the left.
          """
        ),
        Phrase(
          "help.face.fit",
          "\"fit\" puts a head as the analyser fitted it, and says in what the face differs from it."
        ),
        Phrase(
          "help.face.remove",
          """
          "remove" takes a head away, and a face that has none; "remove all" takes all, "none" says that \
          there is none.
          """
        ),
        Phrase(
          "help.face.hide",
          "\"hide\" marks a face that no copy is to show; \"show\" takes that back."),
        Phrase(
          "help.face.save",
          "\"save\" writes the faces into a file beside the evidence, and the picture with them into another."
        ),
        Phrase(
          "help.face.undo",
          "\"undo\" takes the latest of all that back; \"undo\" by itself never does."),
        .helpOtherPiece,
      ],
      example: "face place 30,40", read: readFace)
  ]

  private static func readFace(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    let number = try words.namedPiece()
    let word = words.next() ?? "list"
    switch word {
    case "list":
      return .asks { machine, session throws(CommandError) in
        machine.read(.faces(try machine.reviewed(number, by: session)), for: session, json)
      }
    case "find":
      return .changes { machine, session throws(CommandError) in
        try machine.findFaces(in: try machine.reviewed(number, by: session), for: session)
      }
    case "undo": return changesFaces(of: number) { .undoFaces($0) }
    case "save": return changesFaces(of: number) { .saveFaces($0) }
    case "remove" where !json && words.peek() != "all":
      return .changes { machine, session throws(CommandError) in
        let number = try machine.reviewed(number, by: session)
        try machine.ask(toLose: .faces(of: number), for: session, isProgram: false)
      }
    default:
      guard let action = try FaceAction(word, &words) else {
        throw CommandError(
          Phrase("face.unknown", "\"face\" knows no \"\(word)\"; \"help face\" says what it knows.")
        )
      }
      return changesFaces(of: number) { .changeFaces($0, action) }
    }
  }

  private static func changesFaces(
    of number: Int?, _ change: @escaping @Sendable (Int) -> StoreChange
  ) -> Demand {
    .changes { machine, session throws(CommandError) in
      let number = try machine.reviewed(number, by: session)
      machine.ask(for: change(number), by: .console(session))
    }
  }
}

extension FaceAction {
  /// Sizes to which a head can be made at once, in per cent of its own.
  private static let scales = 10...1000
  /// Turns of one at once, in degrees.
  private static let degrees = -180...180

  /// The action called `word`, with the words after it; nil where there is none.
  fileprivate init?(_ word: String, _ words: inout CommandWords) throws(CommandError) {
    switch word {
    case "select": self = .select(try Target(&words))
    case "unselect": self = .unselect
    case "place": self = .place(try words.point())
    case "move":
      guard let by = words.pair(-100...100) else {
        throw CommandError(.faceMove(Figures.brief(-100.0), Figures.brief(100.0)))
      }
      self = .move(right: by.x, down: by.y)
    case "scale":
      self = .scale(percent: try words.number(of: "\"face scale\"", in: FaceAction.scales))
    case "turn": self = .turn(10 * (try words.number(of: "\"face turn\"", in: FaceAction.degrees)))
    case "fit": self = .fit
    case "remove": self = .remove(words.take("all") ? .all : .one)
    case "hide": self = .hide
    case "show": self = .show
    case "none": self = .none
    default: return nil
    }
  }
}

extension FaceAction.Target {
  /// A number, or two per cent.
  fileprivate init(_ words: inout CommandWords) throws(CommandError) {
    if words.peek()?.contains(",") ?? false {
      self = .point(try words.point())
    } else {
      self = .number(try words.number(of: "\"face select\"", in: 1...Face.mostCount))
    }
  }
}

extension CommandWords {
  /// Takes two per cent of a picture with a comma between, such as `30,40.5`.
  fileprivate mutating func point() throws(CommandError) -> PicturePoint {
    guard let point = pair(0...100) else {
      throw CommandError(.facePoint(Figures.brief(0.0), Figures.brief(100.0)))
    }
    return point
  }

  /// Takes two per cent in this range; nil where the next word is none.
  fileprivate mutating func pair(_ range: ClosedRange<Double>) -> PicturePoint? {
    let parts = (next() ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter { range.contains($0) }
    guard parts.count == 2, numbers.count == 2 else { return nil }
    let scale = Double(FaceBox.whole) / 100
    return PicturePoint(Int((numbers[0] * scale).rounded()), Int((numbers[1] * scale).rounded()))
  }
}

extension Phrase {
  static let helpFacesInView = Phrase(
    "help.faces-in-view",
    "\"--faces\" tells the faces too, which the analyser looks for every 2 s at most and not before a photo."
  )

  static func faceMove(_ least: Figure, _ most: Figure) -> Phrase {
    Phrase(
      "face.move",
      "Say two per cent from \(least) to \(most) with a comma between: to the right and down, such as 5,-2."
    )
  }

  static func facePoint(_ least: Figure, _ most: Figure) -> Phrase {
    Phrase(
      "face.point",
      """
      Say two per cent from \(least) to \(most) with a comma between: from the left and from the top, \
      such as 30,40.
      """
    )
  }
}
