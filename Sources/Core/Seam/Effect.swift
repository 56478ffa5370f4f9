/// Something the machine wants done; what comes of it comes back as an event.
public enum Effect: Hashable, Sendable {
  /// Open the role's device: answered by `opened`, `cameraOpened`, `accelerometerOpened` or `failed`.
  case open(Role)
  /// Have the camera run so from its next opening on; one that is open stays as it is.
  case power(CameraPower)
  /// Close the role's device and give back what it holds.
  case close(Role)
  /// Switch the light.
  case light(Bool)
  /// Switch the buzzer.
  case buzzer(Bool)
  /// Read the accelerometer: answered by `acceleration` or `failed`.
  case sample
  /// Have the accelerometer measure at this pace: answered by `accelerometerOpened` where that takes
  /// another way, or by `failed`.
  case pace(Sensing.Pace)
  /// Look whether the newest picture differs from that of the look before: answered by `sceneChanged`.
  case look
  /// Copy or encode the shot's frame aside: answered by `kept` or `shotFailed`.
  case keep(Shot)
  /// Make the kept shot durable; it may block: answered by `stored` or `shotFailed`.
  case store(Shot)
  /// Forget the kept shot.
  case drop(Shot.ID)
  /// Record that the camera delivered nothing for a time; it may block: answered by `failed` alone.
  case note(Gap)
  /// Do the store's housekeeping, which may block: there is time for it now.
  case tidy
  /// Look up `Measurements`: answered by `measured`.
  case measure
  /// Look up the temperature alone: answered by `temperature`.
  case readThermometer
  /// Send text of one or more lines to a console session, if it is still there.
  case say(String, to: SessionID)
  /// Send the list of pieces to a console session.
  case list(to: SessionID, json: Bool)
  /// Answer a console session's question about the camera, or do to the camera what it asks.
  case camera(CameraRequest, to: SessionID)
  /// Nothing more will be said in answer to one line of the session.
  case answered(SessionID)
  /// Say something to whoever watches the board, on the serial line, and to the session that asked.
  case announce(Phrase, to: SessionID?)
  /// Tell the service manager, if there is one.
  case notify(Notice)
  /// Write to the log, in the name of the type that speaks.
  case log(LogLevel, speaker: String, Phrase)
}
