import Board
import Core
import VirtualDevices

/// The people who look through the viewfinder, and their screens.
struct SimulatedViewers {
  private var viewers: [SimulatedViewer] = []

  /// When one of them does something next.
  var nextInstant: Instant? { viewers.reduce(nil) { .earlier($0, $1.nextInstant) } }

  /// `viewer` begins.
  mutating func add(_ viewer: SimulatedViewer) { viewers.append(viewer) }

  /// Something that one of them does by `now`; nil once there is no more.
  mutating func takeDeed(by now: Instant) -> Event.Console? {
    for index in viewers.indices {
      while let act = viewers[index].takeAct(by: now) {
        guard let deed = viewers[index].deed(act) else { continue }
        if act == .hangUp { viewers.remove(at: index) }
        return deed
      }
    }
    return nil
  }

  /// All of them go at `now`.
  mutating func leave(at now: Instant) {
    for index in viewers.indices { viewers[index].leave(at: now) }
  }

  mutating func beginScreen(_ session: SessionID) -> Bool {
    guard let place = place(of: session) else { return false }
    return viewers[place].beginScreen()
  }

  mutating func endScreen(_ session: SessionID) {
    if let place = place(of: session) { viewers[place].isScreen = false }
  }

  mutating func askForSize(_ session: SessionID, at now: Instant) {
    if let place = place(of: session) { viewers[place].askForSize(at: now) }
  }

  func room(of session: SessionID, at now: Instant) -> ScreenRoom? {
    place(of: session).flatMap { viewers[$0].room(at: now) }
  }

  /// What drawing the screen of `session` takes now.
  func drawingTime(of session: SessionID, _ random: inout RandomGenerator) -> Duration {
    guard let place = place(of: session) else { return .zero }
    let time = viewers[place].drawingTime
    return random.duration(in: time...time * 5 / 4)
  }

  /// `reply` is said to `session`: a screen shows the latest.
  mutating func keep(_ reply: Reply, for session: SessionID) {
    guard let place = place(of: session), viewers[place].isScreen else { return }
    viewers[place].news = reply.written(forProgram: false, in: .english, .ascii)
  }

  mutating func takeNews(of session: SessionID) -> [String] {
    guard let place = place(of: session) else { return [] }
    defer { viewers[place].news = nil }
    return viewers[place].news.map { [$0] } ?? []
  }

  mutating func draw(_ byteCount: Int, on session: SessionID, at now: Instant) {
    if let place = place(of: session) { viewers[place].draw(byteCount, at: now) }
  }

  private func place(of session: SessionID) -> Int? {
    viewers.firstIndex { $0.session == session }
  }
}
