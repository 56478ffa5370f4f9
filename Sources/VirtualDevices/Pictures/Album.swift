import Core
import Glibc
import Imaging
import System

/// Pictures for a virtual camera.
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
    mode.bus = "virtual:simulator"
    mode.serial = "simulator-1"
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

/// JPEG files as what a camera sees, each for a while and then the next, over and over.
package struct Album: Sendable {
  /// How long each file is seen.
  static let turn = Duration.seconds(4)
  /// The largest file that is taken for a frame.
  static let largestByteCount = 64 << 20

  /// One file, checked once.
  private struct Page {
    let path: String
    let width, height, byteCount: Int
  }

  private let pages: [Page]

  /// The pictures in `paths`, in that order.
  ///
  /// Reads each file once, to be sure of it; a file that is no whole JPEG picture is a failure that
  /// names it.
  package init(_ paths: [String]) throws(Failure) {
    var pages: [Page] = []
    for path in paths {
      let structure = try Album.structure(of: try Album.bytes(of: path), path)
      pages.append(
        Page(
          path: path, width: structure.width, height: structure.height,
          byteCount: structure.byteCount))
    }
    guard !pages.isEmpty else {
      throw Failure(
        .camera,
        Phrase(
          "album.empty",
          """
          There is no file to show as the camera's picture; name a JPEG file, or a folder with .jpg or .jpeg \
          files.
          """))
    }
    self.pages = pages
  }

  /// The first picture's size, which is the camera's.
  var size: (width: Int, height: Int) { (pages[0].width, pages[0].height) }

  /// How many bytes the picture has that is seen at `instant`.
  func byteCount(at instant: Instant) -> Int { page(at: instant).byteCount }

  /// Lends the bytes of the picture that is seen at `instant`; blocks on the disk.
  func withPicture<Answer>(
    at instant: Instant,
    _ body: (UnsafeRawBufferPointer, FrameLayout) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let page = page(at: instant)
    let bytes = try Album.bytes(of: page.path)
    let layout = FrameLayout(
      format: .mjpeg, width: page.width, height: page.height, bytesPerLine: 0)
    return try bytes.withUnsafeBytes { bytes in
      Result { () throws(Failure) in try body(bytes, layout) }
    }.get()
  }

  private func page(at instant: Instant) -> Page {
    pages[Int(instant.nanoseconds / Album.turn.nanoseconds) % pages.count]
  }

  private static func structure(
    of bytes: [UInt8], _ path: String
  ) throws(Failure) -> JPEGStructure {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(JPEGError) in try JPEGStructure(parsing: bytes) }
    }
    switch result {
    case .success(let structure) where structure.endOffset != nil: return structure
    case .success: throw noPicture(path, Phrase.albumCutOff)
    case .failure(let error): throw noPicture(path, reason(for: error))
    }
  }

  private static func noPicture(_ path: String, _ reason: Phrase) -> Failure {
    Failure(
      .camera,
      Phrase(
        "album.no-picture", "\(path) is not a whole JPEG picture: \(reason); name another file."))
  }

  private static func reason(for error: JPEGError) -> Phrase {
    switch error {
    case .notJPEG: Phrase("album.not-jpeg", "it does not begin as one")
    case .truncated: Phrase.albumCutOff
    case .markerExpected(let offset), .markerMisplaced(_, let offset),
      .segmentMalformed(_, let offset), .frameHeaderMissing(let offset),
      .frameHeaderRepeated(let offset):
      Phrase("album.damaged", "it is damaged at byte \(offset)")
    }
  }

  private static func bytes(of path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      let bytes = try File.bytes(at: path, limit: largestByteCount)
      guard let bytes else { throw SystemError(call: "read", code: EFBIG) }
      return bytes
    } catch {
      throw Failure(.camera, .albumUnreadable(path, error.reason), cause: error)
    }
  }
}

extension Phrase {
  static let albumCutOff = Phrase("album.cut-off", "it is cut off")

  package static func albumUnreadable(_ path: String, _ reason: String) -> Phrase {
    Phrase("album.unreadable", "\(path) cannot be read: \(reason); name another file or folder.")
  }
}
