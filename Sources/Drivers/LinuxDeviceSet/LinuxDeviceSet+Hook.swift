import Board
import Core
import System

/// Hooks and analysers: programs that hear of pieces and look at them, one at a time.
extension LinuxDeviceSet {
  /// When the program under way has had its time.
  var hookDeadline: Instant? {
    switch hook {
    case .some(let hook): hook.deadline
    case .none: nil
    }
  }

  package mutating func runHook(_ call: Result<HookCall?, Failure>, _ news: inout News) {
    switch call {
    case .success(nil): news.add(.hook(.ended))
    case .success(let call?):
      guard let command = command(of: call.task) else { return news.add(.hook(.ended)) }
      run(command, about: call, &news)
    case .failure(let failure): news.add(.hook(.failed(failure.phrase)))
    }
  }

  /// The program of a task and its arguments; nil where it was taken out of the configuration.
  private func command(of task: HookTask) -> [String]? {
    switch task {
    case .stored: plan.hook
    case .confirmed: plan.confirmedHook
    case .analyse(_, let analyser), .findFaces(_, let analyser), .frame(let analyser, _):
      analyser.command
    }
  }

  private mutating func run(_ command: [String], about call: HookCall, _ news: inout News) {
    do throws(SystemError) {
      let hook = try HookProcess(command, about: call, at: now)
      try poller.add(hook.end, as: Self.token(.hook), for: .readable)
      try poller.add(hook.mouth, as: Self.token(.hook), for: .readable)
      try poller.add(hook.complaint, as: Self.token(.hook), for: .readable)
      self.hook = consume hook
    } catch {
      news.add(.hook(.notStarted(HookProgram(call.task, command).doesNotStart(error.reason))))
    }
  }

  package mutating func stopHook() { hook?.interrupt() }

  /// The program under way has said something, or may have ended.
  mutating func takeHook(_ news: inout News) {
    guard let end = hook?.end, let mouth = hook?.mouth, let complaint = hook?.complaint else {
      return
    }
    if hook?.listen() == false { forget(mouth) }
    if hook?.listenToComplaints() == false { forget(complaint) }
    guard let outcome = hook?.outcome() ?? nil else { return }
    forget(mouth)
    forget(complaint)
    forget(end)
    hook = nil
    news.add(.hook(outcome))
  }

  /// Ends the program under way if it has had its time.
  mutating func giveUpHook(at now: Instant) { hook?.expire(at: now) }
}
