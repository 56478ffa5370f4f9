import Core
import Testing

@testable import Evidence

/// Settings that people keep are records, and a table that follows from them.
@Suite struct KeptSettingTests {
  private static let news = Phrase("test.kept", "Kept.")

  private func keep(_ settings: [KeptSetting], in store: inout Store) throws {
    let change = StoreChange.keep(settings, news: Self.news)
    #expect(try store.make(change, for: .console(SessionID(number: 1)), at: .sample()) == Self.news)
  }

  private func folder() throws -> (TemporaryFolder, StoreSetup) {
    let folder = TemporaryFolder()
    var setup = folder.setup
    setup.defaults = "\(folder.path)/default.sqlite"
    try DefaultDatabase.make(setup.defaults, with: ["en": ["a": "A"], "de": ["a": "Ä"]])
    return (folder, setup)
  }

  @Test func whatIsKeptIsThereAfterTheStoreIsOpenedAgainAndRebuilt() throws {
    let folder = TemporaryFolder()
    let kept = [KeptSetting(.cell, "60"), KeptSetting(.effect, "circles")]
    do {
      var store = try folder.open()
      try keep([KeptSetting(.effect, "circles"), KeptSetting(.jitter, "5")], in: &store)
      try keep([KeptSetting(.cell, "60"), KeptSetting(.jitter, nil)], in: &store)
      #expect(try store.archive.keptSettings() == kept)
      #expect(
        try store.rows("SELECT payload FROM records WHERE kind = 'setting.kept' ORDER BY sequence")
          .last
          == #"{"name":"jitter","requester":"console","value":null}"#)
    }
    #expect(try folder.open(at: .sample(20)).archive.keptSettings() == kept)
    #expect(try Rebuild(folder.path).obstacle == nil)
    let store = try folder.open(at: .sample(30))
    #expect(try store.archive.keptSettings() == kept)
    let verification = try Verification(ofStoreIn: folder.path, Trust())
    #expect(verification.flaws.flatMap { $0.kept.map(\.kind) } == [])
  }

  @Test(arguments: [false, true])
  func aResetForgetsThemUnlessItIsToKeepThem(keepsSettings: Bool) throws {
    let (folder, setup) = try folder()
    let kept = [KeptSetting(.cell, "60"), KeptSetting(.effect, "circles")]
    do {
      var store = try folder.open()
      try keep(kept + [KeptSetting(.jitter, "5")], in: &store)
      try keep([KeptSetting(.jitter, nil)], in: &store)
    }
    _ = try Reset(of: setup, keepingSettings: keepsSettings).run(at: .sample(20))
    #expect(
      try folder.open(at: .sample(30)).archive.keptSettings() == (keepsSettings ? kept : []))
    #expect(try Rebuild(folder.path).obstacle == nil)
    #expect(
      try folder.open(at: .sample(40)).archive.keptSettings() == (keepsSettings ? kept : []))
    let verification = try Verification(ofStoreIn: folder.path, Trust())
    #expect(verification.flaws.flatMap { $0.kept.map(\.kind) } == [])
  }

  @Test func aLanguageWithoutTextsIsRefusedAndNothingIsKept() throws {
    let (folder, setup) = try folder()
    do { _ = try folder.open() }
    _ = try Reset(of: setup).run(at: .sample(20))
    var store = try folder.open(at: .sample(30))
    let change = StoreChange.keep(
      [KeptSetting(.cell, "60"), KeptSetting(.language, "fr")], news: Self.news)
    #expect(throws: Failure.self) { try store.make(change, for: .button, at: .sample(31)) }
    #expect(try store.archive.keptSettings() == [])
    #expect(try store.archive.languages() == ["de", "en"])
    try keep([KeptSetting(.language, "de")], in: &store)
    #expect(try store.archive.keptSettings() == [KeptSetting(.language, "de")])
  }

  @Test func whatANewerProgramKeepsIsLeftAloneAndSurvivesARebuildAndAReset() throws {
    let (folder, setup) = try folder()
    let newer: [(String, JSON)] = [
      ("name", .string("hologram")), ("value", .string("deep")), ("requester", .string("console")),
    ]
    do {
      var store = try folder.open()
      try store.append([Record(.settingKept, newer)], at: .sample())
      try keep([KeptSetting(.cell, "60")], in: &store)
      #expect(try store.archive.keptSettings() == [KeptSetting(.cell, "60")])
    }
    #expect(try Rebuild(folder.path).obstacle == nil)
    do { _ = try folder.open(at: .sample(20)) }
    _ = try Reset(of: setup, keepingSettings: true).run(at: .sample(30))
    let store = try folder.open(at: .sample(40))
    #expect(try store.archive.keptSettings() == [KeptSetting(.cell, "60")])
    #expect(
      try store.rows("SELECT value FROM settings WHERE name = 'set.hologram'") == ["deep"])
    let verification = try Verification(ofStoreIn: folder.path, Trust())
    #expect(verification.flaws.flatMap { $0.kept.map(\.kind) } == [])
  }

  @Test func theLatestTimeThatAPersonToldDatesTheBoot() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let times = [(20, 5_000_000_000_000_000), (30, 1_774_622_668_000_000)]
    for (seconds, time) in times {
      try store.note(
        [.clockChanged(to: .told, from: .unset)],
        at: .sample(seconds, wall: .told(Int64(time))))
    }
    let moment = Moment.sample(30)
    let told = try store.archive.toldTime(in: moment.bootID)
    #expect(told == ToldTime(times[1].1, at: moment.instant))
    #expect(try store.archive.toldTime(in: "elsewhere") == nil)
    try store.note(
      [.clockChanged(to: .synchronised, from: .told)],
      at: .sample(40, wall: .synchronised(Int64(times[1].1))))
    #expect(try store.archive.toldTime(in: moment.bootID) == nil)
  }
}
