import Testing

@testable import Core

/// What people set at a console is kept by the store.
@Suite struct SettingCommandTests {
  private func kept(_ run: Recording) -> [[KeptSetting]] {
    run.changes.compactMap { change in
      if case .keep(let settings, _) = change { settings } else { nil }
    }
  }

  @Test(arguments: [
    ("set cell 60", [KeptSetting(.cell, "60")]), ("set cell 600", [KeptSetting(.cell, "100")]),
    ("set invert on", [KeptSetting(.invert, "on")]),
    ("set spotlight ON", [KeptSetting(.spotlight, "on")]),
    ("set symbols #FF8000", [KeptSetting(.symbols, "#ff8000")]),
    ("set language de", [KeptSetting(.language, "de")]),
    ("set charset ascii", [KeptSetting(.charset, "ascii")]),
    ("effect circles", [KeptSetting(.effect, "circles")]),
    ("palette teal", [KeptSetting(.symbols, "teal")]),
    ("palette background", [KeptSetting(.target, "background")]),
    (
      "palette background teal",
      [KeptSetting(.background, "teal"), KeptSetting(.target, "background")]
    ),
    ("gradient on", [KeptSetting(.gradient, "on 0 white 1 teal")]),
    ("gradient add 0.25 #010203", [KeptSetting(.gradient, "off 0 white 0.25 #010203 1 teal")]),
    ("gradient set 2 0.5 pink", [KeptSetting(.gradient, "off 0 white 0.5 pink")]),
  ])
  func aSettingIsKept(line: String, settings: [KeptSetting]) {
    let run = Recording([Cue.line(line, at: 5)])
    #expect(kept(run) == [settings])
  }

  @Test(arguments: [
    "set", "set cell", "set --json", "effect", "palette", "gradient", "effect --json",
    "palette --json", "gradient --json", "set language --json",
  ])
  func askingKeepsNothing(line: String) {
    let run = Recording([Cue.line(line, at: 5, .status)])
    #expect(kept(run) == [] && run.answered() == 1 && run.said().count == 1)
  }

  @Test(arguments: [
    "set cell x", "set cell", "set speed 3", "set effect cubes", "set gradient on 0 white",
    "set gradient on 0 white 2 teal", "set language d", "set language ../x", "set spotlight maybe",
    "effect cubes",
    "palette red", "gradient add", "gradient add 2 pink", "gradient add 0.5", "gradient remove 1",
    "gradient remove 9", "gradient set 3 0 pink", "gradient up",
  ])
  func whatIsNoSettingIsRefusedWithAWord(line: String) {
    let run = Recording([Cue.line(line, at: 5)])
    #expect(kept(run) == [] && run.answered() == 1 && run.said().count == 1)
  }

  @Test func anEffectBringsItsParametersAndKeepsTheOthers() {
    let run = Recording([
      Cue.line("set jitter 77", at: 5), Cue.line("set edge 66", at: 6),
      Cue.line("effect circles", at: 7),
    ])
    #expect(
      kept(run).last == [KeptSetting(.effect, "circles"), KeptSetting(.jitter, nil)])
    #expect(run.machine.own.style.value(of: .edge) == 66)
    #expect(run.machine.own.style.value(of: .jitter) == 20)
  }

  @Test func aGradientThatIsTurnedOffLeavesItsFirstColour() {
    let run = Recording([
      Cue.line("gradient set 1 0 pink", at: 5), Cue.line("gradient on", at: 6),
      Cue.line("gradient off", at: 7),
    ])
    #expect(run.machine.own.style.palette.symbols == GlyphPreset.pink.colour)
    #expect(!run.machine.own.style.isGradientOn)
  }

  @Test func theBackgroundAsTargetSuspendsTheGradient() {
    let on = [Cue.line("gradient on", at: 5), Cue.line("palette background", at: 6)]
    #expect(!Recording(on).machine.own.style.isGradientSeen)
    let again = Recording(on + [Cue.line("palette symbols", at: 7)])
    #expect(again.machine.own.style.isGradientSeen)
  }

  @Test func defaultsSetAllBack() {
    let run = Recording([
      Cue.line("set cell 60", at: 5), Cue.line("palette pink", at: 6),
      Cue.line("set defaults", at: 7),
    ])
    #expect(kept(run).last == [KeptSetting(.cell, nil), KeptSetting(.symbols, nil)])
    #expect(run.machine.own.style == GlyphStyle())
  }

  @Test func whatIsSoAlreadyIsNotKeptAgain() {
    let run = Recording([Cue.line("set cell 60", at: 5), Cue.line("set cell 60", at: 6)])
    #expect(kept(run).count == 1)
    #expect(run.said().last == Phrase.settingAlready("cell", "60").english)
  }

  @Test func aNumberBeyondTheRangeIsToldOf() {
    let run = Recording([Cue.line("set cell 600", at: 5)])
    #expect(run.said().last?.contains("There is no cell of 600; the nearest is 100.") == true)
  }

  @Test(arguments: ["set cell 60", "effect circles", "palette pink", "gradient on", "set defaults"])
  func aPressIsNotHeldUp(line: String) {
    let run = Recording([Cue.line("snap --in 3", at: 4), Cue.line(line, at: 5, from: 2)])
    #expect(run.said(to: 2).first?.hasPrefix("Busy: counting, 2") == true)
    #expect(kept(run) == [])
  }

  @Test(arguments: [
    ("set cell 60", "It holds until Exhibit ends", 60),
    ("set language de", "", 40),
  ])
  func withoutAStoreOnlyThePictureIsAnother(line: String, word: String, cell: Int) {
    let settings = Settings.board { $0.roles.remove(.store) }
    let run = Recording(settings, [Cue.line(line, at: 5)])
    #expect(kept(run) == [] && run.answered() == 1)
    #expect(run.said().last?.contains(word) == true || word.isEmpty)
    #expect(run.machine.own.style.value(of: .cell) == cell)
  }

  @Test func whatTheStoreKeepsHoldsFromItsOpeningAndNothingElse() {
    var own = KeptSettings()
    own.kept([KeptSetting(.cell, "10"), KeptSetting(.language, "de")])
    own.opened(
      KeptFacts([KeptSetting(.jitter, "5"), KeptSetting(.gradient, "on")], languages: ["en"]))
    #expect(own.style.value(of: .cell) == 40 && own.style.value(of: .jitter) == 5)
    #expect(own.style.isGradientOn && own.choice(of: .language) == nil)
  }

  @Test func whatTheStoreCouldNotKeepHoldsOverItsOpeningUntilItIsReset() {
    var own = KeptSettings()
    own.kept([KeptSetting(.jitter, "5")])
    own.hold([KeptSetting(.cell, "60"), KeptSetting(.jitter, nil)])
    own.opened(KeptFacts([KeptSetting(.jitter, "5")], languages: ["en"]))
    #expect(own.style.value(of: .cell) == 60 && own.style.value(of: .jitter) == 20)
    #expect(!own.isKept(.cell))
    #expect(
      own.changes(to: own.style) == [KeptSetting(.cell, "60"), KeptSetting(.jitter, nil)])
    own.forgetHeld()
    #expect(own.style.value(of: .cell) == 40 && own.style.value(of: .jitter) == 5)
  }

  @Test func whatHeldIsKeptWithTheNextThatIs() {
    let failure = Failure(.store, .storeNotOpen)
    let cues = [
      [Cue(.device(.failed(failure)), at: .at(4))], Cue.line("set cell 60", at: 4.01),
      Cue.line("set jitter 5", at: 20),
    ]
    let run = Recording(cues, until: 30)
    #expect(run.said().first?.contains("It holds until Exhibit ends") == true)
    #expect(kept(run) == [[KeptSetting(.cell, "60"), KeptSetting(.jitter, "5")]])
    #expect(run.machine.own.isKept(.cell) && run.machine.own.isKept(.jitter))
  }

  @Test func whatWaitsForTheStoreIsNotLostByTheNext() {
    let lines = [
      "gradient add 0.5 pink", "gradient add 0.6 teal", "set cell 60", "set cell default",
    ]
    let run = Recording(lines.map { Cue.line($0, at: 5) }) { world in
      world.locks = [.at(4.9)..<(.at(5.5))]
    }
    let stops = run.machine.own.style.gradient.stops.map(\.perMille)
    #expect(stops == [0, 500, 600, 1000] && kept(run).last == [KeptSetting(.cell, nil)])
    #expect(run.machine.own.style.value(of: .cell) == 40)
  }

  /// What is kept comes to the same style again, whichever way led to it.
  @Test(arguments: 0..<40)
  func aStyleIsTheSameOnceItWasKept(seed: Int) {
    let lines = [
      "effect circles", "effect shapes", "effect ascii", "set cell 60", "set cell 40",
      "set jitter 77", "set jitter default", "set edge 1", "set contrast 99", "set invert on",
      "set spotlight on",
      "palette pink", "palette background teal", "palette symbols", "palette white",
      "palette background", "gradient on", "gradient off", "gradient add 0.25 #010203",
      "gradient set 1 0 orange", "gradient remove 2", "set gradient on", "set symbols default",
      "set gradient default", "set defaults",
    ]
    var (choice, own) = (seed, KeptSettings())
    let cues = (0..<12).map { step in
      choice = (choice * 1_103_515_245 + 12_345) % 2_147_483_648
      return Cue.line(lines[choice / 65_536 % lines.count], at: 5 + Double(step))
    }
    let run = Recording(cues)
    for settings in kept(run) { own.kept(settings) }
    #expect(own.style == run.machine.own.style)
    var opened = KeptSettings()
    let names = SettingName.allCases
    let facts = names.compactMap { name in own.choice(of: name).map { KeptSetting(name, $0) } }
    opened.opened(KeptFacts(facts, languages: []))
    #expect(opened.style == run.machine.own.style)
  }

  @Test func whatANewerProgramKeepsIsNotMisread() {
    var own = KeptSettings()
    own.opened(
      KeptFacts(
        [KeptSetting(.effect, "cubes"), KeptSetting(.cell, "5000"), KeptSetting(.gradient, "up")],
        languages: ["en"]))
    #expect(own.style.effect == .ascii && own.style.gradient == .standard)
    #expect(own.style.value(of: .cell) == 100)
  }
}
