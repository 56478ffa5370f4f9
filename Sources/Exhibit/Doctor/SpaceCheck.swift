import Core

/// Whether there is room for evidence.
struct SpaceCheck {
  let space: Space
  /// Free bytes under which capture pauses.
  let floor: Int

  var finding: Finding {
    let sentence = Phrase.doctorSpace(
      Figures.bytes(space.free), Figures.bytes(space.total), Figures.bytes(floor))
    let fix = verdict == .good ? nil : Phrase.doctorMakeRoom
    return Finding("space", verdict, sentence, fix: fix)
  }

  private var verdict: Finding.Verdict {
    if space.free < floor { return .bad }
    return space.free < 2 * floor ? .warning : .good
  }
}

extension Phrase {
  static func doctorSpace(_ free: String, _ total: String, _ floor: String) -> Phrase {
    Phrase(
      "doctor.space", "There are {1} free of {2}; capture pauses under {3}.", free, total, floor)
  }

  static let doctorMakeRoom = Phrase(
    "doctor.space.make", "move evidence away, or fit a larger card.")
}
