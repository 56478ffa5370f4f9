import Core
import Imaging

/// Devices, the store among them, and the frames that they lend.
extension Executor where Devices: ~Copyable {
  /// What is open already is closed first: a driver may have only one owner.
  mutating func open(_ role: Role) {
    close(role)
    do throws(Failure) {
      let answer = role == .store ? try openStore() : try devices.open(role)
      if let answer { news.add(answer) }
    } catch {
      news.add(.device(.failed(error)))
    }
  }

  mutating func close(_ role: Role) {
    switch role {
    case .store: photos.close()
    case .button:
      devices.close(.button)
      // A press among them has lost its release.
      news.edges.removeAll()
    case .camera, .light, .buzzer, .accelerometer, .console, .clock: devices.close(role)
    }
  }

  private mutating func openStore() throws(Failure) -> Event? {
    let found = try photos.open(at: devices.moment(of: devices.now))
    for phrase in found { devices.log(.warning, "Store", phrase) }
    return .device(.opened(.store))
  }

  /// A frame that can't be looked at has not changed.
  mutating func look() {
    let part = try? devices.withFrame(nil) { frame throws(Failure) -> Double? in
      try? scene.change(in: frame.bytes, frame.layout)
    }
    news.add(.camera(.sceneChanged(by: (part ?? nil) ?? 0)))
  }

  mutating func keep(_ shot: Shot) {
    do throws(Failure) {
      let kept: Void? = try devices.withFrame(shot.frame.sequence) { frame throws(Failure) in
        try photos.keep(frame, for: shot.id)
      }
      guard kept != nil else { throw Failure(.camera, Phrase(.frameGone)) }
      news.add(.photo(.kept(shot.id)))
    } catch {
      news.add(.photo(.failed(shot.id, error)))
    }
  }

  mutating func store(_ shot: Shot) {
    let began = devices.now
    do throws(Failure) {
      let taken = devices.moment(of: shot.actual)
      let piece = try photos.insert(shot, taken: taken, isUnderVoltage: devices.isUnderVoltage())
      news.add(.photo(.stored(shot.id, piece, after: devices.now - began)))
    } catch {
      news.add(.photo(.failed(shot.id, error)))
    }
  }
}
