import Core
import Imaging

/// The world of the machine: carries out its effects on a set of devices and a store, and tells it what
/// happens.
///
/// It decides nothing. What it holds is order: edges go before everything else, then what became known,
/// then a frame; and every failure on the way becomes an event. It blocks in two places: in the devices'
/// `wait` when nothing is to be done, and in the store while something is being made durable.
package struct Executor<Devices: DeviceSet & ~Copyable>: World, ~Copyable {
  /// The devices, real or imitated.
  package var devices: Devices
  /// Pictures in memory, and behind them the store.
  package var photos: PhotoPipeline
  var scene = SceneWatch()
  var news = News()
  /// When the devices were last looked at.
  private var now: Instant
  /// Whether a frame has its turn once everything is told that the last wait found.
  ///
  /// Frames come last and one by one, and each is told at once: so the machine has heard of every edge
  /// that may be nearer to this frame than to the next, and never hears of one that is held no longer.
  /// And each wait is followed by one, so that nobody who has much to tell can starve the camera.
  private var isFrameDue = false

  /// A world of `devices`, which are closed, and of `photos`, whose store is closed.
  package init(_ devices: consuming Devices, _ photos: consuming PhotoPipeline) {
    self.devices = devices
    self.photos = photos
    now = self.devices.now
    news.add(.started)
  }

  /// Whether everything that is known was told.
  package var isQuiet: Bool { news.isEmpty }

  package mutating func nextEvent(before deadline: Instant?) -> (event: Event, now: Instant)? {
    release()
    if let edge = news.nextEdge() { return (.edge(edge), now) }
    if isFrameDue || !news.events.isEmpty {
      guard let now = devices.takeEdges(&news) else { return nil }
      self.now = now
      if let event = next() { return (event, now) }
    }
    guard let now = devices.wait(until: deadline, since: now, &news) else { return nil }
    self.now = now
    isFrameDue = true
    return (next() ?? .deadline, now)
  }

  /// The machine has dealt with the frame that it was told of, and with the one before that.
  private mutating func release() {
    do throws(Failure) {
      try devices.releasePrevious()
    } catch {
      news.add(.device(.failed(error)))
    }
  }

  private mutating func next() -> Event? {
    if let event = news.next() { return event }
    guard isFrameDue else { return nil }
    isFrameDue = false
    do throws(Failure) {
      try devices.takeFrame(at: now, &news)
    } catch {
      news.add(.device(.failed(error)))
    }
    return news.next()
  }
}
