import Testing

@testable import Core

@Suite struct CompletionTests {
  @Test(
    arguments: [
      ("stat", ["status"], "us "), ("st", ["status", "stick"], ""), ("frob", [], ""),
      ("power", ["powersave"], "save "), ("powersave ", ["on", "off"], "o"),
      ("powersave on ", [], ""), ("camera c", ["controls"], "ontrols "),
      ("camera set gain ", [], ""), ("slots use t", ["test", "train"], ""),
      ("db re", ["reload", "reset"], ""), ("db rel", ["reload"], "oad "),
      ("snap ", [], ""), ("snap --c", ["--count"], "ount "), ("snap --count --", [], ""),
      ("snap --count 3 --", ["--in", "--every", "--glyphs", "--json"], ""), ("delete 17 ", [], ""),
      ("delete 17 --n", ["--now"], "ow "), ("lock 17 18 o", ["on", "off"], ""),
      ("help pow", ["powersave"], "ersave "), ("light storage", ["storage-low"], "-low "),
      ("clip start ", ["test", "train"], "t"), ("clip show 3 --at", ["--at"], " "),
      ("set colour ", ["default", "none", "16", "256", "24"], ""), ("set size a", ["ask"], "sk "),
      ("list --kind ph", ["photo"], "oto "), ("list --state de", ["deleted"], "leted "),
      ("thing add Cup --category wat", ["watches"], "ches "), ("thing set mod", ["model"], "el "),
      ("effect tri", ["triangles"], "angles "), ("set eff", ["effect"], "ect "),
      ("nonsense ", [], ""), ("  resu", ["resume"], "me "), ("mask free 1 ", [], ""),
    ] as [(String, [String], String)])
  func aWordIsCompleted(text: String, candidates: [String], insertion: String) {
    let completion = Completion(of: text)
    #expect(completion.candidates == candidates)
    #expect(completion.insertion == insertion)
  }

  @Test func whatSeveralHaveInCommonIsPutIn() {
    #expect(Completion(of: "r").candidates == ["request", "redact", "review", "resume"])
    #expect(Completion(of: "r").insertion == "e")
  }

  @Test func nothingTypedNamesAllCommands() {
    #expect(Completion(of: "").candidates == Command.table.map(\.name))
  }

  /// Each word that a usage has in small letters comes up where it stands.
  @Test func everyUsageIsRead() {
    for entry in Command.table {
      let words = Completion.words(after: [entry.name])
      for word in words { #expect(!word.contains { "[]|".contains($0) }, "\(entry.name): \(word)") }
      if entry.usage.contains("[--json]") { #expect(words.contains("--json"), "\(entry.name)") }
    }
  }
}
