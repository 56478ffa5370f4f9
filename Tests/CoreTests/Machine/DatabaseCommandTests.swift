import Testing

@testable import Core

/// Care of the database as a whole, as a console asks for it.
@Suite struct DatabaseCommandTests {
  @Test(arguments: ["y", "j"])
  func aResetIsDoneAfterAYes(yes: String) {
    let run = Recording([Cue.line("db reset", at: 5), Cue.line(yes, at: 6)])
    #expect(run.said().first == Phrase.askReset.english)
    #expect(run.changes == [.database(.reset)])
    #expect(run.answered() == 2)
  }

  @Test func aResetKeepsSettingsWhereThatIsAsked() {
    let run = Recording([Cue.line("db reset --keep-settings", at: 5), Cue.line("y", at: 6)])
    #expect(run.said().first == Phrase.askResetKeepingSettings.english)
    #expect(run.changes == [.database(.resetKeepingSettings)])
  }

  @Test(arguments: ["n", "status", "db"])
  func aResetIsNotDoneWithoutOne(line: String) {
    let run = Recording([Cue.line("db reset", at: 5), Cue.line(line, at: 6)])
    #expect(run.changes == [])
  }

  @Test func aProgramHasToSayIt() {
    let run = Recording([Cue.line("db reset --json", at: 5)])
    #expect(run.said().first?.contains("add --yes") == true)
    #expect(run.changes == [])
  }

  @Test(arguments: ["db reload", "db reset", "db reset --yes", "db update"])
  func aPressIsNotHeldUp(line: String) {
    let run = Recording([Cue.line("snap --in 3", at: 4), Cue.line(line, at: 5, from: 2)])
    #expect(run.said(to: 2).first?.hasPrefix("Busy: counting, 2") == true)
    #expect(run.changes == [])
    #expect(run.stored.count == 1)
  }

  @Test(arguments: ["db", "db reload now", "db remove", "db reset reload"])
  func whatIsNoTaskIsExplained(line: String) {
    let run = Recording([Cue.line(line, at: 5)])
    #expect(run.changes == [])
    #expect(run.answered() == 1)
  }
}
