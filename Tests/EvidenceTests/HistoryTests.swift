import Testing

@testable import Evidence

/// Two histories of one store, whole and with holes.
@Suite struct HistoryTests {
  private func history(_ numbers: [Int], _ word: String = "a") -> History {
    var history = History()
    for number in numbers { history.add(Digest.of("\(word)\(number)"), as: number) }
    return history
  }

  @Test func theFirstRecordThatIsAnotherIsFoundAlsoBehindHoles() {
    let whole = history(Array(1...9))
    #expect(whole.parting(from: history([1, 2, 3])) == nil)
    #expect(whole.parting(from: history([1, 5, 6, 9])) == nil)
    #expect(history([2, 3]).parting(from: history([5, 6], "b")) == nil)
    var other = history([1, 2, 6])
    other.add(Digest.of("b7"), as: 7)
    other.add(Digest.of("b8"), as: 8)
    #expect(whole.parting(from: other) == 7 && other.parting(from: whole) == 7)
  }

  @Test func whatItLacksIsNamed() {
    #expect(history([1, 2, 5, 9]).gaps(from: 1, to: 9) == [3...4, 6...8])
    #expect(history([5]).gaps(from: 3, to: 8) == [3...4, 6...8])
    #expect(history([1, 2]).gaps(from: 1, to: 2).isEmpty)
    #expect(history([]).gaps(from: 4, to: 6) == [4...6])
    #expect(history([7, 8]).gaps(from: 2, to: 4) == [2...4])
  }

  @Test func aHashIsFoundByItsNumber() {
    let history = history([1, 2, 5])
    #expect(history.hash(of: 5) == Digest.of("a5") && history.hash(of: 2) == Digest.of("a2"))
    #expect(history.hash(of: 3) == nil && history.hash(of: 6) == nil && history.hash(of: 0) == nil)
  }
}
