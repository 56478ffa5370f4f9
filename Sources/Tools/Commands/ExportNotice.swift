import Board
import Core
import Door
import Drivers
import Evidence
import Export
import Glibc
import System

/// Telling a store what left it: exports, and which of its pieces lie elsewhere, so that it may purge them when it needs
/// their room.
///
/// The program that writes to the store is told over its console's socket, and compares the digest with its own rows.
/// Where none runs the store is opened, which is what that program would do.
struct ExportNotice {
  /// The longest that a store takes for all of it.
  static let patience = Duration.seconds(120)
  /// So many pieces at most are told in one line, and so many bytes of numbers.
  static let mostPieces = 1000
  static let mostBytes = 800

  /// The directory of the store.
  let store: String
  /// The folder of its device's key, as far as that is known here.
  let device: String
  /// Where the program that writes to it may answer.
  let sockets: [String]

  /// Tells the store that the copies of the pieces with these `digests`, by their numbers, were read back elsewhere, on the
  /// file system that is called `medium`.
  ///
  /// - Returns: what people should hear of it.
  func tell(_ digests: [Int: String], on medium: String? = nil) -> Phrase {
    let batches = ExportNotice.batches(digests)
    let place = medium.map { " --medium \($0)" } ?? ""
    let lines = batches.map { "exported \($0.numbers.asRuns) --sha256 \($0.sha256)\(place)" }
    let changes = batches.map { batch in
      StoreChange.piecesExported(batch.numbers, sha256: batch.sha256, medium: medium)
    }
    switch tell(lines, changes) {
    case .heard:
      return Phrase(
        "export.recorded", "The store knows that pieces are exported: \(digests.count).")
    case .unheard(let reason):
      return Phrase(
        "export.not-recorded",
        "The store was not told, and keeps all of them: \(reason) Export again to tell it.")
    case .uncertain(let reason):
      return Phrase(
        "export.uncertain",
        """
        Whether the store knows of all of them can't be told here: \(reason) While photos are taken it answers \
        late. 'exhibit list --json' says which are exported; export again to tell it of others.
        """)
    }
  }

  /// Has the store record `news` of an export.
  ///
  /// - Throws: why not all of it is recorded, as far as anybody can tell.
  func record(_ news: ExportNews) throws(Failure) {
    switch tell(news.lines, news.changes) {
    case .heard: break
    case .unheard(let reason), .uncertain(let reason): throw Failure(.store, reason)
    }
  }

  /// What came of telling.
  enum Hearing: Hashable {
    case heard
    /// Nothing was recorded, and why.
    case unheard(Phrase)
    /// Whether all of it was can't be told, and why.
    case uncertain(Phrase)
  }

  /// Has whoever writes to the store make these `changes`, which are its console's `lines`.
  private func tell(_ lines: [String], _ changes: [StoreChange]) -> Hearing {
    if Store.isWritten(store) { return tellProgram(lines.map { "\($0) --json" }) }
    do throws(Failure) {
      let owner = StoreOwner(of: store)
      defer { owner.giveUp() }
      try owner.become()
      try make(changes)
      return .heard
    } catch {
      return .unheard(error.phrase)
    }
  }

  /// Tells the program at the first of the sockets at which anybody is.
  private func tellProgram(_ lines: [String]) -> Hearing {
    var absence = Phrase.exportNobody
    for socket in sockets {
      do throws(Failure) {
        let answer = try ConsoleClient.ask(
          lines.joined(separator: "\n"), at: socket, within: ExportNotice.patience)
        return ExportNotice.outcome(answer, of: lines.count)
      } catch {
        let code = error.cause?.code
        guard code == ENOENT || code == ECONNREFUSED else {
          // Whoever may not connect was not heard; whatever else failed, the lines may have arrived.
          let isUnheard = code == EACCES || code == EPERM
          return isUnheard ? .unheard(error.phrase) : .uncertain(error.phrase)
        }
        absence = error.phrase
      }
    }
    return .unheard(absence)
  }

  /// What a program's `answer` to so many lines comes to.
  static func outcome(_ answer: String, of lineCount: Int) -> Hearing {
    let answers = answer.split(separator: "\n").map(String.init)
    let refusals = answers.filter { line in !accepted.contains { line.hasPrefix($0) } }
    guard let refusal = refusals.first else {
      return answers.count == lineCount ? .heard : .uncertain(.exportNobody)
    }
    let sentence = ImportAnswer.text(after: #""sentence":""#, until: "\"", in: refusal)
    let reason = Phrase("export.refused", "It answered: \(sentence ?? refusal.printable)")
    return refusals.count == lineCount ? .unheard(reason) : .uncertain(reason)
  }

  /// What an answer in JSON begins with by which all is recorded.
  private static let accepted = [Phrase.piecesExported(""), .exportMade(0), .copyRecorded(0)].map {
    "{\"key\":\"\($0.key)\","
  }

  private func make(_ changes: [StoreChange]) throws(Failure) {
    let bootID: String
    do throws(SystemError) { bootID = try Clock.bootID() } catch {
      throw Failure(
        .store,
        Phrase(
          "export.boot-unknown", "Linux does not tell which boot this is: \(error.reason)."),
        cause: error)
    }
    func now() -> Moment {
      Moment(bootID: bootID, instant: Clock.now, wall: Clock.wallTime(at: Clock.now))
    }
    var setup = StoreSetup(
      directory: store, device: device, program: ProgramFacts(version: ProgramVersion.present))
    setup.isVisit = true
    var open = try Store(setup, at: now())
    for change in changes {
      _ = try open.make(change, for: .console(SessionID(number: 0)), at: now())
    }
  }

  /// The pieces in as many lines as consoles take.
  static func batches(_ digests: [Int: String]) -> [ReadBackPieces] {
    var batches: [[Int]] = []
    for number in digests.keys.sorted() {
      let longer = (batches.last ?? []) + [number]
      if !batches.isEmpty, longer.count <= mostPieces, longer.asRuns.utf8.count <= mostBytes {
        batches[batches.count - 1] = longer
      } else {
        batches.append([number])
      }
    }
    return batches.map { numbers in
      ReadBackPieces(numbers.reduce(into: [:]) { $0[$1] = digests[$1] })
    }
  }
}

extension [Int] {
  /// Ascending numbers as consoles take them: `1-5 8`.
  fileprivate var asRuns: String {
    var runs: [(first: Int, last: Int)] = []
    for number in self {
      if let last = runs.last?.last, number == last + 1 {
        runs[runs.count - 1].last = number
      } else {
        runs.append((number, number))
      }
    }
    return runs.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }
      .joined(separator: " ")
  }
}

extension Phrase {
  static let exportNobody = Phrase(
    "export.nobody", "The program that writes to the store does not answer.")

}
