import Core

/// For people: a fact a line, with its unit; what is not known has no line, but for the time.
extension PieceReport {
  var sentences: [Phrase] { identity + file + crop + glyphs + times + photo + camera + proof }

  private var identity: [Phrase] {
    [
      Phrase("show.piece", "Piece: \(piece.kindWord) \(piece.number)."),
      Phrase("show.thing", "Thing: \(piece.thing)."),
    ] + caption
      + [
        Phrase("show.state", "State: \(state)."),
        Phrase("show.id", "Id: \(piece.id)."),
        piece.source.map { Phrase("show.source", "Imported from: \($0.printable).") },
      ].compactMap { $0 } + origin
  }

  /// Nothing of this device vouches for what came back.
  private var origin: [Phrase] {
    guard let origin = piece.restored else { return [] }
    return [
      Phrase(
        "show.restored",
        "Restored: it is piece \(origin.number) of the store \(origin.store), by the device \(origin.device)."
      ),
      Phrase("show.restored-record", "Its record there: \(origin.record):\(origin.hash)."),
    ]
  }

  private var caption: [Phrase] {
    let title = piece.title.map { Phrase("show.title", "Title: \($0).") }
    let decision = piece.decisionWord.map { Phrase("show.decision", "Decision: \($0).") }
    return [title, decision].compactMap { $0 }
  }

  private var file: [Phrase] {
    [
      Phrase("show.file", "File: \(piece.file)."),
      Phrase("show.bytes", "Size of the file: \(piece.byteCount) bytes."),
      Phrase("show.sha256", "SHA-256: \(piece.sha256)."),
      Phrase("show.content", "Content: \(content.words)."),
    ] + [pictureSize, upright].compactMap { $0 } + (piece.clip?.sentences ?? []) + course
      + sealed
  }

  /// From when to when a clip goes, and whether it was cut off.
  private var course: [Phrase] {
    guard piece.clip != nil, let request, let last = request.last else { return [] }
    let cutOff =
      request.isCutOff
      ? Phrase("show.cut-off", "Cut off: yes; what is known ends with its last whole frame.")
      : Phrase("show.not-cut-off", "Cut off: no.")
    let end = Phrase("show.last", "Last frame: \(PieceReport.seconds(last)) s after its boot.")
    guard let first = piece.taken?.instant, let begin = dating.captured else {
      return [end, cutOff]
    }
    let until = begin.later(by: last - first).text
    let dates = Phrase("show.from-to", "From \(begin.text) to \(until), clock \(begin.clock.word).")
    return [dates, end, cutOff]
  }

  /// How far the device vouches for a clip that was cut off.
  private var sealed: [Phrase] {
    guard let request, let frames = request.sealedFrames else { return [] }
    return [
      Phrase("show.sealed", "Frames that the device signed while it wrote them: \(frames).")
    ]
  }

  private var crop: [Phrase] {
    guard let crop = piece.crop, let cropContent else { return [] }
    let area = crop.area
    return [
      Phrase("show.crop", "Crop: \(crop.file)."),
      Phrase(
        "show.crop-area",
        "Area of the crop: \(crop.size) pixels, \(area.x) from the left, \(area.y) from the top."),
      Phrase(
        "show.crop-bytes", "Size of the crop's file: \(crop.byteCount) bytes."),
      Phrase("show.crop-sha256", "SHA-256 of the crop: \(crop.sha256)."),
      Phrase("show.crop-content", "Content of the crop: \(cropContent.words)."),
    ]
  }

  private var glyphs: [Phrase] {
    guard let glyphs = piece.glyphs, let glyphsContent else { return [] }
    return [
      Phrase("show.glyphs", "Glyphs: \(glyphs.text.file), \(glyphs.ansi.file)."),
      Phrase(
        "show.glyphs-size",
        "Size of the glyphs: \(glyphs.size) cells, effect \(glyphs.style.effect.rawValue)."),
      Phrase("show.glyphs-text-sha256", "SHA-256 of the glyphs: \(glyphs.text.sha256)."),
      Phrase(
        "show.glyphs-ansi-sha256", "SHA-256 of the glyphs with colours: \(glyphs.ansi.sha256)."),
      Phrase("show.glyphs-text-content", "Content of the glyphs: \(glyphsContent.text.words)."),
      Phrase(
        "show.glyphs-ansi-content",
        "Content of the glyphs with colours: \(glyphsContent.ansi.words)."),
    ]
  }

  private var state: Phrase { piece.trouble ?? Phrase("piece.stored", "stored") }

  private var pictureSize: Phrase? {
    guard let width = piece.width, let height = piece.height else { return nil }
    return Phrase("show.picture", "Picture: \(width)×\(height) pixels.")
  }

  private var upright: Phrase? {
    guard let orientation = piece.orientation else { return nil }
    let turn = orientation.turn.rawValue
    return orientation.isMirrored
      ? Phrase("show.mirrored", "Seen upright: turned clockwise by \(turn)°, then mirrored.")
      : Phrase("show.upright", "Seen upright: turned clockwise by \(turn)°.")
  }

  private var times: [Phrase] {
    let planned = piece.planned.map {
      Phrase("show.planned", "Planned: \(PieceReport.seconds($0)) s after its boot.")
    }
    let taken = piece.taken.map {
      Phrase("show.actual", "Taken: \(PieceReport.seconds($0.instant)) s after its boot.")
    }
    let late = delay.map { delay in
      let figure = Figures.decimal(Int(delay.nanoseconds / 1000), digits: 3)
      return Phrase("show.delay", "Delay: \(figure) ms from planned to taken.")
    }
    let boot = piece.taken.map { Phrase("show.boot", "Boot: \($0.bootID).") }
    return dating.sentences + [planned, taken, late, boot].compactMap { $0 }
  }

  private var photo: [Phrase] {
    guard let request else { return [] }
    let requester = request.requester.map { Phrase("show.requester", "Asked for by: \($0).") }
    let press = request.press.map {
      Phrase("show.press", "Pressed: \(PieceReport.seconds($0)) s after its boot.")
    }
    let series = request.series.map { id in
      Phrase(
        "show.series", "Series: photo \(request.index ?? 0) of \(request.count ?? 0), id \(id).")
    }
    let power = request.savesPower.map { saves in
      saves
        ? Phrase("show.power-save", "Power save: on.")
        : Phrase("show.power-full", "Power save: off.")
    }
    return [requester, press, series, power].compactMap { $0 } + frame(of: request)
  }

  private func frame(of request: PhotoRequest) -> [Phrase] {
    let format = request.format.map { Phrase("show.format", "Format of the frame: \($0).") }
    let number = request.frame.map { Phrase("show.frame", "Number of the frame: \($0).") }
    let supply = request.isUnderVoltage.map { isLow in
      isLow
        ? Phrase("show.supply-low", "Supply: too low.")
        : Phrase("show.supply", "Supply: sufficient.")
    }
    return [format, number].compactMap { $0 } + request.changes.sentences
      + [supply].compactMap { $0 }
  }

  private var camera: [Phrase] {
    guard let camera = request?.camera else { return [] }
    let serial = camera.serial.map {
      Phrase("show.serial", "Serial number of the camera: \($0).")
    }
    let controls = camera.controls.joined(separator: ", ")
    let record = camera.record.map { "\($0)" } ?? "-"
    return [
      Phrase(
        "show.camera",
        "Camera: \(camera.card), driver \(camera.driver), at \(camera.bus), \(camera.path), record \(record)."
      ),
      serial,
      Phrase("show.mode", "Mode of the camera: \(camera.mode)."),
      controls.isEmpty ? nil : Phrase("show.controls", "Controls of the camera: \(controls)."),
    ].compactMap { $0 }
  }

  private var proof: [Phrase] {
    guard let record else { return [Phrase("show.no-record", "Record: there is none.")] }
    let written = record.written
    let known = written.wallTime.map {
      KnownTime(microseconds: $0, clock: WallTime.Source(rawValue: written.clock) ?? .unset).text
    }
    let time: any PhraseValue = known ?? Phrase.timeUnknown
    return [
      Phrase(
        "show.record",
        "Record: \(written.sequence), \(written.kind) of version \(written.version)."),
      Phrase("show.recorded", "Recorded: \(time)."),
      Phrase("show.hash", "Hash of the record: \(record.hash)."),
      Phrase("show.signature", "Signature: \(record.signature.words)."),
    ]
  }

  private static func seconds(_ instant: Instant) -> Figure {
    Figures.decimal(Int(instant.nanoseconds / 1000), digits: 6)
  }
}

extension PictureChanges {
  /// Each that was made, in the words of a line.
  fileprivate var sentences: [Phrase] {
    [
      hasInsertedTables
        ? Phrase("show.tables", "Huffman tables: put in, the camera left them out.") : nil,
      hasAddedEnd ? Phrase("show.end", "End marker: put in, the camera left it out.") : nil,
      cutByteCount > 0
        ? Phrase(
          "show.cut",
          "Left out, because the camera sent it after the picture: \(cutByteCount) \(cutByteCount, one: "byte", many: "bytes")."
        )
        : nil,
    ].compactMap { $0 }
  }
}

extension Dating {
  /// When it was, and how sure that is.
  fileprivate var sentences: [Phrase] {
    let date = captured.map {
      Phrase("show.date", "Date: \($0.text), clock \($0.clock.word).")
    }
    guard let bracket else {
      return [date ?? Phrase("show.date-unknown", "Date: \(Phrase.timeUnknown).")]
    }
    return [date, bracket].compactMap { $0 }
  }

  private var bracket: Phrase? {
    switch (notBefore, notAfter) {
    case (let earliest?, let latest?):
      Phrase(
        "show.between",
        "Taken between \(earliest.text) and \(latest.text), clock \(earliest.weaker(latest).word).")
    case (let earliest?, nil):
      Phrase("show.after", "Taken after \(earliest.text), clock \(earliest.clock.word).")
    case (nil, let latest?):
      Phrase("show.before", "Taken before \(latest.text), clock \(latest.clock.word).")
    case (nil, nil): nil
    }
  }
}

extension KnownTime {
  /// The worse of both words.
  fileprivate func weaker(_ other: KnownTime) -> WallTime.Source {
    clock == .told ? .told : other.clock
  }
}

extension FileContent {
  /// In the words of a line.
  fileprivate var words: Phrase {
    switch self {
    case .unchanged: Phrase("content.unchanged", "as it was stored")
    case .altered(let sha256, let byteCount):
      Phrase(
        "content.altered",
        "changed, \(byteCount) \(byteCount, one: "byte", many: "bytes") with the SHA-256 \(sha256)")
    case .missing: Phrase("content.missing", "the file is missing")
    case .notAFile(let kind): Phrase("content.no-file", "it is \(kind), and not a file")
    case .unreadable(let reason): Phrase("content.unreadable", "can't be read: \(reason)")
    }
  }
}

extension PhotoCamera {
  /// How it ran.
  fileprivate var mode: any PhraseValue {
    let size = "\(format) \(width)×\(height)"
    guard let rate = framesPerThousandSeconds else { return size }
    let figure = Figures.decimal(rate, digits: 3)
    return Phrase("camera.mode-rate", "\(size) at \(figure) frames per second")
  }
}

extension PieceRecord.Signature {
  /// Who signed, in the words of a line.
  fileprivate var words: Phrase {
    switch self {
    case .valid(let id, let sequence):
      Phrase("signature.valid", "of the device \(id), with record \(sequence)")
    case .none: Phrase("signature.none", "none")
    case .invalid:
      Phrase("signature.invalid", "wrong: records were changed, or another key signed")
    }
  }
}
