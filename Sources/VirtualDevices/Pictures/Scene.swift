import Core

/// Scene for a virtual camera: a wall, a table, and three things on it that move.
///
/// Pure: the same seed at the same instant gives the same picture. It is drawn row by row in spans, so
/// that a large picture costs little even in a debug build.
package struct Scene: Hashable, Sendable {
  /// Pixels a row, even.
  package let width: Int
  /// Rows.
  package let height: Int
  private let things: [Thing]

  /// A box that wanders to and fro.
  private struct Thing: Hashable {
    let color: UInt32
    let size, left, top: RandomWalk
  }

  /// The scene that `random` makes, as a camera of that size sees it.
  package init(width: Int, height: Int, _ random: RandomGenerator) {
    precondition(width >= 16 && width % 2 == 0 && height >= 16, "a picture has room for things")
    self.width = width
    self.height = height
    var random = random
    things = Scene.colors.map { color in
      let size = RandomWalk(from: height / 6, to: height / 3, &random)
      return Thing(
        color: color, size: size, left: RandomWalk(from: 0, to: width - size.high, &random),
        top: RandomWalk(from: height / 4, to: height - size.high, &random))
    }
  }

  /// How the pixels lie: `Y0 U Y1 V`.
  package var layout: FrameLayout {
    FrameLayout(format: .yuyv, width: width, height: height, bytesPerLine: 2 * width)
  }

  /// Bytes of a picture.
  package var byteCount: Int { 2 * width * height }

  /// Draws the picture of `instant` into `pixels`, which have `byteCount` bytes.
  package func draw(into pixels: UnsafeMutableRawBufferPointer, at instant: Instant) {
    let pairs = pixels.bindMemory(to: UInt32.self)
    for row in 0..<height { fill(pairs, row, 0..<width, with: backdrop(row)) }
    for thing in things {
      let (size, left, top) =
        (
          thing.size.value(at: instant), thing.left.value(at: instant),
          thing.top.value(at: instant)
        )
      for row in top..<top + size { fill(pairs, row, left..<left + size, with: thing.color) }
    }
  }

  /// Wall above, table below; each gets lighter downward.
  private func backdrop(_ row: Int) -> UInt32 {
    let horizon = height * 2 / 5
    if row < horizon { return Scene.pair(luma: 40 + 60 * row / horizon, u: 140, v: 120) }
    return Scene.pair(luma: 70 + 50 * (row - horizon) / (height - horizon), u: 110, v: 140)
  }

  private func fill(
    _ pairs: UnsafeMutableBufferPointer<UInt32>, _ row: Int, _ columns: Range<Int>,
    with color: UInt32
  ) {
    let start = row * width / 2
    let span = start + columns.lowerBound / 2..<start + columns.upperBound / 2
    UnsafeMutableBufferPointer(rebasing: pairs[span]).update(repeating: color)
  }

  private static let colors = [
    pair(luma: 200, u: 90, v: 160), pair(luma: 150, u: 100, v: 200),
    pair(luma: 230, u: 128, v: 128),
  ]

  /// Two pixels of one colour, in the order of the bytes in memory.
  private static func pair(luma: Int, u: UInt32, v: UInt32) -> UInt32 {
    let y = UInt32(luma)
    return (y | u << 8 | y << 16 | v << 24).littleEndian
  }
}

/// A number that goes to and fro in time.
struct RandomWalk: Hashable {
  let low, high: Int
  /// From `low` to `high` and back.
  let period: Duration
  /// How far it is on its way when time begins.
  let phase: Duration

  /// One between two numbers, in a period of some seconds.
  init(from low: Int, to high: Int, _ random: inout RandomGenerator) {
    self.low = low
    self.high = high
    period = random.duration(in: .seconds(5) ... .seconds(15))
    phase = random.duration(in: .zero ... .seconds(15))
  }

  /// Where it is at `instant`.
  func value(at instant: Instant) -> Int {
    let elapsed = (instant + phase).nanoseconds % period.nanoseconds
    let half = period.nanoseconds / 2
    let way = elapsed < half ? elapsed : period.nanoseconds - elapsed
    return low + Int(Int64(high - low) * (way / 1000) / (half / 1000))
  }
}
