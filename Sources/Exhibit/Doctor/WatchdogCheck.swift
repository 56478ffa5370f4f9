import Core
import Drivers

/// Whether the board is reset when its kernel hangs, and whether the hardware can wait as long as it is told.
struct WatchdogCheck {
  /// Time that is advised, under the 15 s that a Raspberry Pi can do.
  private static let advised = Duration.seconds(14)
  private static let file = "/etc/systemd/system.conf.d/exhibit-watchdog.conf"

  let hardware: HardwareWatchdog?
  let configured: RuntimeWatchdog

  var finding: Finding {
    guard let hardware else {
      return Finding(
        "watchdog", .warning, .doctorWatchdogNone, fix: .doctorLoadWatchdog)
    }
    switch configured {
    case .off: return advice(.warning, Phrase.doctorWatchdogOff(hardware.identity), hardware)
    case .unchanged: return .good("watchdog", Phrase.doctorWatchdogOwn(hardware.identity))
    case .time(let time): return judge(time, hardware)
    case .absent: return Finding("watchdog", .warning, .doctorWatchdogUnasked(hardware.identity))
    case .silent:
      return Finding(
        "watchdog", .warning, .doctorWatchdogUnknown(hardware.identity), fix: .doctorWatchdogAsk)
    }
  }

  private func judge(_ time: Duration, _ hardware: HardwareWatchdog) -> Finding {
    guard let longest = hardware.longest, time > longest else {
      return .good("watchdog", Phrase.doctorWatchdog(hardware.identity, time.inWords))
    }
    let sentence = Phrase.doctorWatchdogTooLong(time.inWords, hardware.identity, longest.inWords)
    return advice(.bad, sentence, hardware)
  }

  private func advice(
    _ verdict: Finding.Verdict, _ sentence: Phrase, _ hardware: HardwareWatchdog
  ) -> Finding {
    let time = min(WatchdogCheck.advised, hardware.longest ?? WatchdogCheck.advised)
    let line = "RuntimeWatchdogSec=\(time.components.seconds)"
    return Finding(
      "watchdog", verdict, sentence, fix: .doctorSetWatchdog(line),
      commands: [
        "sudo mkdir -p /etc/systemd/system.conf.d",
        "printf '[Manager]\\n\(line)\\n' | sudo tee \(WatchdogCheck.file)",
        "sudo systemctl daemon-reexec",
      ])
  }
}

extension Phrase {
  static func doctorWatchdog(_ identity: String, _ time: String) -> Phrase {
    Phrase(
      "doctor.watchdog",
      "The watchdog {1} resets the board when its kernel hangs for {2}.", identity, time)
  }

  static func doctorWatchdogOwn(_ identity: String) -> Phrase {
    Phrase(
      "doctor.watchdog.own", "The watchdog {1} resets the board after a time of its own.", identity)
  }

  static let doctorWatchdogNone = Phrase(
    "doctor.watchdog.none",
    "There is no hardware watchdog: a kernel that hangs stays so until somebody cuts the power.")

  static let doctorLoadWatchdog = Phrase(
    "doctor.watchdog.load", "load its driver, if the board has one.")

  static func doctorWatchdogOff(_ identity: String) -> Phrase {
    Phrase("doctor.watchdog.off", "The watchdog {1} is there, but nothing uses it.", identity)
  }

  static func doctorWatchdogUnasked(_ identity: String) -> Phrase {
    Phrase(
      "doctor.watchdog.unasked",
      "The watchdog {1} is there, but no systemctl that could say whether anything uses it.",
      identity)
  }

  static func doctorWatchdogUnknown(_ identity: String) -> Phrase {
    Phrase(
      "doctor.watchdog.unknown",
      "The watchdog {1} is there, but systemctl does not say whether anything uses it.", identity)
  }

  static let doctorWatchdogAsk = Phrase("doctor.watchdog.ask", "ask as root, if systemd runs.")

  static func doctorWatchdogTooLong(
    _ time: String, _ identity: String, _ longest: String
  ) -> Phrase {
    Phrase(
      "doctor.watchdog.too-long",
      """
      RuntimeWatchdogSec is {1}, but the watchdog {2} can wait {3} at most: it is refused, or \
      a wrong time counts.
      """, time, identity, longest)
  }

  static func doctorSetWatchdog(_ line: String) -> Phrase {
    Phrase("doctor.watchdog.set", "have systemd use it, with {1}.", line)
  }
}
