import Board
import Core

/// A few things with a few photos each, as if somebody had used the camera before.
package enum Sample {
  private static let things = [
    ("Omega watch", ThingCategory.watches), ("Leather bag", .bags), ("Running shoes", .shoes),
  ]
  private static let photosPerThing = 2
  private static let width = 640, height = 480

  /// Adds them to `store`, which is closed, if that is empty; `moment` tells the time.
  ///
  /// Blocks in the flushes of the disk.
  ///
  /// - Returns: whether it was.
  package static func add(
    to store: inout BoardStore, at moment: () -> Moment
  ) throws(Failure) -> Bool {
    _ = try store.open(at: moment())
    defer { store.close() }
    guard try store.opened().latest(1).isEmpty else { return false }
    for (index, (title, category)) in things.enumerated() {
      let thing = StoreChange.addThing(label: title, category)
      _ = try store.opened().make(thing, for: .start, at: moment())
      for photo in 0..<photosPerThing {
        try add(index * photosPerThing + photo + 1, to: store, at: moment())
      }
    }
    return true
  }

  private static func add(
    _ number: Shot.ID, to store: BoardStore, at now: Moment
  ) throws(Failure) {
    let shot = shot(number, at: now.instant)
    var photos = PendingPhotos()
    let scene = Scene(width: width, height: height, RandomGenerator(seed: UInt64(number)))
    try Pictures.scene(scene).withPicture(at: shot.actual) { (bytes, layout) throws(Failure) in
      let format = layout.format.rawValue
      let frame = LentFrame(bytes, layout, format: format, quality: VirtualCamera.quality)
      try photos.keep(frame, for: shot.id)
    }
    _ = try photos.insert(shot, taken: now, into: store, at: now)
  }

  private static func shot(_ id: Shot.ID, at instant: Instant) -> Shot {
    let series = Series(origin: instant, countdown: .zero, interval: .zero, count: 1)
    let frame = Frame(
      sequence: UInt32(id), byteCount: 2 * width * height, stamped: instant)
    return Shot(id: id, series: series, index: 0, frame: frame)
  }
}
