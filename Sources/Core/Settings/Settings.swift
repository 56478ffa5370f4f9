/// What the machine has to know of the configuration.
package struct Settings: Sendable {
  /// The roles that have a device; the others are absent.
  package var roles: Set<Role> = []
  /// What each gesture does while nothing is under way.
  package var gestures = GestureProfile.camera
  /// How long the recogniser waits.
  package var gestureTimes = GestureRecognizer.Times()
  /// How long after an edge the others are bounces.
  package var debounce = Duration.milliseconds(30)
  /// What closes the button's contact for less than that in all is no finger.
  package var shortestPress = Duration.milliseconds(10)
  /// From the press to the first photo.
  package var countdown = Duration.seconds(3)
  /// Photos of a series, at least 1.
  package var count = 1
  /// From one photo of a series to the next.
  package var interval = Duration.seconds(1)
  /// What becoming ready for the first time does.
  package var start = Start.ready
  /// Whether movement that ends a pause counts down as a click would.
  package var countsOnWake = false
  /// Whether the light goes dark before each photo.
  package var isDarkForShutter = true
  /// Free bytes under which capture pauses; nil: the least of 500 MB and a tenth of the file system.
  package var storageFloor: Int?
  /// How hot the board may be.
  package var heatLimits = Heat.Limits()
  /// Whether photos of a camera that saves power are as large as others, where the countdown leaves time for it.
  package var isPhotoFull = false
  /// Whether there is a voice.
  package var hasVoice = false
  /// Which clips a study wants of each thing.
  package var study = StudyPlan()
  /// How long a clip may be.
  package var clipLongest = Duration.seconds(300)
  /// How much is remembered of what the camera delivers, for a clip that may be wanted.
  package var preRoll = PreRoll()
  /// Whether that is done too for a camera whose frames have to be encoded.
  package var isRawRemembered = false
  /// How long a new piece is under review.
  package var reviewLasts = Duration.seconds(15)
  /// Whether a program is to hear of each piece that is durable.
  package var hasHook = false
  /// Whether a program is to hear of each option that is confirmed, in place of a title.
  package var hasConfirmedHook = false
  /// The programs that guess what pieces show.
  package var analysers: [Analyser] = []
  /// The name of the one that looks for faces; nil: none does.
  package var faceAnalyser: String?
  /// Whether the button may answer the question for an option that somebody has just heard or read.
  package var asksByButton = false
  /// How long nothing has to move before capture pauses.
  package var idleAfter = Duration.seconds(30)
  /// Where movement is looked for; nil: the accelerometer where there is one, else the picture.
  package var motion: MotionSource?
  /// What of the accelerometer counts as movement.
  package var accelerometerMode = AccelerometerMotion.Mode.relative
  /// Whether the picture may end a pause.
  package var pictureWake = PictureWake.auto
  /// After how long without a sign of progress the service manager restarts the program; nil: never.
  ///
  /// Settled at the start: reading the configuration again does not change it.
  package var watchdog: Duration?
  /// What its owner calls the device; nil where nobody has named it.
  package var deviceName: String?
  /// Name of the language that people are spoken to in, unless they keep another.
  package var language = "en"
  /// What consoles are written in, unless people keep another.
  package var charset = Charset.unicode
  /// The program's version, for status.
  package var version = ""
  /// SHA-256 of all that the configuration sets, in hexadecimal, for records.
  package var configurationDigest = ""

  /// What power-on does.
  package enum Start: String, CaseIterable, Hashable, Sendable {
    /// Waits for a press.
    case ready
    /// Counts down as a click would.
    case countdown
  }

  /// The defaults, with no devices.
  package init() {}
}
