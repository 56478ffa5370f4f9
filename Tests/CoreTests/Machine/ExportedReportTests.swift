import Testing

@testable import Core

/// What programs of the board tell of copies that they have read back.
@Suite struct ExportedReportTests {
  private static let digest = String(repeating: "0f", count: 32)
  private static let line = "exported 1-2 4 --sha256 \(digest)"
  private let change = StoreChange.piecesExported([1, 2, 4], sha256: digest)

  private func refusal(_ line: String, _ access: Access) -> String? {
    do throws(CommandError) {
      _ = try Command.parse(line, access: access)
      return nil
    } catch {
      return error.phrase.key
    }
  }

  @Test func onlyTheSocketMaySayIt() {
    #expect(refusal(Self.line, .local) == nil)
    #expect(refusal(Self.line, .full) == "console.local-only")
    #expect(refusal(Self.line, .status) == "console.status-only")
    #expect(refusal("delete 1", .local) == nil && refusal("status", .local) == nil)
  }

  private static let incomplete = [
    ("exported 1", "exported.digest-needed"), ("exported 1 --sha256 0f", "exported.digest-needed"),
    ("exported --sha256 \(digest)", "piece.number-needed"),
    ("exported 1 --sha256 \(digest.uppercased())", "exported.digest-needed"),
    ("exported x --sha256 \(digest)", "piece.number-needed"),
    ("exported 1 --sha256 \(digest) --medium", "exported.medium-needed"),
    ("exported 1 --medium --sha256 \(digest)", "exported.medium-needed"),
  ]

  @Test(arguments: incomplete)
  func aReportWithoutNumbersOrDigestIsExplained(line: String, key: String) {
    #expect(refusal(line, .local) == key)
  }

  private static func export(_ choice: MadeExport.Choice) -> MadeExport {
    MadeExport(
      head: "17:\(digest)", list: digest, fileCount: 3, choice, program: "9", language: "en")
  }

  @Test(arguments: [MadeExport.Choice.all, .thing(3), .request(2), .new])
  func anExportIsReadAsItIsToldOf(choice: MadeExport.Choice) {
    let export = Self.export(choice)
    #expect(Recording([Cue.line(export.line, at: 5, .local)]).changes == [.exportMade(export)])
  }

  @Test(arguments: [
    "--list", "--head", "--files", "--choice", "--program", "--language",
  ])
  func anExportOfWhichHalfIsToldIsExplained(without option: String) {
    var words = Self.export(.all).line.split(separator: " ")
    words.removeAll { $0 == option }
    let key = option == "--list" ? "exported.digest-needed" : "exported.facts-needed"
    #expect(refusal(words.joined(separator: " "), .local) == key)
  }

  @Test(arguments: ["all:1", "thing", "thing:x", "new:", "", "thing:1:2"])
  func aChoiceThatIsNoneIsExplained(word: String) {
    let line = Self.export(.all).line
      .split(separator: " ").map { $0 == "all" ? word : String($0) }.joined(separator: " ")
    #expect(refusal(line, .local) == "exported.facts-needed")
  }

  @Test func itWaitsForPhotosThatAreTakenAndNobodyHearsItSpoken() {
    let run = Recording(
      .board { $0.hasVoice = true },
      [Cue.press(5), Cue.line(Self.line, at: 6, .local), Cue.line("delete 3", at: 6.5, from: 2)])
    #expect(run.changes == [change])
    #expect(run.answered(1) == 1)
    let made = run.entries.first { $0.effect.isExported }?.at
    #expect(made.map { $0 > .at(8) } == true)
    #expect(!run.entries.contains { $0.effect.isSpoken("test.changed") })
  }
}

extension Effect {
  fileprivate var isExported: Bool {
    if case .store(.change(.piecesExported, _)) = self { true } else { false }
  }

  fileprivate func isSpoken(_ key: String) -> Bool {
    if case .voice(.say(let phrase)) = self { phrase.key == key } else { false }
  }
}
