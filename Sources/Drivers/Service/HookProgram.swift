import Core

/// Which program is started for a piece: how much it may take, and what is said of it.
struct HookProgram {
  private let task: HookTask
  private let name: String

  /// The program and arguments `command`, for `task`.
  init(_ task: HookTask, _ command: [String]) {
    self.task = task
    name = command[0]
  }

  private var analyser: Analyser? {
    if case .analyse(_, let analyser) = task { analyser } else { nil }
  }

  /// How much it may take.
  var limits: HelperProcess.Limits {
    HelperProcess.Limits(
      time: analyser?.time ?? .seconds(60), memory: UInt64(analyser?.byteCount ?? 256 << 20),
      isPatient: true)
  }

  /// The most that it may say, in bytes.
  var outputLimit: Int {
    analyser.map { $0.outputKilobytes << 10 } ?? HookProcess.outputLimit
  }

  /// How much of that is kept: all of an answer.
  var keptCount: Int { analyser == nil ? HookProcess.keptCount : outputLimit }

  /// What it means that it ended well and has said these `bytes`.
  func answer(_ bytes: [UInt8]) -> Event.Hook {
    guard let analyser else { return .ended }
    do throws(AnalyserError) {
      return .answered(try AnalyserAnswer(bytes, of: analyser))
    } catch {
      return .failed(error.phrase)
    }
  }

  func doesNotStart(_ reason: String) -> Phrase {
    switch task {
    case .stored: .hookNotStarted(name, reason)
    case .confirmed: .confirmedNotStarted(name, reason)
    case .analyse(_, let analyser): .analyserNotStarted(analyser.name, name, reason)
    }
  }

  func endedBadly(_ said: String) -> Phrase {
    analyser.map { .analyserEndedBadly($0.name, said) } ?? .hookEndedBadly(name, said)
  }

  func slow(_ said: String) -> Phrase {
    let seconds = Int(limits.time.inSeconds)
    return analyser.map { .analyserSlow($0.name, seconds) } ?? .hookSlow(name, seconds, said)
  }

  func loud(_ said: String) -> Phrase {
    let kilobytes = outputLimit >> 10
    return analyser.map { .analyserLoud($0.name, kilobytes) } ?? .hookLoud(name, kilobytes, said)
  }
}

extension Phrase {
  static func analyserNotStarted(_ name: String, _ program: String, _ reason: String) -> Phrase {
    Phrase(
      "analyser.not-started",
      """
      the analyser '{1}' does not start: {2}: {3}; see command of its [[analyser]] in the \
      configuration.
      """, name, program, reason)
  }

  static func analyserEndedBadly(_ name: String, _ said: String) -> Phrase {
    said.isEmpty
      ? Phrase(
        "analyser.failed-silently",
        "the analyser '{1}' ended with an error; run its command by hand to see why.", name)
      : Phrase(
        "analyser.failed",
        "the analyser '{1}' ended with an error and said \"{2}\"; run its command by hand to see why.",
        name, said)
  }

  static func analyserSlow(_ name: String, _ seconds: Int) -> Phrase {
    Phrase(
      "analyser.slow",
      "the analyser '{1}' was ended after {2} s; give it more by time_s of its [[analyser]].", name,
      seconds)
  }

  static func analyserLoud(_ name: String, _ kilobytes: Int) -> Phrase {
    Phrase(
      "analyser.loud",
      """
      the analyser '{1}' was ended because it wrote more than {2} kB; output_kb of its [[analyser]] \
      permits more.
      """, name, kilobytes)
  }

  static func confirmedNotStarted(_ program: String, _ reason: String) -> Phrase {
    Phrase(
      "hook.confirmed-not-started",
      "the hook '{1}' does not start: {2}; see option_confirmed in [hooks] of the configuration.",
      program, reason)
  }

  static func hookNotStarted(_ program: String, _ reason: String) -> Phrase {
    Phrase(
      "hook.not-started",
      "the hook '{1}' does not start: {2}; see stored in [hooks] of the configuration.", program,
      reason)
  }

  static func hookEndedBadly(_ program: String, _ said: String) -> Phrase {
    said.isEmpty
      ? Phrase("hook.failed-silently", "the hook '{1}' ended with an error.", program)
      : Phrase("hook.failed", "the hook '{1}' ended with an error and said \"{2}\".", program, said)
  }

  static func hookSlow(_ program: String, _ seconds: Int, _ said: String) -> Phrase {
    said.isEmpty
      ? Phrase("hook.slow-silently", "the hook '{1}' was ended after {2} s.", program, seconds)
      : Phrase(
        "hook.slow", "the hook '{1}' was ended after {2} s and said \"{3}\".", program, seconds,
        said)
  }

  static func hookLoud(_ program: String, _ kilobytes: Int, _ said: String) -> Phrase {
    said.isEmpty
      ? Phrase(
        "hook.loud-silently", "the hook '{1}' was ended because it wrote more than {2} kB.",
        program,
        kilobytes)
      : Phrase(
        "hook.loud", "the hook '{1}' was ended because it said more than {2} kB, such as \"{3}\".",
        program, kilobytes, said)
  }
}
