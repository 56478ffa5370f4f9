import ArgumentParser
import Board
import Configuration
import Core
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
      over. The camera may go on: the running program takes them in. One undo takes all of them \
      back. Ends with 1 where a file could not be taken in.
      """)

  @Argument(help: "Files, or folders of files.")
  var paths: [String]

  @OptionGroup var store: StoreOption
  @OptionGroup var device: DeviceOption

  /// Names of that many files are in memory at once.
  private static let mostFiles = 1_000_000

  func run() throws {
    // A program that goes away is an error of a write.
    signal(SIGPIPE, SIG_IGN)
    var report = ImportReport()
    let files = try files()
    guard !files.isEmpty else { return try StandardOutput.print(Phrase.importNoFiles.told) }
    do throws(Failure) {
      try take(files, into: &report)
    } catch {
      try report.tellEnd()
      throw complaint(error.phrase.told)
    }
    try report.tellEnd()
    if report.hasTrouble { throw ExitCode.failure }
  }

  private func files() throws -> [String] {
    do throws(Failure) {
      var files: [String] = []
      for path in paths {
        files += try ImportFiles.paths(at: path, atMost: ImportFilesCommand.mostFiles)
      }
      return files
    } catch {
      throw complaint(error.phrase.told)
    }
  }

  private func take(_ files: [String], into report: inout ImportReport) throws(Failure) {
    let batch = String(UInt64.random(in: .min ... .max), radix: 16).padded(to: 16)
    if let client = try ImportClient.connected(to: try socket()) {
      try report.take(files) { file throws(Failure) in
        try file.beRead()
        return try ImportAnswer(client.take(file.file, called: file.name, batch: batch))
      }
    } else {
      let taker = try DirectImport(
        try path(), device: try key(), batch, floor: try configured { $0?.settings.storageFloor })
      do throws(Failure) {
        try report.take(files) { file throws(Failure) in try taker.take(file) }
      } catch {
        // Why it ended is worth more than why that could not be recorded.
        try? taker.end()
        throw error
      }
      try taker.end()
    }
  }

  /// A store that is named may be that of a demo, which has its socket and key inside.
  private func socket() throws(Failure) -> String {
    try plan { store.given.map(DemoFolder.socket) ?? $0.socket }
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
      throw Failure(.store, .importNoConfiguration)
    }
  }
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

  init(_ event: Event.Import, called name: String) {
    switch event {
    case .stored(let piece, _): number = piece.number
    case .there(_, let number):
      isThere = true
      sentence = Phrase.importThere(name.printable, number).told
    case .passedOver(let reason): sentence = reason.told
    case .failed(let failure): sentence = failure.phrase.told
    case .copies, .copied, .complete: break
    }
  }

  /// Reads the running program's answer about one file; throws where it takes in no other either.
  init(_ json: String) throws(Failure) {
    let problem = ImportAnswer.text(after: #""problem":""#, until: "\"", in: json)
    guard problem == nil, json.hasPrefix("{") else {
      throw Failure(.store, .importEnded((problem ?? json).printable))
    }
    number = ImportAnswer.text(after: #""imported":["#, until: "]", in: json).flatMap { Int($0) }
    isThere = ImportAnswer.text(after: #""there":["#, until: "]", in: json)?.isEmpty == false
    sentence = ImportAnswer.text(after: #""said":""#, until: "\"", in: json)
    if number == nil, sentence == nil { sentence = json.printable }
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
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var told = time(nil)
  private var numbers: [Int] = []
  private var thereCount = 0
  private var troubleCount = 0

  /// Whether a file could not be taken in.
  var hasTrouble: Bool { troubleCount > 0 }

  /// Has `take` take in each of `files`, and says what is worth saying.
  mutating func take(
    _ files: [String], _ take: (borrowing ImportFile) throws(Failure) -> ImportAnswer
  ) throws(Failure) {
    for (index, path) in files.enumerated() {
      do throws(Failure) {
        note(try take(try ImportFile(at: path)))
      } catch {
        guard error.kind == .refused else { throw error }
        troubleCount += 1
        ImportReport.say(error.phrase.told, to: STDOUT_FILENO)
      }
      tellProgress(index + 1, of: files.count)
    }
  }

  private mutating func note(_ answer: ImportAnswer) {
    if let number = answer.number { numbers.append(number) }
    if answer.isThere { thereCount += 1 }
    if answer.number == nil, !answer.isThere { troubleCount += 1 }
    if let sentence = answer.sentence { ImportReport.say(sentence, to: STDOUT_FILENO) }
  }

  /// Lines on a terminal: one a second at most.
  private mutating func tellProgress(_ count: Int, of all: Int) {
    let now = time(nil)
    guard isTerminal, now > told else { return }
    told = now
    ImportReport.say(Phrase.importProgress(count, all).told, to: STDERR_FILENO)
  }

  /// Says what came of all.
  func tellEnd() throws {
    try StandardOutput.print(
      Phrase.importEnd(numbers.count, thereCount, troubleCount, numbers.first, numbers.last).told
    )
  }

  /// Whoever reads neither has gone.
  private static func say(_ text: String, to descriptor: Int32) {
    try? StandardOutput.write(text.printable, to: descriptor)
  }
}

extension Phrase {
  static let importNoConfiguration = Phrase(
    "import.no-configuration", "The configuration can't be read; see 'exhibit check-config'.")

  static func importEnded(_ reason: String) -> Phrase {
    Phrase("import.ended", "The running program says: {1}", reason)
  }

  static let importNoFiles = Phrase("import.no-files", "There is no file to import.")

  static func importProgress(_ count: Int, _ all: Int) -> Phrase {
    Phrase("import.progress", "Looked at: {1} of {2} files.", count, all)
  }

  static func importEnd(
    _ count: Int, _ thereCount: Int, _ troubleCount: Int, _ first: Int?, _ last: Int?
  ) -> Phrase {
    guard let first, let last else {
      return Phrase(
        "import.end-nothing", "Imported: nothing. There already: {1}. Not taken in: {2}.",
        thereCount, troubleCount)
    }
    return Phrase(
      "import.end",
      "Imported: {1}, pieces {4} to {5}. There already: {2}. Not taken in: {3}.", count, thereCount,
      troubleCount, first, last)
  }
}
