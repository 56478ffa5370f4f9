import Imaging

/// All that the demo's screen shows at one moment.
struct DemoFacts {
  /// What the camera sees, or nil before its first frame.
  var picture: Thumbnail?
  /// Whether the light is lit at this instant.
  var isLit = false
  /// What the light tells, in words.
  var situation = ""
  /// Whether the buzzer sounds at this instant.
  var isBuzzing = false
  /// What the camera does, in words.
  var capture = ""
  /// What is left of the countdown, or nil when nothing is counted.
  var countdown: Duration?
  /// The last pieces in words, the newest first.
  var pieces: [String] = []
  /// What the console said, oldest first.
  var transcript: [String] = []
  /// What the keyboard is for, and the console's line as it is typed.
  var mode = DemoKeys.Mode.keys
  /// Whether the camera is plugged in.
  var isPlugged = true
  /// Whether the board is being moved.
  var isShaking = false
  /// The folder of the store.
  var store = ""
  /// The time since the demo began.
  var elapsed = Duration.zero
}
