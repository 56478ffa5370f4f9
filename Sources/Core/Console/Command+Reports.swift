/// Asking how sound program, board and store are, as far as the running program can say without holding up its loop.
extension Command {
  static let reports = [
    Command(
      name: "export", usage: "export [--json]",
      help: Phrase(
        "help.export",
        "says how pieces are copied to a stick or a folder, and how the latest copy went."),
      access: .status,
      example: "export"
    ) { words in
      let json = words.areOfProgram
      return .tells { $0.exportReply(asJSON: json) }
    },
    Command(
      name: "verify", usage: "verify [--json]",
      help: Phrase(
        "help.verify",
        "says what is known of records and files, and how all of them are checked."),
      access: .status,
      example: "verify"
    ) { words in .measures(.verify(json: words.areOfProgram)) },
    Command(
      name: "doctor", usage: "doctor [--json]",
      help: Phrase("help.doctor", "says what is wrong, and what to do about it."), access: .status,
      example: "doctor"
    ) { words in .measures(.doctor(json: words.areOfProgram)) },
    Command(
      name: "log", usage: "log [N] [--json]",
      help: Phrase("help.log", "tells the latest lines of the log, the oldest first."),
      access: .status,
      words: [
        Phrase(
          "help.log.count",
          "A number has so many told, in place of 20; the last 200 are remembered.")
      ], example: "log 50"
    ) { words throws(CommandError) in
      let json = words.areOfProgram
      let count =
        words.isEmpty ? LogRing.shown : try words.number(of: "log", in: 1...LogRing.capacity)
      return .tells { $0.recent.reply(latest: count, at: $0.now, asJSON: json) }
    },
    Command(
      name: "version", usage: "version [--json]",
      help: Phrase("help.version", "says which version of Exhibit this is."), access: .status,
      example: "version --json"
    ) { words in
      let json = words.areOfProgram
      return .tells { $0.versionReply(asJSON: json) }
    },
    compared,
  ]
}

extension Machine {
  fileprivate func versionReply(asJSON isJSON: Bool) -> Reply {
    isJSON
      ? Reply(.object([("version", .string(settings.version))]))
      : Reply(Phrase("version.is", "Exhibit \(settings.version)."))
  }

  fileprivate func exportReply(asJSON isJSON: Bool) -> Reply {
    let entry = stick.status
    return isJSON
      ? Reply(.object([("stick", entry.json)]))
      : .sentences(
        entry.sentences + [
          Phrase(
            "export.stick",
            "A stick whose file system is labelled EXHIBIT is filled when it is plugged in."),
          Phrase(
            "export.board",
            "On the board \"exhibit export\" and a path copy pieces to a folder, or to a zip or tar file."
          ),
        ])
  }

  /// The answer to `doctor`: all that is wrong, as the status has it, and what to do.
  func doctorReply(_ measurements: Measurements, asJSON isJSON: Bool) -> Reply {
    var findings = faults.map(\.statement) + mirror.unusual.map(\.phrase)
    findings += mirror.troubles
    for cause in Capture.PauseCause.allCases where hindrances.hinders(cause) {
      findings.append(hindrances.reason(of: cause))
    }
    if measurements.isUnderVoltage == true { findings.append(.statusUnderVoltage) }
    if measurements.wall.source == .unset { findings.append(.clockUnset) }
    if measurements.droppedByteCount > 0 {
      findings.append(
        Phrase(
          "doctor.dropped",
          """
          Dropped: \(measurements.droppedByteCount) \(measurements.droppedByteCount, one: "byte", many: "bytes") that consoles did not take; a line is \
          slow, or nobody reads it.
          """))
    }
    if isJSON {
      let objects = findings.map { JSON.object($0.members) }
      return Reply(.object([("is_well", .bool(findings.isEmpty)), ("findings", .array(objects))]))
    }
    return .sentences(
      (findings.isEmpty
        ? [Phrase("doctor.well", "Nothing is wrong that the running program can see.")] : findings)
        + [
          Phrase(
            "doctor.board",
            "On the board \"exhibit doctor\" checks more: wiring, rights, card, key, clock and terminal."
          )
        ])
  }

  /// The answer to `verify`: what the running program knows of records and files.
  func verifyReply(asJSON isJSON: Bool) -> Reply {
    let head = mirror.facts?.head
    let isCompared = !survey.isUnderWay && head != nil
    if isJSON {
      return Reply(
        .object([
          ("head", .optional(head)), ("is_compared", .bool(isCompared)),
          ("unusual_pieces", .array(mirror.unusual.map(\.json))),
          ("history", .optional(mirror.resumption?.json)),
          ("comparison", .optional(mirror.comparison?.json)),
        ]))
    }
    guard let head else { return Reply(.storeNotOpen) }
    var sentences: [Phrase] = [.statusHead(head)]
    sentences.append(
      isCompared
        ? Phrase(
          "verify.compared",
          "All files were compared with the records since the store was opened.")
        : Phrase("verify.comparing", "Files are still being compared with the records."))
    if let resumption = mirror.resumption { sentences.append(resumption.phrase) }
    if let comparison = mirror.comparison { sentences.append(comparison.phrase) }
    let unusual = mirror.unusual.map(\.phrase)
    return .sentences(
      sentences + unusual + [
        Phrase(
          "verify.board",
          "On the board \"exhibit verify\" checks every record, signature and file against tampering."
        )
      ])
  }
}
