import ArgumentParser
import Core
import Door
import Evidence
import Export
import Glibc
import System

/// `exhibit export`: takes pieces out of a store, with what proves them.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Copy the pieces of a thing or request, or all, with what proves them.",
    discussion: """
      The place is a folder, a file that ends in .zip, or - for a tar archive on standard output. \
      Into the folder of an earlier export comes what is new; where that is of an older or newer state \
      of the store, a folder beside it is taken. The camera may go on. What lies on another physical disk \
      and was read back there is told to the store, which may remove its own file when it needs the \
      room. Ends with 1 where anything is missing or does not read back as it \
      was written.
      """)

  @Argument(
    help: "The thing's number or title, request:N for a request, or all.",
    completion: ThingNames.completion)
  var thing: String

  @Argument(help: "A folder, a file that ends in .zip, or -.")
  var place: String

  @OptionGroup var store: StoreOption

  @Option(
    help: "What becomes of faces: show, hide or hold; without it what the configuration says.")
  var faces: FaceTreatment?

  @OptionGroup var progress: ProgressOption

  @Flag(help: "One JSON object on one line.")
  var json = false

  func run() throws {
    // A reader that goes away is an error of a write, as a full disk is.
    signal(SIGPIPE, SIG_IGN)
    let place = try destination()
    if case .tar = place { CommandAnswer.leaveOutputToFile() }
    let path = try store.path()
    let plan = try? store.file.plan()
    let (progress, notice) = (ExportProgressLine(progress.line), notice(of: path, plan))
    let report = try store.read { archive throws(Failure) in
      let exporter = try Exporter(
        ofStoreIn: path, program: ProgramVersion.present, verifier: SharedFiles.present.verifier,
        faces: treatments(plan), recorder: notice.record
      ) { progress.tell($0) }
      let choice = try ExportCommand.choice(thing, in: exporter, of: archive)
      return try exporter.export(choice, to: place)
    }
    // First: the store's device remembers by that which records others have from then on.
    if !report.safeDigests.isEmpty { tellStore(report.safeDigests, notice) }
    try tell(report, to: place)
    guard report.isGood else {
      throw report.failure.map { complaint($0.phrase) } ?? ExitCode.failure
    }
  }

  /// What becomes of faces: by the option, or by the configuration, which nil stands for where it is bad.
  private func treatments(_ plan: BoardPlan?) -> FaceTreatments {
    var treatments = plan?.faces ?? FaceTreatments(isUnreadable: true)
    if let faces { treatments[.export] = faces }
    return treatments
  }

  /// How the store in `path` is told: that of the configuration as that says, another by what is in it.
  ///
  /// Where --store names one, a bad configuration is told, and no reason for the export to fail.
  private func notice(of path: String, _ plan: BoardPlan?) -> ExportNotice {
    if let plan, store.given == nil || ExportCommand.areSame(path, plan.store) {
      return ExportNotice(store: path, device: plan.device, sockets: [plan.socket])
    }
    let sockets = [ConsolePlace.socket(inStore: path)] + (plan.map { [$0.socket] } ?? [])
    return ExportNotice(store: path, device: DemoFolder.device(path), sockets: sockets)
  }

  /// Whether both paths lead to one folder.
  private static func areSame(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev
      && one.st_ino == two.st_ino
  }

  /// Has the store know which pieces are `digests`; people hear of it where standard output is not for a program.
  private func tellStore(_ digests: [Int: String], _ notice: ExportNotice) {
    // Whoever does not read standard error has gone.
    try? StandardOutput.write(notice.tell(digests).text(in: .present), to: STDERR_FILENO)
  }

  private func destination() throws -> ExportPlace {
    guard place == "-" else {
      do throws(Failure) { return try ExportPlace(named: place) } catch {
        throw complaint(error.phrase)
      }
    }
    guard isatty(STDOUT_FILENO) == 0 else {
      throw complaint(
        Phrase(
          "export.to-terminal",
          "An archive makes no sense on a terminal: end the line with '> FILE.tar', or with '| tar x'."
        ))
    }
    return .tar(STDOUT_FILENO)
  }

  private static func choice(
    _ text: String, in exporter: borrowing Exporter, of archive: borrowing Archive
  ) throws(Failure) -> ExportChoice {
    guard let choice = try exporter.choice(text) else {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      if parts.count == 2, parts[0] == "request", let number = Int(parts[1]) {
        return .request(number, try archive.delivery(of: number))
      }
      throw Failure(.store, .exportNoThing(text, try exporter.thingList()))
    }
    return choice
  }

  /// The report, on standard error where the archive is on standard output.
  private func tell(_ report: ExportReport, to place: ExportPlace) throws {
    let text = report.reply(asJSON: json).text(in: .present)
    guard case .tar = place else { return try StandardOutput.print(text) }
    // Whoever reads neither has gone.
    try? StandardOutput.write(text, to: STDERR_FILENO)
  }
}

extension FaceTreatment: ExpressibleByArgument {}

extension Phrase {
  static func exportNoThing(_ text: String, _ things: String) -> Phrase {
    Phrase(
      "export.no-thing",
      "There is no thing '\(text)'. There are: \(things). 'all' takes all of them.")
  }
}
