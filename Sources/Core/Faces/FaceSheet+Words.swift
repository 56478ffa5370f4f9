/// The faces of a piece in words, and for programs.
extension FaceSheet {
  /// A sentence of the whole, and one of each face.
  package func reply(of piece: Phrase, _ number: Int, asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(json(number)) : .sentences([told(of: piece)] + faces.indices.map(sentence))
  }

  /// The sentence of a piece that `piece` names.
  func told(of piece: Phrase) -> Phrase {
    switch origin {
    case .unexamined: Phrase("faces.unexamined", "In \(piece) no program has looked for faces yet.")
    case .failed(_, let reason):
      Phrase("faces.failed", "Whether there are faces in \(piece) is not known: \(reason.words).")
    case .examined: Phrase("faces.examined", "In \(piece): \(summary).")
    case .byHand: Phrase("faces.by-hand", "In \(piece), by hand: \(summary).")
    }
  }

  /// The sentence of the active one, or that of the whole, with how many are hidden.
  package func news(of piece: Phrase) -> Phrase {
    if let active { return sentence(active) }
    let told = told(of: piece)
    let hiddenCount = faces.count(where: \.isHidden)
    return hiddenCount == 0
      ? told : .followed(told, Phrase("faces.hidden", "Hidden: \(hiddenCount)."))
  }

  /// How many, and of one alone where it is.
  private var summary: Phrase {
    let told = faces.filter(\.isTold)
    let cut = told.filter { !$0.place.edges.isEmpty }
    switch (told.count, cut.count) {
    case (0, _): return .noFace
    case (1, _): return Phrase("faces.one", "one face, \(Phrase.words(told[0].whereabouts))")
    case (let count, 0): return Phrase("faces.several", "\(count) faces")
    case (let count, 1):
      let edges = Phrase.words(cut[0].cutting)
      return Phrase("faces.several-one-cut", "\(count) faces, one \(edges)")
    case (let count, let cutCount):
      return Phrase("faces.several-cut", "\(count) faces, \(cutCount) of them cut off")
    }
  }

  /// The sentence of what the camera sees.
  var inView: Phrase {
    if let failure {
      return Phrase(
        "faces.not-in-view", "Whether faces are in view is not known: \(failure.words).")
    }
    return Phrase("faces.in-view", "In view: \(summary).")
  }

  /// The news of it for who watches: how large a face is changes with each breath.
  var inViewGist: Phrase {
    let told = faces.filter(\.isTold)
    return told.count == 1 ? .words([told[0].part.word] + told[0].cutting) : inView
  }

  /// The same for programs.
  var inViewObjects: [JSON] { faces.map { $0.json(isActive: false) } }

  /// The sentence of one of them.
  private func sentence(_ index: Int) -> Phrase {
    let words = faces[index].words + (index == active ? [Phrase("face.active", "active")] : [])
    return Phrase("face.line", "Face \(index + 1) of \(faces.count), \(Phrase.words(words)).")
  }

  /// The object that programs read, of piece `number`.
  package func json(_ number: Int) -> JSON {
    let state =
      switch origin {
      case .unexamined: "unexamined"
      case .examined: "examined"
      case .failed: "failed"
      case .byHand: "by_hand"
      }
    let objects = faces.indices.map { faces[$0].json(isActive: $0 == active) }
    return .object([
      ("number", .integer(number)), ("state", .string(state)), ("analyser", .optional(analyser)),
      ("failed", .optional(failure?.rawValue)), ("faces", .array(objects)),
    ])
  }
}

extension Face {
  /// Where it is and how large.
  fileprivate var whereabouts: [Phrase] {
    let percent = (place.width + 50) / 100
    return [part.word, Phrase("face.width", "\(percent) % wide")] + cutting
  }

  fileprivate var part: PicturePart {
    PicturePart(column: place.middleX * 3 / FaceBox.whole, row: place.middleY * 3 / FaceBox.whole)
  }

  /// By which edges it is cut off.
  fileprivate var cutting: [Phrase] {
    place.edges.map { edge in
      switch edge {
      case .left: Phrase("face.cut-left", "cut off at the left")
      case .right: Phrase("face.cut-right", "cut off at the right")
      case .top: Phrase("face.cut-top", "cut off at the top")
      case .bottom: Phrase("face.cut-bottom", "cut off at the bottom")
      }
    }
  }

  /// All that is said of it.
  fileprivate var words: [Phrase] {
    var words = whereabouts
    // A small move is heard too.
    if head != nil {
      let (x, y) = ((place.middleX + 50) / 100, (place.middleY + 50) / 100)
      words.insert(Phrase("face.at", "at \(x),\(y)"), at: 1)
    }
    if let turn { words.append(Face.turning(turn)) }
    if !isTold { words.append(Phrase("face.doubtful", "doubtful")) }
    if head?.isFitted ?? false {
      words += [Phrase("face.fitted", "fitted")] + (fit?.words ?? [])
    } else if head != nil {
      words.append(Phrase("face.placed", "placed by hand"))
    }
    switch wish {
    case .hide: words.append(Phrase("face.hidden", "hidden"))
    case .show: words.append(Phrase("face.shown", "may be seen"))
    case nil: break
    }
    return words
  }

  /// Turns of less than this, in tenths of a degree, are called upright.
  private static let upright = 150

  /// How it is turned, in steps of five degrees.
  private static func turning(_ tenths: Int) -> Phrase {
    let degrees = Face.degrees(ofTenths: tenths)
    if tenths.magnitude < upright { return Phrase("face.upright", "upright") }
    return tenths > 0
      ? Phrase("face.turned-right", "turned \(degrees)° to the right")
      : Phrase("face.turned-left", "turned \(degrees)° to the left")
  }
}

extension FaceFailure {
  /// Why, for people.
  package var words: Phrase {
    switch self {
    case .answer: Phrase("face.failed-answer", "what the analyser wrote is no answer")
    case .program: Phrase("face.failed-program", "the analyser failed")
    case .incomplete: Phrase("face.failed-incomplete", "the picture is not whole")
    case .memory: Phrase("face.failed-memory", "it takes more memory than the analyser may use")
    case .model: Phrase("face.failed-model", "the analyser's model can't be read")
    case .notJPEG: Phrase("face.failed-no-jpeg", "it is no JPEG picture")
    case .subsampling:
      Phrase(
        "face.failed-subsampling", "its colours are stored in a way that the analyser can't read")
    case .tooLarge: Phrase("face.failed-too-large", "the picture is too large for the analyser")
    case .unreadable: Phrase("face.failed-unreadable", "the analyser can't read the file")
    default: Phrase("face.failed-otherwise", "the analyser says \"\(rawValue)\"")
    }
  }
}

extension Phrase {
  /// Words with commas between; at least one.
  fileprivate static func words(_ words: [Phrase]) -> Phrase { list(words) ?? noFace }
  fileprivate static let noFace = Phrase("faces.none", "no face")
}
