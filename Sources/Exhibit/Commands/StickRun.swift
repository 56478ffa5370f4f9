import ArgumentParser
import Core
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

  /// How much is copied.
  enum Extent: String, ExpressibleByArgument {
    /// What it has never had.
    case new
    /// What is not on it.
    case all
  }

  func run() throws {
    let plan = try file.plan()
    let news = StickNews(socket: plan.socket)
    news.tell("copying")
    do throws(Failure) {
      let report = try copy(plan)
      try? StandardOutput.print(report.reply(device).text(in: .present))
      if !report.safeDigests.isEmpty {
        try? StandardOutput.print(notice(plan).tell(report.safeDigests, on: medium).told)
      }
      news.tell("\(outcome(of: report).rawValue) \(report.wholeCount) \(report.leftCount)")
      if report.leftCount > 0 { throw Failure(.store, .stickIncomplete(report.leftCount)) }
    } catch {
      if error.phrase.key != "stick.incomplete" {
        news.tell(outcome(of: error).rawValue)
      }
      throw complaint(error.phrase.told)
    }
  }

  /// Mounts, exports, and unmounts; when it returns the stick may be pulled out.
  private func copy(_ plan: BoardPlan) throws(Failure) -> StickReport {
    try refuseOwnDisk(plan.store)
    let mount = try StickMount(device)
    let report = try exporter(plan).exportNew(
      toStick: mount.path, known: try numbersKnown(to: plan.store))
    if let problem = mount.end() { throw Failure(.store, problem) }
    return report
  }

  /// Name of the file system on the stick, which stays with it.
  private var medium: String? { StickMount.name(of: device) }

  /// The pieces that the store knows to have been on the stick; nil where nobody can tell, or they are to come again.
  private func numbersKnown(to store: String) throws(Failure) -> Set<Int>? {
    guard let medium else { return nil }
    return extent == .all ? [] : try Archive(directory: store).numbers(readBackOn: medium)
  }

  private func exporter(_ plan: BoardPlan) throws(Failure) -> Exporter {
    try Exporter(
      try Archive(directory: plan.store), in: plan.store, program: Exhibit.version,
      verifier: SharedFiles.present.verifier, record: notice(plan).record)
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
    throw Failure(.store, .stickIsOwnDisk(device))
  }

  private func outcome(of report: StickReport) -> Stick.Outcome {
    let failure = report.export?.failure
    if failure != nil, isGone { return .gone }
    if report.isFull || failure?.phrase.key == "export.full" { return .full }
    return report.leftCount == 0 ? .done : isGone ? .gone : .unusable
  }

  private func outcome(of failure: Failure) -> Stick.Outcome {
    switch failure.phrase.key {
    case _ where isGone: .gone
    case _ where failure.kind == .noRoom: .full
    case Phrase.stickMounted("", "").key: .mounted
    case Phrase.stickProtected("").key: .protected
    case Phrase.stickFormat("", "").key: .format
    default: .unusable
    }
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

/// What the running camera is told, if there is one.
private struct StickNews {
  let socket: String

  func tell(_ words: String) {
    do throws(Failure) {
      _ = try ConsoleClient.ask("stick \(words)", at: socket)
    } catch {
      // A stick is copied to without a camera too.
      guard words == "copying" else { return }
      try? StandardOutput.write(error.phrase.told, to: STDERR_FILENO)
    }
  }
}

extension StickReport {
  /// In sentences.
  fileprivate func reply(_ device: String) -> Reply {
    let nothing = isFull ? Phrase.stickFullNow : .stickNothingNew(wholeCount)
    let caution = keeping.caution(device).map { [$0] } ?? []
    let takenOff = takenOffCount > 0 ? [Phrase.stickTakenOff(takenOffCount, device)] : []
    guard let export else { return .sentences([nothing] + takenOff + caution) }
    guard case .sentences(let told) = export.reply(asJSON: false) else { return .sentences([]) }
    return .sentences(told + takenOff)
  }
}

extension Phrase {
  static func stickNothingNew(_ count: Int) -> Phrase {
    Phrase("stick.nothing-new", "All pieces are on the stick already: {1}.", count)
  }

  static func stickTakenOff(_ count: Int, _ device: String) -> Phrase {
    Phrase(
      "stick.taken-off",
      """
      Pieces that were on the stick, and that somebody has taken off it: {1}. They are not copied again; 'exhibit stick \
      {2} all' does that.
      """, count, device)
  }

  static let stickFullNow = Phrase(
    "stick.full-now", "There is no room on the stick for what is not on it yet.")

  static func stickIncomplete(_ count: Int) -> Phrase {
    Phrase("stick.incomplete", "Pieces that are not on the stick: {1}. They are here still.", count)
  }

  static func stickIsOwnDisk(_ device: String) -> Phrase {
    Phrase("stick.own-disk", "{1} is the disk that the store is on; nothing was copied.", device)
  }
}
