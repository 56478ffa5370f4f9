import Core

/// Which cameras there are, which one is in use, and how each would run by what is wanted of it.
///
/// It is a copy of what the loop knew, for a question that is answered elsewhere. What needs the drivers
/// blocks as long as they do.
struct CameraCensus {
  /// Settings of the configuration; nil where it has no camera.
  let configured: CameraSettings?
  /// Wishes of consoles.
  let wishes: CameraWishes
  let power: CameraPower
  /// How the open camera runs.
  let modeInUse: CameraMode?

  /// How the camera in use is to be opened.
  var settings: CameraSettings { settings(by: wishes) }

  /// How a camera is to be opened by `wishes`.
  func settings(by wishes: CameraWishes) -> CameraSettings {
    var settings = wishes.applied(to: configured ?? CameraSettings())
    settings.power = power
    return settings
  }

  /// A sentence for each camera, with the mode that would be chosen.
  func listing(asJSON isJSON: Bool) -> Reply {
    let choices = CameraEntry.all().map { choice(of: $0) }
    if isJSON { return Reply(.object([("cameras", .array(choices.map(\.json)))])) }
    let phrases = choices.isEmpty ? [Phrase.cameraNone] : choices.map(\.phrase)
    return .sentences(phrases)
  }

  /// The wishes that lead to the camera that a person calls `name`.
  func wishes(for name: String) throws(Failure) -> CameraWishes {
    let entries = CameraEntry.all()
    let path = try name == CameraRequest.next ? pathOfNext(in: entries) : entries.path(of: name)
    let node = try CameraEntry.node(of: path)
    if node == nodeInUse {
      throw Failure(.camera, Phrase("camera.use.already", "\(node) is in use already."))
    }
    guard let entry = entries.first(where: { $0.path == node }) else {
      throw Failure(.camera, .cameraGone(node))
    }
    return wishes.moved(to: isConfigured(node) ? nil : entry.identity)
  }

  /// The camera after the one in use, after the last the first.
  private func pathOfNext(in entries: [CameraEntry]) -> String {
    let place = entries.firstIndex { $0.path == nodeInUse } ?? entries.count - 1
    return entries.isEmpty ? CameraRequest.next : entries[(place + 1) % entries.count].path
  }

  /// The node of the open camera.
  private var nodeInUse: String? {
    guard let path = modeInUse?.path else { return nil }
    // One that was unplugged a moment ago has no node: any other may take its place.
    return try? CameraEntry.node(of: path)
  }

  private func choice(of entry: CameraEntry) -> ListedCamera {
    if let mode = modeInUse, entry.path == nodeInUse {
      return ListedCamera(entry: entry, isInUse: true, mode: .success(mode))
    }
    let wishes = wishes.moved(to: isConfigured(entry.path) ? nil : entry.identity)
    do throws(Failure) {
      let mode = try Camera.plannedMode(settings(by: wishes))
      return ListedCamera(entry: entry, isInUse: false, mode: .success(mode))
    } catch {
      return ListedCamera(entry: entry, isInUse: false, mode: .failure(error))
    }
  }

  private func isConfigured(_ node: String) -> Bool {
    // A configured camera that is not there is not the one that is meant.
    let configured = try? CameraEntry.node(of: configured?.device)
    return configured == node
  }
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
        ? Phrase(
          "camera.listed.in-use",
          "\(entry.path): \(entry.card), in use, \(mode.format) \(mode.size) at \(mode.rate).")
        : Phrase(
          "camera.listed",
          "\(entry.path): \(entry.card), would deliver \(mode.format) \(mode.size) at \(mode.rate)."
        )
    case .failure(let failure):
      Phrase(
        "camera.listed.unusable",
        "\(entry.path): \(entry.card), can't be used. \(failure.phrase)")
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
    case .failure(let failure): (.null, .sentence(failure.phrase))
    }
  }
}

extension Phrase {
  static let cameraNone = Phrase("camera.none", "No camera is connected; connect a USB camera.")

}
