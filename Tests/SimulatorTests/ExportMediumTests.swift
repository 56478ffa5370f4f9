import Core
import Glibc
import System
import Testing
import VirtualDevices

@testable import Evidence
@testable import Export
@testable import Simulator

/// An export into a folder on a medium that forgets, whatever call it fails or loses its power in, and the next one into
/// the same folder.
@Suite struct ExportMediumTests {
  /// What was exported before into the folder: nothing, or what the store had before something was changed.
  enum Earlier: CaseIterable { case nothing, another }

  /// A store that nothing happens to, and a medium for its exports.
  private struct Trial {
    let trial: MediumTrial
    let now = MediumTrial.moment("first")
    var medium: ForgetfulMedium { trial.medium }
    var place: String { "\(medium.root)/out" }

    /// Nothing is there yet.
    init() throws { trial = try MediumTrial(seed: 0) }

    /// A copy of `other`, all of it durable, on a medium whose choices come from `seed`.
    init(seed: Int, copying other: Trial) throws {
      trial = try MediumTrial(seed: seed)
      #expect(system("cp -a '\(other.medium.root)/.' '\(medium.root)'") == 0)
      if access(place, F_OK) == 0 { try adopt("out") }
      medium.names.flushAll()
    }

    private func adopt(_ name: String) throws {
      let path = "\(medium.root)/\(name)"
      guard let names = try? Folder.names(in: path) else {
        guard let bytes = try File.bytes(at: path, limit: 1 << 20) else { return }
        return medium.adopt(path).settle(bytes, [:])
      }
      medium.names.set(path, to: .folder)
      for inner in names { try adopt("\(name)/\(inner)") }
    }

    var setup: StoreSetup {
      var setup = trial.setup
      setup.medium = SystemMedium()
      return setup
    }

    private func write(_ store: inout Store, _ number: UInt8, hasMore: Bool) throws {
      let series = Series(origin: now.instant, countdown: .zero, interval: .zero, count: 1)
      let frame = Frame(sequence: 7, byteCount: 10, stamped: now.instant)
      let facts = PhotoFacts(
        of: Shot(id: Int(number), series: series, index: 0, frame: frame), taken: now, width: 8,
        height: 8, format: "MJPG")
      let picture: [UInt8] = [0xFF, 0xD8, number, 0xFF, 0xD9]
      let crop = PictureCrop(jpeg: picture, area: PixelArea(x: 0, y: 0, width: 8, height: 8))
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 5, alignment: 1)
      defer { bytes.deallocate() }
      bytes.copyBytes(from: picture)
      let written = try store.write(
        jpeg: UnsafeRawBufferPointer(bytes), with: hasMore ? crop : nil, of: facts, at: now)
      _ = try store.insert(written, at: now)
    }

    /// Three pieces, of which one has a companion; and where there is an earlier export, one piece more and another title
    /// since.
    func prepare(_ earlier: Earlier) throws {
      do {
        var store = try Store(setup, at: now)
        for number in UInt8(1)...3 { try write(&store, number, hasMore: number == 2) }
      }
      guard earlier == .another else { return }
      #expect(try export().isGood)
      var store = try Store(setup, at: now)
      try write(&store, 4, hasMore: false)
      _ = try store.make(.setThing(.title, .text("Bag"), of: nil), for: .button, at: now)
    }

    /// The files of its pieces.
    func files() throws -> [Int: [String]] {
      let pieces = try Archive(directory: setup.directory).pieces()
      return Dictionary(
        uniqueKeysWithValues: pieces.map {
          ($0.number, [$0.file] + $0.companions.values.map(\.file))
        })
    }

    func export() throws(Failure) -> ExportReport {
      let exporter = try Exporter(
        ofStoreIn: setup.directory, program: "9", on: trial.medium,
        recorder: { news throws(Failure) in
          if case .made(let made) = news {
            #expect(throws: Never.self) { try ExportRule.check(made, on: medium) }
          }
          guard !medium.isOff else { throw Failure(.store, .exportUnconfirmed) }
          var visit = setup
          visit.isVisit = true
          var store = try Store(visit, at: now)
          for change in news.changes { _ = try store.make(change, for: .button, at: now) }
        })
      return try exporter.export(.all, to: .folder(place))
    }
  }

  private let trials: [Earlier: Trial]

  init() throws {
    var trials: [Earlier: Trial] = [:]
    for earlier in Earlier.allCases {
      let trial = try Trial()
      try trial.prepare(earlier)
      trials[earlier] = trial
    }
    self.trials = trials
  }

  /// Exports with `fault` after so many calls, then again, with nothing that fails any more.
  ///
  /// - Returns: whether the fault came to something.
  private func run(
    _ fault: MediumFault, after calls: Int, isCut: Bool, seed: Int, _ earlier: Earlier
  ) throws -> Bool {
    let trial = try Trial(seed: seed, copying: #require(trials[earlier]))
    trial.medium.fail(fault, after: calls)
    let report = try? trial.export()
    let words = "\(fault) after \(calls) calls, \(isCut), \(seed), \(earlier)"
    var (rule, hasFailed) = (ExportRule(), true)
    do {
      try rule.note(report, trial.files(), on: trial.medium)
      (hasFailed, _) = trial.trial.end(isCut: isCut)
      guard hasFailed else { return false }
      try ExportRule.check(interruptedAt: trial.place)
      let next = try trial.export()
      #expect(next.isGood && next.place == trial.place, "\(words): \(next)")
      try rule.check(next, isDisturbed: false)
      #expect(try ExportRule.others(in: trial.place) == [], "\(words)")
    } catch { Issue.record("\(words): \(error)") }
    return hasFailed
  }

  @Test(arguments: [MediumFault.powerCut, .pulled], Earlier.allCases)
  func whateverCallEndsItTheExportSaysWhatItIs(fault: MediumFault, earlier: Earlier) throws {
    for state in 0..<2 {
      var calls = 0
      while try run(
        fault, after: calls, isCut: fault == .powerCut, seed: 1000 * state + calls, earlier)
      {
        calls += 1
      }
      #expect(calls > 50)
    }
  }

  /// Each fourth call; every other time the power goes off afterwards.
  @Test(
    arguments: [MediumFault.lost, .unnamed, .broken, .short, .full, .readOnly], Earlier.allCases)
  func whateverCallFailsTheExportSaysWhatItIs(fault: MediumFault, earlier: Earlier) throws {
    var calls = 0
    while try run(
      fault, after: calls, isCut: calls.isMultiple(of: 8), seed: calls, earlier)
    {
      calls += 4
    }
    #expect(calls > 4)
  }
}
