/// What the service manager is told of the program (sd_notify(3)).
public enum Notice: Hashable, Sendable {
  /// Everything was tried once; what did not work is being retried.
  case ready
  /// What is going on, in one short line.
  case status(Phrase)
  /// There was progress: the watchdog may wait anew.
  case alive
  /// The program has begun to end.
  case stopping
}
