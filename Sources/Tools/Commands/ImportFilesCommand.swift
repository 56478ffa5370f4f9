import ArgumentParser
import Board
import Configuration
import Core
import Door
import Drivers
import Evidence
import Glibc
import System

/// `exhibit import`: takes files in as pieces, by the running program or without it.
struct ImportFilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take in files as pieces of the current thing.",
    discussion: """
      Each is a file of at most 200 MB, or a folder of them. A file that is there already is passed \
      over. What 'exhibit export' made, a folder or a ZIP, is verified, and what is in it comes back \
      as what it was, marked restored; a file that is not what was recorded is named and left. The camera may go on: the running program takes them in. One undo takes all of them \
      back. Ends with 1 where a file could not be taken in.
      """)

  @Argument(help: "Files, or folders of files; - is what standard input has.")
  var paths: [String]

  @Option(help: "What to call the file of standard input.")
  var name = "stdin"

  @Flag(help: "Bring back, too, what went from a store for its room.")
  var purged = false

  @OptionGroup var store: StoreOption
  @OptionGroup var device: DeviceOption
  @OptionGroup var progress: ProgressOption
  @OptionGroup var form: AnswerForm

  /// Names of that many files are in memory at once.
  private static let mostFiles = 1_000_000

  func run() throws {
    // A program that goes away is an error of a write.
    signal(SIGPIPE, SIG_IGN)
    var (report, restored) = (ImportReport(progress.line), RestoreReport(progress.line))
    let bundles = try bundles()
    let files = try files(besides: bundles)
    guard !files.isEmpty || !bundles.isEmpty else {
      return try CommandAnswer.tell(Phrase("import.no-files", "There is no file to import."))
    }
    do throws(Failure) {
      try take(files, bundles, into: &report, &restored)
    } catch {
      try tellEnd(report, restored, files, bundles)
      throw complaint(error.phrase)
    }
    try tellEnd(report, restored, files, bundles)
    if report.hasTrouble || restored.hasTrouble { throw ExitCode.failure }
  }

  private func tellEnd(
    _ report: ImportReport, _ restored: RestoreReport, _ files: [String],
    _ bundles: [BundleRestore]
  ) throws {
    if !bundles.isEmpty { try restored.tellEnd() }
    if !files.isEmpty { try report.tellEnd() }
  }

  /// Those of the paths that are bundles, which were verified.
  private func bundles() throws -> [BundleRestore] {
    do throws(Failure) {
      var bundles: [BundleRestore] = []
      for path in paths {
        if let bundle = try BundleRestore(at: path, returning: purged) { bundles.append(bundle) }
      }
      return bundles
    } catch {
      throw complaint(error.phrase)
    }
  }

  private func files(besides bundles: [BundleRestore]) throws -> [String] {
    let others = paths.filter { path in !bundles.contains { $0.path == path } }
    do throws(Failure) {
      var files: [String] = []
      for path in others {
        files +=
          path == ImportFile.input
          ? [path] : try ImportFiles.paths(at: path, atMost: ImportFilesCommand.mostFiles)
      }
      return files
    } catch {
      throw complaint(error.phrase)
    }
  }

  private func take(
    _ files: [String], _ bundles: [BundleRestore], into report: inout ImportReport,
    _ restored: inout RestoreReport
  ) throws(Failure) {
    let batch = String(UInt64.random(in: .min ... .max), radix: 16).padded(to: 16)
    let taker = try taker(of: batch)
    do throws(Failure) {
      for bundle in bundles { try bundle.restore(by: taker, into: &restored) }
      try report.take(files, inputCalled: name) { file throws(Failure) in
        try BreakOff.check()
        return try taker.take(file)
      }
    } catch {
      // Why it ended is worth more than why that could not be recorded.
      try? taker.end()
      throw error
    }
    try taker.end()
  }

  private func taker(of batch: String) throws(Failure) -> any ImportTaker {
    if let client = try ImportClient.connected(to: try socket()) {
      return ProgramImport(client, batch)
    }
    return try DirectImport(
      try path(), device: try key(), batch, floor: try configured { $0?.settings.storageFloor })
  }

  /// A store that is named may be that of a demo, which has its socket and key inside.
  private func socket() throws(Failure) -> String {
    try plan { store.given.map(ConsolePlace.socket(inStore:)) ?? $0.socket }
  }

  private func path() throws(Failure) -> String { try plan { store.given ?? $0.store } }

  private func key() throws(Failure) -> String {
    let folder: String? = store.given.map { path in "\(path)/device" }
    let isInside = folder.map { path in access(path, F_OK) == 0 } ?? false
    return try plan { device.given ?? (isInside ? folder : nil) ?? $0.device }
  }

  /// A bad configuration was told by an earlier call.
  private func plan(_ choose: (BoardPlan) -> String) throws(Failure) -> String {
    try configured { choose($0?.plan ?? BoardPlan()) }
  }

  private func configured<Value>(_ choose: (Configuration?) -> Value) throws(Failure) -> Value {
    do {
      return choose(try store.file.loadIfPresent())
    } catch {
      throw Failure(
        .store,
        Phrase(
          "import.no-configuration",
          "The configuration can't be read; see 'exhibit check-config'."))
    }
  }
}

/// Whoever takes files in: the running program, or this one.
protocol ImportTaker: AnyObject {
  /// Takes `file` in; blocks until it is a piece, or is none.
  func take(_ file: borrowing ImportFile) throws(Failure) -> ImportAnswer
  /// Takes what the open file `description` says is to come back of a bundle; its own file follows where the answer
  /// wants it.
  func describe(_ description: borrowing FileDescriptor) throws(Failure) -> ImportAnswer
  /// Takes `file`, which is that of what was described before.
  func giveBack(_ file: borrowing ImportFile) throws(Failure) -> ImportAnswer
  /// Closes what was opened for that.
  func end() throws(Failure)
}

/// The running program as a taker of files.
private final class ProgramImport: ImportTaker {
  private let client: ImportClient
  private let batch: String

  init(_ client: consuming ImportClient, _ batch: String) {
    self.client = client
    self.batch = batch
  }

  func take(_ file: borrowing ImportFile) throws(Failure) -> ImportAnswer {
    try file.beRead()
    return try ImportAnswer(client.take(file.file, called: file.name, batch: batch))
  }

  func describe(_ description: borrowing FileDescriptor) throws(Failure) -> ImportAnswer {
    try ImportAnswer(client.describe(description, batch: batch))
  }

  func giveBack(_ file: borrowing ImportFile) throws(Failure) -> ImportAnswer {
    try file.beRead()
    return try ImportAnswer(client.giveBack(file.file, called: file.name, batch: batch))
  }

  func end() {}
}

extension ImportFile {
  /// Reads all of it once, so that whoever reads it next need not wait for its medium.
  fileprivate borrowing func beRead() throws(Failure) {
    do throws(SystemError) {
      while !(try file.someBytes(atMost: 1 << 20)).isEmpty {}
      let number = file.number
      try SystemError.check("lseek") { lseek(number, 0, SEEK_SET) }
    } catch {
      throw .refused(.importUnreadable(name.printable, error.reason))
    }
  }
}

/// What became of one file.
struct ImportAnswer {
  /// Number of the piece that it is now.
  var number: Int?
  /// Whether it is there already.
  var isThere = false
  /// What is to be said of it, if something is.
  var sentence: String?
  /// Whether its file is to follow.
  var wantsFile = false

  init(_ event: Event.Import, called name: String) {
    switch event {
    case .stored(let piece, _): number = piece.number
    case .there(_, let number):
      isThere = true
      sentence = Phrase.importThere(name.printable, number).told
    case .passedOver(let reason): sentence = reason.told
    case .failed(let failure): sentence = failure.phrase.told
    case .wantsFile: wantsFile = true
    case .copies, .copied, .complete, .restored: break
    }
  }

  /// Reads the running program's answer about one file; throws where it takes in no other either.
  init(_ json: String) throws(Failure) {
    let problem = ImportAnswer.text(after: #""problem":""#, until: "\"", in: json)
    guard problem == nil, json.hasPrefix("{") else {
      throw Failure(
        .store, Phrase("import.ended", "The running program says: \((problem ?? json).printable)"))
    }
    number = ImportAnswer.text(after: #""imported":["#, until: "]", in: json).flatMap { Int($0) }
    wantsFile = json.contains(#""wants_file":true"#)
    isThere = ImportAnswer.text(after: #""there":["#, until: "]", in: json)?.isEmpty == false
    sentence = ImportAnswer.text(after: #""said":""#, until: "\"", in: json)
    let isDone = number != nil || wantsFile || json.contains(#""restored":true"#)
    if !isDone, sentence == nil { sentence = json.printable }
  }

  /// What stands between `start` and `end`; a quotation mark within a sentence has a backslash before it.
  static func text(after start: String, until end: Character, in json: String) -> String? {
    guard let range = json.firstRange(of: start) else { return nil }
    var (text, isEscaped) = ("", false)
    for character in json[range.upperBound...] {
      if isEscaped {
        text.append(character == "n" ? " " : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == end {
        return text
      } else {
        text.append(character)
      }
    }
    return nil
  }
}

/// What became of all files, told as it comes.
struct ImportReport {
  private var progress: ProgressLine
  private var numbers: [Int] = []
  private var thereCount = 0
  private var troubleCount = 0

  /// Nothing was taken in yet; `progress` tells how far it is.
  init(_ progress: ProgressLine) { self.progress = progress }

  /// Whether a file could not be taken in.
  var hasTrouble: Bool { troubleCount > 0 }

  /// Has `take` take in each of `files`, and says what is worth saying.
  mutating func take(
    _ files: [String], inputCalled name: String,
    _ take: (borrowing ImportFile) throws(Failure) -> ImportAnswer
  ) throws(Failure) {
    for (index, path) in files.enumerated() {
      do throws(Failure) {
        note(try take(try ImportFile.opened(path, inputCalled: name)))
      } catch {
        guard error.kind == .refused else { throw error }
        troubleCount += 1
        ImportReport.say(error.phrase.told)
      }
      progress.tell(
        Phrase("import.progress", "Files looked at: \(index + 1) of \(files.count)."))
    }
  }

  private mutating func note(_ answer: ImportAnswer) {
    if let number = answer.number { numbers.append(number) }
    if answer.isThere { thereCount += 1 }
    if answer.number == nil, !answer.isThere { troubleCount += 1 }
    if let sentence = answer.sentence { ImportReport.say(sentence) }
  }

  /// Says what came of all.
  func tellEnd() throws {
    try CommandAnswer.tell(
      .importEnd(numbers.count, thereCount, troubleCount, numbers.first, numbers.last))
  }

  /// Whoever does not read it has gone.
  private static func say(_ text: String) {
    try? CommandAnswer.tell(.lines(text.printable))
  }
}

extension Phrase {
  static func importEnd(
    _ count: Int, _ thereCount: Int, _ troubleCount: Int, _ first: Int?, _ last: Int?
  ) -> Phrase {
    guard let first, let last else {
      return Phrase(
        "import.end-nothing",
        "Imported: nothing. There already: \(thereCount). Not taken in: \(troubleCount).")
    }
    if first == last {
      return Phrase(
        "import.end-one",
        "Imported: piece \(first). There already: \(thereCount). Not taken in: \(troubleCount).")
    }
    return Phrase(
      "import.end",
      """
      Imported: \(count), pieces \(first) to \(last). There already: \(thereCount). Not taken in: \
      \(troubleCount).
      """)
  }
}
