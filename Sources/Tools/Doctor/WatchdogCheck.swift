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
        "watchdog", .warning,
        Phrase(
          "doctor.watchdog.none",
          "There is no hardware watchdog: a kernel that hangs stays so until somebody cuts the power."
        ), fix: Phrase("doctor.watchdog.load", "load its driver, if the board has one."))
    }
    switch configured {
    case .off:
      return advice(
        .warning,
        Phrase(
          "doctor.watchdog.off",
          "The watchdog \(hardware.identity) is there, but nothing uses it."), hardware)
    case .unchanged:
      return .good(
        "watchdog",
        Phrase(
          "doctor.watchdog.own",
          "The watchdog \(hardware.identity) resets the board after a time of its own."))
    case .time(let time): return judge(time, hardware)
    case .absent:
      return Finding(
        "watchdog", .warning,
        Phrase(
          "doctor.watchdog.unasked",
          "The watchdog \(hardware.identity) is there, but no systemctl that could say whether anything uses it."
        ))
    case .silent:
      return Finding(
        "watchdog", .warning,
        Phrase(
          "doctor.watchdog.unknown",
          """
          The watchdog \(hardware.identity) is there, but systemctl does not say whether anything uses it.
          """), fix: Phrase("doctor.watchdog.ask", "ask as root, if systemd runs."))
    }
  }

  private func judge(_ time: Duration, _ hardware: HardwareWatchdog) -> Finding {
    guard let longest = hardware.longest, time > longest else {
      return .good(
        "watchdog",
        Phrase(
          "doctor.watchdog",
          "The watchdog \(hardware.identity) resets the board when its kernel hangs for \(time.inWords)."
        ))
    }
    let sentence = Phrase(
      "doctor.watchdog.too-long",
      """
      RuntimeWatchdogSec is \(time.inWords), but the watchdog \(hardware.identity) can wait \(longest.inWords) \
      at most: it is refused, or a wrong time counts.
      """)
    return advice(.bad, sentence, hardware)
  }

  private func advice(
    _ verdict: Finding.Verdict, _ sentence: Phrase, _ hardware: HardwareWatchdog
  ) -> Finding {
    let time = min(WatchdogCheck.advised, hardware.longest ?? WatchdogCheck.advised)
    let line = "RuntimeWatchdogSec=\(time.components.seconds)"
    return Finding(
      "watchdog", verdict, sentence,
      fix: Phrase("doctor.watchdog.set", "have systemd use it, with \(line)."),
      commands: [
        "sudo mkdir -p /etc/systemd/system.conf.d",
        "printf '[Manager]\\n\(line)\\n' | sudo tee \(WatchdogCheck.file)",
        "sudo systemctl daemon-reexec",
      ])
  }
}
