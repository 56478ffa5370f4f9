import Core

/// Texts that go for good.
extension Store {
  /// Texts of `choice` as they are now, for a question.
  package func redaction(_ choice: Redaction.Choice) throws(Failure) -> Redaction {
    // What comes back after a rebuild may be one of them, and its file has it until then.
    if RebuiltMark(in: folder.root) != nil {
      throw .refused(
        Phrase(
          "redact.waits",
          """
          The database was made anew, and what comes back is still looked for; ask again once all files are \
          compared, and what can't be read is mended, or moved out of the store's folder.
          """))
    }
    return try archive.redaction(choice)
  }

  /// Takes all texts of `choice` out, if they are what somebody was asked about; in one transaction with what empties the
  /// field.
  mutating func redact(
    _ choice: Redaction.Choice, asked: Redaction?, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let redaction = try redaction(choice)
    guard asked == nil || asked == redaction else {
      throw .refused(
        Phrase(
          "redact.overtaken",
          "Nothing was taken out, for something was changed since the question; ask again."))
    }
    let places = try archive.places(of: choice)
    let emptying = try emptying(choice, places, for: requester)
    try append(emptying + [.textRedacted(places, by: requester)], at: now)
    thing = try archive.currentThing()
    remnants.arise()
    unheard += [remnants.goOn(in: archive.database, of: folder)].compactMap { $0 }
    return try news(of: redaction)
  }

  /// Records by which the field of `choice` has no text any more.
  private func emptying(
    _ choice: Redaction.Choice, _ places: [Record.TextPlace], for requester: Requester
  ) throws(Failure) -> [Record] {
    switch choice {
    case .piece(let number, .title):
      let isTitled = try archive.piece(number)?.title != nil
      return isTitled ? [.pieceTitled(number, nil, by: requester)] : []
    // Their tables follow from the redaction.
    case .piece, .request: return []
    case .thing(let reference, let field):
      let thing = try archive.anyThing(reference)
      return try keeping(field, of: thing, places, for: requester)
        + emptying(field, of: thing, for: requester)
    }
  }

  private func emptying(
    _ field: ThingField, of thing: Thing, for requester: Requester
  ) throws(Failure) -> [Record] {
    guard field != .title else {
      let taken = try archive.things().filter { $0 != thing }.map { $0.label.lowercased() }
      let label = freeLabel(Thing.label(of: thing.number), among: Set(taken))
      return [.thingChanged(thing, .title, to: .text(label), by: requester)]
    }
    let isSet = try archive.fields(of: thing).contains { $0.field == field }
    return isSet ? [.thingChanged(thing, field, to: nil, by: requester)] : []
  }

  /// The other fields that a thing has from the one text in which it came back, told by themselves.
  private func keeping(
    _ field: ThingField, of thing: Thing, _ places: [Record.TextPlace], for requester: Requester
  ) throws(Failure) -> [Record] {
    guard places.contains(where: { $0.member == "data" }) else { return [] }
    return try archive.fields(of: thing)
      .filter { $0.field != field && $0.field.isInData }
      .map { .thingChanged(thing, $0.field, to: .text($0.text), by: requester) }
  }

  private func news(of redaction: Redaction) throws(Failure) -> Phrase {
    var news = Phrase.redacted(redaction.owner, redaction.choice.field, redaction.count)
    if case .thing(_, .title) = redaction.choice {
      let things = try archive.things() + archive.deletedThings()
      let thing = things.first { $0.number == redaction.number }
      news = .followed(news, .redactedLabel(thing?.label ?? ""))
    }
    return remnants.areThere
      ? .followed(
        news,
        Phrase(
          "redact.rests",
          "Files of the store have bytes of it still, which are written over as soon as that can be."
        )) : news
  }
}

extension Phrase {
  static func redacted(_ owner: Phrase, _ field: Phrase, _ count: Int) -> Phrase {
    Phrase("redact.done", "Taken out for good, of \(owner): \(field), \(count) in all.")
  }

  static func redactedLabel(_ label: String) -> Phrase {
    Phrase("redact.label", "It is called \(label) now.")
  }

}
