/// What a line of the console asks for, by the concern that answers it.
enum Command: Hashable, Sendable {
  case question(QuestionCommand)
  case guide(GuideCommand)
  case photo(PhotoCommand)
  case clip(ClipCommand)
  case store(StoreCommand)
  case thing(ThingCommand)
  case checklist(ChecklistCommand)
  case slots(SlotCommand)
  case request(RequestCommand)
  case piece(PieceCommand)
  case redact(RedactCommand)
  case review(ReviewCommand)
  case options(OptionCommand)
  case stick(StickCommand)
  case files(ImportCommand)
  case capture(CaptureCommand)
  case motion(MotionCommand)
  case camera(CameraCommand)
  case view(ViewfinderCommand)
  case overlay(OverlayCommand)
  case mask(MaskCommand)
  case light(LightCommand)
  case learn(LearnCommand)
  case session(SessionCommand)
  case answer(AnswerCommand)
  case database(DatabaseCommand)
  case setting(SettingCommand)
  case style(StyleCommand)
  case clock(ClockCommand)
  case report(ReportCommand)
  case program(ProgramCommand)

  /// All commands, in the order in which help shows them.
  static let table: [CommandEntry] = tables.flatMap { $0 }

  private static let tables: [[CommandEntry]] = [
    QuestionCommand.entries,
    GuideCommand.entries,
    PhotoCommand.entries,
    ClipCommand.entries,
    StoreCommand.entries,
    ThingCommand.entries,
    ChecklistCommand.entries,
    SlotCommand.entries,
    RequestCommand.entries,
    PieceCommand.entries,
    RedactCommand.entries,
    ReviewCommand.entries,
    OptionCommand.entries,
    ImportCommand.entries,
    StickCommand.entries,
    CaptureCommand.entries,
    MotionCommand.entries,
    CameraCommand.entries,
    ViewfinderCommand.entries,
    OverlayCommand.entries,
    ClockCommand.entries,
    MaskCommand.entries,
    LightCommand.entries,
    SettingCommand.entries,
    StyleCommand.entries,
    LearnCommand.entries,
    DatabaseCommand.entries,
    AnswerCommand.entries,
    ReportCommand.entries,
    ProgramCommand.entries,
  ]

  /// Reads a line; what is wrong with it, or with asking for it, is said in a sentence.
  ///
  /// - Parameter access: what the session may ask for; everyone may ask how things are.
  static func parse(_ line: String, access: Access = .local) throws(CommandError) -> Command {
    var words = CommandWords(line)
    guard let name = words.next() else { return .question(.summary) }
    let meant = AnswerCommand.word(name)
    guard let entry = table.first(where: { $0.name == meant }) else { throw unknown(name) }
    let command = try entry.parse(&words)
    try words.end()
    guard access.includes(entry.access) || command.isQuestion else {
      throw CommandError(access == .status ? .consoleStatusOnly : .consoleLocalOnly)
    }
    return command
  }

  /// What is said of a command that is none of `names`.
  static func unknown(
    _ name: String, among names: [String] = table.map(\.name)
  ) -> CommandError {
    // Words that both begin with are no likeness.
    let shared = name.lastIndex(of: " ").map { name[...$0] } ?? ""
    let rests = names.filter { $0.hasPrefix(shared) }.map { String($0.dropFirst(shared.count)) }
    let nearest = Spelling.nearest(to: String(name.dropFirst(shared.count)), among: rests)
    return CommandError(
      nearest.map { .commandUnknownNearest(name, shared + $0) } ?? Phrase.commandUnknown(name))
  }

  /// Whether it only asks how things are, though the command could change them.
  private var isQuestion: Bool {
    switch self {
    case .clip(let command): command.isQuestion
    case .motion(let command): command.isQuestion
    case .camera(let command): command.isQuestion
    case .mask(let command): command.isQuestion
    case .overlay(let command): command.isQuestion
    case .light(let command): command.isQuestion
    case .thing(let command): command.isQuestion
    case .checklist(let command): command.isQuestion
    case .slots(let command): command.isQuestion
    case .request(let command): command.isQuestion
    case .review(let command): command.isQuestion
    case .session: true
    case .setting(let command): command.isQuestion
    case .style(let command): command.isQuestion
    case .clock(let command): command.isQuestion
    case .question, .guide, .photo, .store, .piece, .redact, .options, .stick, .files, .capture,
      .learn,
      .view, .answer, .database, .report, .program:
      false
    }
  }

  /// Whether the answer is complete when it has been carried out.
  var isAnsweredAtOnce: Bool {
    switch self {
    case .question(let command): command.isAnsweredAtOnce
    case .photo(let command): command == .cancel
    case .clip(let command): command.isAnsweredAtOnce
    case .camera(let command): command.isAnsweredAtOnce
    case .thing(let command): command.isQuestion
    case .checklist(let command): command.isQuestion
    case .request(let command): command.isQuestion
    case .review(let command): command.isAnsweredAtOnce
    case .view(let command): command.isAnsweredAtOnce
    case .database(let command): command.isAnsweredAtOnce
    case .setting(let command): command.isQuestion
    case .style(let command): command.isQuestion
    case .report(let command): command.isAnsweredAtOnce
    case .piece, .redact, .answer, .files, .learn, .guide, .clock: false
    case .store, .options, .stick, .slots, .capture, .motion, .mask, .overlay, .light, .session,
      .program:
      true
    }
  }
}

extension Reply {
  /// Whether `line` asks for something that there is, apart from who may.
  package static func isAskedFor(by line: String) -> Bool {
    do throws(CommandError) {
      return try Command.parse(line) != .question(.summary)
    } catch {
      return false
    }
  }
}

/// A line that the console does not understand, and why.
struct CommandError: Error, Hashable, Sendable {
  /// The sentence for the person who typed it.
  let phrase: Phrase

  init(_ phrase: Phrase) {
    self.phrase = phrase
  }
}

extension Phrase {
  static func commandUnknown(_ name: String) -> Phrase {
    Phrase("command.unknown", "Unknown command \"{1}\"; \"help\" lists the commands.", name)
  }

  static func commandUnknownNearest(_ name: String, _ nearest: String) -> Phrase {
    Phrase(
      "command.unknown-nearest", "Unknown command \"{1}\"; did you mean \"{2}\"?", name, nearest)
  }

  static let consoleStatusOnly = Phrase(
    "console.status-only",
    """
    This console may only ask for status, help and lists; console.access in the \
    configuration decides.
    """)

  static let consoleLocalOnly = Phrase(
    "console.local-only", "Only a program on this board can say that, by the console's socket.")
}
