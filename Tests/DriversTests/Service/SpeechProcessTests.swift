import Core
import Glibc
import System
import Testing

@testable import Drivers

@Suite struct SpeechProcessTests {
  private let tree: FileTree

  init() throws {
    tree = try FileTree()
  }

  /// What `lines` make of `sentence`, when they have ended or the time is over.
  private func outcome(
    of lines: String, saying sentence: String = "Ready.", at now: Instant = Clock.now,
    _ act: (inout SpeechProcess) -> Void = { _ in }
  ) throws -> Event.Voice {
    var speech = try SpeechProcess(
      [tree.script(lines), "one", "two"], saying: sentence, at: now)
    act(&speech)
    try Deadline(after: .seconds(30)).wait(for: POLLIN, on: speech.end)
    return speech.outcome()
  }

  private func text(_ name: String) throws -> String {
    let bytes = try #require(try File.bytes(at: "\(tree.root)/\(name)", limit: 10_000))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func itReadsOneLineAndTheEnd() throws {
    #expect(try outcome(of: "cat > \(tree.root)/heard; echo $1 $2 > \(tree.root)/words") == .ended)
    #expect(try text("heard") == "Ready.\n")
    #expect(try text("words") == "one two\n")
  }

  @Test func itNeedNotRead() throws {
    #expect(try outcome(of: "exit 0") == .ended)
  }

  @Test func whatItSaysOnItsOutputsGoesNowhere() throws {
    #expect(try outcome(of: "test \"$(readlink /proc/$$/fd/1)\" = /dev/null || exit 1") == .ended)
    #expect(try outcome(of: "test \"$(readlink /proc/$$/fd/2)\" = /dev/null || exit 1") == .ended)
  }

  @Test func aLongSentenceIsCutBetweenCharacters() throws {
    let long = String(repeating: "ä", count: 3000)
    #expect(try outcome(of: "cat > \(tree.root)/heard", saying: long) == .ended)
    let heard = try text("heard")
    #expect(heard.utf8.count == Int(PIPE_BUF) - 1)
    #expect(heard == String(repeating: "ä", count: 2047) + "\n")
  }

  @Test(arguments: ["exit 3", "kill -9 $$"])
  func anErrorIsTold(lines: String) throws {
    guard case .failed(let problem) = try outcome(of: lines) else {
      Issue.record("it counts as said")
      return
    }
    #expect(problem.key == "voice.failed")
  }

  @Test func silenceEndsItAndIsNoError() throws {
    let ended = try outcome(of: "sleep 1000 & wait") { $0.silence() }
    #expect(ended == .ended)
  }

  @Test func oneThatGoesOnIsEndedAfterTwentySeconds() throws {
    let now = Clock.now
    let ended = try outcome(of: "sleep 1000 & wait", at: now) { speech in
      #expect(speech.deadline == now + .seconds(20))
      speech.expire(at: now + .seconds(19))
      #expect(speech.deadline != nil)
      speech.expire(at: now + .seconds(20))
      #expect(speech.deadline == nil)
    }
    guard case .failed(let problem) = ended else {
      Issue.record("it counts as said")
      return
    }
    #expect(problem.key == "voice.slow")
  }

  @Test func itHasNoMoreThanItsMemory() throws {
    // The limit is set just after its start.
    let lines = """
      sleep 0.2
      test "$(ulimit -d)" = \(SpeechProcess.limits.memory / 1024) || exit 1
      """
    #expect(try outcome(of: lines) == .ended)
  }

  @Test func noSignalIsHeldBackFromIt() throws {
    let signals = try Signals()
    #expect(signals.descriptor >= 0)
    for pattern in ["^SigBlk:[[:space:]]*0*$", "^SigIgn:.*[02468ace]...$"] {
      // The shell itself holds signals back for a moment whenever it starts something.
      let lines = "exec grep -q '\(pattern)' /proc/self/status"
      #expect(try outcome(of: lines) == .ended)
    }
  }

  @Test func aProgramThatIsNotThereIsMissed() {
    var code: Int32?
    do throws(SystemError) {
      _ = try SpeechProcess(["/nowhere/at-all"], saying: "Ready.", at: Clock.now)
    } catch {
      code = error.code
    }
    #expect(code == ENOENT)
  }
}
