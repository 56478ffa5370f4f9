import Core

@testable import Evidence

extension ClipFacts {
  /// A clip whose first frame was taken at `first`, 200 ms after it was asked for.
  static func sample(_ first: Moment = .sample(20)) -> ClipFacts {
    let request = ClipRequest(for: .button, planned: first.instant - .milliseconds(200))
    return ClipFacts(request, first: first, width: 64, height: 48, format: "MJPG")
  }
}

extension Store {
  /// Appends `picture(text)`, taken so many milliseconds after the sample's first frame, lent for the call.
  mutating func append(_ text: String, at milliseconds: Int) throws(Failure) {
    let bytes = picture(text)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    try appendFrame(
      UnsafeRawBufferPointer(buffer),
      stamped: .zero + .seconds(20) + .milliseconds(milliseconds))
  }

  /// Begins a clip and appends `count` frames, 40 ms after one another, of which the first `flushed` are flushed.
  mutating func record(frames count: Int, flushed: Int = 0) throws(Failure) {
    try beginClip(.sample(), at: .sample(21))
    for index in 0..<count {
      if index == flushed, index > 0 { try flushClip() }
      try append("frame \(index)", at: index * 40)
    }
    if flushed == count { try flushClip() }
  }
}
