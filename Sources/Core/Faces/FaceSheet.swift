/// The faces of one piece, by which everything that shows or hides them goes.
package struct FaceSheet: Hashable, Sendable {
  /// Where they come from.
  package enum Origin: Hashable, Sendable {
    /// No program has looked at the piece, and no person has put a face there.
    case unexamined
    /// What a program found.
    case examined(by: String)
    /// A program could not look at it, for this reason.
    case failed(by: String, FaceFailure)
    /// What a person made of them.
    case byHand
  }

  package var origin: Origin
  package var faces: [Face]
  /// Place of the one that actions are about, from 0; nil: they are about all.
  package var active: Int?

  package init(_ origin: Origin, _ faces: [Face] = [], active: Int? = nil) {
    (self.origin, self.faces) = (origin, faces)
    self.active = active.flatMap { faces.indices.contains($0) ? $0 : nil }
  }

  /// The program that has looked at the piece; nil where none has, or a person has made something else of that.
  package var analyser: String? {
    switch origin {
    case .examined(let name), .failed(let name, _): name
    case .unexamined, .byHand: nil
    }
  }

  /// Why a program could not look at the piece.
  package var failure: FaceFailure? {
    if case .failed(_, let reason) = origin { reason } else { nil }
  }

  /// Whether what is done next is about the face at this place.
  package func isMeant(_ index: Int) -> Bool { active.map { $0 == index } ?? true }

  /// How many people are told of.
  package var toldCount: Int { faces.count(where: \.isTold) }
}

/// Why a program could not look for faces: a word for records and programs.
///
/// What is not in this list is a word of a program of somebody's own.
package struct FaceFailure: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init?(rawValue: String) {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let isWord = rawValue.utf8.allSatisfy { $0 == UInt8(ascii: "_") || letters.contains($0) }
    guard (1...32).contains(rawValue.utf8.count), isWord else { return nil }
    self.rawValue = rawValue
  }

  private init(_ word: StaticString) { rawValue = "\(word)" }

  /// What the program wrote is no answer.
  package static let answer = FaceFailure("answer")
  /// The program broke off, or was ended.
  package static let program = FaceFailure("program")
  static let incomplete = FaceFailure("incomplete")
  static let memory = FaceFailure("memory")
  static let model = FaceFailure("model")
  static let notJPEG = FaceFailure("no_jpeg")
  static let subsampling = FaceFailure("subsampling")
  static let tooLarge = FaceFailure("too_large")
  static let unreadable = FaceFailure("unreadable")
}

/// The faces that somebody takes away.
package enum FaceRemoval: Hashable, Sendable {
  /// The active one, or the only one.
  case one
  case all
  /// All, if none is active and there are as many as somebody was asked about.
  case asked(Int)
}

/// What a person does with the faces of a piece.
package enum FaceAction: Hashable, Sendable {
  case select(Target)
  case unselect
  /// Put a head on the face that is nearest to this point, or else there.
  case place(PicturePoint)
  /// Move heads by so much to the right and down.
  case move(right: Int, down: Int)
  /// Make heads so large, in per cent of what they are.
  case scale(percent: Int)
  /// Turn heads clockwise by so many tenths of a degree.
  case turn(Int)
  /// Put heads there as they were fitted to the faces.
  case fit
  /// Take heads away, and a face that has none.
  case remove(FaceRemoval)
  case hide
  case show
  /// There is no face in it.
  case none
  /// Take what a program found now, at a person's wish.
  case find([Face], by: String)

  /// A face that is meant.
  package enum Target: Hashable, Sendable {
    /// The one of this number, from 1.
    case number(Int)
    case point(PicturePoint)
  }

  /// The word for records, which is that of the command.
  package var name: String {
    switch self {
    case .select: "select"
    case .unselect: "unselect"
    case .place: "place"
    case .move: "move"
    case .scale: "scale"
    case .turn: "turn"
    case .fit: "fit"
    case .remove: "remove"
    case .hide: "hide"
    case .show: "show"
    case .none: "none"
    case .find: "find"
    }
  }
}
