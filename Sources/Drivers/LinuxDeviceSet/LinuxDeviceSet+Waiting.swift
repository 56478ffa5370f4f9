import Board
import Core
import Door
import Glibc
import System

/// From what the poller finds to news.
extension LinuxDeviceSet {
  package mutating func wait(
    until deadline: Instant?, since now: Instant, _ news: inout News
  ) -> Instant? {
    settleConsole(at: now)
    let first = isExchangeOver ? .zero : earliest(deadline)
    do throws(SystemError) {
      try poller.wait(until: first, now: now)
    } catch {
      preconditionFailure("\(error): the poller's descriptors are its own")
    }
    let present = Clock.now
    cameraReadiness = nil
    if isExchangeOver { endExchangeInPause(&news) }
    takeReady(&news)
    giveUpCameraWork(at: present, &news)
    giveUpSpeech(at: present)
    giveUpHook(at: present)
    takeConsoleEvents(&news)
    return present
  }

  /// The earliest of `deadline` and what the devices wait for by themselves.
  private func earliest(_ deadline: Instant?) -> Instant? {
    let own = Instant.earlier(consoleDeadline, .earlier(speechDeadline, hookDeadline))
    return .earlier(.earlier(deadline, own), cameraHelper.deadline)
  }

  private var consoleDeadline: Instant? {
    switch console {
    case .some(let console): console.deadline
    case .none: nil
    }
  }

  package mutating func takeEdges(_ news: inout News) -> Instant? {
    let present = Clock.now
    readEdges(&news)
    return present
  }

  /// A camera that reports nothing but trouble would be found ready for ever: it has failed.
  package mutating func takeFrame(at now: Instant, _ news: inout News) throws(Failure) {
    guard let readiness = cameraReadiness else { return }
    if let event = try camera?.takeEvent(at: now) ?? nil { return news.add(.camera(event)) }
    guard !readiness.isDisjoint(with: .over), let path = camera?.mode.path else { return }
    throw Failure(
      .camera, .cameraStopped(path), cause: SystemError(call: "epoll_wait", code: EIO))
  }

  package mutating func releasePrevious() throws(Failure) {
    try camera?.releasePrevious()
  }

  /// Kernel 6.1 wakes nobody who waits for edges of a line whose chip has gone; asking the line tells, so
  /// it is asked whenever nothing else has happened.
  private mutating func takeReady(_ news: inout News) {
    guard let first = poller.next() else { return readEdges(&news) }
    handle(first, &news)
    while let ready = poller.next() { handle(ready, &news) }
  }

  private mutating func handle(_ ready: Poller.Ready, _ news: inout News) {
    switch Source(rawValue: ready.token.source) {
    case .signals: takeSignals(&news)
    case .button: readEdges(&news)
    case .camera: cameraReadiness = ready.readiness
    case .cameraWork: takeCameraWork(&news)
    case .accelerometer: takeAcceleration(&news)
    case .console: console?.handle(ready)
    case .hotplug: takePlugs(&news)
    case .voice: takeSpeech(&news)
    case .hook: takeHook(&news)
    case nil: preconditionFailure("all tokens are made of sources")
    }
  }

  private mutating func readEdges(_ news: inout News) {
    news.attempt { news throws(Failure) in try button?.edges(into: &news.edges) }
  }

  private mutating func takeSignals(_ news: inout News) {
    do throws(SystemError) {
      while let signal = try signals.read() { handle(signal, &news) }
    } catch {
      log.error("Signals", "\(error.call): \(error.reason)")
    }
  }

  private mutating func handle(_ signal: Signals.Signal, _ news: inout News) {
    switch signal {
    case .terminate, .interrupt: news.add(.signal(.stop))
    case .snap: news.add(.signal(.snap))
    case .reload: readConfigurationAgain(&news)
    }
  }

  /// Reads the configuration again and gives it to the machine; one with errors changes nothing.
  private mutating func readConfigurationAgain(_ news: inout News) {
    let renewal = renew()
    for (level, phrase) in renewal.words { announce(level, "Configuration", phrase) }
    guard let change = renewal.change else { return }
    if change.roles.contains(.camera) { cameraWishes = cameraWishes.moved(to: nil) }
    plan = change.plan
    news.add(.reconfigured(change.settings, changed: change.roles))
  }

  /// What is asked by a line that came is allowed as far as its session.
  func access(of session: SessionID) -> Access {
    switch console {
    case .some(let console): console.access(of: session)
    case .none: .status
    }
  }

  /// One line at most, by turns of the sessions, so that whoever pastes a page or floods the door holds up neither the
  /// camera nor others.
  ///
  /// What is left is taken at the next wait, which then ends at once.
  private mutating func takeConsoleEvents(_ news: inout News) {
    while let event = console?.next() ?? nil {
      handle(event, &news)
      if case .line = event { return }
    }
  }

  private mutating func handle(_ event: Console.Event, _ news: inout News) {
    switch event {
    // Whoever comes has a question of their own; whoever reads along at a terminal line is greeted.
    case .opened: break
    case .leadsLine(let session): news.add(.console(.opened(session)))
    case .interrupted(let session), .closed(let session):
      news.add(.console(.interrupted(session)))
    case .declined(let session): news.add(.console(.declined(session)))
    case .line(let line, let session):
      news.add(.console(.line(line, from: session, access(of: session))))
    case .failed(let failure): news.add(.device(.failed(failure)))
    case .key(let key, let session):
      news.add(.console(.key(key, from: session, access(of: session))))
    case .resized(let session): news.add(.console(.resized(session)))
    }
  }
}
