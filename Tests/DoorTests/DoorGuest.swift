import Glibc
import StandIns
import System
import Testing

@testable import Core
@testable import Door

/// A guest with `rights`, and what its owner sees of it.
final class DoorGuest {
  let session: DoorSession
  var peer: Peer

  init(_ rights: Set<GuestRight> = Set(GuestRight.allCases)) throws {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("socketpair") {
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
    }
    session = DoorSession(
      SessionID(number: 1), over: SocketStream(over: FileDescriptor(owning: ends[0])), of: 0,
      rights, Console.Speech(.english, .unicode))
    peer = Peer(owning: ends[1])
  }

  /// What the machine hears of `messages`.
  func hears(_ messages: String...) throws -> GuestInput? {
    for message in messages { try peer.send(message + "\0") }
    return heard
  }

  var heard: GuestInput? {
    // A long message takes several reads.
    for _ in 0..<5 {
      session.stream.receive(.readable)
      if let input = session.next() { return input }
    }
    return nil
  }

  /// The messages that have come since.
  var told: [String] {
    session.flush()
    return peer.received().split(separator: "\0").map { String($0) }
  }
}

/// Messages of a guest.
extension DoorGuest {
  static let light = call("Say", #"{"line":"light"}"#)

  static func call(_ method: String, _ parameters: String = "{}", more: Bool = false)
    -> String
  {
    #"{"method":"net.exhibit.Camera.\#(method)","parameters":\#(parameters)\#(more ? #","more":true"# : "")}"#
  }
}
