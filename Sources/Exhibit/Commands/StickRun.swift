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
      DEVICE is the stick's partition, such as /dev/sda1, which must not be mounted; takes root. The \
      running camera tells people when it may be pulled out. Ends with 1 where not all is on it.
      """)

  @Argument(help: "The stick's partition.")
  var device: String

  @OptionGroup var file: ConfigurationFile

  func run() throws {
    let plan = try file.plan()
    let news = StickNews(socket: plan.socket)
    news.tell("copying")
    do throws(Failure) {
      let report = try copy(plan)
      try? StandardOutput.print(report.reply(device).text(in: .present))
      if !report.safeDigests.isEmpty {
        try? StandardOutput.print(notice(plan).tell(report.safeDigests).told)
      }
      news.tell("\(outcome(of: report)) \(report.wholeCount) \(report.leftCount)")
      if report.leftCount > 0 { throw Failure(.store, .stickIncomplete(report.leftCount)) }
    } catch {
      if error.phrase.key != "stick.incomplete" {
        news.tell(isGone ? "gone" : error.kind == .noRoom ? "full" : "unusable")
      }
      throw complaint(error.phrase.told)
    }
  }

  /// Mounts, exports, and unmounts; when it returns the stick may be pulled out.
  private func copy(_ plan: BoardPlan) throws(Failure) -> StickReport {
    try refuseOwnDisk(plan.store)
    let mount = try StickMount(device)
    let report = try exporter(plan).exportNew(toStick: mount.path)
    if let problem = mount.end() { throw Failure(.store, problem) }
    return report
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

  private func outcome(of report: StickReport) -> String {
    let failure = report.export?.failure
    if failure != nil, isGone { return "gone" }
    if report.isFull || failure?.phrase.key == "export.full" { return "full" }
    return report.leftCount == 0 ? "done" : isGone ? "gone" : "unusable"
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
    return export?.reply(asJSON: false) ?? .sentences([nothing] + caution)
  }
}

extension Phrase {
  static func stickNothingNew(_ count: Int) -> Phrase {
    Phrase("stick.nothing-new", "All pieces are on the stick already: {1}.", count)
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
