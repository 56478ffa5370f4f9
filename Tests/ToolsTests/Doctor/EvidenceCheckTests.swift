import Core
import Evidence
import Glibc
import Testing

@testable import Tools

@Suite struct EvidenceCheckTests {
  private func findings(
    _ database: DatabaseCheck = .whole, _ totals: [String: Int] = ["stored": 3],
    changed: [Int] = [], _ resumption: Resumption? = nil
  ) -> [Finding] {
    EvidenceCheck(
      database: database, byteCount: 1_500_000, path: "/store", totals: totals, changed: changed,
      resumption: resumption, exhibit: Invocation(configuration: "/c.toml")
    ).findings
  }

  @Test func aStoreThatWasSetBackIsAWarning() {
    let resumption = Resumption(seen: "9:ab", head: "7:cd")
    #expect(findings()[1].verdict == .good)
    let finding = findings(.whole, ["stored": 3], changed: [], resumption)[1]
    #expect(finding == Finding("history", .warning, resumption.phrase))
  }

  @Test func newFilesThatHoldSomethingElseAreNamed() {
    #expect(findings().last?.verdict == .good)
    let finding = findings(changed: [3, 7]).last
    #expect(finding?.verdict == .bad && finding?.sentence.english.hasSuffix(": 3, 7.") == true)
  }

  @Test(arguments: [
    (DatabaseCheck.whole, Finding.Verdict.good), (.unfinished, .warning), (.damaged("x"), .bad),
  ])
  func theDatabaseIsJudgedByWhatSQLiteSays(check: DatabaseCheck, verdict: Finding.Verdict) {
    #expect(findings(check).first?.verdict == verdict)
  }

  @Test(arguments: [
    (["stored": 3, "adopted": 2], Finding.Verdict.good), ([:], .good),
    (["stored": 3, "missing": 1], .bad), (["altered": 1], .bad),
  ])
  func aPieceWithoutItsFileIsBad(totals: [String: Int], verdict: Finding.Verdict) {
    #expect(findings(.whole, totals)[2].verdict == verdict)
  }

  @Test func eachCommandRepeatsStoreAndConfiguration() {
    let commands = findings(.damaged("x"), ["missing": 1], changed: [1]).flatMap(\.commands)
    #expect(
      commands == [
        "sudo systemctl stop exhibit",
        "sudo exhibit store rebuild --store /store --config /c.toml",
        "exhibit list --store /store --config /c.toml",
        "exhibit verify --store /store --config /c.toml",
      ])
  }

  @Test func bothCountsAreSaid() {
    let sentence = findings(.whole, ["stored": 5, "missing": 1, "altered": 2])[2].sentence
    #expect(
      sentence.english == "Pieces: 8. The files of 1 are missing, those of 2 were changed.")
  }

  @Test func whereNoDatabaseIsThereIsNothingToSay() {
    #expect(
      EvidenceCheck.findings(
        in: "/nonexistent", Invocation(configuration: "/c.toml")
      ).isEmpty)
  }
}

@Suite struct AttributeCheckTests {
  @Test func aRefusalIsAWarningWithItsReason() {
    let finding = AttributeCheck(refusal: SystemError(call: "fsetxattr", code: ENOTSUP)).finding
    #expect(finding.verdict == .warning)
    #expect(finding.sentence.english.contains("attributes: Operation not supported."))
    #expect(AttributeCheck(refusal: nil).finding.verdict == .good)
  }
}
