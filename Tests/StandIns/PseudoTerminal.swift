import Core
import Glibc
import System

/// A pseudo-terminal: `path` is the line for the code under test, `person` sits at its other end.
package struct PseudoTerminal: ~Copyable {
  package let path: String
  package private(set) var person: Peer
  /// The test's own descriptor of the line, which the code under test has for itself while it is open.
  private let line: FileDescriptor

  package init() throws {
    var (ours, line): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 64)
    try SystemError.check("openpty") { openpty(&ours, &line, &name, nil, nil) }
    _ = fcntl(line, F_SETFD, FD_CLOEXEC)
    self.line = FileDescriptor(owning: line)
    person = Peer(owning: ours)
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }

  /// The person hangs up, and the line knows it when this returns.
  ///
  /// A process that another test is just starting has the person's end open, too, until it runs its own program.
  package mutating func hangUp() {
    person.close()
    var condition = pollfd(fd: line.number, events: 0, revents: 0)
    precondition(poll(&condition, 1, 10_000) == 1, "the line of \(path) did not hang up")
  }

  /// How the line is set, as every descriptor of it sees it.
  package borrowing func settings() throws -> termios {
    var settings = termios()
    let number = person.number
    try SystemError.check("tcgetattr") { tcgetattr(number, &settings) }
    return settings
  }
}
