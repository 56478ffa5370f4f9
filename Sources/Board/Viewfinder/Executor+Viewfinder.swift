import Core
import Imaging

/// The camera's picture on consoles.
extension Executor where Devices: ~Copyable {
  mutating func beginScreen(_ session: SessionID) {
    if let reason = devices.drawsNothing {
      return news.add(.console(.undrawable(reason, on: session)))
    }
    screens.removeAll { $0.session == session }
    // Without memory for a decoder nothing can be drawn, so nothing is begun.
    let screen = try? ViewfinderScreen(of: session)
    let isScreen = screen != nil && devices.beginScreen(session)
    if let screen, isScreen { screens.append(screen) }
    news.add(.console(.viewing(isScreen, on: session)))
  }

  mutating func endScreen(_ session: SessionID) {
    screens.removeAll { $0.session == session }
    devices.endScreen(session)
  }

  /// Draws `scene` on the screen of `session` where its line has room; elsewhere the next time does.
  mutating func draw(_ scene: ViewfinderScene, on session: SessionID) {
    let began = devices.now
    var isAll = true
    if let screen = screens.first(where: { $0.session == session }) {
      isAll = draw(scene, on: screen) ? !screen.isPlaying : !screen.isPatient
    }
    news.add(.console(.drawn(isAll: isAll, after: devices.now - began)))
  }

  /// Says whether the screen shows all of it.
  private mutating func draw(_ scene: ViewfinderScene, on screen: ViewfinderScreen) -> Bool {
    guard let room = devices.screenRoom(of: screen.session) else {
      screen.waited()
      return false
    }
    screen.fit(room.settings)
    screen.take(devices.takeNews(of: screen.session), at: devices.now)
    // What the frame is compared with decides where it stands.
    screen.look(at: scene, store.current, at: devices.now)
    if scene.isLive { lendFrame(to: screen, scene) }
    let (bytes, isAll) = screen.drawn(scene, room.language, atMost: room.byteCount)
    if bytes.isEmpty || devices.draw(bytes, on: screen.session) { return isAll }
    screen.lost()
    return false
  }

  /// A frame that the camera holds no longer leaves the picture before it.
  private mutating func lendFrame(to screen: ViewfinderScreen, _ scene: ViewfinderScene) {
    _ = try? devices.withFrame(nil) { frame throws(Failure) in
      let (bytes, layout) = (frame.bytes, frame.layout)
      screen.take(bytes, layout, in: scene)
    }
  }
}

extension ViewfinderScene {
  /// Whether the camera's newest picture is to be seen, though perhaps below something else.
  fileprivate var isLive: Bool {
    if case .card = subject { false } else { true }
  }
}
