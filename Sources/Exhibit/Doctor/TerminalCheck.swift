import Core
import Drivers

/// Whether the serial line of the console is ours alone: no messages of the kernel, no login.
struct TerminalCheck {
  let line: SerialLine
  /// Who is logged in there, or asks for a login.
  let session: DeviceHolder?

  var findings: [Finding] {
    let prompt = session.map(login)
    let conflicts = [line.isKernelConsole ? kernelConsole : nil, prompt].compactMap { $0 }
    return conflicts.isEmpty ? [.good("terminal", Phrase(.doctorTerminal, line.path))] : conflicts
  }

  private var kernelConsole: Finding {
    Finding(
      "terminal", .bad, Phrase(.doctorKernelConsole, line.path),
      fix: Phrase(.doctorRemoveConsole, name))
  }

  private func login(_ session: DeviceHolder) -> Finding {
    Finding(
      "terminal", .bad, Phrase(.doctorLogin, line.path, session.name, "\(session.process)"),
      fix: Phrase(.doctorMaskLogin),
      commands: ["sudo systemctl mask --now serial-getty@\(name).service"])
  }

  private var name: String { String(line.path.split(separator: "/").last ?? "") }
}
