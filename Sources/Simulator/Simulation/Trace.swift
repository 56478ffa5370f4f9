import Core

/// What happened in a simulation: the latest turns in words, and a fingerprint of all.
///
/// Two runs with the same fingerprint took the same turns at the same instants and did the same.
package struct Trace: Sendable {
  /// The FNV-1a hash of all turns.
  package private(set) var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325
  /// How many turns there were.
  package private(set) var turnCount = 0
  /// How many turns are remembered.
  private let length: Int
  private var recent: [String] = []
  private var oldest = 0

  /// No turns yet; the latest `length` will be remembered.
  init(length: Int) {
    self.length = length
  }

  /// The latest turns, oldest first, a line each.
  package var lines: [String] { Array(recent[oldest...] + recent[..<oldest]) }

  /// Adds one turn, `elapsed` after the start of the simulation.
  mutating func add(_ step: Step, elapsed: Duration) {
    turnCount += 1
    let line = Trace.line(step, elapsed)
    for byte in line.utf8 { fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01b3 }
    remember(line)
  }

  private mutating func remember(_ line: String) {
    guard recent.count == length else { return recent.append(line) }
    recent[oldest] = line
    oldest = (oldest + 1) % length
  }

  /// What of `line` is the same each time: the folder of what is imported has another name, and each device that is made
  /// signs its clips by another key, which the digest of what was exported tells.
  fileprivate static func repeatable(_ line: String) -> Substring {
    if line.hasPrefix("import ") { return "import" }
    if line.hasPrefix("request import ") { return "request import" }
    guard line.hasPrefix("exported ") else { return line[...] }
    return line.prefix { $0 != "-" }
  }

  private static func line(_ step: Step, _ elapsed: Duration) -> String {
    var line = "\(elapsed.nanoseconds / 1000) \(step.now.nanoseconds / 1000) \(step.event.brief)"
    for effect in step.effects { line += "; \(effect.brief)" }
    return line
  }
}

extension Event {
  /// Summary in a few words that are the same everywhere: no text of the system, no random identifier.
  var brief: String {
    switch self {
    case .started: "started"
    case .deadline: "deadline"
    case .device(.opened(let role)): "opened \(role.rawValue)"
    case .camera(.opened(let mode)): "camera opened \(mode.format)"
    case .accelerometer(.opened(let sensing)): "accelerometer opened \(sensing.name)"
    case .camera(.changed(let isOpening)): "camera changed \(isOpening)"
    case .camera(.stays): "camera stays"
    case .camera(.answered(let session)): "camera answered \(session.number)"
    case .camera(.chosen(let name, let session)):
      "camera \(name ?? "as configured") for \(session.number)"
    case .camera(.controlSet(let setting, let session)):
      "\(setting.name) is \(setting.value) for \(session.number)"
    case .device(.failed(let failure)):
      "failed \(failure.role.rawValue) \(failure.phrase.key)"
    case .device(.plugged(let role)): "plugged \(role.rawValue)"
    case .edge(let edge): "edge \(edge.direction) at \(edge.stamped.nanoseconds / 1000)"
    case .camera(.frame(let frame, _)):
      "frame \(frame.sequence) of \(frame.stamped.nanoseconds / 1000)"
    case .camera(.frameDamaged): "frame damaged"
    case .accelerometer(.reading(let sample)): "acceleration \(sample.x) \(sample.y) \(sample.z)"
    case .accelerometer(.jolted(let stamped)): "jolted at \(stamped.nanoseconds / 1000)"
    case .camera(.sceneChanged(let part, _)): "scene changed by \(Int(part * 10_000))"
    case .camera(.described(let facts)): "described \(facts?.mean ?? -1)"
    case .photo(.kept(let id)): "kept \(id)"
    case .photo(.stored(let id, let piece, _)): "stored \(id) as \(piece.number)"
    case .photo(.failed(let id, let failure)): "shot \(id) failed \(failure.phrase.key)"
    case .clip(.begun): "clip begun"
    case .clip(.flushed): "clip flushed"
    case .clip(.paced(let every)): "one frame of \(every)"
    case .clip(.stored(let piece, let content)):
      "clip stored as \(piece.number) of \(content.frameCount), \(content.droppedCount) missing"
    case .clip(.failed(let failure)): "clip failed \(failure.phrase.key)"
    case .store(.found(let phrases)): "found \(phrases.map(\.key))"
    case .store(.told(nil)): "nothing is known of the store"
    case .store(.told(let facts?)):
      "pieces: \(facts.pieceCount), of thing \(facts.thing.number): \(facts.thing.pieceCount)"
    case .store(.kept(let facts)): "kept settings: \(facts.settings.count)"
    case .store(.adopted(let numbers)): "adopted \(numbers)"
    case .store(.importing(let event)): event.brief
    case .store(.surveyed(let survey)): "surveyed \(survey.rawValue)"
    case .store(.noted): "noted"
    case .store(.notNoted(let failure)): "not noted: \(failure.phrase.key)"
    case .store(.changed(let news, _)): "changed: \(news.key)"
    case .store(.notChanged(let failure)): "not changed: \(failure.phrase.key)"
    case .store(.unexamined(let number)): "unexamined \(number ?? -1)"
    case .store(.undoable(let step)): "undoable: \(step.map { "\($0.subject)" } ?? "nothing")"
    case .store(.named(.success(.pieces(let removal)), let session)):
      "named \(removal.numbers) for \(session.number)"
    case .store(.named(.success(.texts(let redaction)), let session)):
      "named \(redaction.count) texts for \(session.number)"
    case .store(.named(.success(.faces(let number, let count)), let session)):
      "named \(count) faces of \(number) for \(session.number)"
    case .store(.named(.failure(let failure), let session)):
      "named nothing for \(session.number): \(failure.phrase.key)"
    case .store(.sought(let outcome, let session)): "\(session.number) sought \(outcome.brief)"
    case .store(.reviewing(let number, let session)): "\(session.number) reviews \(number ?? 0)"
    case .store(.clarified(let number, let clarification, let isNew)):
      "piece \(number) \(isNew ? "newly " : "")\(clarification.brief)"
    case .measured(.all(let measurements)): "measured \(measurements.space?.free ?? -1) bytes"
    case .measured(.temperature(let temperature)): "temperature \(temperature?.milliCelsius ?? -1)"
    case .console(.line(let line, let session, _)):
      "line \(session.number) '\(Trace.repeatable(line))'"
    case .console(.opened(let session)): "session \(session.number)"
    case .console(.recordsTold(let session, let cursor)):
      "\(session.number) told up to \(cursor ?? -1)"
    case .console(.consulted(let finding, let session)):
      "\(session.number) consulted \(finding.brief)"
    case .console(.viewing(let isScreen, let session)): "viewing \(isScreen) on \(session.number)"
    case .console(.undrawable(_, let session)): "undrawable \(session.number)"
    case .console(.resized(let session)): "resized \(session.number)"
    case .console(.drawn(let isAll, let time)):
      "drawn \(isAll ? "" : "in part ")in \(time.nanoseconds / 1000)"
    case .console(.key(let key, let session, _)): "key \(key) from \(session.number)"
    case .console(.interrupted(let session)): "interrupted \(session.number)"
    case .console(.declined(let session)): "declined by \(session.number)"
    case .voice(.ended): "voice ended"
    case .voice(.failed(let problem)): "voice failed \(problem.key)"
    case .hook(.ended): "hook ended"
    case .hook(.answered(let answer)):
      "hook guesses \(answer.options.map(\.text)), \(answer.examination?.sheet.faces.count ?? -1) faces"
    case .hook(.failed(let problem)): "hook failed \(problem.key)"
    case .hook(.stopped): "hook stopped"
    case .hook(.notStarted(let problem)): "hook not started \(problem.key)"
    case .signal(let signal): "signal \(signal)"
    case .reconfigured(_, let changed): "reconfigured \(changed.map(\.rawValue).sorted())"
    }
  }
}

extension GuideFinding {
  fileprivate var brief: String {
    switch self {
    case .texts(let texts): "\(texts.count) texts"
    case .failed(let reason): reason.key
    }
  }
}

extension StillSearch {
  fileprivate var brief: String {
    switch self {
    case .goesOn: "on"
    case .found(let still): "\(still.number) of \(still.count) of \(still.clip)"
    case .failed(let reason): "nothing: \(reason.key)"
    }
  }
}

extension Effect {
  /// Summary in a few words that are the same everywhere: no text of the system, no random identifier.
  var brief: String {
    switch self {
    case .device(.open(let role)): "open \(role.rawValue)"
    case .camera(.power(let power)): "power \(power.rawValue)"
    case .device(.close(let role)): "close \(role.rawValue)"
    case .output(.light(let isOn)): isOn ? "light on" : "light off"
    case .output(.buzzer(let isOn)): isOn ? "buzzer on" : "buzzer off"
    case .voice(.say(let phrase)): "voice says \(phrase.key)"
    case .voice(.silence): "voice is silenced"
    case .hook(.run(let task)): "\(task.brief)\(task.number.map { " for \($0)" } ?? "")"
    case .hook(.stop): "stop hook"
    case .accelerometer(.sample): "sample"
    case .accelerometer(.pace(let pace)): "pace \(pace)"
    case .camera(.look): "look"
    case .camera(.describe): "describe"
    case .photo(.keep(let shot)): "keep \(shot.id) of \(shot.planned.nanoseconds / 1000)"
    case .photo(.store(let shot)): "store \(shot.id)"
    case .photo(.drop(let id)): "drop \(id)"
    case .clip(.remember(let preRoll)): preRoll == nil ? "forget" : "remember"
    case .clip(.append(let frame)): "append \(frame.sequence)"
    case .clip(.begin(let request)): "begin clip of \(request.planned.nanoseconds / 1000)"
    case .clip(.flush): "flush clip"
    case .clip(.hold(let since)):
      since.map { "hold clip since \($0.nanoseconds / 1000)" } ?? "go on with clip"
    case .clip(.finish): "finish clip"
    case .clip(.giveUp): "give up clip"
    case .store(.note(let notes)): "note \(notes.map(\.brief).joined(separator: ", "))"
    case .store(.survey): "survey"
    case .store(.seek(let wish, let session)):
      "seek \(wish.place) of \(wish.clip ?? 0) for \(session.number)"
    case .store(.settle): "settle"
    case .store(.change(.piecesExported(let numbers, _, _), _)): "change: exported \(numbers)"
    case .store(.change(.exportMade(let export), _)):
      "change: export of \(export.head.prefix { $0 != ":" })"
    case .store(.change(.copyRedacted(let copy), _)): "change: redacted copy of \(copy.number)"
    case .store(.change(.importRequest, _)): "change: request import"
    case .store(.change(.keep(let settings, let news), _)):
      "change: keep \(settings.map { "\($0.name.rawValue) \($0.value ?? "-")" }), \(news.key)"
    case .store(.change(.remove(let removal), _)): "change: remove \(removal.numbers)"
    case .store(.change(.addExamination(let number, let examination), _)):
      "change: \(examination.sheet.faces.count) faces in \(number)"
    case .store(.change(let change, _)): "change: \(change)"
    case .store(.findUndo): "find undo"
    case .store(.findUnexamined(let number, _)): "find unexamined below \(number ?? -1)"
    case .store(.name(let choice, let session)): "name \(choice) for \(session.number)"
    case .store(.beginImport(_, let session, _)): "begin import for \(session.number)"
    case .store(.copyImport): "copy import"
    case .store(.placeImport): "place import"
    case .store(.endImport): "end import"
    case .store(.tidy): "tidy"
    case .store(.remember): "remember"
    case .store(.makeRoom(let byteCount)): "make room of \(byteCount)"
    case .measure(.all): "measure"
    case .measure(.temperature): "read thermometer"
    case .console(.say(_, let session)): "say to \(session.number)"
    case .console(.read(_, let session, _)): "read to \(session.number)"
    case .console(.configure(_, let session, _)): "set for \(session.number)"
    case .console(.outcome(let outcome, let session)): "\(outcome) for \(session.number)"
    case .console(.open(let piece, let session)): "open \(piece) for \(session.number)"
    case .console(.tellRecords(let cursor, let session)):
      "tell \(session.number) after \(cursor)"
    case .console(.consult(let session)): "consult for \(session.number)"
    case .console(.beginScreen(let session)): "begin screen \(session.number)"
    case .console(.endScreen(let session)): "end screen \(session.number)"
    case .console(.askForSize(let session)): "ask size of \(session.number)"
    case .console(.draw(_, let session)): "draw on \(session.number)"
    case .console(.review(let step, let session, _)): "review \(step) for \(session.number)"
    case .camera(.answer(let request, let session)): "camera \(request) to \(session.number)"
    case .console(.continues(let session)): "goes on for \(session.number)"
    case .console(.answered(let session)): "answered \(session.number)"
    case .console(.ask(let phrase, let sessions)): "ask \(phrase.key) of \(sessions.count)"
    case .console(.announce(let phrase, _)): "announce \(phrase.key)"
    case .service(.notify(let notice)): "notify \(notice.brief)"
    case .service(.tellTime(let time)): "told \(time.microseconds)"
    case .service(.log(let level, _, let phrase)): "log \(level) \(phrase.key)"
    }
  }
}

extension Note {
  fileprivate var brief: String {
    switch self {
    case .gap(let gap):
      "\(gap.cause.rawValue) \(gap.from.nanoseconds / 1000) \(gap.to.nanoseconds / 1000)"
    case .photoFailed(let photo): "photo \(photo.index) failed \(photo.reason.key)"
    case .settingChanged(let change): "\(change.name) is \(change.value ?? "as configured")"
    case .configurationChanged: "configuration changed"
    case .clockChanged(let source, let previous):
      "clock \(source.rawValue), was \(previous.rawValue)"
    case .programStopped(let isShutdown): isShutdown ? "shut down" : "stopped"
    }
  }
}

extension Notice {
  fileprivate var brief: String {
    switch self {
    case .ready: "ready"
    case .status(let phrase): "status \(phrase.key)"
    case .alive: "alive"
    case .stopping: "stopping"
    }
  }
}

extension Event.Import {
  fileprivate var brief: String {
    switch self {
    case .copies: "import copies"
    case .copied: "import copied"
    case .stored(let piece, _): "imported \(piece.number)"
    case .there(_, let number): "import is there as \(number)"
    case .passedOver(let reason): "passed over: \(reason.key)"
    case .failed(let failure): "import failed \(failure.phrase.key)"
    case .wantsFile: "restore wants its file"
    case .restored: "restored"
    case .complete: "import complete"
    }
  }
}

extension Clarification {
  fileprivate var brief: String {
    switch self {
    case .title(let title): "is \(title)"
    case .settled: "is settled"
    case .asking(let options): "may be \(options.map(\.text))"
    }
  }
}

extension HookTask {
  fileprivate var brief: String {
    switch self {
    case .stored: "hook"
    case .analyse(_, let analyser): analyser.name
    case .confirmed: "confirmation"
    case .frame(let analyser, _): "faces in view by \(analyser.name)"
    case .findFaces(_, let analyser): "faces by \(analyser.name)"
    }
  }
}
