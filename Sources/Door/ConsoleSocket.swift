import CLinux
import Core
import Glibc
import System

/// The Unix socket where programs and people on the board talk to the console.
///
/// Its file is there as long as this value lives.
struct ConsoleSocket: ~Copyable {
  /// Connections that the kernel keeps until they are accepted.
  static let backlog: Int32 = 64

  private let file: FileDescriptor
  private let address: SocketAddress
  private let identity: FileIdentity

  /// Descriptor that the poller watches for reading.
  var descriptor: Int32 { file.number }

  /// Listens at `path`, in whose place a socket that nobody answers is replaced; the failure says what to do.
  ///
  /// `mode` says who may come, as of a file that may be written to.
  init(at path: String, mode: mode_t) throws(Failure) {
    let address = try SocketAddress(path: path)
    do {
      try ConsoleSocket.makeRoom(for: address)
      let file = try SocketAddress.makeSocket()
      try address.bind(file)
      let number = file.number
      // Until here the file's mode is what the process's mask left of 0777.
      try SystemError.check("chmod") { chmod(path, mode) }
      try SystemError.check("listen") { listen(number, ConsoleSocket.backlog) }
      identity = try FileIdentity(of: path)
      self.file = file
      self.address = address
    } catch {
      throw ConsoleSocket.failure(for: error, path)
    }
  }

  deinit {
    // Another program may have put its own socket here since, or somebody have removed ours: the
    // error that says so is the answer.
    if (try? FileIdentity(of: address.path)) == identity { unlink(address.path) }
  }

  /// The next connection, which never blocks, or nil when none is waiting.
  borrowing func accept() throws(Failure) -> FileDescriptor? {
    let number = file.number
    do {
      let connection = FileDescriptor(
        owning: try SystemError.check("accept") { Glibc.accept(number, nil, nil) })
      let accepted = connection.number
      try SystemError.check("F_SETFD") { fcntl(accepted, F_SETFD, FD_CLOEXEC) }
      try SystemError.check("F_SETFL") { fcntl(accepted, F_SETFL, O_NONBLOCK) }
      return connection
    } catch let error where error.code == EAGAIN || error.code == ECONNABORTED {
      return nil
    } catch {
      throw ConsoleSocket.failure(for: error, address.path)
    }
  }

  /// Makes the directory and takes a socket away that nobody listens on any more.
  private static func makeRoom(for address: SocketAddress) throws(SystemError) {
    try makeDirectory(of: address.path)
    do {
      try address.connect(try SocketAddress.makeSocket())
    } catch let error where error.code == ENOENT {
      return
    } catch let error where error.code == ECONNREFUSED {
      guard try FileIdentity(of: address.path).isSocket else { throw error }
      try SystemError.check("unlink") { unlink(address.path) }
      return
    }
    throw SystemError(call: "connect", code: EADDRINUSE)
  }

  private static func makeDirectory(of path: String) throws(SystemError) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    do {
      try SystemError.check("mkdir") { mkdir(String(path[..<slash]), 0o755) }
    } catch let error where error.code == EEXIST {
      return
    }
  }

  private static func failure(for error: SystemError, _ path: String) -> Failure {
    let phrase =
      switch error.code {
      case EADDRINUSE, EAGAIN: Phrase.consoleSocketTaken(path)
      case ECONNREFUSED, ENOTSOCK, EPROTOTYPE: Phrase.consoleNotASocket(path)
      default:
        Phrase(
          "console.socket.refused",
          """
          The console socket \(path) cannot be used: \(error.reason). Check its directory, or set [console] \
          socket to another path.
          """)
      }
    return Failure(.console, phrase, cause: error)
  }
}

/// Which file a path leads to, links not followed.
private struct FileIdentity: Equatable {
  let device: dev_t
  let inode: ino_t
  let isSocket: Bool

  init(of path: String) throws(SystemError) {
    var status = stat()
    try SystemError.check("lstat") { lstat(path, &status) }
    device = status.st_dev
    inode = status.st_ino
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
  }
}

/// The console's socket and what the poller knows of it.
final class ConsoleListener {
  /// How long the socket rests when the system could give it no connection: out of memory or
  /// descriptors, which would otherwise be reported without end.
  static let rest = Duration.seconds(2)
  /// Rest after somebody was sent away: whoever comes again and again must not keep a processor busy.
  static let pause = Duration.milliseconds(50)

  /// Whether new connections are waited for.
  private enum State { case unwatched, watched, tired(for: Duration), resting(until: Instant) }

  private let socket: ConsoleSocket
  private var state = State.unwatched

  init(_ socket: consuming ConsoleSocket) {
    self.socket = socket
  }

  /// When it wants to be settled again, or nil.
  var deadline: Instant? {
    switch state {
    case .resting(let until): until
    case .unwatched, .watched, .tired: nil
    }
  }

  /// The next connection, or nil when none is waiting.
  func accept() throws(Failure) -> FileDescriptor? {
    do {
      return try socket.accept()
    } catch {
      state = .tired(for: ConsoleListener.rest)
      throw error
    }
  }

  /// Takes no connection for a moment.
  func pause() { state = .tired(for: ConsoleListener.pause) }

  /// Tells `poller` whether to watch.
  func register(
    with poller: borrowing Poller, as token: Poller.Token, at now: Instant
  ) throws(SystemError) {
    switch state {
    case .watched:
      return
    case .unwatched:
      try poller.add(socket.descriptor, as: token, for: .readable)
      state = .watched
    case .tired(let rest):
      try poller.change(socket.descriptor, as: token, for: [])
      state = .resting(until: now + rest)
    case .resting(let until):
      guard until <= now else { return }
      try poller.change(socket.descriptor, as: token, for: .readable)
      state = .watched
    }
  }
}

extension Phrase {
  static func consoleSocketTaken(_ path: String) -> Phrase {
    Phrase(
      "console.socket.taken",
      "Another exhibit is running and answers at \(path). Stop it, or set [console] socket to a path in another folder."
    )
  }

  static func consoleNotASocket(_ path: String) -> Phrase {
    Phrase(
      "console.socket.other",
      "\(path) is there and is not a console socket. Remove it, or set [console] socket to another path."
    )
  }

}
