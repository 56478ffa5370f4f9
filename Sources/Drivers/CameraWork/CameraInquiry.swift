import Core
import System

/// What a console session wants of the cameras, asked of their drivers, and the answer.
final class CameraInquiry: BlockingTask {
  /// What came of it.
  enum Outcome {
    /// To be sent as it is.
    case reply(Reply)
    /// A control was set or asked for.
    case control(Camera.ControlAnswer)
    /// Another camera is wanted: the wishes that lead to it, and how it would run.
    case choice(CameraWishes, CameraMode)
  }

  let request: CameraRequest
  /// Session that asks.
  let session: SessionID
  private(set) var outcome: Result<Outcome, Failure>?
  private let census: CameraCensus
  /// The open camera's node, once more.
  private var device: CameraDevice?
  /// Whether nobody waits for the answer any more.
  private var isAbandoned = false

  init(
    _ request: CameraRequest, for session: SessionID, _ census: CameraCensus,
    _ device: consuming CameraDevice?
  ) {
    self.request = request
    self.session = session
    self.census = census
    self.device = consume device
  }

  /// Camera that the question is about, as far as it is known yet.
  var place: String { census.modeInUse?.path ?? census.settings.place }

  /// Has nothing asked but the node given back; to be called before it begins.
  func abandon() { isAbandoned = true }

  override func run() {
    if !isAbandoned { ask() }
    // Here, where it may take its time: whoever closes an open node last waits for its driver.
    device = nil
  }

  private func ask() {
    do throws(Failure) {
      outcome = .success(try answer())
    } catch {
      outcome = .failure(error)
    }
  }

  private func answer() throws(Failure) -> Outcome {
    switch request {
    case .list(let isJSON): return .reply(census.listing(asJSON: isJSON))
    case .use(let name):
      let wishes = try census.wishes(for: name)
      return .choice(wishes, try Camera.plannedMode(census.settings(by: wishes)))
    case .controls(let isJSON): return .reply(.controls(try controls(), asJSON: isJSON))
    case .set(let text): return .control(try set(text))
    }
  }

  /// A camera that is paused or faulted is asked all the same.
  private func controls() throws(Failure) -> [CameraControl] {
    switch device {
    case .some(let device): device.controls()
    case .none: try Camera.controls(by: census.settings)
    }
  }

  private func set(_ text: String) throws(Failure) -> Camera.ControlAnswer {
    switch device {
    case .some(let device): try device.answer(to: text)
    case .none: try Camera.set(text, by: census.settings)
    }
  }
}

extension Reply {
  /// The controls of a camera, each in a sentence.
  fileprivate static func controls(_ controls: [CameraControl], asJSON isJSON: Bool) -> Reply {
    if isJSON { return Reply(.object([("controls", .array(controls.map(\.json)))])) }
    let phrases = controls.isEmpty ? [Phrase.devicesNoControls] : controls.flatMap(\.phrases)
    return .sentences(phrases)
  }
}

extension Phrase {
  package static let devicesNoControls = Phrase(
    "devices.controls.none", "Its driver has no controls.")
}
