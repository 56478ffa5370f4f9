import Core
import Evidence

/// Frames that are remembered, and the clip that is made of them.
extension Executor where Devices: ~Copyable {
  mutating func perform(_ effect: Effect.Clip) {
    switch effect {
    case .remember(let preRoll): photos.remember(preRoll)
    case .append(let frame): append(frame)
    case .begin(let request): tellClip { world throws(Failure) in try world.begin(request) }
    case .flush:
      tellClip { world throws(Failure) in
        try world.photos.flushClip()
        return .flushed
      }
    case .hold(let since): photos.holdClip(since: since)
    case .finish:
      tellClip { world throws(Failure) in
        let stored = try world.photos.finishClip(at: world.present)
        return .stored(stored.piece, stored.content)
      }
    case .giveUp: photos.giveUpClip()
    }
  }

  /// Takes the picture of `frame`, which the devices hold, into memory, if it is one.
  mutating func remember(_ frame: Frame) {
    let began = devices.now
    // A picture that can't be lent is missing, and is counted by its number.
    let isEncoded = try? devices.withFrame(frame.sequence) { lent throws(Failure) in
      photos.take(lent, frame)
    }
    guard isEncoded == true, let every = photos.encoded(within: devices.now - began) else { return }
    news.add(.clip(.paced(every: every)))
  }

  private mutating func append(_ frame: Frame) {
    photos.collect()
    remember(frame)
    do throws(Failure) {
      try photos.writeFrames()
    } catch {
      news.add(.clip(.failed(error)))
    }
  }

  private mutating func begin(_ request: ClipRequest) throws(Failure) -> Event.Clip {
    if request.task != nil { photos.forgetFrames(before: request.planned) }
    guard let first = photos.firstStamp else { throw Failure(.camera, .frameGone) }
    try photos.beginClip(request, first: moment(of: first), at: present)
    return .begun
  }

  private mutating func tellClip(_ work: (inout Self) throws(Failure) -> Event.Clip) {
    do throws(Failure) {
      news.add(.clip(try work(&self)))
    } catch {
      news.add(.clip(.failed(error)))
    }
  }
}
