import Core

/// What a virtual camera takes pictures of.
package enum Pictures: Sendable {
  /// A scene that moves, delivered raw.
  case scene(Scene)
  /// Files, delivered as they are.
  case album(Album)

  /// How the camera runs with it, at `framesPerSecond`.
  func mode(framesPerSecond: Int) -> CameraMode {
    let (format, size) =
      switch self {
      case .scene(let scene): (PixelFormat.yuyv, (scene.width, scene.height))
      case .album(let album): (PixelFormat.mjpeg, album.size)
      }
    var mode = CameraMode(
      path: VirtualCamera.path, card: "Simulated camera", driver: "simulator",
      format: format.rawValue, width: size.0, height: size.1,
      framesPerSecond: Double(framesPerSecond))
    mode.mounting = Mounting()
    return mode
  }

  /// How many bytes the picture of `instant` has.
  func byteCount(at instant: Instant) -> Int {
    switch self {
    case .scene(let scene): scene.byteCount
    case .album(let album): album.byteCount(at: instant)
    }
  }

  /// Lends the bytes of the picture of `instant`, valid until `body` returns.
  func withPicture<Answer>(
    at instant: Instant,
    _ body: (UnsafeRawBufferPointer, FrameLayout) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    switch self {
    case .album(let album): return try album.withPicture(at: instant, body)
    case .scene(let scene):
      let pixels = UnsafeMutableRawBufferPointer.allocate(
        byteCount: scene.byteCount, alignment: 16)
      defer { pixels.deallocate() }
      scene.draw(into: pixels, at: instant)
      return try body(UnsafeRawBufferPointer(pixels), scene.layout)
    }
  }
}
