import Core
import Keeping

/// A few things with a few photos each, as if somebody had used the camera before.
enum Sample {
  private static let things = [
    ("Omega watch", "watches"), ("Leather bag", "bags"), ("Running shoes", "shoes"),
  ]
  private static let photosPerThing = 2
  private static let width = 640, height = 480

  /// Adds them to the store of `keeper`, which is open; says whether that was empty, and they were added.
  ///
  /// Blocks in the flushes of the disk.
  static func add(to keeper: inout Keeper, _ clock: BoardClock) throws(Failure) -> Bool {
    var known = Measurements()
    keeper.measure(into: &known)
    guard known.pieceCount == 0 else { return false }
    for (index, (title, category)) in things.enumerated() {
      try keeper.addThing(title, in: category, at: clock.moment(of: clock.now()))
      for photo in 0..<photosPerThing {
        try add(shot(index * photosPerThing + photo + 1, at: clock.now()), to: &keeper, clock)
      }
    }
    return true
  }

  private static func add(
    _ shot: Shot, to keeper: inout Keeper, _ clock: BoardClock
  ) throws(Failure) {
    let scene = Scene(width: width, height: height, Chance(seed: UInt64(shot.id)))
    try Pictures.scene(scene).withPicture(at: shot.actual) { (frame, layout) throws(Failure) in
      try keeper.keep(frame, layout, from: layout.format.rawValue, for: shot.id)
    }
    _ = try keeper.insert(shot, taken: clock.moment(of: shot.actual))
  }

  private static func shot(_ id: Shot.ID, at instant: Instant) -> Shot {
    let series = Series(origin: instant, countdown: .zero, interval: .zero, count: 1)
    let frame = Frame(
      sequence: UInt32(id), byteCount: 2 * width * height, stamped: instant)
    return Shot(id: id, series: series, index: 0, frame: frame)
  }
}

extension VirtualBoard {
  /// Adds a few things with a few photos each to a store that has none, before anything is opened.
  ///
  /// Blocks in the flushes of the disk.
  ///
  /// - Returns: whether the store had none.
  public mutating func addSample() throws(Failure) -> Bool {
    _ = try keeper.open(at: clock.moment(of: clock.now()))
    defer { keeper.close() }
    return try Sample.add(to: &keeper, clock)
  }
}
