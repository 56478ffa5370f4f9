import Glibc

/// Work on a thread of its own, which runs only while its owner waits: each run of both is the same.
final class Coroutine {
  private let (begun, paused) = (Coroutine.semaphore(), Coroutine.semaphore())
  private var work: ((Coroutine) -> Void)?
  private var hasThread = false
  private(set) var isFinished = false

  /// Nothing of `work` was done yet.
  init(_ work: @escaping (Coroutine) -> Void) {
    self.work = work
  }

  deinit {
    for semaphore in [begun, paused] {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }
  }

  /// Has the work go on; blocks until it pauses, or has ended.
  func resume() {
    if isFinished { return }
    if !hasThread { begin() }
    sem_post(begun)
    while sem_wait(paused) != 0 {}
  }

  /// Has the work, which calls this, wait until it is resumed.
  func pause() {
    sem_post(paused)
    while sem_wait(begun) != 0 {}
  }

  private func begin() {
    hasThread = true
    var thread = pthread_t()
    // One that is never resumed again stays: nobody else has what it waits for.
    let own = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(&thread, nil, Coroutine.serve, own)
    precondition(code == 0, "a simulation can't have another thread")
    pthread_detach(thread)
  }

  private static let serve: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    {
      own in
      if let own { Unmanaged<Coroutine>.fromOpaque(own).takeRetainedValue().run() }
      return nil
    }

  private func run() {
    while sem_wait(begun) != 0 {}
    work?(self)
    work = nil
    isFinished = true
    sem_post(paused)
  }

  private static func semaphore() -> UnsafeMutablePointer<sem_t> {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    semaphore.initialize(to: sem_t())
    sem_init(semaphore, 0, 0)
    return semaphore
  }
}
