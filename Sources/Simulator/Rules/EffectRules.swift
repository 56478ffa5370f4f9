import Core

/// What the machine wants is what is asked of the devices, and said to people, in that order.
struct EffectRule {
  func check(_ step: Step) throws(Violation) {
    var calls = step.devices.calls[...]
    // What is remembered is taken when it is told, without a word.
    if case .camera(.frame(let frame, _)) = step.event, step.lendsUnasked(frame.sequence) {
      calls.removeFirst()
    }
    for effect in step.effects {
      if case .console(.draw(let scene, let session)) = effect {
        try takeDrawing(scene, on: session, from: &calls)
      }
      if case .console(.tellRecords(_, let session)) = effect {
        calls = calls.drop { $0.tellsRecord(to: session) }
      }
      for wanted in effect.calls(watcher: SimulatedSurroundings.watcher) {
        guard let call = calls.popFirst(), call.meets(wanted) else {
          throw Violation(Self.self, "'\(effect.brief)' was not carried out as '\(wanted)'")
        }
      }
    }
    guard let call = calls.first else { return }
    throw Violation(Self.self, "'\(call)' was asked of the devices, and nobody wanted it")
  }

  /// A screen whose line is busy is left alone.
  ///
  /// Another takes the camera's newest frame where that is to be seen, and is sent what has changed, if anything has.
  private func takeDrawing(
    _ scene: ViewfinderScene, on session: SessionID, from calls: inout ArraySlice<DeviceCall>
  ) throws(Violation) {
    guard calls.first == .news(session) else { return }
    calls.removeFirst()
    if scene.showsCamera {
      guard calls.popFirst() == .frame(nil) else {
        throw Violation(Self.self, "\(session.number) was drawn without the newest frame")
      }
    }
    if calls.first == .draw(session) { calls.removeFirst() }
  }
}

extension Step {
  /// Whether the frame `sequence` was lent first of all, and once more than the machine wanted.
  fileprivate func lendsUnasked(_ sequence: UInt32) -> Bool {
    let call = DeviceCall.frame(sequence)
    let wanted = effects.flatMap { $0.calls(watcher: SimulatedSurroundings.watcher) }
    let isMore = devices.calls.filter { $0 == call }.count > wanted.filter { $0 == call }.count
    return isMore && devices.calls.first == call
  }
}

extension DeviceCall {
  /// Whether `session` is told of a record, or why it is told of none.
  fileprivate func tellsRecord(to session: SessionID) -> Bool {
    guard case .send(let reply?, session) = self else { return false }
    if case .sentences = reply { return true }
    return reply.watchEvent.map { $0.kind != "state" } ?? false
  }
}

extension ViewfinderScene {
  /// Whether what the camera sees is drawn, be it below a piece.
  fileprivate var showsCamera: Bool {
    switch subject {
    case .live, .piece: true
    case .card: false
    }
  }
}

extension DeviceCall {
  /// Whether it is what is `wanted`.
  fileprivate func meets(_ wanted: DeviceCall) -> Bool {
    if case .send(nil, let session) = wanted, case .send(_, session) = self { return true }
    return self == wanted
  }
}

extension Effect {
  /// What it asks of the devices where `watcher` hears announcements; what it asks of the store is not
  /// theirs.
  fileprivate func calls(watcher: SessionID) -> [DeviceCall] {
    switch self {
    case .device(.open(.store)), .device(.close(.store)): []
    case .device(.open(let role)): [.close(role), .open(role)]
    case .device(.close(let role)): [.close(role)]
    case .camera(.power(let power)): [.power(power)]
    case .camera(.look), .camera(.describe): [.frame(nil)]
    case .camera(.answer(let request, let session)): [.answer(request), .send(nil, session)]
    case .accelerometer(.sample): [.sample]
    case .accelerometer(.pace(let pace)): [.pace(pace)]
    case .photo(.keep(let shot)): [.frame(shot.frame.sequence)]
    case .photo(.store), .photo(.drop), .store, .measure: []
    case .clip(.append(let frame)): [.frame(frame.sequence)]
    case .clip(.remember), .clip(.begin), .clip(.flush), .clip(.hold), .clip(.finish),
      .clip(.giveUp):
      []
    case .output(.light(let isOn)): [.light(isOn)]
    case .output(.buzzer(let isOn)): [.buzzer(isOn)]
    case .voice(.say(let phrase)): [.speak(phrase)]
    case .voice(.silence): [.silence]
    case .hook(.run(.frame)): [.frame(nil)]
    // The piece may be gone.
    case .hook: []
    case .console(let effect): effect.calls(watcher: watcher)
    case .service(.notify(let notice)): [.notify(notice)]
    case .service(.tellTime): []
    case .service(.log(let level, let speaker, let phrase)): [.log(level, speaker, phrase)]
    }
  }
}

extension Effect.Console {
  fileprivate func calls(watcher: SessionID) -> [DeviceCall] {
    switch self {
    case .say(let reply, let session): [.send(reply, session)]
    case .open(_, let session), .read(_, let session, _), .review(_, let session, _),
      .configure(_, let session, _):
      [.send(nil, session)]
    // Whether something is drawn, or told of records, is up to the line too.
    case .consult, .outcome, .draw, .tellRecords: []
    case .beginScreen(let session): [.beginScreen(session)]
    case .endScreen(let session): [.endScreen(session)]
    case .askForSize(let session): [.askForSize(session)]
    case .continues(let session): [.continues(session)]
    case .answered(let session): [.answered(session)]
    case .announce(let phrase, let session):
      [watcher, session].compactMap { $0 }.map { .send(Reply(phrase), $0) }
    case .ask(let phrase, let sessions):
      ([watcher] + sessions.filter { $0 != watcher }).map { .send(Reply(phrase), $0) }
    }
  }
}

/// Every line is answered once, at the latest when the program ends; keys are no lines.
struct AnswerRule {
  /// How many lines of a session wait for their answers.
  private var owed: [SessionID: Int] = [:]

  mutating func check(_ step: Step) throws(Violation) {
    if case .console(.line(_, let session, _)) = step.event { owed[session, default: 0] += 1 }
    for case .console(.answered(let session)) in step.effects {
      guard let count = owed[session] else {
        throw Violation(Self.self, "line \(session.number) was answered twice")
      }
      owed[session] = count > 1 ? count - 1 : nil
    }
    guard step.machine.isFinished, let first = owed.keys.map(\.number).min() else { return }
    throw Violation(Self.self, "line \(first) was never answered")
  }
}
