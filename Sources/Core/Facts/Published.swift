/// Facts that several concerns have to know of the others, made at a few points of a turn and the same for all who ask
/// between them.
///
/// A concern that was told something since is asked itself.
struct Published: Sendable {
  /// A clip whose frames are being taken.
  struct Clip: Sendable {
    let isStudy: Bool
    /// When it has its desired length; nil where it has none.
    let desiredAt: Instant?
  }

  /// Work that others have to wait for.
  let activity: Activity
  /// Whether the program has ended.
  let isFinished: Bool
  /// Whether the camera delivers.
  let capture: Capture.State
  /// Whether the camera comes back from a pause.
  let isResuming: Bool
  /// Whether no photo can be taken or asked for, for the failure of a device.
  let hasFault: Bool
  /// Whether the button can answer what the board asks.
  let isAsked: Bool
  let clip: Clip?
  /// Whether pieces that are wanted are not durable yet.
  let isStoring: Bool
  /// Whether room for evidence runs short.
  let isRoomLow: Bool
  /// Whether the store is open and has proved that it works.
  let storeWorks: Bool
  /// Whether the store was told to open and has not answered.
  let storeOpens: Bool
  /// Whether another program has locked the store's database.
  let storeIsLocked: Bool
  /// Why nothing can be changed in the store; nil where it can, or soon.
  let storeProblem: Phrase?
  /// Why no photo can be asked for, whatever is under way; nil if one can.
  let refusal: Phrase?
  /// Whether nothing that was taken waits, is being taken or written.
  let isSettled: Bool
  /// Time before a photo in which nothing may hold up the loop.
  let spare: Duration

  /// Facts of a machine that has not started.
  static let atFirst = Published(
    activity: .atRest, isFinished: false, capture: .starting, isResuming: false, hasFault: false,
    isAsked: false, clip: nil, isStoring: false, isRoomLow: false, storeWorks: false,
    storeOpens: false, storeIsLocked: false, storeProblem: nil, refusal: nil, isSettled: true,
    spare: .zero)

  var isEnding: Bool { activity == .ending }

  /// Whether there is time at `now` for something that holds up the loop for a moment: no photo is on its way, or the
  /// next one of a series is due long after.
  ///
  /// A series may take days: what waited for its end would wait as long.
  func hasTime(at now: Instant) -> Bool { isSettled && activity.leaves(spare, at: now) }

  /// Whether something can be written to the store.
  var storeAnswers: Bool { storeWorks && !storeIsLocked }

  /// The most important of what is going on.
  var situation: Situation {
    if isFinished { return .off }
    if isEnding { return .shuttingDown }
    if hasFault { return .fault }
    if isAsked { return .asked }
    if let clip { return .recording(isStudy: clip.isStudy, desiredAt: clip.desiredAt) }
    if case .photos(let planned) = activity { return .counting(until: planned) }
    if isStoring { return .storing }
    if isRoomLow { return .storageLow }
    switch capture {
    case .starting: return isResuming ? .resuming : .starting
    case .faulted, .stopped: return .starting
    // Nothing can be stored before the store has opened, which is its proof that it can write.
    case .running: return storeOpens ? .starting : .ready
    case .paused: return .paused
    }
  }
}
