import Core

/// For people: a fact a line, with its unit; what is not known has no line, but for the time.
extension PieceReport {
  var sentences: [Phrase] { identity + file + crop + glyphs + times + photo + camera + proof }

  private var identity: [Phrase] {
    [
      Phrase("show.piece", "Piece: {1} {2}.", piece.kindWord, piece.number),
      Phrase("show.thing", "Thing: {1}.", piece.thing),
    ] + caption
      + [
        Phrase("show.state", "State: {1}.", state),
        Phrase("show.id", "Id: {1}.", piece.id),
        piece.source.map { Phrase("show.source", "Imported from: {1}.", $0.printable) },
      ].compactMap { $0 } + origin
  }

  /// Nothing of this device vouches for what came back.
  private var origin: [Phrase] {
    guard let origin = piece.restored else { return [] }
    return [
      Phrase(
        "show.restored", "Restored: it is piece {1} of the store {2}, by the device {3}.",
        origin.number, origin.store, origin.device),
      Phrase("show.restored-record", "Its record there: {1}:{2}.", origin.record, origin.hash),
    ]
  }

  private var caption: [Phrase] {
    let title = piece.title.map { Phrase("show.title", "Title: {1}.", $0) }
    let decision = piece.decisionWord.map { Phrase("show.decision", "Decision: {1}.", $0) }
    return [title, decision].compactMap { $0 }
  }

  private var file: [Phrase] {
    [
      Phrase("show.file", "File: {1}.", piece.file),
      Phrase("show.bytes", "Size of the file: {1}.", Counted.bytes.phrase(piece.byteCount)),
      Phrase("show.sha256", "SHA-256: {1}.", piece.sha256),
      Phrase("show.content", "Content: {1}.", content.words),
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
    let end = Phrase("show.last", "Last frame: {1} s after its boot.", PieceReport.seconds(last))
    guard let first = piece.taken?.instant, let begin = dating.captured else {
      return [end, cutOff]
    }
    let until = begin.later(by: last - first).text
    let dates = Phrase(
      "show.from-to", "From {1} to {2}, clock {3}.", begin.text, until, begin.clock.word)
    return [dates, end, cutOff]
  }

  /// How far the device vouches for a clip that was cut off.
  private var sealed: [Phrase] {
    guard let request, let frames = request.sealedFrames else { return [] }
    return [
      Phrase("show.sealed", "Frames that the device signed while it wrote them: {1}.", frames)
    ]
  }

  private var crop: [Phrase] {
    guard let crop = piece.crop, let cropContent else { return [] }
    let area = crop.area
    return [
      Phrase("show.crop", "Crop: {1}.", crop.file),
      Phrase(
        "show.crop-area", "Area of the crop: {1} pixels, {2} from the left, {3} from the top.",
        crop.size, area.x, area.y),
      Phrase(
        "show.crop-bytes", "Size of the crop's file: {1}.", Counted.bytes.phrase(crop.byteCount)),
      Phrase("show.crop-sha256", "SHA-256 of the crop: {1}.", crop.sha256),
      Phrase("show.crop-content", "Content of the crop: {1}.", cropContent.words),
    ]
  }

  private var glyphs: [Phrase] {
    guard let glyphs = piece.glyphs, let glyphsContent else { return [] }
    return [
      Phrase("show.glyphs", "Glyphs: {1}, {2}.", glyphs.text.file, glyphs.ansi.file),
      Phrase(
        "show.glyphs-size", "Size of the glyphs: {1} cells, effect {2}.", glyphs.size,
        glyphs.style.effect.rawValue),
      Phrase("show.glyphs-text-sha256", "SHA-256 of the glyphs: {1}.", glyphs.text.sha256),
      Phrase(
        "show.glyphs-ansi-sha256", "SHA-256 of the glyphs with colours: {1}.", glyphs.ansi.sha256),
      Phrase("show.glyphs-text-content", "Content of the glyphs: {1}.", glyphsContent.text.words),
      Phrase(
        "show.glyphs-ansi-content", "Content of the glyphs with colours: {1}.",
        glyphsContent.ansi.words),
    ]
  }

  private var state: Phrase { piece.trouble ?? Phrase("piece.stored", "stored") }

  private var pictureSize: Phrase? {
    guard let width = piece.width, let height = piece.height else { return nil }
    return Phrase("show.picture", "Picture: {1}×{2} pixels.", width, height)
  }

  private var upright: Phrase? {
    guard let orientation = piece.orientation else { return nil }
    let turn = orientation.turn.rawValue
    return orientation.isMirrored
      ? Phrase("show.mirrored", "Seen upright: turned clockwise by {1}°, then mirrored.", turn)
      : Phrase("show.upright", "Seen upright: turned clockwise by {1}°.", turn)
  }

  private var times: [Phrase] {
    let planned = piece.planned.map {
      Phrase("show.planned", "Planned: {1} s after its boot.", PieceReport.seconds($0))
    }
    let taken = piece.taken.map {
      Phrase("show.actual", "Taken: {1} s after its boot.", PieceReport.seconds($0.instant))
    }
    let late = delay.map { delay in
      let figure = Figures.decimal(Int(delay.nanoseconds / 1000), digits: 3)
      return Phrase("show.delay", "Delay: {1} ms from planned to taken.", figure)
    }
    let boot = piece.taken.map { Phrase("show.boot", "Boot: {1}.", $0.bootID) }
    return dating.sentences + [planned, taken, late, boot].compactMap { $0 }
  }

  private var photo: [Phrase] {
    guard let request else { return [] }
    let requester = request.requester.map { Phrase("show.requester", "Asked for by: {1}.", $0) }
    let press = request.press.map {
      Phrase("show.press", "Pressed: {1} s after its boot.", PieceReport.seconds($0))
    }
    let series = request.series.map { id in
      Phrase(
        "show.series", "Series: photo {1} of {2}, id {3}.", request.index ?? 0, request.count ?? 0,
        id)
    }
    let power = request.savesPower.map { saves in
      saves
        ? Phrase("show.power-save", "Power save: on.")
        : Phrase("show.power-full", "Power save: off.")
    }
    return [requester, press, series, power].compactMap { $0 } + frame(of: request)
  }

  private func frame(of request: PhotoRequest) -> [Phrase] {
    let format = request.format.map { Phrase("show.format", "Format of the frame: {1}.", $0) }
    let number = request.frame.map { Phrase("show.frame", "Number of the frame: {1}.", $0) }
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
      Phrase("show.serial", "Serial number of the camera: {1}.", $0)
    }
    let controls = camera.controls.joined(separator: ", ")
    let record = camera.record.map { "\($0)" } ?? "-"
    return [
      Phrase(
        "show.camera", "Camera: {1}, driver {2}, at {3}, {4}, record {5}.", camera.card,
        camera.driver, camera.bus, camera.path, record),
      serial,
      Phrase("show.mode", "Mode of the camera: {1}.", camera.mode),
      controls.isEmpty ? nil : Phrase("show.controls", "Controls of the camera: {1}.", controls),
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
        "show.record", "Record: {1}, {2} of version {3}.", written.sequence, written.kind,
        written.version),
      Phrase("show.recorded", "Recorded: {1}.", time),
      Phrase("show.hash", "Hash of the record: {1}.", record.hash),
      Phrase("show.signature", "Signature: {1}.", record.signature.words),
    ]
  }

  private static func seconds(_ instant: Instant) -> String {
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
          "show.cut", "Left out, because the camera sent it after the picture: {1}.",
          Counted.bytes.phrase(cutByteCount))
        : nil,
    ].compactMap { $0 }
  }
}

extension Dating {
  /// When it was, and how sure that is.
  fileprivate var sentences: [Phrase] {
    let date = captured.map {
      Phrase("show.date", "Date: {1}, clock {2}.", $0.text, $0.clock.word)
    }
    guard let bracket else {
      return [date ?? Phrase("show.date-unknown", "Date: {1}.", Phrase.timeUnknown)]
    }
    return [date, bracket].compactMap { $0 }
  }

  private var bracket: Phrase? {
    switch (notBefore, notAfter) {
    case (let earliest?, let latest?):
      Phrase(
        "show.between", "Taken between {1} and {2}, clock {3}.", earliest.text, latest.text,
        earliest.weaker(latest).word)
    case (let earliest?, nil):
      Phrase("show.after", "Taken after {1}, clock {2}.", earliest.text, earliest.clock.word)
    case (nil, let latest?):
      Phrase("show.before", "Taken before {1}, clock {2}.", latest.text, latest.clock.word)
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
      .contentAltered(Counted.bytes.phrase(byteCount), sha256)
    case .missing: Phrase("content.missing", "the file is missing")
    case .notAFile(let kind): Phrase("content.no-file", "it is {1}, and not a file", kind)
    case .unreadable(let reason): Phrase("content.unreadable", "can't be read: {1}", reason)
    }
  }
}

extension PhotoCamera {
  /// How it ran.
  fileprivate var mode: any PhraseValue {
    let size = "\(format) \(width)×\(height)"
    guard let rate = framesPerThousandSeconds else { return size }
    let figure = Figures.decimal(rate, digits: 3)
    return Phrase("camera.mode-rate", "{1} at {2} frames per second", size, figure)
  }
}

extension PieceRecord.Signature {
  /// Who signed, in the words of a line.
  fileprivate var words: Phrase {
    switch self {
    case .valid(let id, let sequence):
      Phrase("signature.valid", "of the device {1}, with record {2}", id, sequence)
    case .none: Phrase("signature.none", "none")
    case .invalid:
      Phrase("signature.invalid", "wrong: records were changed, or another key signed")
    }
  }
}

extension Phrase {
  static func contentAltered(_ size: Phrase, _ sha256: String) -> Phrase {
    Phrase("content.altered", "changed, {1} with the SHA-256 {2}", size, sha256)
  }
}
