import Evidence
import Testing

@testable import Tools

@Suite struct KeyCheckTests {
  @Test(arguments: [
    (KeyExamination.good(id: "0123"), Finding.Verdict.good), (.absent, .warning),
    (.forbidden("/key.pem"), .warning), (.lost("/key.pem"), .bad), (.damaged("/key.pem"), .bad),
    (.unreadable("/key.pem", reason: "Input/output error"), .bad), (.mismatched("/half"), .bad),
    (.exposed("/key.pem", mode: 0o644), .bad),
  ])
  func theVerdictGoesByWhetherTheDeviceAloneCanSign(
    key: KeyExamination, verdict: Finding.Verdict
  ) {
    let finding = KeyCheck(
      folder: "/device", key: key, exhibit: Invocation(configuration: "/c.toml")
    ).finding
    #expect(finding.verdict == verdict)
    #expect((finding.fix == nil) == (verdict == .good))
  }

  @Test func aModeIsSaidAsChmodWritesIt() {
    let finding = KeyCheck(
      folder: "/", key: .exposed("/key.pem", mode: 0o644),
      exhibit: Invocation(configuration: "/c.toml")
    ).finding
    #expect(finding.sentence.english.contains("has the mode 0644"))
    #expect(finding.commands == ["sudo chmod 0600 /key.pem"])
  }
}
