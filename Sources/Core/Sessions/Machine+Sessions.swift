/// Ends of the sessions' doings.
extension Machine {
  /// Reason for which a session ceases to do anything.
  enum SessionEnd: Hashable {
    /// It gives this line.
    case line(String)
    /// Its person has enough, or it is gone.
    case interrupted
    /// The program has ended.
    case programEnded
  }

  /// Ends what `session` does, `why` ever: whatever it was still being told ends first, so that answers come in the order
  /// of their lines.
  ///
  /// - Returns: what it did.
  @discardableResult
  mutating func end(_ why: SessionEnd, of session: SessionID) -> Sessions.Doing {
    let doing = sessions.doing(of: session)
    endDoing(doing, why, of: session)
    sessions.endFollowing(by: session, &steps)
    switch why {
    case .line(let line):
      abandonStill(of: session)
      withdrawQuestion(of: session, before: line)
    case .interrupted:
      sessions.remove(session)
      forget(session)
    case .programEnded: sessions.remove(session)
    }
    return doing
  }

  /// A person before a screen, or one who has left it for a line, gives lines without ending that.
  private mutating func endDoing(
    _ doing: Sessions.Doing, _ why: SessionEnd, of session: SessionID
  ) {
    switch (doing, why) {
    case (.atRest, _), (.leftScreen, _), (.screen, .line): break
    case (.screen, _): endView(on: session)
    case (.lesson, _): endLesson(.lessonStopped)
    case (.watching, _): endWatching(by: session)
    case (.reading, _): sessions.rest(session)
    case (.describing, _), (.watchingFraming, _), (.opening, _):
      sessions.rest(session)
      steps.answered(session)
      settleNews()
    }
  }

  /// `session` hears of no change any more.
  mutating func endWatching(by session: SessionID) {
    sessions.records.end(session)
    sessions.rest(session)
    steps.answered(session)
    settleNews()
  }

  /// What nobody hears any more is compared with nothing that was told before.
  private mutating func settleNews() {
    if !sessions.isWatched { sessions.watch.forget() }
    if !sessions.contains(\.isDescribing) { describing.rest() }
  }

  /// What `session` was asked, looked at and waited for counts no more; what it had changed in the store goes on.
  private mutating func forget(_ session: SessionID) {
    _ = asking.endOwn(of: session, at: now)
    endFocus(of: session)
    review.forget(session)
    abandonStill(of: session)
    abandonImports(of: session)
    endStick(of: session)
    dialogue.drop(session, &steps)
  }

  /// The program has ended: terminals are as they were, and no line is left without an answer.
  mutating func endSessions() {
    dialogue.dropAll(&steps)
    for session in sessions.all { end(.programEnded, of: session) }
  }
}
