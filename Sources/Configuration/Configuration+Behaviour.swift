import Core

/// What the machine does: the sections that fill `settings`.
extension Configuration {
  mutating func readBehaviour(_ reader: inout Reader) {
    readShutter(&reader)
    readIdle(&reader)
    readGestures(&reader)
    readTemperature(&reader)
    reader.section("photo", "")
    reader.read(
      "full_resolution", .truth, into: &settings.isPhotoFull,
      """
      Whether photos stay as large as ever while the camera saves power, where the countdown is 2 s \
      or more.
      """)
    readClip(&reader)
    readStudy(&reader)
    reader.section("review", "")
    reader.read(
      "lasts_s", .seconds(1...3600), into: &settings.reviewLasts,
      "A new photo is under review for so long: what is said without a number is about it.")
    reader.section("storage", "")
    reader.read(
      "min_free_mb", .megabytes(1...1_000_000), into: &settings.storageFloor, like: 500_000_000,
      """
      Free space under which capture pauses; without it 500 MB or a tenth of the file system, \
      whichever is less.
      """)
  }

  private mutating func readShutter(_ reader: inout Reader) {
    reader.section("shutter", "Countdown and series.")
    reader.read(
      "countdown_s", .seconds(Series.countdowns), into: &settings.countdown,
      "From the press to the photo; 0 means at once.")
    reader.read("count", .whole(Series.counts), into: &settings.count, "Photos of a series.")
    reader.read(
      "interval_s", .seconds(Series.intervals), into: &settings.interval,
      "From one photo of a series to the next.")
    reader.read(
      "start", .choice, into: &settings.start,
      "What power-on does: wait for a press (\"ready\"), or count down as a click would (\"countdown\")."
    )
    reader.read(
      "on_wake", .truth, into: &settings.countsOnWake,
      "Whether movement that ends a pause counts down as a click would.")
  }

  private mutating func readClip(_ reader: inout Reader) {
    reader.section("clip", "Clips.")
    reader.read(
      "longest_s", .seconds(1...3600), into: &settings.clipLongest,
      "A clip ends by itself after so long.")
    reader.read(
      "preroll_s", .seconds(0...60), into: &settings.preRoll.length,
      "A clip begins so long before the press, with what the camera delivered then; 0 means with the press."
    )
    reader.read(
      "preroll_mb", .megabytes(1...1000), into: &settings.preRoll.byteCount,
      """
      What is remembered for that takes so much memory at most; as much waits for a card that is slow for a \
      moment.
      """)
    reader.read(
      "preroll_raw", .truth, into: &settings.isRawRemembered,
      """
      Whether that is done too with a camera that has no MJPG, each of whose frames has to be encoded: that \
      takes much of the processor, all the time.
      """)
  }

  private mutating func readStudy(_ reader: inout Reader) {
    settings.study.isConfigured = reader.device(
      "study",
      """
      Clips for a study: with this section, be it empty, every new thing has slots for some. Those to test come \
      first.
      """)
    guard settings.study.isConfigured else { return }
    reader.read(
      "test", .whole(StudyPlan.counts), into: &settings.study.testCount,
      "Clips of a thing where it usually lives, from another angle each time.")
    reader.read(
      "test_s", .seconds(StudyPlan.lengths), into: &settings.study.testLength,
      "How long one of them should be; 5 s later it ends by itself.")
    reader.read(
      "train", .whole(StudyPlan.counts), into: &settings.study.trainCount,
      "Clips of a thing alone, on another clear surface each time.")
    reader.read(
      "train_s", .seconds(StudyPlan.lengths), into: &settings.study.trainLength,
      "How long one of them should be; 5 s later it ends by itself.")
  }

  private mutating func readIdle(_ reader: inout Reader) {
    reader.section("idle", "Pausing because nothing moves.")
    reader.read(
      "after_s", .seconds(1...86_400), into: &settings.idleAfter,
      "Without movement for so long, the camera pauses.")
    reader.read(
      "motion", .choice, into: &settings.motion, like: .picture,
      "Where movement is looked for; without it the accelerometer where there is one, else the picture."
    )
    reader.read(
      "accelerometer", .choice, into: &settings.accelerometerMode,
      "\"relative\" to what it measured while still, or \"absolute\": more than 1.01 g.")
    reader.section("picture", "")
    reader.read(
      "wake", .choice, into: &settings.pictureWake,
      """
      Whether the camera looks up every 2 s during such a pause; "auto" means only without an \
      accelerometer.
      """)
  }

  private mutating func readTemperature(_ reader: inout Reader) {
    reader.section("temperature", "How hot the processor may become.")
    reader.read(
      "pause_c", .degrees(1...125), into: &settings.heatLimits.pause, "From here on capture pauses."
    )
    reader.read(
      "resume_c", .degrees(0...124), into: &settings.heatLimits.resume, "Under this it goes on.")
    if settings.heatLimits.resume >= settings.heatLimits.pause {
      reader.refuse("resume_c", notBelow: "pause_c")
    }
  }

  private mutating func readGestures(_ reader: inout Reader) {
    reader.section("gestures", "What the button does while nothing is under way.")
    var profile = GestureProfile.Name.camera
    reader.read(
      "profile", .choice, into: &profile, "The defaults of the four keys that follow.")
    settings.gestures = GestureProfile(profile)
    reader.readAction("click", into: &settings.gestures.click, "One press.")
    reader.readAction("double", into: &settings.gestures.doubleClick, "Two presses.")
    reader.readAction("triple", into: &settings.gestures.tripleClick, "Three presses.")
    reader.readAction("long", into: &settings.gestures.longPress, "A press that is held.")
  }
}

extension Reader {
  fileprivate mutating func readAction(
    _ key: String, into action: inout Action, _ about: String
  ) {
    read(key, .choice, into: &action, about)
  }
}
