import Core

/// Whether there is room for evidence.
struct SpaceCheck {
  let space: Space
  /// Free bytes under which capture pauses.
  let floor: Int

  var finding: Finding {
    let sentence = Phrase(
      .doctorSpace, Figures.bytes(space.free), Figures.bytes(space.total), Figures.bytes(floor))
    let fix = verdict == .good ? nil : Phrase(.doctorMakeRoom)
    return Finding("space", verdict, sentence, fix: fix)
  }

  private var verdict: Finding.Verdict {
    if space.free < floor { return .bad }
    return space.free < 2 * floor ? .warning : .good
  }
}
