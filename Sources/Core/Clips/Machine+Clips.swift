/// From a wish to a clip that is durable.
extension Machine {
  /// Records a clip from `origin` on, and what is remembered before it, or says why not.
  mutating func recordClip(from origin: Instant, for requester: Requester) {
    if let problem = clipProblem { return refuse(problem) }
    beginClip(from: origin, for: requester)
  }

  /// Why no clip can be recorded now; nil if one can.
  var clipProblem: Phrase? {
    published.activity.forbidsClip(at: now) ?? published.refusal ?? presentSlotProblem
  }

  /// Why no clip has a slot; nil also while another thing may become the current one first.
  var presentSlotProblem: Phrase? { changes.isEmpty && slots.areKnown ? slotProblem : nil }

  /// Begins a clip that is certain to be wanted.
  ///
  /// - Parameter isProgram: whether the session that asks hears nothing but one answer.
  mutating func beginClip(
    from origin: Instant, for requester: Requester, isProgram: Bool = false
  ) {
    abandonTentative()
    answerUndo(false)
    shutter.forfeitStart()
    var clip = ClipRequest(for: requester, planned: origin)
    clip.savesPower = savesPower
    changes.precede(origin)
    let listener = isProgram ? nil : requester.session
    recorder.want(clip, toldTo: listener)
    if recorder.isFinishing {
      return steps.report(
        .info, "Recorder",
        Phrase("clip.waits", "The clip begins as soon as the one before is stored."), to: listener)
    }
    beginWanted()
  }

  /// The clip that is wanted begins, if there is one.
  private mutating func beginWanted() {
    guard recorder.isRecording else { return }
    resumeForPerson()
    settleTask()
  }

  /// Says that the clip is recorded, and for which slot, once it is known which thing it belongs to and what that still
  /// needs.
  private mutating func settleTask() {
    guard let clip = recorder.withoutTask, slots.areKnown, !changes.precedes(clip.planned) else {
      return
    }
    if let slotProblem { return clipFailed(slotProblem) }
    recorder.assign(
      slots.current.map { StudyTask($0, desired: slots.plan.length(of: $0.technique)) },
      of: changes.thing(ofCaptureAt: clip.planned) ?? mirror.thing?.number)
    guard let slot = recorder.task?.slot else {
      return steps.report(.info, "Recorder", .clipWanted, to: recorder.listener)
    }
    let news = Phrase("clip.for-slot", "Recording \(slots.name(of: slot)).")
    steps.report(.info, "Recorder", news, to: recorder.listener)
    voice.introduce(news)
  }

  /// Ends the clip that is being recorded, and keeps it; one without a frame has failed.
  mutating func stopClip(_ end: ClipEnd) {
    believeClip()
    guard !stopNext(), recorder.stop(end) else { return }
    if case .awaiting = recorder.state {
      return clipFailed(
        Phrase("clip.without-frame", "it ended before the camera delivered a picture."),
        isFault: end != .stopped)
    }
    let reason = end.reason(longest: recorder.mostLength)
    let news = reason.map { Phrase.clipEnds($0) } ?? .clipStopped
    // An end that was to be expected is heard with what became of the clip.
    let isHeard = reason != nil && end != .longest
    steps.report(
      reason == nil ? .info : .warning, "Recorder", news, spoken: isHeard ? news : nil)
  }

  /// The clip that waits for the one before is wanted no more, if there is one; says whether.
  mutating func stopNext() -> Bool {
    guard recorder.forgetNext() else { return false }
    button.clipCameToNothing()
    asking.undo.withdraw()
    steps.show(.sign(.cancelled))
    steps.report(.info, "Recorder", .clipNotBegun)
    return true
  }

  /// A press at `instant` may turn out to have ended the clip: what is taken from then on waits in memory.
  mutating func doubtClip(since instant: Instant) {
    recorder.doubt(since: instant)
    if recorder.hasFrames { steps.add(.clip(.hold(since: instant))) }
  }

  /// The clip goes on, or was not ended by that press: it has what was taken meanwhile.
  mutating func believeClip() {
    if recorder.settleDoubt() { steps.add(.clip(.hold(since: nil))) }
  }

  /// The clip ends at that press: what was taken since is not of it.
  mutating func endDoubtedClip() {
    if recorder.settleDoubt() { stopClip(.stopped) }
  }

  /// The camera holds `frame`, which may belong to the clip.
  mutating func record(_ frame: Frame) {
    defer { memory.took(at: now) }
    guard recorder.takes(frame) else { return }
    recorder.took(capture.mode, orientation, after: memory, at: now)
    steps.add(.clip(.append(frame)))
  }

  mutating func receive(_ event: Event.Clip) {
    switch event {
    case .begun:
      recorder.begun()
      lock.forget()
      steps.add(.measure(.all))
      service.prove(.durableWrite, at: now, &steps)
    case .flushed:
      recorder.flushed()
      hindrances.expectClip(at: now)
      service.prove(.durableWrite, at: now, &steps)
    case .paced(let every): paced(every)
    case .stored(let piece, let content): clipStored(piece, content)
    case .failed(let failure): clipFailed(failure)
    }
  }

  /// Gives up a clip whose first frame has not come for long enough.
  mutating func judgeRecorder() {
    guard let missedAt = recorder.missedAt, missedAt <= now, let clip = recorder.state.request
    else {
      return
    }
    clipFailed(absence(since: clip.planned))
  }
}

/// What of it settles in each turn.
extension Machine {
  /// Ends what can't go on, and has the store do what is due, behind a solid light.
  mutating func settleClip() {
    settleMemory()
    settleTask()
    if recorder.hasFrames, capture.state != .running { stopClip(.forbidden(clipEndOfCamera)) }
    if !recorder.isAtRest, let failure = peripherals.failure(of: .store) {
      clipFailed(failure.phrase)
    }
    guard let task = dueOfClip, indicator.shineAt(now) == nil, !isAnswering else { return }
    recorder.ask(at: now)
    steps.flush(.clip(task))
  }

  /// When what is due and waits for the light is done; the end of an answer to a press is an instant of its own.
  var clipAt: Instant? {
    guard dueOfClip != nil, !indicator.isAnswering(at: now) else { return nil }
    return indicator.shineAt(now) ?? now
  }

  /// Whether people are to see that a press was heard, before the loop stands still for what that came to.
  private var isAnswering: Bool {
    steps.cues.contains(.heard) || indicator.isAnswering(at: now)
  }

  /// What the store is to do now, if it can.
  private var dueOfClip: Effect.Clip? {
    guard let task = recorder.due(at: now), published.storeWorks else { return nil }
    // Frames are no business of the database, which may be locked.
    return task == .flush || !published.storeIsLocked ? task : nil
  }

  private var clipEndOfCamera: Phrase {
    capture.failure?.phrase
      ?? Phrase("clip.camera-stopped", "The camera has stopped delivering pictures.")
  }
}

extension Machine {
  private mutating func clipStored(_ piece: StoredPiece, _ content: ClipContent) {
    let news = Phrase.clipStored(piece.number, content.length.asLength)
    let (task, heard) = (recorder.task, recorder.heard(news))
    guard let askers = recorder.end(at: now) else { return }
    lock.forget()
    reviewNew(piece.number, .clip)
    hooks.stored(piece.number, &steps)
    // Of several that want it deleted one has it done.
    let discarder = askers.first(where: \.discards)
    let others = askers.filter { $0 != discarder }
    let listener = others.listener?.session
    if let task {
      tell(fill(task.slot, with: piece, of: content.length), news, heard, to: listener)
    } else {
      steps.report(.info, "Recorder", news, spoken: heard, to: listener)
    }
    if content.droppedCount > 0 {
      steps.report(
        .info, "Recorder",
        Phrase(
          "clip.dropped",
          "The clip has \(content.frameCount) \(content.frameCount, one: "frame", many: "frames"); missing: \(content.droppedCount)."
        ))
    }
    steps.show(.sign(.stored))
    steps.add(.measure(.all))
    service.prove(.durableWrite, at: now, &steps)
    answer(others, piece.json(content), news)
    if let discarder { discard(piece, for: discarder, news) }
    beginWanted()
  }

  /// Deletes a clip that `asker` wants no more; where that can't be done now they hear that it is kept.
  private mutating func discard(
    _ piece: StoredPiece, for asker: Recorder.Asker, _ news: Phrase
  ) {
    let change = StoreChange.deletePieces([piece.number], isForGood: false)
    let requester = Requester.console(asker.session)
    guard let problem = problem(of: ChangeQueue.Wish(change: change, requester: requester)) else {
      return ask(for: change, by: requester)
    }
    let kept = Phrase(
      "clip.not-discarded",
      "Clip \(piece.number) is kept; \"delete \(piece.number)\" deletes it later. \(problem)")
    answer(
      asker, asker.isProgram ? Reply(.object(kept.members)) : .sentences([news, kept]))
  }

  /// All that wait have `json` or `news` for an answer; whoever has heard of it with everybody is told nothing twice.
  private mutating func answer(_ askers: [Recorder.Asker], _ json: JSON, _ news: Phrase) {
    for asker in askers {
      if asker == askers.listener {
        steps.ended(asker.session)
      } else {
        answer(asker, Reply(asker.isProgram ? json : nil, news))
      }
    }
  }

  private mutating func answer(_ asker: Recorder.Asker, _ reply: Reply) {
    steps.say(reply, to: asker.session)
    steps.ended(asker.session)
  }

  /// The store could not begin, write or finish the clip.
  private mutating func clipFailed(_ failure: Failure) {
    // The frames wait in memory, or lie in the file.
    if recorder.isAsked, bears(failure) { return recorder.putBack() }
    guard !recorder.isAtRest else { return }
    clipFailed(failure.phrase)
    if failure.role == .store, failure.kind != .refused { storeFailed(failure) }
  }

  /// The clip is given up for `reason`; what lies in its file is found by the survey.
  private mutating func clipFailed(_ reason: Phrase, isFault: Bool = true) {
    guard let askers = recorder.end(at: now) else { return }
    button.clipCameToNothing()
    asking.undo.withdraw()
    steps.add(.clip(.giveUp))
    steps.show(.sign(isFault ? .refused : .cancelled))
    let isDiscarded = !isFault && askers.contains(where: \.discards)
    let news =
      isDiscarded ? Phrase.clipNotBegun : Phrase("clip.failed", "The clip failed: \(reason)")
    // Whoever wanted it gone has what they wanted, unless a fault may have left some of it.
    for asker in askers where isFault || !asker.discards {
      steps.turn(.failed, for: asker.session)
    }
    steps.report(isFault ? .error : .info, "Recorder", news, to: askers.listener?.session)
    answer(askers, .object(news.members), news)
    steps.add(.measure(.all))
    beginWanted()
  }

  private mutating func paced(_ every: Int) {
    let news =
      every == 1
      ? Phrase("clip.pace-whole", "Encoding is fast enough again: a clip gets every picture.")
      : Phrase(
        "clip.paced",
        """
        Encoding takes this board so long that a clip gets one picture of \(every); a camera with MJPG, or a \
        smaller width and height in [camera], gives more.
        """)
    steps.report(.info, "Recorder", news)
  }
}

extension [Recorder.Asker] {
  /// The person whose answer is what everybody hears.
  fileprivate var listener: Recorder.Asker? { first { !$0.isProgram } }
}

extension Reply {
  /// `json` for a program, `phrase` for people.
  fileprivate init(_ json: JSON?, _ phrase: Phrase) {
    self = json.map { Reply($0) } ?? Reply(phrase)
  }
}

extension StoredPiece {
  /// A clip for programs, in the words of lists.
  fileprivate func json(_ content: ClipContent) -> JSON {
    .object([
      ("id", .string(id)), ("number", .integer(number)), ("file", .string(file)),
      ("sha256", .string(sha256)), ("bytes", .integer(byteCount)),
      ("frames", .integer(content.frameCount)), ("length_s", .number(content.length.inSeconds)),
      ("dropped", .integer(content.droppedCount)),
    ])
  }
}

extension Phrase {
  package static let clipWanted = Phrase(
    "clip.wanted", "Recording a clip; a press or \"clip stop\" ends it.")

  static let clipStopped = Phrase("clip.stopped", "The clip has ended.")

  static func clipEnds(_ reason: Phrase) -> Phrase {
    Phrase("clip.ends", "The clip has ended, and is kept: \(reason)")
  }

  package static func clipStored(_ number: Int, _ seconds: Figure) -> Phrase {
    Phrase("clip.stored", "Stored, clip \(number), \(seconds) s.")
  }

  static let clipNotBegun = Phrase(
    "clip.not-begun", "Nothing of the clip was recorded yet; it is discarded.")

}
