import Core
import Evidence
import Export
import System
import VirtualDevices

/// An export of the store beside the program, one call of its medium after the other; the program is told of it as a shell's
/// `exhibit export` does.
final class SimulatedExport {
  /// The program, as far as an export can have a record made.
  private enum Program {
    /// It was asked nothing.
    case unasked
    /// A line is to be typed.
    case question(String)
    /// The session has to answer until then.
    case asked(SessionID, until: Instant)
    case answered
    /// Nobody will answer.
    case gone
  }

  /// So long somebody waits for an answer.
  private static let patience = Duration.seconds(120)

  /// What came of it; nil where it could not begin, or has not ended.
  private(set) var report: ExportReport?
  /// The files of the pieces that there were when it began, by their numbers.
  private(set) var files: [Int: [String]] = [:]
  /// What was found when a record was to be made.
  private(set) var violation: Violation?
  private var program = Program.unasked
  private let stick: ForgetfulMedium
  private let faces: FaceTreatments
  private var work: Coroutine?

  /// One of the `store` into the folder `place` on `stick`, of which nothing was done yet.
  init(
    of store: String, to place: String, on stick: ForgetfulMedium, _ faces: FaceTreatments
  ) {
    (self.stick, self.faces) = (stick, faces)
    work = Coroutine { [unowned self] work in
      stick.onCall = { work.pause() }
      // What keeps one from beginning has left nothing, and that is looked at.
      report = try? export(store, to: place, work)
      stick.onCall = nil
    }
  }

  var isFinished: Bool { work?.isFinished ?? true }

  private func export(
    _ store: String, to place: String, _ work: Coroutine
  ) throws(Failure) -> ExportReport {
    for piece in try Archive(directory: store).pieces() {
      files[piece.number] = [piece.file] + piece.companions.values.map(\.file)
    }
    let exporter = try Exporter(
      ofStoreIn: store, program: Settings().version, on: stick, faces: faces,
      recorder: { [unowned self] news throws(Failure) in try record(news, work) })
    return try exporter.export(.all, to: .folder(place))
  }

  private func record(_ news: ExportNews, _ work: Coroutine) throws(Failure) {
    if case .made(let export) = news {
      do throws(Violation) { try ExportRule.check(export, on: stick) } catch { violation = error }
    }
    for line in news.lines { try type(line, work) }
  }

  private func type(_ line: String, _ work: Coroutine) throws(Failure) {
    if case .gone = program {} else { program = .question(line) }
    while true {
      switch program {
      case .answered: return
      case .gone: throw Failure(.store, Phrase("test.nobody", "Nobody answers."))
      case .unasked, .question, .asked: work.pause()
      }
    }
  }

  /// Makes the next call.
  func step() { work?.resume() }

  /// Takes the line that is to be typed now.
  func takeQuestion() -> String? {
    guard case .question(let line) = program else { return nil }
    return line
  }

  /// The line is typed, in `session`.
  func ask(in session: SessionID, at now: Instant) {
    program = .asked(session, until: now + SimulatedExport.patience)
  }

  /// The program has answered in `session`: the store says whether it has the record.
  func hear(in session: SessionID) {
    if case .asked(session, _) = program { program = .answered }
  }

  func wait(until now: Instant) {
    if case .asked(_, let end) = program, end < now { program = .gone }
  }

  /// Goes on to its end without a program.
  func finish() {
    if case .answered = program {} else { program = .gone }
    while !isFinished { step() }
  }
}
