import Core

/// What consoles are told, and how they are written to.
extension Executor where Devices: ~Copyable {
  mutating func perform(_ effect: Effect.Console) {
    switch effect {
    case .say(let reply, let session): devices.send(reply, to: session)
    case .read(let inquiry, let session, let json):
      read(inquiry, session, asJSON: json)
    case .review(let step, let session, let json): review(step, session, asJSON: json)
    case .configure(let wish, let session, let json): configure(wish, session, asJSON: json)
    case .beginScreen(let session): beginScreen(session)
    case .endScreen(let session): endScreen(session)
    case .askForSize(let session): devices.askForSize(session)
    case .draw(let scene, let session): draw(scene, on: session)
    case .open(let number, let session): open(number, for: session)
    case .tellRecords(let cursor, let session): tellRecords(after: cursor, to: session)
    case .consult(let session):
      news.add(.console(.consulted(consult(), by: session)))
    case .continues(let session): devices.continues(session)
    case .outcome(let outcome, let session): devices.note(outcome, of: session)
    case .answered(let session): devices.answered(session)
    case .announce(let phrase, let session): announce(phrase, to: session)
    case .ask(let phrase, let sessions):
      announce(phrase, to: nil)
      let terminals = devices.terminals
      for session in sessions where !terminals.contains(session) {
        devices.send(Reply(phrase), to: session)
      }
    }
  }

  mutating func answer(_ request: CameraRequest, to session: SessionID) {
    do throws(Failure) {
      guard let reply = try devices.answer(request, for: session, &news) else { return }
      devices.send(reply, to: session)
    } catch {
      devices.refuse(error.phrase, to: session)
    }
    news.add(.camera(.answered(session)))
  }

  private mutating func read(
    _ inquiry: Effect.Inquiry, _ session: SessionID, asJSON isJSON: Bool
  ) {
    do throws(Failure) {
      devices.send(try store.opened().answer(inquiry, asJSON: isJSON), to: session)
    } catch {
      devices.refuse(error.phrase, to: session)
    }
  }

  private mutating func tellRecords(after cursor: Int, to session: SessionID) {
    do throws(Failure) {
      let room = devices.freeByteCount(of: session)
      let events = try store.opened().events(after: cursor, in: room)
      for event in events { devices.send(event.reply, to: session) }
      news.add(.console(.recordsTold(session, upTo: events.last?.cursor ?? cursor)))
    } catch {
      devices.refuse(error.phrase, to: session)
      news.add(.console(.recordsTold(session, upTo: nil)))
    }
  }

  private mutating func open(_ number: Int, for session: SessionID) {
    do throws(Failure) {
      let piece = try store.opened().piece(number)
      let file = try store.opened().file(of: piece)
      guard devices.hand(file, to: session) else { return devices.refuse(.openAtDoor, to: session) }
      devices.send(piece.handedReply, to: session)
    } catch {
      devices.refuse(error.phrase, to: session)
    }
  }

  private mutating func review(_ step: ReviewStep, _ session: SessionID, asJSON isJSON: Bool) {
    do throws(Failure) {
      let (number, reply) = try store.opened().review(step, asJSON: isJSON)
      devices.send(reply, to: session)
      news.add(.store(.reviewing(number, by: session)))
      tellQuestion(of: number, isNew: false)
    } catch {
      devices.refuse(error.phrase, to: session)
      news.add(.store(.reviewing(nil, by: session)))
    }
  }

  private mutating func configure(_ wish: SessionWish, _ session: SessionID, asJSON isJSON: Bool) {
    let settings = devices.configure(session, as: wish)
    let reply = settings?.reply(to: wish, asJSON: isJSON)
    devices.send(
      reply ?? Reply(Phrase("session.none", "This console has nothing to set.")), to: session)
  }

  private mutating func announce(_ phrase: Phrase, to session: SessionID?) {
    let terminals = devices.terminals
    for terminal in terminals { devices.send(Reply(phrase), to: terminal) }
    if let session, !terminals.contains(session) { devices.send(Reply(phrase), to: session) }
  }

  /// Has people spoken to in the language and the letters that they keep.
  mutating func speakAsKept() {
    devices.speak(with: store.current?.texts() ?? [:])
    devices.write(in: store.current?.charset)
  }

  /// The texts of the guide in the language in which people are spoken to, or why they can't be read; blocks on the disk.
  private func consult() -> GuideFinding {
    let language = store.current?.language ?? store.setup.language
    do throws(Failure) {
      return .texts(try GuideFolder(store.setup.guide, language: language).texts())
    } catch {
      return .failed(error.phrase)
    }
  }

  mutating func tellKept() {
    if let facts = store.current?.keptFacts() { news.add(.store(.kept(facts))) }
  }
}

extension Phrase {
  fileprivate static let openAtDoor = Phrase(
    "open.at-door",
    "Files are handed over to programs, by Open at the door; \"show\" tells where one lies.")
}
