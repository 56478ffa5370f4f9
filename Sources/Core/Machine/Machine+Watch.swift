/// Sessions that watch: each change of the state is a line, until they have had enough.
extension Machine {
  mutating func watch(_ session: SessionID, asJSON isJSON: Bool) throws(Misunderstanding) {
    let glance = Glance(of: self, measurements)
    guard watch.add(Watch.Watcher(session: session, isJSON: isJSON), told: glance) else {
      throw Misunderstanding(Phrase(.watchFull, "\(Watch.mostSessions)"))
    }
    emit(.console(.say(glance.text(asJSON: isJSON), to: session)))
  }

  /// The session has enough, or is gone.
  ///
  /// - Returns: whether it watched.
  @discardableResult
  mutating func endWatch(of session: SessionID) -> Bool {
    guard watch.remove(session) else { return false }
    emit(.console(.answered(session)))
    return true
  }

  mutating func endWatches() {
    for watcher in watch.watchers { endWatch(of: watcher.session) }
  }

  /// Tells what is news.
  mutating func refreshWatch() {
    guard !watch.watchers.isEmpty else { return }
    tellWatchers(watch.update(Glance(of: self, measurements), at: now))
  }

  mutating func tellWatchers(_ glance: Glance?) {
    guard let glance else { return }
    for watcher in watch.watchers {
      emit(.console(.say(glance.text(asJSON: watcher.isJSON), to: watcher.session)))
    }
  }
}
