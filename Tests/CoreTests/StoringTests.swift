import Testing

@testable import Core

@Suite struct StoringTests {
  private var storing = Storing()

  private func shot(_ id: Int) -> Shot {
    let series = Series(origin: .at(0), countdown: .zero, interval: .seconds(1), count: 9)
    return Shot(id: id, series: series, index: id - 1, frame: .at(Double(id)))
  }

  private mutating func add(_ ids: ClosedRange<Int>, isConfirmed: Bool = true, isKept: Bool = true)
  {
    for id in ids {
      storing.add(shot(id), isConfirmed: isConfirmed)
      if isKept { _ = storing.kept(id) }
    }
  }

  private mutating func next(_ now: Double = 10, planned: Double? = nil) -> Int? {
    storing.next(at: .at(now), nextPlanned: planned.map { .at($0) })?.id
  }

  @Test mutating func aPhotoThatIsNotInMemoryYetIsNotWritten() {
    add(1...1, isKept: false)
    #expect(next() == nil)
  }

  @Test mutating func aTentativePhotoIsNotWritten() {
    add(1...1, isConfirmed: false)
    #expect(next() == nil)
    #expect(!storing.isBusy)
    #expect(!storing.isEmpty)
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  mutating func aPhotoIsReadyWhenItIsWantedAndInMemory(isConfirmed: Bool, isKept: Bool) {
    add(1...1, isConfirmed: isConfirmed, isKept: isKept)
    #expect(storing.isReady == (isConfirmed && isKept))
  }

  @Test mutating func aPhotoWaitsWhileTheNextIsDueBeforeTheMediumIsDone() {
    add(1...1)
    #expect(next(10, planned: 10.25) == nil)
    #expect(next(10, planned: 10.251) == 1)
  }

  @Test mutating func aMeasuredMediumIsTrusted() {
    add(1...2)
    _ = next()
    _ = storing.stored(1, after: .milliseconds(20), at: .at(0))
    #expect(next(10, planned: 10.021) == 2)
  }

  @Test mutating func fourPhotosMakeRoomHoweverSoonTheNextIsDue() {
    add(1...4)
    #expect(storing.isFull)
    #expect(next(10, planned: 10.001) == 1)
  }

  @Test mutating func oneIsWrittenAtATimeInTheOrderOfTaking() {
    add(1...2)
    #expect(next() == 1)
    #expect(storing.isWriting)
    #expect(next() == nil)
    _ = storing.stored(1, after: .milliseconds(20), at: .at(0))
    #expect(!storing.isWriting)
    #expect(next() == 2)
  }

  @Test mutating func confirmingTellsWhetherAPhotoIsInMemory() {
    add(1...1, isConfirmed: false, isKept: false)
    #expect(storing.confirm() == false)
    add(2...2, isConfirmed: false)
    #expect(storing.confirm() == true)
    #expect(storing.confirm() == false)
  }

  @Test mutating func abandoningDropsOnlyTentativePhotos() {
    add(1...1)
    add(2...3, isConfirmed: false)
    #expect(storing.abandon() == [2, 3])
    #expect(storing.count == 1)
  }

  @Test mutating func aFailedPhotoMakesRoom() {
    add(1...4)
    #expect(storing.remove(2, at: .at(0)) == shot(2))
    #expect(!storing.isFull)
    #expect(storing.remove(2, at: .at(0)) == nil)
  }

  @Test mutating func anAnswerAboutADroppedPhotoIsNothing() {
    add(1...1, isConfirmed: false, isKept: false)
    _ = storing.abandon()
    #expect(storing.kept(1) == false)
    #expect(storing.stored(1, after: .zero, at: .at(0)) == nil)
  }
}

@Suite struct FlushTimesTests {
  private var times = FlushTimes()

  @Test func anUnknownMediumIsTakenForASlowOne() {
    #expect(times.p99 == .milliseconds(250))
  }

  @Test mutating func oneMeasurementIsBelieved() {
    times.record(.milliseconds(7))
    #expect(times.p99 == .milliseconds(7))
  }

  @Test mutating func oneOfAHundredMayTakeLonger() {
    for milliseconds in 1...99 { times.record(.milliseconds(milliseconds)) }
    times.record(.seconds(9))
    #expect(times.p99 == .milliseconds(99))
  }

  @Test mutating func twoOfAHundredMayNot() {
    for _ in 1...98 { times.record(.milliseconds(1)) }
    for _ in 1...2 { times.record(.seconds(9)) }
    #expect(times.p99 == .seconds(9))
  }

  @Test mutating func theOldestIsForgotten() {
    for _ in 1...100 { times.record(.seconds(9)) }
    for _ in 1...100 { times.record(.milliseconds(1)) }
    #expect(times.p99 == .milliseconds(1))
  }
}
