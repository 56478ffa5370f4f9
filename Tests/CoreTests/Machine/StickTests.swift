import Testing

@testable import Core

/// What the program that copies to a stick tells, and who hears and sees it.
@Suite struct StickTests {
  private func run(_ lines: [String]) -> Recording {
    let cues = lines.enumerated().map { index, line in
      Cue.line("stick \(line)", at: 5 + 3 * Double(index), from: index + 1, .local)
    }
    return Recording(.board { $0.hasVoice = true }, cues)
  }

  private func spoken(_ run: Recording) -> [String] {
    run.entries.compactMap {
      if case .voice(.say(let phrase)) = $0.effect { phrase.key } else { nil }
    }
  }

  private func refusal(_ line: String, _ access: Access) -> String? {
    do throws(CommandError) {
      _ = try Command.parse(line, access: access)
      return nil
    } catch {
      return error.phrase.key
    }
  }

  @Test func peopleHearWhenItIsWrittenToAndWhenItMayBePulledOut() {
    let run = run(["copying", "done 3 0"])
    #expect(run.announced.filter { $0.hasPrefix("stick") } == ["stick.copying", "stick.done"])
    #expect(spoken(run).filter { $0.hasPrefix("stick") } == ["stick.copying", "stick.done"])
    #expect(run.machine.stick.state == .ended(.done, whole: 3, left: 0))
    #expect(run.answered(1) == 1 && run.answered(2) == 1)
  }

  @Test(arguments: [
    ("full 2 4", "stick.full", Stick.State.ended(.full, whole: 2, left: 4)),
    ("full 3", "stick.full-of", .ended(.full, whole: 3, left: 0)),
    ("held 0 0 5", "stick.held", .ended(.held, whole: 0, left: 0, held: 5)),
    ("gone", "stick.gone", .ended(.gone, whole: 0, left: 0)),
    ("unusable", "stick.unusable", .ended(.unusable, whole: 0, left: 0)),
  ])
  func whatWentWrongIsToldAndShownAsARefusal(words: String, key: String, state: Stick.State) {
    let run = run([words])
    #expect(spoken(run).contains(key) && run.machine.stick.state == state)
    // Long, long, long.
    #expect(run.lightPulses.filter { $0.lasted == .milliseconds(500) }.count == 3)
  }

  @Test func whatStaysBecauseOfFacesIsTold() {
    let run = run(["done 3 0 2"])
    #expect(spoken(run).contains("stick.done-but-held"))
    #expect(run.machine.stick.state == .ended(.done, whole: 3, left: 0, held: 2))
  }

  @Test func whatIsDoneIsShownAsSomethingStored() {
    let lit = run(["done 1 0"]).lightPulses.filter { $0.from >= .at(5) && $0.from < .at(6) }
    #expect(lit.map(\.lasted) == [.milliseconds(80), .milliseconds(80)])
  }

  @Test func whoeverTellsOfItAndIsGoneWithoutItsEndHasStopped() {
    let run = Recording(
      .board { $0.hasVoice = true },
      [
        Cue.line("stick copying", at: 5, from: 1, .local), Cue.interrupted(at: 8),
        Cue.line("status --json", at: 12, from: 2),
      ])
    #expect(run.announced.filter { $0.hasPrefix("stick") } == ["stick.copying", "stick.stopped"])
    #expect(spoken(run).last == "stick.stopped")
    #expect(run.said(to: 2).contains { $0.contains("\"stick\":{\"state\":\"stopped\"}") })
    #expect(run.lightPulses.filter { $0.lasted == .milliseconds(500) }.count == 3)
  }

  /// Its end is told once the device remembers the latest record, the session over by then.
  @Test func whoeverHasToldItsEndMayGo() {
    let run = Recording([
      Cue.line("stick copying", at: 5, from: 1, .local),
      Cue.line("stick done 3", at: 8, from: 1, .local), Cue.interrupted(at: 8),
      Cue.interrupted(at: 9, by: 2),
    ])
    #expect(run.announced.filter { $0.hasPrefix("stick") } == ["stick.copying", "stick.done"])
  }

  @Test func ofTwoSticksTheOneThatIsStoppedIsTold() {
    let run = Recording([
      Cue.line("stick copying", at: 5, from: 1, .local),
      Cue.line("stick copying", at: 6, from: 2, .local), Cue.interrupted(at: 8),
      Cue.line("stick done 3", at: 12, from: 2, .local), Cue.interrupted(at: 13, by: 2),
    ])
    let told = run.announced.filter { $0.hasPrefix("stick") }
    #expect(told == ["stick.copying", "stick.copying", "stick.stopped", "stick.done"])
  }

  @Test func theLatestIsInTheStatus() {
    let run = Recording([
      Cue.line("status --json", at: 4, from: 1),
      Cue.line("stick full 2 4", at: 5, from: 2, .local),
      Cue.line("status --json", at: 6, from: 3), Cue.line("status", at: 7, from: 4),
    ])
    #expect(run.said(to: 1).contains { $0.contains("\"stick\":null") })
    let told = "\"stick\":{\"state\":\"full\",\"pieces\":2,\"left\":4,\"held\":0}"
    #expect(run.said(to: 3).contains { $0.contains(told) })
    #expect(run.said(to: 4).contains { $0.contains("Not on it: 4") })
  }

  @Test(arguments: [
    ("stick", "stick.wrong"), ("stick nonsense", "stick.wrong"),
    ("stick done x 1", "command.number"),
    ("stick done 1 x", "command.number"), ("stick copying 1", "command.extra"),
  ])
  func aWrongReportIsExplained(line: String, key: String) {
    #expect(refusal(line, .local) == key)
  }

  @Test func onlyTheSocketMayTellOfIt() {
    #expect(refusal("stick copying", .full) == "console.local-only")
    #expect(refusal("stick copying", .status) == "console.status-only")
    #expect(refusal("stick gone", .local) == nil)
  }
}

extension Recording {
  /// When the light was lit, and for how long.
  fileprivate var lightPulses: [(from: Instant, lasted: Duration)] {
    var pulses: [(from: Instant, lasted: Duration)] = []
    var since: Instant?
    for entry in entries {
      guard case .output(.light(let isOn)) = entry.effect else { continue }
      if !isOn, let from = since { pulses.append((from, entry.at - from)) }
      since = isOn ? entry.at : nil
    }
    return pulses
  }
}
