import Testing

@testable import Core

@Suite struct NoteQueueTests {
  private var queue = NoteQueue()
  private var steps = Steps()

  /// The note that the instant is the end of.
  private func note(_ number: Int) -> Note {
    .gap(Gap(from: .at(0), to: .at(Double(number)), cause: .fault))
  }

  private var losses: Int {
    steps.effects.count { effect in
      if case .service(.log(.warning, "Store", let phrase)) = effect {
        phrase.key == "notes.given-up"
      } else {
        false
      }
    }
  }

  @Test mutating func allThatWaitCostOneFlush() {
    queue.add([note(1)], &steps)
    queue.add([note(2)], &steps)
    queue.offer(&steps)
    #expect(steps.flushes == [.store(.note([note(1), note(2)]))])
  }

  @Test mutating func nothingIsOfferedTwiceBeforeTheStoreAnswers() {
    queue.add([note(1)], &steps)
    queue.offer(&steps)
    queue.add([note(2)], &steps)
    queue.offer(&steps)
    #expect(steps.flushes.count == 1)
    queue.recorded()
    queue.offer(&steps)
    #expect(steps.flushes.last == .store(.note([note(2)])))
  }

  @Test mutating func whatTheStoreRefusesGoesAgainBeforeWhatCameLater() {
    queue.add([note(1)], &steps)
    queue.offer(&steps)
    queue.add([note(2)], &steps)
    queue.refused(&steps)
    queue.offer(&steps)
    #expect(steps.flushes.last == .store(.note([note(1), note(2)])))
  }

  @Test mutating func whatIsRecordedIsForgotten() {
    queue.add([note(1)], &steps)
    queue.offer(&steps)
    #expect(!queue.isEmpty)
    queue.recorded()
    #expect(queue.isEmpty)
    queue.refused(&steps)
    #expect(queue.isEmpty)
  }

  @Test mutating func theOldestAreGivenUpWhereTooManyWaitAndThatIsToldOnce() {
    queue.add((0..<NoteQueue.capacity).map(note), &steps)
    #expect(losses == 0)
    queue.offer(&steps)
    queue.add([note(98), note(99)], &steps)
    #expect(losses == 0)
    queue.refused(&steps)
    queue.add([note(100)], &steps)
    #expect(losses == 1)
    #expect(queue.waiting.count == NoteQueue.capacity)
    #expect(queue.waiting.first == note(3))
    #expect(queue.waiting.last == note(100))
  }

  @Test mutating func nothingComesAfterTheLast() {
    queue.close(with: .programStopped(isShutdown: true), &steps)
    queue.close(with: .programStopped(isShutdown: true), &steps)
    queue.add([note(1)], &steps)
    #expect(queue.waiting == [.programStopped(isShutdown: true)])
  }
}

@Suite struct ClockWatchTests {
  private static let told = WallTime.told(1), synchronised = WallTime.synchronised(1)

  /// What is read one after the other, and what is to be recorded of it.
  private static let found = Note.clockChanged(to: .synchronised, from: .unset)
  private static let courses: [([WallTime], [Note])] = [
    ([.unset], []), ([synchronised], []), ([.unset, .unset], []),
    ([.unset, synchronised], [found]),
    (
      [.unset, told, synchronised],
      [.clockChanged(to: .told, from: .unset), .clockChanged(to: .synchronised, from: .told)]
    ),
    ([synchronised, .unset, synchronised, synchronised], [found]), ([told, .unset], []),
  ]

  @Test(arguments: courses)
  func onlyAClockThatBecomesKnownIsRecorded(readings: [WallTime], notes: [Note]) {
    var watch = ClockWatch()
    #expect(readings.compactMap { watch.read($0) } == notes)
  }
}
