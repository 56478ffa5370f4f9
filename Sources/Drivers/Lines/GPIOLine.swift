import CGPIO
import Core
import Glibc
import System

/// Which line of which chip a role holds: what its failures name.
struct GPIOLine: Hashable {
  /// `ENOTSUPP` of the kernel, which escapes from some GPIO drivers and has no name in the C library.
  static let notSupported: Int32 = 524

  let role: Role
  /// The kernel's name of the chip.
  let chip: String
  /// The line's number on it.
  let offset: UInt32

  /// What to say when the line could not be had.
  ///
  /// - Parameters:
  ///   - bias: what was asked of an input.
  ///   - holder: who has the line, as the kernel's table says.
  func failure(requesting error: SystemError, bias: LineSettings.Bias, holder: String?) -> Failure {
    switch error.code {
    case EBUSY: busy(holder ?? "kernel", error)
    case EACCES, EPERM: Failure(role, .init(.gpioForbidden, "/dev/\(chip)"), cause: error)
    case EINVAL, EOPNOTSUPP, Self.notSupported: refused(bias, error)
    case ENODEV, ENXIO: failure(.gpioLineWithoutEdges, error)
    default: failure(using: error)
    }
  }

  /// What to say when a line that was had stopped working.
  func failure(using error: SystemError) -> Failure {
    Failure(role, .init(.gpioLineFailed, "\(offset)", chip, error.reason), cause: error)
  }

  private func busy(_ holder: String, _ error: SystemError) -> Failure {
    Failure(role, .init(busyKey(holder), "\(offset)", chip, holder), cause: error)
  }

  private func busyKey(_ holder: String) -> Phrase.Key {
    if holder == GPIO_CONSUMER { return .gpioLineOurs }
    return role == .button ? .gpioButtonBusy : .gpioLineBusy
  }

  private func refused(_ bias: LineSettings.Bias, _ error: SystemError) -> Failure {
    switch bias {
    case .pullUp: failure(.gpioPullUpRefused, error)
    case .pullDown: failure(.gpioPullDownRefused, error)
    case .external: failure(using: error)
    }
  }

  private func failure(_ key: Phrase.Key, _ error: SystemError) -> Failure {
    Failure(role, .init(key, "\(offset)", chip), cause: error)
  }
}
