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
    task.analyser
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
    case .stored:
      Phrase(
        "hook.not-started",
        "the hook '\(name)' does not start: \(reason); see stored in [hooks] of the configuration.")
    case .confirmed:
      Phrase(
        "hook.confirmed-not-started",
        "the hook '\(name)' does not start: \(reason); see option_confirmed in [hooks] of the configuration."
      )
    case .analyse(_, let analyser), .findFaces(_, let analyser), .frame(let analyser, _):
      Phrase(
        "analyser.not-started",
        """
        the analyser '\(analyser.name)' does not start: \(name): \(reason); see command of its [[analyser]] in \
        the configuration.
        """)
    }
  }

  func endedBadly(_ said: String) -> Phrase {
    analyser.map { .analyserEndedBadly($0.name, said) } ?? .hookEndedBadly(name, said)
  }

  func slow(_ said: String) -> Phrase {
    let seconds = Int(limits.time.inSeconds)
    return analyser.map {
      Phrase(
        "analyser.slow",
        "the analyser '\($0.name)' was ended after \(seconds) s; give it more by time_s of its [[analyser]]."
      )
    } ?? .hookSlow(name, seconds, said)
  }

  func loud(_ said: String) -> Phrase {
    let kilobytes = outputLimit >> 10
    return analyser.map {
      Phrase(
        "analyser.loud",
        """
        the analyser '\($0.name)' was ended because it wrote more than \(kilobytes) kB; output_kb of its \
        [[analyser]] permits more.
        """)
    } ?? .hookLoud(name, kilobytes, said)
  }
}

extension Phrase {
  static func analyserEndedBadly(_ name: String, _ said: String) -> Phrase {
    said.isEmpty
      ? Phrase(
        "analyser.failed-silently",
        "the analyser '\(name)' ended with an error; run its command by hand to see why.")
      : Phrase(
        "analyser.failed",
        "the analyser '\(name)' ended with an error and said \"\(said)\"; run its command by hand to see why."
      )
  }

  static func hookEndedBadly(_ program: String, _ said: String) -> Phrase {
    said.isEmpty
      ? Phrase("hook.failed-silently", "the hook '\(program)' ended with an error.")
      : Phrase("hook.failed", "the hook '\(program)' ended with an error and said \"\(said)\".")
  }

  static func hookSlow(_ program: String, _ seconds: Int, _ said: String) -> Phrase {
    said.isEmpty
      ? Phrase("hook.slow-silently", "the hook '\(program)' was ended after \(seconds) s.")
      : Phrase(
        "hook.slow", "the hook '\(program)' was ended after \(seconds) s and said \"\(said)\".")
  }

  static func hookLoud(_ program: String, _ kilobytes: Int, _ said: String) -> Phrase {
    said.isEmpty
      ? Phrase(
        "hook.loud-silently",
        "the hook '\(program)' was ended because it wrote more than \(kilobytes) kB.")
      : Phrase(
        "hook.loud",
        "the hook '\(program)' was ended because it said more than \(kilobytes) kB, such as \"\(said)\"."
      )
  }
}
