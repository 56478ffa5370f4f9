import Core

/// Pictures in memory are few, and they are those that the machine knows of.
struct MemoryRule {
  func check(_ step: Step) throws(Violation) {
    let count = step.board.pictureCount
    guard count <= Storing.capacity else {
      throw Violation(Self.self, "\(count) pictures are in memory")
    }
    guard step.board.isQuiet, !step.machine.isFinished, count != step.machine.storing.count
    else { return }
    throw Violation(
      Self.self,
      "\(count) pictures are in memory, and the machine knows of \(step.machine.storing.count)")
  }
}
