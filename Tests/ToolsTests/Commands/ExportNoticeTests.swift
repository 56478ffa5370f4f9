import Evidence
import Testing

@testable import Tools

@Suite struct ExportNoticeTests {
  private func digests(_ numbers: [Int]) -> [Int: String] {
    numbers.reduce(into: [:]) { $0[$1] = "digest \($1)" }
  }

  @Test func aThousandInARowFitOneLine() {
    let batches = ExportNotice.batches(digests(Array(1...2001)))
    #expect(batches.map(\.numbers.count) == [1000, 1000, 1])
    #expect(batches[1] == ReadBackPieces(digests(Array(1001...2000))))
  }

  @Test func numbersWithGapsAreToldInAsManyLinesAsTheyNeed() {
    let numbers = Array(stride(from: 100_001, to: 101_001, by: 2))
    let batches = ExportNotice.batches(digests(numbers))
    #expect(batches.flatMap(\.numbers) == numbers)
    let lengths = batches.map { $0.numbers.map { "\($0) ".utf8.count }.reduce(0, +) }
    #expect(lengths.allSatisfy { $0 < 900 } && batches.count < 6)
  }

  @Test func nothingIsNoLine() {
    #expect(ExportNotice.batches([:]).isEmpty)
  }

  private static let accepted = #"{"key":"pieces.exported","sentence":"Copies."}"#
  private static let made = #"{"key":"export.made","sentence":"Files."}"#
  private static let refused = #"{"key":"other","sentence":"No \"1\" here."}"#

  @Test(arguments: [
    ([accepted, accepted], "heard"), ([accepted, made], "heard"), ([accepted], "uncertain"),
    ([], "uncertain"), ([accepted, refused], "uncertain"), ([refused, refused], "unheard"),
  ])
  func whatIsHeardFitsWhatEachLineWasAnswered(answers: [String], name: String) {
    let hearing = ExportNotice.outcome(answers.joined(separator: "\n"), of: 2)
    #expect("\(hearing)".hasPrefix(name))
  }

  @Test func aRefusalIsASentence() {
    guard case .unheard(let reason) = ExportNotice.outcome(ExportNoticeTests.refused, of: 1)
    else { return #expect(Bool(false)) }
    #expect(reason.english.contains(#"It answered: No "1" here."#))
  }
}
