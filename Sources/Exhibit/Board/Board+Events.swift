import Core
import Drivers
import Glibc
import System

/// From what the poller finds to events.
extension Board {
  /// Waits until something happens or `deadline` has come, and takes what there is.
  mutating func collect(until deadline: Instant?) {
    settleConsole()
    do throws(SystemError) {
      try poller.wait(until: Instant.earlier(deadline, console?.deadline ?? nil), now: now)
    } catch {
      preconditionFailure("\(error): the poller's descriptors are its own")
    }
    now = Clock.now
    cameraReadiness = nil
    takeReady()
    takeConsoleEvents()
  }

  /// Kernel 6.1 wakes nobody who waits for edges of a line whose chip has gone; asking the line tells, so
  /// it is asked whenever nothing else has happened.
  private mutating func takeReady() {
    guard let first = poller.next() else { return takeEdges() }
    take(first)
    while let ready = poller.next() { take(ready) }
  }

  private mutating func take(_ ready: Poller.Ready) {
    switch Source(rawValue: ready.token.source) {
    case .signals: takeSignals()
    case .button: takeEdges()
    case .camera: cameraReadiness = ready.readiness
    case .accelerometer: takeAcceleration()
    case .console: console?.take(ready)
    case .hotplug: takePlugs()
    case nil: preconditionFailure("all tokens are made of sources")
    }
  }

  private mutating func takeSignals() {
    do throws(SystemError) {
      while let signal = try signals.read() { take(signal) }
    } catch {
      log.error("Signals", "\(error.call): \(error.reason)")
    }
  }

  private mutating func take(_ signal: Signals.Signal) {
    switch signal {
    case .terminate, .interrupt: events.append(.signal(.stop))
    case .snap: events.append(.signal(.snap))
    case .reload: readConfigurationAgain()
    }
  }

  mutating func takeEdges() {
    do throws(Failure) {
      try button?.edges(into: &edges)
    } catch {
      events.append(.device(.failed(error)))
    }
  }

  /// A camera that reports nothing but trouble would be found ready for ever: it has failed.
  mutating func takeFrame() {
    guard let readiness = cameraReadiness, let path = camera?.mode.path else { return }
    let damaged = camera?.counts.damaged
    do throws(Failure) {
      if let frame = try camera?.advance(at: now) {
        events.append(.camera(.frame(frame, previous: camera?.previous ?? nil)))
      } else if camera?.counts.damaged != damaged {
        events.append(.camera(.frameDamaged))
      } else if !readiness.isDisjoint(with: [.error, .hangup]) {
        throw Failure(
          .camera, Phrase(.cameraStopped, path), cause: SystemError(call: "epoll_wait", code: EIO))
      }
    } catch {
      events.append(.device(.failed(error)))
    }
  }

  /// The machine has dealt with the frame that it was told of, and with the one before that.
  mutating func releasePrevious() {
    do throws(Failure) {
      try camera?.releasePrevious()
    } catch {
      events.append(.device(.failed(error)))
    }
  }

  /// The socket's sessions are the system's users, whom the socket's permissions have let in.
  private mutating func access(of session: SessionID) -> Access {
    session == console?.terminalSession ?? nil ? plan.serialAccess : .full
  }

  /// Sends what the consoles have room for.
  mutating func settleConsole() {
    do throws(SystemError) {
      try console?.settle(at: now, with: poller)
    } catch {
      log.error("Console", "\(error.call): \(error.reason)")
    }
  }

  private mutating func takeConsoleEvents() {
    while let event = console?.next() ?? nil {
      switch event {
      case .opened: break
      case .interrupted(let session), .closed(let session):
        events.append(.console(.interrupted(session)))
      case .line(let line, let session):
        events.append(.console(.line(line, from: session, access(of: session))))
      case .failed(let failure): events.append(.device(.failed(failure)))
      }
    }
  }
}
