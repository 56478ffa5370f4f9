/// What a line of the console asks for.
public enum Command: Hashable, Sendable {
  /// An empty line: the status in one sentence.
  case glance
  case help(String?)
  case status(json: Bool)
  case watch(json: Bool)
  case snap(in: Duration?, count: Int?, every: Duration?)
  case cancel
  case list(json: Bool)
  case pause
  case resume
  /// nil asks where movement is looked for now.
  case motion(MotionSource?)
  /// nil asks whether the camera is subdued.
  case subdued(Bool?)
  /// Without a request: which camera it is.
  case camera(CameraRequest?)
  /// Without a pattern: what light and buzzer show.
  case light(Pattern?)
  case shutdown

  /// The commands, in the order in which help shows them, with how each is used and what it does.
  public static let usage: [(name: String, usage: String, help: Phrase)] = [
    ("help", "help [COMMAND]", Phrase(.helpHelp)),
    ("status", "status [--json]", Phrase(.helpStatus)),
    ("watch", "watch [--json]", Phrase(.helpWatch)),
    ("snap", "snap [--in SECONDS] [--count N] [--every SECONDS]", Phrase(.helpSnap)),
    ("cancel", "cancel", Phrase(.helpCancel)),
    ("list", "list [--json]", Phrase(.helpList)),
    ("pause", "pause", Phrase(.helpPause)),
    ("resume", "resume", Phrase(.helpResume)),
    ("motion", "motion [accelerometer|picture|both|off]", Phrase(.helpMotion)),
    ("subdued", "subdued [on|off]", Phrase(.helpSubdued)),
    ("camera", CameraRequest.usage, Phrase(.helpCamera)),
    ("light", "light [PATTERN]", Phrase(.helpLight)),
    ("shutdown", "shutdown", Phrase(.helpShutdown)),
  ]

  /// The longest countdown and interval that can be asked for.
  public static let longest = Duration.seconds(3600)
  /// The most photos that can be asked for at once.
  public static let mostPhotos = 1000

  /// Whether it only reads.
  var isHarmless: Bool {
    switch self {
    case .glance, .help, .status, .watch, .list, .motion(nil), .subdued(nil), .light(nil): true
    case .camera(let request): request?.isHarmless ?? true
    case .snap, .cancel, .pause, .resume, .motion, .subdued, .light, .shutdown: false
    }
  }

  /// Whether the answer is complete when it has been carried out.
  var isAnsweredAtOnce: Bool {
    switch self {
    case .help, .list, .camera, .cancel, .pause, .resume, .motion, .subdued, .light, .shutdown: true
    case .glance, .status, .watch, .snap: false
    }
  }

  /// Reads a line; what is wrong with it is said in a sentence.
  public static func parse(_ line: String) throws(Misunderstanding) -> Command {
    var words = Words(line)
    let command = try command(&words)
    try words.end()
    return command
  }

  private static func command(_ words: inout Words) throws(Misunderstanding) -> Command {
    switch words.next() {
    case nil: .glance
    case "help": .help(words.next())
    case "status": .status(json: words.flag("--json"))
    case "watch": .watch(json: words.flag("--json"))
    case "list": .list(json: words.flag("--json"))
    case "camera": .camera(try CameraRequest.next(&words))
    case "cancel": .cancel
    case "pause": .pause
    case "resume": .resume
    case "motion": .motion(try motion(words.next()))
    case "light": .light(try Pattern.next(&words))
    case "subdued": .subdued(try words.toggle(of: "subdued"))
    case "shutdown": .shutdown
    case "snap": try snap(&words)
    case let name?: throw unknown(name)
    }
  }

  private static func snap(_ words: inout Words) throws(Misunderstanding) -> Command {
    var (delay, every): (Duration?, Duration?)
    var count: Int?
    while let option = words.next() {
      switch option {
      case "--in": delay = try words.duration(of: option, atLeast: .zero)
      case "--every": every = try words.duration(of: option, atLeast: .milliseconds(100))
      case "--count": count = try words.number(of: option, in: 1...mostPhotos)
      default: throw Misunderstanding(Phrase(.commandExtra, option))
      }
    }
    return .snap(in: delay, count: count, every: every)
  }

  private static func motion(_ word: String?) throws(Misunderstanding) -> MotionSource? {
    guard let word else { return nil }
    if let source = MotionSource(rawValue: word) { return source }
    let all = MotionSource.allCases.map(\.rawValue).joined(separator: ", ")
    throw Misunderstanding(Phrase(.motionUnknown, word, all))
  }

  /// What is said of a command that is none of `names`.
  static func unknown(
    _ name: String, among names: [String] = usage.map(\.name)
  ) -> Misunderstanding {
    let nearest = Spelling.nearest(to: name, among: names)
    return Misunderstanding(
      nearest.map { Phrase(.commandUnknownNearest, name, $0) } ?? Phrase(.commandUnknown, name))
  }
}

/// A line that the console does not understand, and why.
public struct Misunderstanding: Error, Hashable, Sendable {
  /// The sentence for the person who typed it.
  public let phrase: Phrase

  init(_ phrase: Phrase) {
    self.phrase = phrase
  }
}
