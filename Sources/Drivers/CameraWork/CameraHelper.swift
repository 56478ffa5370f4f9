import Core
import System

/// All that is to be done at cameras and may hang: one task after the other, as they came.
///
/// A USB camera that hangs takes up to 5 s for each transfer to its control endpoint, of which opening and
/// closing make several; meanwhile what comes next waits, and nobody waits longer than `CameraDelay.patience`.
struct CameraHelper: ~Copyable {
  private let thread: HelperThread
  /// The task under way, then those that wait.
  private var entries: [Entry]
  /// When the task under way began.
  private var begunAt: Instant

  /// A task that waits or is under way.
  private struct Entry {
    let task: CameraTask
    let addedAt: Instant
    /// Whether somebody waits for what comes of it.
    var isAwaited: Bool
  }

  init() throws(SystemError) {
    thread = try HelperThread()
    (entries, begunAt) = ([], .zero)
  }

  /// The number to wait on, readable when a task is done: lent, valid as long as this value.
  var descriptor: Int32 { thread.descriptor }

  /// When the next task will have been waited for long enough.
  var deadline: Instant? {
    let awaited = entries.first { $0.isAwaited }
    return awaited.map { $0.addedAt + CameraDelay.patience }
  }

  /// For how long the task under way has been, where that is worth a word, and what it is.
  func delay(at now: Instant) -> (task: CameraTask, time: Duration)? {
    guard let first = entries.first, now - begunAt >= CameraDelay.noticeable else { return nil }
    return (first.task, now - begunAt)
  }

  /// Has `task` done when all before it are.
  mutating func add(_ task: CameraTask, at now: Instant) {
    entries.append(Entry(task: task, addedAt: now, isAwaited: !task.isClosing))
    if entries.count == 1 { begin(at: now) }
  }

  /// Nobody waits for `opening` any more: it does not begin, or its camera is closed as soon as it is open.
  mutating func abandon(_ opening: CameraOpening) {
    for index in entries.indices where entries[index].task.work === opening {
      stopAwaiting(index)
    }
    dropUnwanted()
  }

  /// The tasks that have been waited for long enough now; each is told once.
  mutating func giveUp(at now: Instant) -> [CameraTask] {
    // Tasks wait in the order in which they came, so this is asked at each frame and hardly ever more.
    guard let deadline, deadline <= now else { return [] }
    var given: [CameraTask] = []
    for (index, entry) in entries.enumerated()
    where entry.isAwaited && entry.addedAt + CameraDelay.patience <= now {
      stopAwaiting(index)
      given.append(entry.task)
    }
    dropUnwanted()
    return given
  }

  /// What is done, if anything is, and begins what comes next; to be called when `descriptor` is readable.
  mutating func takeDone(at now: Instant) -> Done? {
    guard thread.finished() != nil, !entries.isEmpty else { return nil }
    let entry = entries.removeFirst()
    let done = Done(task: entry.task, isAwaited: entry.isAwaited, time: now - begunAt)
    if case .opening(let opening) = entry.task, !entry.isAwaited { close(opening, at: now) }
    if !entries.isEmpty { begin(at: now) }
    return done
  }

  /// A task that is done.
  struct Done {
    let task: CameraTask
    /// Whether somebody waited for it to the end.
    let isAwaited: Bool
    /// How long it took.
    let time: Duration
  }

  /// A camera that nobody wants is closed before anything else, because it may be wanted in another way.
  private mutating func close(_ opening: CameraOpening, at now: Instant) {
    guard let camera = opening.camera.take() else { return }
    let closing = CameraTask.closing(CameraClosing(camera))
    entries.insert(Entry(task: closing, addedAt: now, isAwaited: false), at: 0)
  }

  /// Nobody waits for the task at `index` any more; the first is the thread's, and goes on as it is.
  private mutating func stopAwaiting(_ index: Int) {
    entries[index].isAwaited = false
    if index > 0 { entries[index].task.abandon() }
  }

  /// What nobody waits for never begins, but for what it has to give back.
  private mutating func dropUnwanted() {
    let waiting = entries.dropFirst().filter { $0.isAwaited || $0.task.givesBack }
    entries = entries.prefix(1) + waiting
  }

  private mutating func begin(at now: Instant) {
    begunAt = now
    thread.begin(entries[0].task.work)
  }
}
