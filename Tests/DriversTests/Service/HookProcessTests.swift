import Board
import Core
import Glibc
import System
import Testing

@testable import Drivers

/// Real programs as hooks: good ones, and each kind of bad one.
@Suite struct HookProcessTests {
  private let tree: FileTree

  init() throws {
    tree = try FileTree()
  }

  /// What `lines` make of a piece, when they have ended or the time is over.
  private func outcome(
    of lines: String, for task: HookTask = .stored(17), at now: Instant = Clock.now,
    _ act: (inout HookProcess) -> Void = { _ in }
  ) throws -> Event.Hook {
    var hook = try HookProcess(
      [tree.script(lines), "first"],
      about: HookCall(task, path: "/store/000017.jpg", json: #"{"number":17}"#), at: now)
    act(&hook)
    let end = Clock.now + .seconds(30)
    var isHeard = true
    while Clock.now < end {
      var requests = [pollfd(fd: hook.end, events: Int16(POLLIN), revents: 0)]
      requests.append(pollfd(fd: hook.complaint, events: Int16(POLLIN), revents: 0))
      if isHeard { requests.append(pollfd(fd: hook.mouth, events: Int16(POLLIN), revents: 0)) }
      poll(&requests, nfds_t(requests.count), 30_000)
      isHeard = hook.listen()
      _ = hook.listenToComplaints()
      if let outcome = hook.outcome() { return outcome }
    }
    throw SystemError(call: "poll", code: ETIMEDOUT)
  }

  private func problem(_ outcome: Event.Hook) -> Phrase? {
    if case .failed(let problem) = outcome { problem } else { nil }
  }

  private func text(_ name: String) throws -> String {
    let bytes = try #require(try File.bytes(at: "\(tree.root)/\(name)", limit: 10_000))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func itHearsOfTheFileAndReadsWhatIsKnown() throws {
    let lines = "echo \"$@\" > \(tree.root)/words; cat > \(tree.root)/heard"
    #expect(try outcome(of: lines) == .ended)
    #expect(try text("words") == "first /store/000017.jpg\n")
    #expect(try text("heard") == "{\"number\":17}\n")
  }

  @Test func aFrameIsInMemoryWhereTheProgramFindsIt() throws {
    let frame = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let command = ["/bin/sh", "-c", "cat \"$1\" \"$1\" > \(tree.root)/seen", "sh"]
    let call = HookCall(.frame(Analyser("eyes"), seen: nil), frame: frame, json: "{}")
    let hook = try HookProcess(command, about: call, at: Clock.now)
    var ended = pollfd(fd: hook.end, events: Int16(POLLIN), revents: 0)
    #expect(poll(&ended, 1, 30_000) == 1)
    #expect(try File.bytes(at: "\(tree.root)/seen", limit: 1_000_000) == frame + frame)
  }

  @Test func oneThatFailsIsToldWithWhatItSaidLast() throws {
    let outcome = try outcome(of: "echo all is well; echo no such table >&2; exit 3")
    #expect(problem(outcome)?.key == "hook.failed")
    #expect(problem(outcome)?.english.contains("\"no such table\"") == true)
  }

  @Test func ofOneThatSaysNothingNothingIsQuoted() throws {
    let failed = try #require(problem(try outcome(of: "echo; exit 3"))?.english)
    #expect(failed.hasSuffix("' ended with an error."))
    let now = Clock.now
    let slow = try outcome(of: "exec sleep 1000", at: now) { $0.expire(at: now + .seconds(60)) }
    #expect(problem(slow)?.english.hasSuffix("' was ended after 60 s.") == true)
  }

  @Test func whatItSaysCannotSteerATerminal() throws {
    let outcome = try outcome(of: "printf 'a\\033[2Jb'; exit 1")
    #expect(problem(outcome)?.english.contains("\u{1B}") == false)
  }

  @Test func oneThatHangsIsEndedAfterAMinute() throws {
    let now = Clock.now
    let outcome = try outcome(of: "echo waiting; sleep 1000 & wait", at: now) { hook in
      #expect(hook.deadline == now + .seconds(60))
      hook.expire(at: now + .seconds(59))
      #expect(hook.deadline != nil)
      hook.expire(at: now + .seconds(60))
    }
    // What it said may not have been heard by then.
    #expect(problem(outcome)?.key.hasPrefix("hook.slow") == true)
  }

  @Test func oneThatFloodsItsOutputIsEnded() throws {
    let outcome = try outcome(of: "exec yes flood")
    #expect(problem(outcome)?.key == "hook.loud")
  }

  @Test func oneThatSaysMuchAndNotTooMuchGoesOn() throws {
    #expect(try outcome(of: "head -c 60000 /dev/zero") == .ended)
  }

  @Test func aGrandchildThatHoldsTheOutputDoesNotHoldUpTheEndAndIsEnded() throws {
    let lines = "sleep 1000 & echo $! > \(tree.root)/grandchild; exit 0"
    #expect(try outcome(of: lines) == .ended)
    let process = try #require(Int32(try text("grandchild").dropLast()))
    // It is killed with the group; who inherits it takes it from the table.
    let end = Clock.now + .seconds(10)
    while isRunning(process), Clock.now < end { sched_yield() }
    #expect(!isRunning(process))
  }

  private func isRunning(_ process: Int32) -> Bool {
    let bytes = (try? File.bytes(at: "/proc/\(process)/stat", limit: 1000)) ?? nil
    guard let bytes else { return false }
    return !String(decoding: bytes, as: UTF8.self).contains(") Z ")
  }

  @Test func itHasNoDescriptorOfOurs() throws {
    // One that somebody forgot to have closed would show; this one is closed by O_CLOEXEC.
    let other = try FileDescriptor(opening: "/dev/null", O_RDONLY)
    #expect(other.number > 2)
    // "ls" itself opens the folder as the next.
    let lines = "exec ls /proc/self/fd > \(tree.root)/descriptors"
    #expect(try outcome(of: lines) == .ended)
    let numbers = try text("descriptors").split(separator: "\n").compactMap { Int($0) }
    #expect(numbers == [0, 1, 2, 3])
  }

  @Test func itHasNoMoreThanItsMemoryAndIsPatientAndGoesFirst() throws {
    // The limits are set just after its start.
    let lines = """
      sleep 0.2
      test "$(ulimit -d)" = \(256 << 10) || exit 1
      test "$(nice)" -ge 10 || exit 2
      test "$(cat /proc/self/oom_score_adj)" = 500 || exit 3
      """
    #expect(try outcome(of: lines) == .ended)
  }

  @Test func aProgramThatIsNotThereIsMissed() {
    var code: Int32?
    do throws(SystemError) {
      _ = try HookProcess(
        ["/nowhere/at-all"], about: HookCall(.stored(1), path: "/a", json: "{}"), at: Clock.now)
    } catch {
      code = error.code
    }
    #expect(code == ENOENT)
  }

  private static let eyes: Analyser = {
    var analyser = Analyser("eyes")
    (analyser.time, analyser.byteCount, analyser.outputKilobytes) = (.seconds(5), 64 << 20, 2)
    return analyser
  }()

  @Test func anAnalyserAnswersWhateverItComplainsOf() throws {
    let lines = #"""
      echo warning >&2; cat >/dev/null
      echo '{"options":[{"text":"Omega","confidence":0.8}]}'
      """#
    guard case .answered(let answer) = try outcome(of: lines, for: .analyse(17, Self.eyes)) else {
      Issue.record("there is no answer")
      return
    }
    #expect(answer.options == [PieceOption("Omega", perMille: 800, by: "eyes")])
  }

  @Test(arguments: [
    ("echo nothing", "analyser.no-json"), ("exit 1", "analyser.failed-silently"),
    ("echo no such thing >&2; exit 1", "analyser.failed"),
    ("kill -9 $$", "analyser.failed-silently"),
    ("exec yes flood", "analyser.loud"), ("head -c 2049 /dev/zero", "analyser.loud"),
    ("exec yes flood >&2", "analyser.loud"), ("head -c 2000 /dev/zero", "analyser.no-json"),
    ("", "analyser.no-json"),
  ])
  func whatAnAnalyserDoesWrongIsToldByItsName(lines: String, key: String) throws {
    let outcome = try outcome(of: lines, for: .analyse(17, Self.eyes))
    #expect(problem(outcome)?.key == key)
    #expect(problem(outcome)?.english.contains("'eyes'") == true)
  }

  @Test func anAnalyserHasItsOwnTimeAndMemory() throws {
    let now = Clock.now
    let slow = try outcome(of: "exec sleep 1000", for: .analyse(17, Self.eyes), at: now) { hook in
      #expect(hook.deadline == now + .seconds(5))
      hook.expire(at: now + .seconds(5))
    }
    #expect(problem(slow)?.key == "analyser.slow")
    let lines = "sleep 0.2; test \"$(ulimit -d)\" = \(64 << 10) || exit 1; echo '{\"options\":[]}'"
    guard case .answered = try outcome(of: lines, for: .analyse(17, Self.eyes)) else {
      Issue.record("its memory is another")
      return
    }
  }
}
