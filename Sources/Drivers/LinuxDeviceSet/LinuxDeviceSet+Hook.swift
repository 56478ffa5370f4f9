import Board
import Core
import System

/// Hooks: a program for each piece that is durable, one at a time.
extension LinuxDeviceSet {
  /// When the program under way has had its time.
  var hookDeadline: Instant? {
    switch hook {
    case .some(let hook): hook.deadline
    case .none: nil
    }
  }

  package mutating func runHook(_ call: Result<HookCall, Failure>, _ news: inout News) {
    guard let command = plan.hook else { return news.add(.hook(.ended)) }
    switch call {
    case .success(let call): run(command, about: call, &news)
    case .failure(let failure): news.add(.hook(.failed(failure.phrase)))
    }
  }

  private mutating func run(_ command: [String], about call: HookCall, _ news: inout News) {
    do throws(SystemError) {
      let hook = try HookProcess(command, about: call.path, call.json, at: now)
      try poller.add(hook.end, as: Self.token(.hook), for: .readable)
      try poller.add(hook.mouth, as: Self.token(.hook), for: .readable)
      self.hook = consume hook
    } catch {
      news.add(.hook(.failed(.hookNotStarted(command[0], error.reason))))
    }
  }

  /// The program under way has said something, or may have ended.
  mutating func takeHook(_ news: inout News) {
    guard let end = hook?.end, let mouth = hook?.mouth else { return }
    if hook?.listen() == false { forget(mouth) }
    guard let outcome = hook?.outcome() ?? nil else { return }
    forget(mouth)
    forget(end)
    hook = nil
    news.add(.hook(outcome))
  }

  /// Ends the program under way if it has had its time.
  mutating func giveUpHook(at now: Instant) { hook?.expire(at: now) }
}
