import CLinux
import Core
import Glibc
import System

/// Something that may hang in the kernel, for a helper thread to do.
///
/// Whoever has it may touch it, and nobody else: the thread from `HelperThread.begin` on, the loop
/// before that and from `HelperThread.finished` on.
class BlockingTask {
  /// Does it; blocks as long as it takes.
  func run() {}
}

/// A thread for what may hang for as long as a device likes, so that the loop never waits for it.
///
/// It is the one thread besides the loop's. A task travels to it through a pipe, and back through
/// another; having read it means owning it, so nothing is shared and nothing is locked. When the value
/// goes, the thread ends after the task that it is doing; one that hangs ends with the program.
struct HelperThread: ~Copyable {
  /// Room for a driver that brings a library of its own; only what is used takes memory.
  private static let stackByteCount = 1 << 20
  private static let wordByteCount = MemoryLayout<UnsafeMutableRawPointer>.size

  private let tasks: FileDescriptor
  private let done: FileDescriptor

  /// Starts the thread, which takes no signals.
  init() throws(SystemError) {
    var open: [Int32] = []
    do throws(SystemError) {
      for _ in 0..<2 { open += try HelperThread.pipe() }
      let doneEnd = open[2]
      // Only the loop's end: the thread waits at its own.
      try SystemError.check("F_SETFL") { fcntl(doneEnd, F_SETFL, O_NONBLOCK) }
      try HelperThread.start(Ends(tasks: open[0], done: open[3]))
    } catch {
      for end in open { Glibc.close(end) }
      throw error
    }
    tasks = FileDescriptor(owning: open[1])
    done = FileDescriptor(owning: open[2])
  }

  /// The number to wait on, readable when a task is done: lent, valid as long as this value.
  var descriptor: Int32 { done.number }

  /// Has `task` done; the one before must be back.
  borrowing func begin(_ task: BlockingTask) {
    var word = Optional(Unmanaged.passRetained(task).toOpaque())
    let count = Glibc.write(tasks.number, &word, HelperThread.wordByteCount)
    precondition(count == HelperThread.wordByteCount, "an empty pipe takes a word")
  }

  /// The task that is done, nil while none is; never blocks.
  borrowing func finished() -> BlockingTask? {
    var word: UnsafeMutableRawPointer?
    guard Glibc.read(done.number, &word, HelperThread.wordByteCount) > 0, let word else {
      return nil
    }
    return Unmanaged<BlockingTask>.fromOpaque(word).takeRetainedValue()
  }

  /// The thread's ends of the pipes, which it closes when the other ends are gone; before it begins they are
  /// still whose they were.
  private final class Ends {
    // Numbers: Swift 6.0 fails to optimise an initialiser that takes over descriptors.
    private let tasks, done: Int32

    init(tasks: Int32, done: Int32) {
      self.tasks = tasks
      self.done = done
    }

    func serve() {
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      var word: UnsafeMutableRawPointer?
      while Glibc.read(tasks, &word, HelperThread.wordByteCount) > 0, let task = word {
        // Whoever has the word has the task, so it lives on whatever the loop does meanwhile.
        Unmanaged<BlockingTask>.fromOpaque(task).takeUnretainedValue().run()
        _ = Glibc.write(done, &word, HelperThread.wordByteCount)
      }
      for end in [tasks, done] { Glibc.close(end) }
    }
  }

  private static func start(_ ends: Ends) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackByteCount)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let lent = Unmanaged.passRetained(ends)
    let code = pthread_create(&thread, &attributes, serve, lent.toOpaque())
    guard code == 0 else {
      lent.release()
      throw SystemError(call: "pthread_create", code: code)
    }
  }

  private static let serve: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    {
      ends in
      if let ends { Unmanaged<Ends>.fromOpaque(ends).takeRetainedValue().serve() }
      return nil
    }

  /// The end to read from, and that to write to.
  private static func pipe() throws(SystemError) -> [Int32] {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("pipe2") { pipe2(&ends, O_CLOEXEC) }
    return ends
  }
}
