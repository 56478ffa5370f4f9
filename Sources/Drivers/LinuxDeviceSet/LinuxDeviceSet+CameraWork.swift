import Board
import Core
import System

/// What comes of the work that the helper does at cameras.
extension LinuxDeviceSet {
  /// Takes what is done.
  mutating func takeCameraWork(_ news: inout News) {
    let now = Clock.now
    guard let done = cameraHelper.takeDone(at: now) else { return }
    // What was given up meanwhile may be tried again.
    if done.time >= CameraDelay.patience { news.add(.device(.plugged(.camera))) }
    guard done.isAwaited else { return }
    switch done.task {
    case .opening(let opening):
      news.attempt { news throws(Failure) in try finish(opening, &news) }
    case .closing: break
    case .inquiry(let inquiry): finish(inquiry, &news)
    }
  }

  /// Gives up what has not come to an end for too long.
  mutating func giveUpCameraWork(at now: Instant, _ news: inout News) {
    for task in cameraHelper.giveUp(at: now) {
      let failure = Failure.silentCamera(task.delay(CameraDelay.patience))
      switch task {
      case .opening:
        cameraOpening = nil
        news.attempt { news throws(Failure) in try failOpening(failure, &news) }
      case .closing: break
      case .inquiry(let inquiry): answer(inquiry, with: .failure(failure), &news)
      }
    }
  }

  private mutating func finish(_ opening: CameraOpening, _ news: inout News) throws(Failure) {
    cameraOpening = nil
    if let failure = opening.failure { return try failOpening(failure, &news) }
    guard let camera = opening.camera.take() else { return }
    do throws(Failure) {
      try watch(camera.descriptor, as: .camera, for: .camera)
    } catch {
      cameraHelper.add(.closing(CameraClosing(camera)), at: Clock.now)
      return try failOpening(error, &news)
    }
    for phrase in opening.controls.refusals { log(.warning, "Camera", phrase) }
    var mode = camera.mode
    mode.controls = opening.controls.held
    self.camera = consume camera
    news.add(.camera(.opened(mode)))
    endExchange(with: mode.presence, &news)
  }

  /// - Throws: the failure, unless there is another camera to go back to.
  private mutating func failOpening(_ failure: Failure, _ news: inout News) throws(Failure) {
    guard cameraExchange != nil else { throw failure }
    undoExchange(failure, &news)
    try openCamera()
  }
}

/// Questions of consoles about cameras.
extension LinuxDeviceSet {
  package mutating func answer(
    _ request: CameraRequest, for session: SessionID, _ news: inout News
  ) throws(Failure) -> Reply? {
    let now = Clock.now
    do throws(Failure) {
      // Whoever asks should not wait for what hangs already.
      if let delay = cameraDelay(at: now) {
        throw Failure(
          .camera, Phrase("camera.occupied", "Busy: \(delay.phrase) Ask again when that is over."))
      }
      let inquiry = CameraInquiry(request, for: session, census, try sharedCamera())
      cameraHelper.add(.inquiry(inquiry), at: now)
      return nil
    } catch {
      if case .use = request { news.add(.camera(.stays)) }
      throw error
    }
  }

  /// The open camera's node once more, for somebody else to ask; nil while it is closed.
  private func sharedCamera() throws(Failure) -> CameraDevice? {
    switch camera {
    case .some(let camera): try camera.sharedDevice()
    case .none: nil
    }
  }

  private mutating func finish(_ inquiry: CameraInquiry, _ news: inout News) {
    guard let outcome = inquiry.outcome else { return }
    answer(inquiry, with: outcome, &news)
  }

  private mutating func answer(
    _ inquiry: CameraInquiry, with outcome: Result<CameraInquiry.Outcome, Failure>,
    _ news: inout News
  ) {
    switch outcome {
    case .success(.choice(let wishes, let mode)):
      return use(mode, by: wishes, for: inquiry.session, &news)
    case .success(.reply(let reply)): send(reply, to: inquiry.session)
    case .success(.control(let answer)): adopt(answer, of: inquiry.session, &news)
    case .failure(let failure):
      if case .use = inquiry.request { news.add(.camera(.stays)) }
      refuse(failure.phrase, to: inquiry.session)
    }
    news.add(.camera(.answered(inquiry.session)))
  }

  private mutating func adopt(
    _ answer: Camera.ControlAnswer, of session: SessionID, _ news: inout News
  ) {
    if let setting = answer.setting { cameraWishes.add(setting) }
    if let held = answer.held { news.add(.camera(.controlSet(held, by: session))) }
    send(Reply(answer.phrases.dropFirst().reduce(answer.phrases[0], Phrase.followed)), to: session)
  }
}
