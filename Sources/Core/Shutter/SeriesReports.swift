/// What has become of the series that programs asked for, each until its answer is given.
struct SeriesReports: Sendable {
  /// Answer to whoever asked for a series, as far as it has come.
  fileprivate struct Report: Sendable {
    let series: Series
    var photos: [StoredPiece] = []
    var failures: [Phrase] = []
    var cancellation: Phrase?
  }

  /// As many as can be under way: one that is counted or taken, and those that wait for the medium.
  private var reports: [Report] = []

  /// `series` begins; of one that no program asked for nothing is kept.
  mutating func open(_ series: Series) {
    if series.isAskedByProgram { reports.append(Report(series: series)) }
  }

  /// A photo of `series` became the durable `piece`.
  mutating func stored(_ piece: StoredPiece, of series: Series) {
    change(series) { $0.photos.append(piece) }
  }

  /// A photo failed.
  mutating func failed(_ photo: FailedPhoto) {
    change(photo.series) { $0.failures.append(photo.reason) }
  }

  /// The rest of `series` was cancelled, and why.
  mutating func cancelled(_ series: Series, _ reason: Phrase) {
    change(series) { $0.cancellation = reason }
  }

  /// The answer to `series`, of which nothing more will come; nil where no program asked.
  mutating func close(_ series: Series) -> Reply? {
    guard let index = index(of: series) else { return nil }
    return Reply(reports.remove(at: index).json)
  }

  private mutating func change(_ series: Series, _ change: (inout Report) -> Void) {
    if let index = index(of: series) { change(&reports[index]) }
  }

  private func index(of series: Series) -> Int? {
    guard series.isAskedByProgram else { return nil }
    return reports.firstIndex { $0.series == series }
  }
}

extension SeriesReports.Report {
  /// One object: the photos that are stored, why others are not, and why there are no more.
  fileprivate var json: JSON {
    .object([
      ("photos", .array(photos.map(\.json))),
      ("failures", .array(failures.map { .object($0.members) })),
      ("cancelled", .optional(cancellation.map { .object($0.members) })),
    ])
  }
}

extension StoredPiece {
  /// The piece for programs, in the words of lists.
  fileprivate var json: JSON {
    .object([
      ("id", .string(id)), ("number", .integer(number)), ("file", .string(file)),
      ("sha256", .string(sha256)), ("bytes", .integer(byteCount)),
      ("crop", .optional(crop?.json)), ("glyphs", .optional(glyphs?.json)),
    ])
  }
}
