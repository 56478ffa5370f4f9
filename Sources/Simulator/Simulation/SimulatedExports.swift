import Core
import Evidence
import Export
import System
import VirtualDevices

/// A stick, and whoever exports the store to it.
final class SimulatedExports {
  /// At most so many calls of the stick's are made before the program goes on.
  private static let mostCalls = 12

  let stick: ForgetfulMedium
  private let store: ForgetfulMedium
  private var random: RandomGenerator
  private var current: SimulatedExport?
  private var rule = ExportRule()
  /// What becomes of faces.
  private var faces = FaceTreatments()
  /// What was found since the last look of the rules.
  private var violation: Violation?
  /// How many faults the stick had before the export that is under way.
  private var faultCount = 0
  /// The folder of the last export, which nothing has disturbed; nil before that, or where it lacks something.
  private var finished: String?

  /// The faults that happened to the stick's calls.
  var happened: FaultCounts { stick.happened }

  /// Has `script` verify the last export.
  func verify(by script: String) throws(Violation) {
    if let finished { try VerifierRule(script: script).check(finished, nil) }
  }

  /// None yet, of the store on `medium`; the stick's trouble comes from `random`, and `treatment` holds for faces.
  init(
    besides medium: ForgetfulMedium, _ random: RandomGenerator,
    faces treatment: FaceTreatment? = nil
  ) {
    self.random = random
    faces[.export] = treatment
    store = medium
    stick = ForgetfulMedium("\(medium.root)/stick", self.random.split())
  }

  /// The folder that is named in each export.
  private var place: String { "\(stick.root)/out" }

  /// Begins an export, in which `fault` happens after so many calls of the stick; nil: none does.
  ///
  /// Nothing comes of it while another is under way.
  func begin(_ fault: MediumFault?, after calls: Int) {
    guard current == nil, !store.isPulled else { return }
    fault.map { stick.fail($0, after: calls) }
    faultCount = stick.happened.total
    current = SimulatedExport(of: store.store, to: place, on: stick, faces)
  }

  /// Goes on with what is under way.
  ///
  /// - Returns: the line that somebody types about it now.
  func goOn(at now: Instant) -> String? {
    guard let current else { return nil }
    current.wait(until: now)
    if let line = current.takeQuestion() { return line }
    for _ in 0...random.below(SimulatedExports.mostCalls) where !stick.isOff { current.step() }
    if stick.isOff { store.turnOff() }
    guard !stick.isOff, current.isFinished else { return nil }
    conclude()
    return report(of: current)
  }

  /// The line that says which pieces were read back, as they were stored; nil where none were.
  private func report(of export: SimulatedExport) -> String? {
    let digests = rule.digests(of: export.report, export.files)
    return digests.isEmpty ? nil : ReportedExport.truth.line(digests)
  }

  func ask(in session: SessionID, at now: Instant) { current?.ask(in: session, at: now) }

  func hear(in session: SessionID) { current?.hear(in: session) }

  /// Whether what the stick has is as it has to be.
  func check() throws(Violation) {
    if let violation { throw violation }
  }

  /// The program is gone, and the board's power where that is off; what a shell began goes on where it is not.
  func endLife() throws(Violation) {
    if store.isOff { stick.turnOff() }
    current?.finish()
    conclude()
    try check()
  }

  /// One more that nothing disturbs, for which `record` makes the record.
  func conclude(recorder record: @escaping (ExportNews) throws(Failure) -> Void) throws(Violation) {
    let report: ExportReport
    do throws(Failure) {
      let exporter = try Exporter(
        ofStoreIn: store.store, program: Settings().version, on: stick, faces: faces,
        recorder: record)
      report = try exporter.export(.all, to: .folder(place))
    } catch {
      throw Violation(ExportRule.self, "nothing can be exported: \(error.phrase.english)")
    }
    try rule.check(report, isDisturbed: false)
    if report.isGood, faces[.export] == .hide {
      try LeavingRule.check(report, of: store.store)
    }
    if report.isGood { finished = report.place }
  }

  private func conclude() {
    let (export, wasOff) = (current, stick.isOff)
    guard export != nil || wasOff else { return }
    current = nil
    do throws(Violation) {
      if let violation = export?.violation { throw violation }
      if let export { try rule.note(export.report, export.files, on: stick) }
      stick.mend()
      if wasOff { stick.turnOn() }
      try rule.check(export?.report, isDisturbed: wasOff || stick.happened.total > faultCount)
    } catch {
      violation = error
    }
  }
}
