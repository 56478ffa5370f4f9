import Core

/// All that a store knows of one piece.
package struct PieceReport {
  /// Its row.
  package let piece: Piece
  /// When it was taken by the calendar.
  package let dating: Dating
  /// What its file holds now.
  package let content: FileContent
  /// What the file of its crop holds now; nil where it has none.
  package let cropContent: FileContent?
  /// What the files of its glyphs hold now; nil where it has none.
  package let glyphsContent: (text: FileContent, ansi: FileContent)?
  /// Where it comes from; nil where there is no such record.
  let record: PieceRecord?
  /// How it was made, where that is known.
  let request: PhotoRequest?

  /// The report in lines, or as an object.
  package func reply(asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(json) : .sentences(sentences)
  }

  /// From when it was planned to when its frame was taken; negative if it was taken before.
  var delay: Duration? {
    guard let planned = piece.planned, let taken = piece.taken else { return nil }
    return .nanoseconds(taken.instant.nanoseconds &- planned.nanoseconds)
  }
}

extension Archive {
  /// All that is known of the piece with this number; nil if there is none.
  ///
  /// Reads its file, and compares it with its digest.
  package func report(on number: Int) throws(Failure) -> PieceReport? {
    guard let piece = try piece(number) else { return nil }
    let calendar = try Failure.inDatabase { () throws(DatabaseError) in
      try BootCalendar(of: database)
    }
    let directory = Archive.directory(of: database.path)
    func content(of file: StoredFile) -> FileContent {
      FileContent(of: "\(directory)/\(file.file)", expecting: file.sha256)
    }
    return PieceReport(
      piece: piece, dating: piece.taken.map { calendar.dating(of: $0) } ?? .unknown,
      content: FileContent(
        of: "\(directory)/\(piece.file)", expecting: piece.sha256),
      cropContent: piece.crop.map { content(of: $0.stored) },
      glyphsContent: piece.glyphs.map { (content(of: $0.text), content(of: $0.ansi)) },
      record: try record(piece.record), request: try request(in: piece.record))
  }
}

extension Archive {
  /// All that is known of the piece with this number, or of the latest; a failure where there is none.
  package func shown(_ number: Int?) throws(Failure) -> PieceReport {
    let number = if let number { number } else { try latest(1).first?.number }
    guard let number else { throw .refused(.listEmpty) }
    guard let report = try report(on: number) else { throw .refused(.noSuchPiece(number)) }
    return report
  }
}

extension Phrase {
  static func noSuchPiece(_ number: Int) -> Phrase {
    Phrase("piece.none", "There is no piece \(number); \"list\" tells those that there are.")
  }
}

/// For programs: the members that the piece has in a list, and all else.
extension PieceReport {
  /// One object; instants in seconds on the clock of their boot.
  var json: JSON {
    .object(piece.members + times + photo + sealed + file + [("record", recordJSON)])
  }

  /// Only a clip has an end, and one that was cut off a count of frames that are vouched for.
  private var sealed: [(String, JSON)] {
    guard piece.clip != nil, let request, let last = request.last else { return [] }
    let sealed = request.sealedFrames.map { [("sealed_frames", JSON.integer($0))] } ?? []
    return [("last", .number(last.seconds)), ("cut_off", .bool(request.isCutOff))] + sealed
  }

  private var times: [(String, JSON)] {
    [
      ("not_before", .optional(dating.notBefore?.text)),
      ("not_after", .optional(dating.notAfter?.text)),
      ("boot_id", .optional(piece.taken?.bootID)),
      ("delay_ms", .optional(delay.map { Double($0.nanoseconds) / 1e6 })),
    ]
  }

  private var photo: [(String, JSON)] {
    [
      ("requester", .optional(request?.requester)),
      ("press", .optional(request?.press?.seconds)), ("series", series),
      ("power_save", .optional(request?.savesPower)), ("format", .optional(request?.format)),
      ("frame", .optional(request?.frame)),
      ("tables_inserted", .optional(request?.changes.hasInsertedTables)),
      ("end_added", .optional(request?.changes.hasAddedEnd)),
      ("bytes_cut", .optional(request?.changes.cutByteCount)),
      ("under_voltage", .optional(request?.isUnderVoltage)),
      ("camera", .optional(request?.camera.map { .spelled($0.payload) })),
      ("camera_record", .optional(request?.camera?.record)),
    ]
  }

  private var series: JSON {
    guard let request, let id = request.series else { return .null }
    return .object([
      ("id", .string(id)), ("index", .optional(request.index)), ("count", .optional(request.count)),
    ])
  }

  private var file: [(String, JSON)] {
    let glyphs = glyphsContent.map { content in
      JSON.object([("text", content.text.json), ("ansi", content.ansi.json)])
    }
    return [
      ("content", content.json), ("crop_content", cropContent?.json ?? .null),
      ("glyphs_content", .optional(glyphs)),
    ]
  }

  private var recordJSON: JSON {
    guard let record else { return .null }
    let written = record.written
    return .object([
      ("sequence", .integer(written.sequence)), ("version", .integer(written.version)),
      ("kind", .string(written.kind)), ("boot_id", .string(written.bootID)),
      ("monotonic", .integer(written.monotonic)), ("wall_time", .optional(written.wallTime)),
      ("clock", .string(written.clock)), ("payload", .spelled(written.payload)),
      ("hash", .string(record.hash)), ("signature", record.signature.json),
    ])
  }
}

extension FileContent {
  /// The object of programs.
  fileprivate var json: JSON {
    guard case .altered(let sha256, let byteCount) = self else {
      return .object([("state", .string(word))])
    }
    return .object([
      ("state", .string(word)), ("sha256", .string(sha256)), ("bytes", .integer(byteCount)),
    ])
  }
}

extension PieceRecord.Signature {
  /// The object of programs.
  fileprivate var json: JSON {
    switch self {
    case .valid(let id, let sequence): members("valid", id, sequence)
    case .none: members("none", nil, nil)
    case .invalid: members("invalid", nil, nil)
    }
  }

  private func members(_ state: String, _ device: String?, _ sequence: Int?) -> JSON {
    .object([
      ("state", .string(state)), ("device", .optional(device)), ("record", .optional(sequence)),
    ])
  }
}
