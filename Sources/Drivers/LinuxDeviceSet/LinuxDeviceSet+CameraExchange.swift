import Board
import Core

/// A change from one camera to another that a console asked for, while the other is being opened.
struct CameraExchange {
  /// Session that asked.
  let session: SessionID
  /// The other camera, as it would run.
  let mode: CameraMode
  /// Wishes and node of the first.
  let old: (wishes: CameraWishes, path: String)
}

/// Going on with another camera.
///
/// Only one camera is open at a time: two may be too much for one USB bus.
extension LinuxDeviceSet {
  /// Whether a change is under way whose camera nobody opens any more.
  var isExchangeOver: Bool { cameraExchange != nil && cameraOpening == nil }

  /// Goes on with the camera of `wishes`, which would run in `mode`.
  mutating func use(
    _ mode: CameraMode, by wishes: CameraWishes, for session: SessionID, _ news: inout News
  ) {
    let isInUse = modeInUse != nil || cameraOpening != nil
    let exchange = CameraExchange(
      session: session, mode: mode, old: (cameraWishes, modeInUse?.path ?? census.settings.place))
    cameraWishes = wishes
    cameraExchange = exchange
    guard isInUse else {
      news.add(.camera(.changed(isOpening: false)))
      return endExchange(with: .cameraChosen(mode.path, mode.card), &news)
    }
    closeCamera()
    // What the first had still to tell is about pictures that are gone.
    news.forgetCamera()
    news.add(.camera(.changed(isOpening: true)))
    news.attempt { _ throws(Failure) in try openCamera() }
  }

  /// The change has come to its end: the other camera is the one in use, if only later.
  mutating func endExchange(with answer: Phrase, _ news: inout News) {
    guard let exchange = cameraExchange else { return }
    cameraExchange = nil
    let name = cameraWishes.camera?.name(orAt: exchange.mode.path)
    news.add(.camera(.chosen(name, by: exchange.session)))
    send(Reply(answer), to: exchange.session)
    news.add(.camera(.answered(exchange.session)))
  }

  /// The pause that began meanwhile closed the other camera before it was open.
  mutating func endExchangeInPause(_ news: inout News) {
    guard let mode = cameraExchange?.mode else { return }
    endExchange(with: .cameraChosen(mode.path, mode.card), &news)
  }

  /// The other camera does not open: the first is the one in use again.
  mutating func undoExchange(_ failure: Failure, _ news: inout News) {
    guard let exchange = cameraExchange else { return }
    cameraExchange = nil
    cameraWishes = exchange.old.wishes
    refuse(
      Phrase("camera.use.stays", "\(failure.phrase) \(exchange.old.path) stays in use."),
      to: exchange.session)
    news.add(.camera(.answered(exchange.session)))
  }

}

extension CameraIdentity {
  /// What a person may call it: its name that stays the same from boot to boot or, without one, its node.
  fileprivate func name(orAt path: String) -> String { identifiers.first ?? path }
}

extension Phrase {
  static func cameraChosen(_ path: String, _ card: String) -> Phrase {
    Phrase(
      "camera.use.chosen",
      "\(path), \(card), is the camera from now on; capture is closed at present.")
  }

}
