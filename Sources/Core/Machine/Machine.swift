/// The evidence camera itself: takes events, answers with effects.
///
/// It is pure: no clock, no input or output, no chance. The same events at the same instants give the
/// same effects. It owns no timers; `deadline` says when it next wants to be woken.
///
/// It is made of concerns, each of which owns its state and what may become of it, and none of which
/// reads another. The machine brings events to them; what one has to know of others it is told. The order in
/// which they settle stands below.
///
/// What each turn asks of all of it is inlined: a call would be given a copy of the machine, which is large.
package struct Machine: Sendable {
  /// What it was configured to do.
  @Boxed package internal(set) var settings: Settings
  /// Whether the camera delivers.
  package internal(set) var capture: Capture
  /// Whether photos are being counted down to.
  package internal(set) var shutter: Shutter
  /// The photos that are not durable yet.
  package internal(set) var storing = Storing()
  /// The clip under way.
  package internal(set) var recorder: Recorder
  /// Which clips are still to be recorded of the current thing.
  package internal(set) var slots: Slots
  /// Whether frames are remembered for a clip.
  var memory = FrameRecall()
  /// What programs are to be told of the photos that they asked for.
  var answers = SeriesReports()
  /// What light and buzzer show.
  package internal(set) var indicator = Indicator()
  var life = Lifecycle()
  var peripherals: Peripherals
  var hindrances: Hindrances
  var accelerometer = AccelerometerWatch()
  var movement: MovementWatch
  var button: PushButton
  var mirror = StoreMirror()
  /// Which part of photos is kept too.
  var framing = Framing()
  var stick = Stick()
  /// What waits to be recorded.
  var notes = NoteQueue()
  /// What people asked to have changed in the store.
  var changes = ChangeQueue()
  /// What is taken in besides photos.
  package internal(set) var imports = ImportQueue()
  /// The sessions at which a person is before what is asked of a piece: whoever watches, or holds one under review.
  package var readers: [SessionID] {
    let holder = review.focusSession.map { [$0] } ?? []
    return sessions.readers.filter { !holder.contains($0) } + holder
  }

  /// Whether somebody learns signs and gestures.
  var lesson = Lesson()
  /// Which pieces people look at.
  var review = Review()
  /// On which consoles the picture is drawn.
  var viewfinder = Viewfinder()
  /// Which stills of clips people look for.
  var stills = StillQueue()
  /// Who waits for a text of the guide.
  var guide = GuideQueue()
  /// What is asked before something is done or noted.
  var asking = Asking()
  /// Whether the store's database is locked by another program.
  var lock = StoreLock()
  /// How far the store's files were compared with its database.
  var survey = SurveyProgress()
  /// On whose word the clock is known.
  var clock = ClockWatch()
  /// What people set at consoles and the store keeps.
  package internal(set) var own = KeptSettings()
  /// Each console session's doing.
  var sessions = Sessions()
  var dialogue = Dialogue()
  /// The latest lines of the log.
  var recent = LogRing()
  /// Who wants the picture in words.
  var describing = Describing()
  /// What is spoken.
  var voice: Voice
  /// Which pieces a program is still to hear of.
  var hooks: HookQueue
  var service: ServiceReport
  /// The latest instant that the machine was told of.
  private(set) var now = Instant.zero
  /// Facts that all of them know of one another.
  private(set) var published = Published.atFirst
  /// What the turn has come to so far.
  var steps = Steps()
  /// When the machine next wants to be woken, if no event comes first: what the latest turn found.
  package private(set) var deadline: Instant?

  /// A machine that has not started.
  package init(_ settings: Settings) {
    _settings = Boxed(wrappedValue: settings)
    capture = Capture(isConfigured: settings.roles.contains(.camera))
    shutter = Shutter(startsFor: settings.start == .countdown ? .start : nil)
    recorder = Recorder(longest: settings.clipLongest)
    slots = Slots(settings.study)
    peripherals = Peripherals(settings.roles)
    hindrances = Hindrances(settings)
    movement = MovementWatch(patience: settings.idleAfter)
    button = PushButton(settings)
    voice = Voice(isConfigured: settings.hasVoice)
    hooks = HookQueue(settings)
    service = ServiceReport(watchdog: settings.watchdog)
    publish()
    deadline = nextDeadline
  }

  /// What the store said of itself last; nil while it is closed, and while it can't tell.
  package var facts: StoreFacts? { mirror.facts }

  /// Whether everything is safe and the program may end.
  package var isFinished: Bool { life.isFinished }

  /// The most important of what is going on, as light and buzzer show it.
  package var situation: Situation { published.situation }

  /// Whether it ends because a person at the board or a console wants it shut down.
  package var isShutdown: Bool { life.isShutdown }

  /// Whether a person wants the camera to take little power.
  package var savesPower: Bool { capture.savesPower }

  /// Whether somebody learns signs and gestures, which come to nothing else.
  package var isTeaching: Bool { lesson.isUnderWay }

  /// Takes one event and says what is to be done about it, in order.
  ///
  /// - Parameter now: when the event was read. An edge counts at its own stamp, and is handled before
  ///   deadlines that lie after it.
  /// - Returns: nothing once it has finished.
  package mutating func handle(_ event: Event, now: Instant) -> [Effect] {
    if isFinished { return [] }
    self.now = max(self.now, now)
    if case .edge(let edge) = event {
      catchUp(to: min(edge.stamped, self.now))
    } else {
      catchUp(to: self.now)
    }
    receive(event)
    settle()
    let effects = steps.drain(at: self.now)
    recent.add(effects, at: self.now)
    deadline = nextDeadline
    return effects
  }

  private mutating func receive(_ event: Event) {
    switch event {
    case .started: start()
    case .deadline: judge()
    case .device(let event): receive(event)
    case .camera(let event): receive(event)
    case .accelerometer(let event): receive(event)
    case .edge(let edge): receive(edge)
    case .photo(let event): receive(event)
    case .clip(let event): receive(event)
    case .store(let event): receive(event)
    case .console(let event): receive(event)
    case .voice(let event): receive(event)
    case .hook(let event): receive(event)
    case .measured(let event): receive(event)
    case .signal(let signal): obey(signal)
    case .reconfigured(let settings, let changed): reconfigure(settings, changed)
    }
  }
}

/// In which order the concerns settle: what is due, by the instant at which it is; and what each turn brings to
/// its end. Whoever adds a concern gives it its place here.
extension Machine {
  /// Everything that waits for an instant, light and buzzer aside.
  enum Timer: Sendable {
    case button, shutter, clip, capture, accelerometer, look, idle, lead, room, heat, end
    case lock, survey, head, stills, imports, hooks, question, lesson, service, console, view
    case description, peripherals
  }

  /// The timer that is due first, in case of a tie the first of these lines; none once the program may end.
  ///
  /// Whatever a person does comes before what the program does by itself, and photos before all that can wait.
  @inline(__always)
  var nextTimer: (timer: Timer, instant: Instant)? {
    if isFinished { return nil }
    var next = Agenda()
    next.offer(.button, at: button.deadline)
    next.offer(.shutter, at: shutter.dueAt)
    next.offer(.clip, at: recorder.endsAt)
    next.offer(.capture, at: capture.deadline)
    next.offer(.accelerometer, at: accelerometer.deadline)
    if !published.isEnding { offerPauses(to: &next) }
    next.offer(.room, at: hindrances.roomDeadline)
    next.offer(.end, at: endsAt)
    next.offer(.lock, at: lock.retryAt)
    next.offer(.survey, at: survey.deadline)
    next.offer(.head, at: mirror.head.deadline)
    next.offer(.stills, at: stills.deadline)
    next.offer(.imports, at: imports.deadline)
    next.offer(.hooks, at: hooks.deadline)
    next.offer(.question, at: button.isAtRest ? questionAt : nil)
    next.offer(.lesson, at: button.isAtRest ? lessonAt : nil)
    next.offer(.service, at: service.deadline(isAtEase: isAtEase))
    next.offer(.console, at: .earlier(sessions.watch.deadline, sessions.records.deadline))
    next.offer(.view, at: sessions.deadline)
    next.offer(.description, at: describing.deadline)
    next.offer(.peripherals, at: peripherals.deadline)
    return next.first
  }

  private func offerPauses(to next: inout Agenda) {
    let circumstances = circumstances
    if !capture.isLooking { next.offer(.look, at: movement.lookAt(circumstances)) }
    if !button.isInDoubt { next.offer(.idle, at: movement.idleAt(circumstances)) }
    next.offer(.lead, at: leadAt)
    // A camera that is off warms nothing, so only a board that has to cool down is watched then too.
    switch circumstances.capture {
    case .starting, .running, .paused(.overTemperature):
      next.offer(.heat, at: hindrances.heatDeadline)
    case .paused, .faulted, .stopped:
      if capture.isPaused(for: .overTemperature) {
        next.offer(.heat, at: hindrances.heatDeadline)
      }
    }
  }

  /// When the program may end, which a shutdown that is being spoken of puts off, and a hook that runs.
  private var endsAt: Instant? {
    // Asked for with each event: what is nearly always nil goes first.
    guard let endsAt = life.endsAt, mayEnd else { return nil }
    let voice = life.isShutdown && voice.isSpeaking ? Voice.farewell : .zero
    return endsAt + max(voice, hooks.delaysEnd ? HookQueue.farewell : .zero)
  }

  /// Whether nothing is being taken or written, or waits for a lock, that the program's end has to wait for.
  ///
  /// A photo whose frame turns out to be no picture is still to be taken.
  private var mayEnd: Bool {
    shutter.series == nil && storing.isEmpty && recorder.isAtRest && notes.offered.isEmpty
      && !changes.isAsked
      && review.isAtRest && stills.isAtRest && guide.isAtRest
      && steps.flushes.isEmpty && imports.isEmpty && !published.storeIsLocked
  }

  private mutating func expire(_ timer: Timer) {
    switch timer {
    case .button: expireButton()
    case .shutter: shutter.trigger()
    case .clip: stopClip(.longest)
    case .capture: if capture.expire(&steps) { movement.looked(at: now) }
    case .accelerometer: accelerometer.expire(at: now, &steps)
    case .look: look()
    case .idle: pause(for: .idle, Phrase.pausedIdle(settings.idleAfter.inWords))
    case .lead:
      end(.idle, Phrase("capture.resumed.photo", "The next photo is near: capture goes on."))
    case .room: hindrances.measureRoom(at: now, &steps)
    case .heat: hindrances.measureHeat(at: now, &steps)
    case .end:
      voice.silence(&steps)
      hooks.end(&steps)
      finish()
    case .lock: lock.expire()
    case .survey: survey.expire()
    case .head: mirror.head.expire()
    case .stills: seekOn()
    case .imports: imports.expire()
    case .hooks: hooks.expire()
    case .question: expireQuestion()
    case .lesson: expireLesson()
    case .service: service.expire(isAtEase: isAtEase, at: now, &steps)
    case .console:
      sessions.records.expire(at: now)
      tellWatchers(sessions.watch.due(at: now))
    case .view: expireView()
    case .description: expireDescribing()
    case .peripherals: peripherals.expire(at: now, &steps)
    }
  }

  /// What each turn brings to its end.
  ///
  /// Devices that were configured anew come first, since all that follows is about them. Then what forbids
  /// capture, which may end a series or a clip, and the clip; with that it is known what is under way, and is published. Then
  /// what depends on it: the 30 s without movement, how the camera runs, what the store has to do in a quiet moment, the
  /// accelerometer's pace. All that is published once more for light, buzzer and voice, which tell what it came to. They go before whatever is written, because writing may stop the loop.
  mutating func settle() {
    publish()
    settleRenewals()
    settleHindrances()
    settleEnd()
    settleClip()
    publish()
    settleMovement()
    settlePower()
    settleUndo()
    settleLesson()
    settleQuestion()
    settleSlots()
    settleChanges()
    settleNotes()
    settleSurvey()
    settleHead()
    settleStick()
    settleImports()
    settlePace()
    let shot = shotToStore()
    publish()
    settleLight()
    settleReports()
    settleVoice()
    settleFaces()
    settleHooks()
    settleView()
    if let shot { steps.add(.photo(.store(shot))) }
  }
}

/// The instants at which something is due, of which the first counts.
private struct Agenda {
  private(set) var first: (timer: Machine.Timer, instant: Instant)?

  mutating func offer(_ timer: Machine.Timer, at instant: Instant?) {
    guard let instant else { return }
    if let first, first.instant <= instant { return }
    first = (timer, instant)
  }
}

extension Machine {
  /// More deadlines than this are never passed at one event; the rest follows at the next.
  private static let mostExpirations = 64

  /// The next instant at which anything is due; all concerns are asked for it once a turn, at its end.
  @inline(__always)
  private var nextDeadline: Instant? {
    if isFinished { return nil }
    var next = Instant.earlier(nextTimer?.instant, .earlier(judgedAt, steps.flushedAt))
    next = .earlier(next, .earlier(indicator.deadline, darkAt))
    return .earlier(.earlier(next, drawAt), .earlier(storeAt, clipAt))
  }

  /// Passes what has become due since the latest turn, up to `instant`.
  ///
  /// Only time has passed since, and that alone brings nothing nearer: what that turn found still holds.
  private mutating func catchUp(to instant: Instant) {
    guard let deadline, deadline <= instant else { return assert(!isDue(by: instant)) }
    advance(to: instant)
  }

  private func isDue(by instant: Instant) -> Bool {
    nextTimer.map { $0.instant <= instant } ?? false
  }

  /// Publishes what holds now.
  private mutating func publish() {
    published = present
  }

  /// Passes every deadline up to `instant`, in their order.
  mutating func advance(to instant: Instant) {
    for _ in 0..<Machine.mostExpirations {
      guard let (timer, due) = nextTimer, due <= instant else { return }
      expire(timer)
      publish()
    }
  }

  /// When a camera that owes a frame is judged next.
  ///
  /// That is done in a turn in which nothing else happened: while the loop was away the frame may have
  /// come, and wait to be read.
  private var judgedAt: Instant? {
    .earlier(.earlier(shutter.missedAt, recorder.missedAt), capture.stallAt)
  }

  /// Judges by what is missing when the world had nothing to tell.
  mutating func judge() {
    judgeShutter()
    judgeRecorder()
    capture.judge(at: now, &steps)
  }
}

extension Phrase {
  static func pausedIdle(_ time: String) -> Phrase {
    Phrase("capture.paused.idle", "Paused: nothing has moved for \(time).")
  }

}
