import Testing

@testable import Core

/// Requests as others write them.
@Suite struct RequestFileTests {
  private func read(_ text: String) -> Result<RequestFile, Failure> {
    Result { () throws(Failure) in try RequestFile(Array(text.utf8), called: "r.json") }
  }

  private func refusal(_ text: String) -> String? {
    switch read(text) {
    case .success: nil
    case .failure(let failure): failure.kind == .refused ? failure.phrase.key : "\(failure)"
    }
  }

  @Test func aWholeRequestIsRead() throws {
    let file = try read(
      """
      {"url": "https://a.example/1", "type": "insurance", "title": "Watch", "priority": "high",
       "required_evidence": ["Front", "Back"], "due_date": "2026-04-01", "delivery_target": "a@b"}
      """
    ).get()
    #expect(file.items == ["Front", "Back"] && file.due == "2026-04-01" && file.title == "Watch")
    #expect(RequestFile(recorded: CanonicalJSON(.object(file.members)).text) == file)
  }

  @Test func whatMayBeLeftOutIsFilledIn() throws {
    let file = try read(#"{"url": "u", "required_evidence": ["Front"]}"#).get()
    #expect(file.title == "u" && file.type == "evidence" && file.priority == nil)
  }

  private static let wrong: [(String, String)] = [
    ("", "request.no-json"), ("{", "request.no-json"), ("[1", "request.no-json"),
    (#"{"url": "u", "url": "v", "required_evidence": ["a"]}"#, "request.no-json"),
    (#"{"url": "u", "required_evidence": ["a"]} x"#, "request.no-json"),
    (String(repeating: "[", count: 30_000), "request.no-json"),
    (String(repeating: " ", count: 65_537), "request.too-large"),
    ("[]", "request.no-object"), ("17", "request.no-object"),
    (#"{"url": "u", "required_evidence": ["a"], "ulr": 1}"#, "request.strange"),
    (#"{"required_evidence": ["a"]}"#, "request.missing"),
    (#"{"url": 1, "required_evidence": ["a"]}"#, "request.text"),
    (#"{"url": "a\u001b[2J", "required_evidence": ["a"]}"#, "request.text"),
    (#"{"url": " ", "required_evidence": ["a"]}"#, "request.text"),
    (#"{"url": "u"}"#, "request.items"),
    (#"{"url": "u", "required_evidence": []}"#, "request.items"),
    (#"{"url": "u", "required_evidence": "a"}"#, "request.items"),
    (#"{"url": "u", "required_evidence": ["a", 1]}"#, "request.item-wrong"),
    (#"{"url": "u", "required_evidence": ["a\nb"]}"#, "request.item-wrong"),
    (#"{"url": "u", "required_evidence": ["a"], "priority": "very"}"#, "request.priority-wrong"),
    (#"{"url": "u", "required_evidence": ["a"], "due_date": "2026-02-30"}"#, "request.due-wrong"),
  ]

  @Test(arguments: wrong) func whatIsWrongIsNamed(_ text: String, _ key: String) {
    #expect(refusal(text) == key)
  }

  @Test func aByteOrderMarkSaysNothing() throws {
    let plain = #"{"url": "u", "required_evidence": ["Front"]}"#
    let (marked, unmarked) = (try read("\u{FEFF}" + plain).get(), try read(plain).get())
    #expect(marked == unmarked)
    #expect(refusal("\u{FEFF}\u{FEFF}" + plain) == "request.no-json")
  }

  @Test func bytesThatAreNoTextAreRefused() {
    let bytes = Array(#"{"url": "u", "required_evidence": [""#.utf8) + [0xFF] + Array(#""]}"#.utf8)
    let result = Result { () throws(Failure) in try RequestFile(bytes, called: "r.json") }
    guard case .failure(let failure) = result else { return #expect(Bool(false)) }
    #expect(failure.phrase.key == "request.no-json")
  }

  @Test func moreItemsThanAListHasAreRefused() {
    let items = Array(repeating: "\"a\"", count: Checklist.mostItems + 1).joined(separator: ",")
    #expect(refusal(#"{"url": "u", "required_evidence": ["# + items + "]}") == "request.items")
  }
}
