import ArgumentParser
import Core
import Door
import Drivers
import Evidence
import Export
import Glibc
import System

/// `exhibit stick`: copies to a stick what isn't on it yet; udev has systemd start it where one is put in.
struct StickRun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stick", abstract: "Copy to a stick what is not on it yet.",
    discussion: """
      DEVICE is the stick's partition, such as /dev/sda1, which must not be mounted; takes root. What it had, and \
      somebody has taken off it, is not copied again, unless 'all' follows. The running camera tells people when it may \
      be pulled out. Ends with 1 where not all is on it.
      """)

  @Argument(help: "The stick's partition.")
  var device: String

  @Argument(help: "'all': what was taken off it too.")
  var extent: Extent = .new

  @OptionGroup var file: ConfigurationFile
  @OptionGroup var form: AnswerForm

  /// How much is copied.
  enum Extent: String, ExpressibleByArgument {
    /// Pieces that it has never had.
    case new
    /// All that are not on it.
    case all
  }

  func run() throws {
    let plan = try file.plan()
    let news = StickNews(socket: plan.socket)
    do {
      try refuseOwnDisk(plan.store)
      let medium = StickMount.name(of: device)
      let report = try copy(plan, to: try StickMount(device), called: medium)
      try tell(report, of: plan, on: medium, news)
    } catch let refusal as StickRefusal {
      news.end((isGone ? .gone : refusal.outcome).rawValue)
      throw complaint(refusal.phrase)
    } catch let failure as Failure {
      let outcome: Stick.Outcome = failure.kind == .noRoomThere ? .full : .unusable
      news.end((isGone ? .gone : outcome).rawValue)
      throw complaint(failure.phrase)
    }
  }

  /// Exports to `mount`, and unmounts it; when it returns the stick may be pulled out.
  ///
  /// - Parameter medium: the name of its file system, which stays with it; nil where it has none.
  private func copy(
    _ plan: BoardPlan, to mount: consuming StickMount, called medium: String?
  ) throws(Failure) -> StickReport {
    let report = try exporter(plan).exportNew(
      toStick: mount.path, known: try numbers(knownOn: medium, to: plan.store))
    if let problem = mount.end() { throw Failure(.store, problem) }
    return report
  }

  /// Has people, the store and the camera know what came of it.
  private func tell(
    _ report: StickReport, of plan: BoardPlan, on medium: String?, _ news: StickNews
  ) throws {
    try? CommandAnswer.tell(report.reply(device))
    if !report.safeDigests.isEmpty {
      try? CommandAnswer.tell(notice(plan).tell(report.safeDigests, on: medium))
    }
    let counts = [report.wholeCount, report.leftCount, report.stayingCount]
    news.end(([outcome(of: report).rawValue] + counts.map(String.init)).joined(separator: " "))
    if report.leftCount > 0 {
      throw complaint(
        Phrase(
          "stick.incomplete",
          "Pieces that are not on the stick: \(report.leftCount). They are here still."
        ))
    }
  }

  /// The pieces that the store knows to have been on `medium`, or none where they are to come again; nil where nobody
  /// can tell.
  private func numbers(
    knownOn medium: String?, to store: String
  ) throws(Failure) -> Set<Int>? {
    guard let medium else { return nil }
    return extent == .all ? [] : try Archive(directory: store).numbers(readBackOn: medium)
  }

  private func exporter(_ plan: BoardPlan) throws(Failure) -> Exporter {
    try Exporter(
      ofStoreIn: plan.store, program: ProgramVersion.present,
      verifier: SharedFiles.present.verifier, way: .stick, faces: plan.faces,
      recorder: notice(plan).record,
      progress: ExportProgressLine().tell)
  }

  private func notice(_ plan: BoardPlan) -> ExportNotice {
    ExportNotice(store: plan.store, device: plan.device, sockets: [plan.socket])
  }

  /// A file system that has the store is no stick, whatever it is called.
  private func refuseOwnDisk(_ store: String) throws(Failure) {
    var (stick, own) = (stat(), stat())
    guard stat(device, &stick) == 0, stat(store, &own) == 0, stick.st_rdev == own.st_dev else {
      return
    }
    throw Failure(
      .store,
      Phrase("stick.own-disk", "\(device) is the disk that the store is on; nothing was copied."))
  }

  private func outcome(of report: StickReport) -> Stick.Outcome {
    if report.refusal != nil { return .held }
    let failure = report.export?.failure
    if failure != nil, isGone { return .gone }
    if report.isFull || failure?.kind == .noRoomThere { return .full }
    return report.leftCount == 0 ? .done : isGone ? .gone : .unusable
  }

  /// Whether the stick has been pulled out, or can't be read.
  private var isGone: Bool {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: device, O_RDONLY)
      let number = file.number
      // What was read before is in memory, and says nothing.
      posix_fadvise(number, 0, 0, POSIX_FADV_DONTNEED)
      return try file.someBytes(atMost: 512).isEmpty
    } catch {
      return true
    }
  }
}

/// News for the running camera, if there is one: that the stick is written to, and what came of it.
///
/// Both in one conversation, so that it knows when this program is killed in between.
private struct StickNews {
  private let socket: String
  /// Nil where a camera was not there at the beginning.
  private let conversation: ConsoleConversation?

  init(socket: String) {
    self.socket = socket
    do throws(Failure) {
      conversation = try ConsoleConversation.begun(by: "stick copying", at: socket)
    } catch {
      // A stick is copied to without a camera too.
      conversation = nil
      try? StandardOutput.write(error.phrase.told, to: STDERR_FILENO)
    }
  }

  func end(_ outcome: String) {
    let line = "stick \(outcome)"
    do throws(Failure) {
      if let conversation { return try conversation.end(with: line) }
      _ = try ConsoleClient.ask(line, at: socket)
    } catch {
      // Who hears nothing has been told so at the beginning, or says why in a log of its own.
    }
  }
}

extension StickReport {
  /// In sentences.
  fileprivate func reply(_ device: String) -> Reply {
    let nothing =
      isFull
      ? Phrase("stick.full-now", "There is no room on the stick for what is not on it yet.")
      : Phrase(
        "stick.nothing-new", "There is nothing new for the stick. Pieces on it: \(wholeCount).")
    let caution = keeping.caution(device).map { [$0] } ?? []
    let takenOff =
      takenOffCount > 0
      ? [
        Phrase(
          "stick.taken-off",
          """
          Pieces that were on the stick, and that somebody has taken off it: \(takenOffCount). They are not copied \
          again; 'exhibit stick \(device) all' does that.
          """)
      ] : []
    if let refusal { return .sentences([refusal] + caution) }
    let stay = Departure.Reason.allCases.compactMap { reason in
      held[reason].map { Phrase.held($0, reason) }
    }
    guard let export else { return .sentences([nothing] + stay + takenOff + caution) }
    guard case .sentences(let told) = export.reply(asJSON: false) else { return .sentences([]) }
    let failure = export.failure.map { [$0.phrase] } ?? []
    return .sentences(failure + told + stay + takenOff)
  }
}
