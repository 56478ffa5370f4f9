import Core
import Evidence

/// Frames that are remembered, and the clip that is made of them.
extension Executor where Devices: ~Copyable {
  mutating func perform(_ effect: Effect.Clip) {
    switch effect {
    case .remember(let preRoll): clip.remember(preRoll)
    case .append(let frame): append(frame)
    case .begin(let request): tellClip { world throws(Failure) in try world.begin(request) }
    case .flush:
      tellClip { world throws(Failure) in
        try world.store.opened().flushClip()
        return .flushed
      }
    case .hold(let since): clip.hold(since: since)
    case .finish:
      tellClip { world throws(Failure) in
        let stored = try world.clip.finish(in: world.store, at: world.present)
        return .stored(stored.piece, stored.content)
      }
    case .giveUp:
      clip.giveUp(in: store)
      tellFacts()
    }
  }

  /// Takes the picture of `frame`, which the devices hold, into memory, if it is one.
  mutating func remember(_ frame: Frame) {
    let began = devices.now
    // A picture that can't be lent is missing, and is counted by its number.
    let isEncoded = try? devices.withFrame(frame.sequence) { lent throws(Failure) in
      clip.take(lent, frame, into: store)
    }
    guard isEncoded == true, let every = clip.encoded(within: devices.now - began) else { return }
    news.add(.clip(.paced(every: every)))
  }

  private mutating func append(_ frame: Frame) {
    clip.collect()
    remember(frame)
    do throws(Failure) {
      try clip.writeFrames(to: store)
    } catch {
      news.add(.clip(.failed(error)))
    }
  }

  private mutating func begin(_ request: ClipRequest) throws(Failure) -> Event.Clip {
    if request.task != nil { clip.forgetFrames(before: request.planned) }
    guard let first = clip.firstStamp else { throw Failure(.camera, .frameGone) }
    try clip.begin(request, first: moment(of: first), in: store, at: present)
    return .begun
  }

  private mutating func tellClip(_ work: (inout Self) throws(Failure) -> Event.Clip) {
    do throws(Failure) {
      news.add(.clip(try work(&self)))
    } catch {
      news.add(.clip(.failed(error)))
    }
    tellFacts()
  }
}
