import Evidence
import Testing

@testable import Board
@testable import Core

@Suite struct ExecutorViewfinderTests {
  @Test func aDrawingForNobodyIsAnswered() {
    let setup = StoreSetup(
      directory: "/nowhere", device: "/nowhere/device", program: ProgramFacts(version: "1"))
    var board = Executor(ScriptedDevices(), BoardStore(setup))
    _ = board.nextEvent(before: nil)
    let scene = ViewfinderScene(
      subject: .live, orientation: nil, style: GlyphStyle(), countdown: nil, isLit: false,
      leaning: nil, mask: nil, state: Phrase("test.state", "All is well."), wish: nil)
    board.perform(.console(.draw(scene, on: SessionID(number: 3))))
    guard case .console(.drawn(isAll: true, after: .zero))? = board.nextEvent(before: nil)?.event
    else {
      Issue.record("the machine waits for ever")
      return
    }
  }
}
