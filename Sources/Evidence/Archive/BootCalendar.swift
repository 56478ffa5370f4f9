import Core

/// What the records tell of the calendar in each boot: it dates what happened while nobody knew the time.
struct BootCalendar: Sendable {
  /// One boot with records.
  struct Boot: Hashable, Sendable {
    /// Which of the store's boots it is, counted from 1.
    let ordinal: Int
    /// Nil where nobody knew the time in all of it.
    let dates: Dates?
  }

  /// What was known in one boot, on the best word that it had.
  struct Dates: Hashable, Sendable {
    /// On whose word.
    let clock: WallTime.Source
    /// When the first record on that word was made, in nanoseconds on the boot's clock.
    let knownAt: Int
    /// The time that this record has, in microseconds.
    let wallTime: Int
    /// The earliest time of a record on that word.
    let earliest: Int
    /// The latest.
    let latest: Int
  }

  /// By how much at most a board's clock is fast or slow: the kernel corrects no more (adjtimex(2)), and no
  /// quartz is that bad.
  private static let partsPerMillion = 500.0

  private let boots: [String: Boot]

  /// The calendar of `boots`, by their ids.
  init(_ boots: [String: Boot]) {
    self.boots = boots
  }

  /// When `moment` was by the calendar, and between which times it can only have been.
  func dating(of moment: Moment) -> Dating {
    let boot = boots[moment.bootID]
    guard let captured = KnownTime(of: moment, boot?.dates) else {
      return boot.map { bracket($0.ordinal) } ?? .unknown
    }
    guard let dates = boot?.dates, dates.outranks(moment) else {
      return Dating(captured: captured)
    }
    let distance = Double(dates.distance(to: moment.instant).magnitude)
    let slack = Int((distance * BootCalendar.partsPerMillion / 1e6).rounded(.up))
    return Dating(
      captured: captured, notBefore: captured.moved(by: -slack), notAfter: captured.moved(by: slack)
    )
  }

  /// Between the latest time of the boots before the boot `ordinal` and the earliest of those after it.
  private func bracket(_ ordinal: Int) -> Dating {
    let earlier = believed { $0.ordinal < ordinal }
    let later = believed { $0.ordinal > ordinal }
    return .between(
      earlier.max { $0.latest < $1.latest }.map {
        KnownTime(microseconds: $0.latest, clock: $0.clock)
      },
      later.min { $0.earliest < $1.earliest }
        .map { KnownTime(microseconds: $0.earliest, clock: $0.clock) })
  }

  /// What is known of the boots that `choose` picks; what a person told counts only where nothing better does.
  private func believed(_ choose: (Boot) -> Bool) -> [Dates] {
    let all = boots.values.filter(choose).compactMap(\.dates)
    let synchronised = all.filter { $0.clock == .synchronised }
    return synchronised.isEmpty ? all : synchronised
  }
}

extension BootCalendar.Dates {
  /// Whether the boot's word is better than that of `moment`: of what people told the later is.
  fileprivate func outranks(_ moment: Moment) -> Bool {
    switch moment.wall.source {
    case .unset: true
    case .told: clock == .synchronised || Int(moment.instant.nanoseconds) < knownAt
    case .synchronised: false
    }
  }

  /// Microseconds from when the time was known to `instant`; negative if that was earlier.
  fileprivate func distance(to instant: Instant) -> Int {
    (Int(instant.nanoseconds) &- knownAt) / 1000
  }
}

extension KnownTime {
  /// When `moment` was by the calendar: by its own clock, or by that of its boot, of which `dates` are known,
  /// where the word for it is better; nil where nobody knows.
  init?(of moment: Moment, _ dates: BootCalendar.Dates?) {
    if let dates, dates.outranks(moment) {
      self.init(
        microseconds: dates.wallTime &+ dates.distance(to: moment.instant), clock: dates.clock)
    } else {
      guard let time = moment.wall.microseconds else { return nil }
      self.init(microseconds: Int(time), clock: moment.wall.source)
    }
  }

  /// The time so many microseconds later.
  fileprivate func moved(by distance: Int) -> KnownTime {
    KnownTime(microseconds: microseconds &+ distance, clock: clock)
  }
}

extension Archive {
  /// What a person told of the time in the boot `bootID`, the latest; nil where nobody did, or better was known.
  package func toldTime(in bootID: String) throws(Failure) -> ToldTime? {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT \(BootCalendar.Dates.columns) FROM boots WHERE boot_id = ?1"
      var time: ToldTime?
      try database.prepare(sql).run(.text(bootID)) { row in
        guard let dates = BootCalendar.Dates(row, from: 0), dates.clock == .told else { return }
        time = ToldTime(dates.wallTime, at: Instant(nanoseconds: Int64(dates.knownAt)))
      }
      return time
    }
  }
}

extension BootCalendar {
  /// The calendar that the records in `database` come to.
  init(of database: borrowing Database) throws(DatabaseError) {
    var boots: [String: Boot] = [:]
    try database.prepare("SELECT boot_id, ordinal, \(Dates.columns) FROM boots").run { row in
      boots[row.text(0) ?? ""] = Boot(ordinal: row.integer(1) ?? 0, dates: Dates(row, from: 2))
    }
    self.init(boots)
  }
}

extension BootCalendar.Dates {
  /// The columns of `boots` that `init(_:from:)` reads, in their order.
  static let columns = """
    boots.clock, boots.known_at, boots.wall_time, boots.earliest, boots.latest
    """

  /// Reads `columns` of a row, the first of which is its column `first`; nil where nobody knew the time.
  init?(_ row: borrowing Row, from first: Int32) {
    guard let clock = WallTime.Source(rawValue: row.text(first) ?? ""), clock != .unset,
      let knownAt = row.integer(first + 1), let wallTime = row.integer(first + 2)
    else { return nil }
    self.init(
      clock: clock, knownAt: knownAt, wallTime: wallTime,
      earliest: row.integer(first + 3) ?? wallTime, latest: row.integer(first + 4) ?? wallTime)
  }
}
