import Core
import Evidence
import Glibc

/// The survey of the store's files goes on while nothing else is under way, at a pace, and ends.
struct SurveyRule {
  private static let pause = Duration.milliseconds(50)

  /// Whether there may be something left to compare.
  private var isDue = false
  private var answeredAt: Instant?
  /// Whether the database is being exchanged or read again, after which all is compared again.
  private var isOpenedAnew = false

  mutating func check(_ step: Step) throws(Violation) {
    note(step.event, at: step.now)
    for case .store(.change(.database(let task), _)) in step.effects {
      isOpenedAnew = task != .update
    }
    guard step.effects.contains(.store(.survey)) else { return }
    guard isDue else {
      throw Violation(Self.self, "the survey goes on, and nothing is left to compare")
    }
    guard step.machine.shutter.series == nil, step.machine.storing.isEmpty,
      step.machine.recorder.isAtRest
    else {
      throw Violation(Self.self, "the survey goes on while photos are under way")
    }
    guard let answeredAt, step.now - answeredAt < SurveyRule.pause else { return }
    throw Violation(Self.self, "the survey leaves others no time")
  }

  private mutating func note(_ event: Event, at now: Instant) {
    switch event {
    case .device(.opened(.store)): (isDue, answeredAt) = (true, nil)
    case .store(.told(let facts)): isDue = isDue || facts?.isSurveyDue == true
    case .store(.surveyed(let progress)): (isDue, answeredAt) = (progress != .isComplete, now)
    case .store(.changed), .store(.notChanged):
      if isOpenedAnew { (isDue, answeredAt, isOpenedAnew) = (true, nil, false) }
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console,
      .voice, .hook, .measured, .signal, .reconfigured:
      break
    }
  }
}

/// A photo or clip that another program's lock keeps from the store is tried again for long enough.
struct LockRule {
  /// From the first try that finds the lock to the last.
  private static let patience = Duration.seconds(30)

  /// Since when all that is written finds the lock.
  private var lockedSince: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    guard let failure = step.event.storeFailure else {
      if step.event.provesWriting { lockedSince = nil }
      return
    }
    // Another failure says nothing of the lock.
    guard failure.kind == .storeLocked else { return }
    let since = lockedSince ?? step.now
    lockedSince = since
    if case .clip = step.event, step.effects.contains(.clip(.giveUp)),
      step.now - since < LockRule.patience
    {
      throw Violation(Self.self, "a clip was given up while the database was locked for a while")
    }
    guard case .photo(.failed(let id, _)) = step.event,
      step.effects.contains(.photo(.drop(id))) || step.machine.storing.isEmpty,
      step.now - since < LockRule.patience
    else { return }
    throw Violation(Self.self, "shot \(id) was given up while the database was locked for a while")
  }
}

extension Event {
  /// The failure of the store that it tells.
  fileprivate var storeFailure: Failure? {
    switch self {
    case .device(.failed(let failure)), .photo(.failed(_, let failure)),
      .clip(.failed(let failure)),
      .store(.notNoted(let failure)), .store(.notChanged(let failure)),
      .store(.importing(.failed(let failure))):
      failure.role == .store ? failure : nil
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console,
      .voice, .hook, .measured, .signal, .reconfigured:
      nil
    }
  }

  /// Whether something was written.
  fileprivate var provesWriting: Bool {
    switch self {
    case .device(.opened(.store)), .photo(.stored), .clip(.stored), .clip(.begun), .store(.noted),
      .store(.changed),
      .store(.importing(.stored)):
      true
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console,
      .voice, .hook, .measured, .signal, .reconfigured:
      false
    }
  }
}

/// A store that is left is good to a verifier that has no part of ours: another statement of what records mean.
struct VerifierRule {
  /// More than it says of a store that is good.
  private static let mostWords = 1 << 20

  /// Path of `verify.py`.
  let script: String

  /// Runs it on the store in `directory`, which has to have the record `head`; blocks until it has read all.
  func check(_ directory: String, _ head: Head?) throws(Violation) {
    let words = ["python3", script, directory] + (head.map { ["--head", $0.text] } ?? [])
    let command = words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    guard let pipe = popen("\(command) 2>&1", "r") else {
      throw Violation(Self.self, "no shell can be started")
    }
    var said = [UInt8](repeating: 0, count: VerifierRule.mostWords)
    let count = fread(&said, 1, said.count, pipe)
    guard pclose(pipe) == 0 else {
      let lines = String(decoding: said[..<count], as: UTF8.self).split(separator: "\n")
      throw Violation(Self.self, lines.joined(separator: " "))
    }
  }
}
