import Board
import Core

/// Listing the cameras, and going on with another one.
extension LinuxDeviceSet {
  /// Goes on with the camera that a person calls `name`; the failure leaves the present one in use.
  ///
  /// Only one camera is open at a time: two may be too much for one USB bus.
  mutating func use(
    _ name: String, for session: SessionID, _ news: inout News
  ) throws(Failure) -> Reply {
    let wishes: CameraWishes
    let mode: CameraMode
    do throws(Failure) {
      wishes = try self.wishes(for: name)
      mode = try Camera.plannedMode(settings(by: wishes))
    } catch {
      news.add(.camera(.stays))
      throw error
    }
    let answer: Phrase
    if nodeInUse != nil {
      answer = try exchange(by: wishes, &news)
    } else {
      cameraWishes = wishes
      news.add(.camera(.changed(isOpening: false)))
      answer = .cameraChosen(mode.path, mode.card)
    }
    news.add(.camera(.chosen(wishes.camera?.name(orAt: mode.path), by: session)))
    return Reply(answer)
  }

  /// A sentence for each camera, with the mode that would be chosen.
  func listCameras(asJSON isJSON: Bool) -> Reply {
    let choices = CameraEntry.all().map { choice(of: $0) }
    if isJSON { return Reply(.object([("cameras", .array(choices.map(\.json)))])) }
    let phrases = choices.isEmpty ? [Phrase.cameraNone] : choices.map(\.phrase)
    return .sentences(phrases)
  }

  /// How the open camera runs.
  private var modeInUse: CameraMode? {
    switch camera {
    case .some(let camera): camera.mode
    case .none: nil
    }
  }

  /// The node of the open camera.
  private var nodeInUse: String? {
    guard let path = modeInUse?.path else { return nil }
    // One that was unplugged a moment ago has no node: any other may take its place.
    return try? CameraEntry.node(of: path)
  }

  /// The wishes that lead to the camera that a person calls `name`.
  private func wishes(for name: String) throws(Failure) -> CameraWishes {
    let entries = CameraEntry.all()
    let node = try CameraEntry.node(of: entries.path(of: name))
    if node == nodeInUse { throw Failure(.camera, .cameraInUse(node)) }
    guard let entry = entries.first(where: { $0.path == node }) else {
      throw Failure(.camera, .cameraGone(node))
    }
    return cameraWishes.moved(to: isConfigured(node) ? nil : entry.identity)
  }

  private func choice(of entry: CameraEntry) -> ListedCamera {
    if let mode = modeInUse, entry.path == nodeInUse {
      return ListedCamera(entry: entry, isInUse: true, mode: .success(mode))
    }
    let wishes = cameraWishes.moved(to: isConfigured(entry.path) ? nil : entry.identity)
    do throws(Failure) {
      let mode = try Camera.plannedMode(settings(by: wishes))
      return ListedCamera(entry: entry, isInUse: false, mode: .success(mode))
    } catch {
      return ListedCamera(entry: entry, isInUse: false, mode: .failure(error))
    }
  }

  private func isConfigured(_ node: String) -> Bool {
    // A configured camera that is not there is not the one that is meant.
    let configured = try? CameraEntry.node(of: plan.camera?.device)
    return configured == node
  }

  /// Closes the open camera and opens another; if that fails, the first again.
  ///
  /// What the first had still to tell is about pictures that are gone.
  private mutating func exchange(
    by wishes: CameraWishes, _ news: inout News
  ) throws(Failure) -> Phrase {
    let old = cameraWishes
    let path = modeInUse?.path ?? ""
    close(.camera)
    news.forgetCamera()
    news.add(.camera(.changed(isOpening: true)))
    cameraWishes = wishes
    do throws(Failure) {
      guard let mode = try openCamera() else { return Phrase.cameraAbsent }
      news.add(.camera(.opened(mode)))
      return mode.presence
    } catch {
      cameraWishes = old
      news.attempt { news throws(Failure) in
        if let answer = try open(.camera) { news.add(answer) }
      }
      throw Failure(.camera, .cameraStays(error.phrase, path), cause: error.cause)
    }
  }
}

extension CameraIdentity {
  /// What a person may call it: its name that stays the same from boot to boot or, without one, its node.
  fileprivate func name(orAt path: String) -> String { identifiers.first ?? path }
}

/// A camera that may be chosen, and how it would run, or why it can't.
struct ListedCamera {
  let entry: CameraEntry
  let isInUse: Bool
  let mode: Result<CameraMode, Failure>

  /// A sentence for people.
  var phrase: Phrase {
    switch mode {
    case .success(let mode):
      isInUse
        ? Phrase.cameraListedInUse(entry.path, entry.card, mode.format, mode.size, mode.rate)
        : .cameraListed(entry.path, entry.card, mode.format, mode.size, mode.rate)
    case .failure(let failure):
      Phrase.cameraListedUnusable(entry.path, entry.card, failure.phrase)
    }
  }

  /// The camera for programs; without a mode where it can't be used.
  var json: JSON {
    let identifiers = JSON.array(entry.identifiers.map { name in JSON.string(name) })
    return .object([
      ("path", .string(entry.path)), ("name", .string(entry.card)), ("identifiers", identifiers),
      ("in_use", .bool(isInUse)), ("mode", outcome.mode), ("problem", outcome.problem),
    ])
  }

  private var outcome: (mode: JSON, problem: JSON) {
    switch mode {
    case .success(let mode): (mode.json, .null)
    case .failure(let failure): (.null, .string(failure.phrase.english))
    }
  }
}

extension Phrase {
  static let cameraNone = Phrase("camera.none", "No camera is connected; connect a USB camera.")

  static func cameraInUse(_ path: String) -> Phrase {
    Phrase("camera.use.already", "{1} is in use already.", path)
  }

  static func cameraChosen(_ path: String, _ card: String) -> Phrase {
    Phrase(
      "camera.use.chosen",
      "{1}, {2}, is the camera from now on; capture is closed at present.", path, card)
  }

  static func cameraStays(_ reason: Phrase, _ path: String) -> Phrase {
    Phrase("camera.use.stays", "{1} {2} stays in use.", reason, path)
  }

  static func cameraListed(
    _ path: String, _ card: String, _ format: String, _ size: String, _ rate: Phrase
  ) -> Phrase {
    Phrase(
      "camera.listed", "{1}: {2}, would deliver {3} {4} at {5}.", path, card, format, size, rate)
  }

  static func cameraListedInUse(
    _ path: String, _ card: String, _ format: String, _ size: String, _ rate: Phrase
  ) -> Phrase {
    Phrase(
      "camera.listed.in-use", "{1}: {2}, in use, {3} {4} at {5}.", path, card, format, size, rate)
  }

  static func cameraListedUnusable(_ path: String, _ card: String, _ reason: Phrase) -> Phrase {
    Phrase("camera.listed.unusable", "{1}: {2}, can't be used. {3}", path, card, reason)
  }
}
