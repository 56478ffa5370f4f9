import CLinux
import Core
import Glibc
import System

@testable import Drivers

/// Two connected Unix stream sockets: the side under test, which never blocks, and its peer.
struct SocketPair: ~Copyable {
  let ours: FileDescriptor
  private(set) var theirs: Peer

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("socketpair") {
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    ours = FileDescriptor(owning: ends[0])
    theirs = Peer(owning: ends[1])
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  }

  mutating func closeTheirs() {
    theirs.close()
  }
}
