import Core
import Drivers

/// Whether the board is reset when its kernel hangs, and whether the hardware can wait as long as it is told.
struct WatchdogCheck {
  /// What is advised, under the 15 s that a Raspberry Pi can do.
  private static let advised = Duration.seconds(14)
  private static let file = "/etc/systemd/system.conf.d/exhibit-watchdog.conf"

  let hardware: HardwareWatchdog?
  let configured: RuntimeWatchdog

  var finding: Finding {
    guard let hardware else {
      return Finding(
        "watchdog", .warning, Phrase(.doctorWatchdogNone), fix: Phrase(.doctorLoadWatchdog))
    }
    switch configured {
    case .off: return advice(.warning, Phrase(.doctorWatchdogOff, hardware.identity), hardware)
    case .unchanged: return .good("watchdog", Phrase(.doctorWatchdogOwn, hardware.identity))
    case .time(let time): return judge(time, hardware)
    }
  }

  private func judge(_ time: Duration, _ hardware: HardwareWatchdog) -> Finding {
    guard let longest = hardware.longest, time > longest else {
      return .good("watchdog", Phrase(.doctorWatchdog, hardware.identity, time.inWords))
    }
    let sentence = Phrase(
      .doctorWatchdogTooLong, time.inWords, hardware.identity, longest.inWords)
    return advice(.bad, sentence, hardware)
  }

  private func advice(
    _ verdict: Finding.Verdict, _ sentence: Phrase, _ hardware: HardwareWatchdog
  ) -> Finding {
    let time = min(WatchdogCheck.advised, hardware.longest ?? WatchdogCheck.advised)
    let line = "RuntimeWatchdogSec=\(time.components.seconds)"
    return Finding(
      "watchdog", verdict, sentence, fix: Phrase(.doctorSetWatchdog, line),
      commands: [
        "sudo mkdir -p /etc/systemd/system.conf.d",
        "printf '[Manager]\\n\(line)\\n' | sudo tee \(WatchdogCheck.file)",
        "sudo systemctl daemon-reexec",
      ])
  }
}
