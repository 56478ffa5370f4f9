import Core
import Drivers
import Terminal

/// Whether the serial line of the console is ours alone: no messages of the kernel, no login.
struct TerminalCheck {
  let line: SerialLine
  /// Process of a login there, or of a login prompt.
  let session: DeviceHolder?

  var findings: [Finding] {
    let prompt = session.map(login)
    let conflicts = [line.isKernelConsole ? kernelConsole : nil, prompt].compactMap { $0 }
    return conflicts.isEmpty
      ? [
        .good(
          "terminal",
          Phrase(
            "doctor.terminal",
            "The serial line \(line.path) has no kernel messages and no login on it."))
      ] : conflicts
  }

  private var kernelConsole: Finding {
    Finding(
      "terminal", .bad,
      Phrase(
        "doctor.terminal.kernel",
        "The kernel prints its messages on \(line.path), the console's serial line."),
      fix: Phrase(
        "doctor.terminal.kernel.remove",
        """
        take console=\(name) out of the kernel's command line and start again; on a Raspberry Pi it is \
        console=serial0,115200 in /boot/firmware/cmdline.txt.
        """))
  }

  private func login(_ session: DeviceHolder) -> Finding {
    Finding(
      "terminal", .bad, .doctorLogin(line.path, session.name, Int(session.process)),
      fix: .doctorMaskLogin,
      commands: ["sudo systemctl mask --now serial-getty@\(name).service"])
  }

  private var name: String { String(line.path.split(separator: "/").last ?? "") }
}

extension Phrase {
  static func doctorLogin(_ path: String, _ program: String, _ process: Int) -> Phrase {
    Phrase(
      "doctor.terminal.login",
      "The serial line \(path) has a login on it: '\(program)', process \(process).")
  }

  static let doctorMaskLogin = Phrase("doctor.terminal.login.mask", "end the login there for good.")
}
