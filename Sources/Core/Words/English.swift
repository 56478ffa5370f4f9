extension Phrase.Key {
  /// The sentence in English, with `{1}`, `{2}` where the values go.
  public var english: String {
    switch self {
    // Camera
    case .cameraStopped:
      "{1} reports an error and no pictures; unplug it and plug it in again, or look at the kernel's log."
    case .hotplugDenied:
      """
      the kernel's news of devices cannot be read ({1}: {2}); a device that is plugged in is found \
      by trying again, within 30 s.
      """
    case .gapForgotten:
      "the store has not worked for so long that a gap in the camera's pictures cannot be recorded."
    case .cameraStalled: "{1} has stopped delivering pictures; it is closed and opened again."
    case .cameraSilent:
      """
      {1} delivers no pictures; unplug it and plug it in again, or try another cable, or a smaller \
      width, height or fps in [camera].
      """
    case .cameraDamaging: "{1} delivers only damaged pictures; it is closed and opened again."
    case .cameraDamaged:
      """
      {1} delivers only damaged pictures; unplug it and plug it in again, or try another cable, or a \
      smaller width, height or fps in [camera].
      """
    case .frameGone:
      "the frame was gone before it could be kept; the program was held up for too long."
    case .frameUnusable: "the camera's picture cannot be used: {1}."
    case .cameraNone: "No camera is connected; connect a USB camera."
    case .cameraMissing:
      "There is no camera at {1}, nor any other; connect one, or correct device in [camera]."
    case .cameraMissingAmong:
      "There is no camera at {1}; connect it, or set device in [camera] to one of these: {2}."
    case .cameraNotVideo:
      "{1} is not a video device; set device in [camera] to one of these: {2}."
    case .cameraForbidden: "{1} may not be opened by this user; add the user to the group video."
    case .cameraHeld:
      """
      {1} is in use by '{2}' (process {3}); stop that program, or set device in [camera] to \
      another camera.
      """
    case .cameraBusy:
      "{1} is in use by another program; find it with 'sudo fuser -v {1}' and stop it."
    case .cameraGone: "{1} is gone; connect the camera again."
    case .cameraRawSensor:
      """
      {1} ({2}) delivers a sensor's raw data, not pictures; use a USB camera, or start \
      exhibit under libcamerify.
      """
    case .cameraImageProcessor:
      """
      {1} ({2}) processes pictures and takes none; use a USB camera, or start exhibit under \
      libcamerify.
      """
    case .cameraCodec:
      "{1} ({2}) is a video codec, not a camera; set device in [camera] to a USB camera."
    case .cameraMetadata:
      """
      {1} ({2}) carries only data about pictures; set device in [camera] to the camera's \
      other node, for most the one before it.
      """
    case .cameraMultiPlanar:
      """
      {1} ({2}) delivers pictures in several planes only; use a USB camera, or start exhibit \
      under libcamerify.
      """
    case .cameraNotCapturing:
      "{1} ({2}) does not capture video; set device in [camera] to a camera."
    case .cameraNotStreaming: "{1} ({2}) cannot stream into memory; use another camera."
    case .cameraFormatNotOffered:
      """
      {1} does not offer the format {2}; set format in [camera] to one that it offers, or \
      leave it out: {3}.
      """
    case .cameraFormatUnusable:
      """
      {1} would deliver {2}, which cannot be read or converted; set format in [camera] to \
      another one that it offers, or use another camera: {3}.
      """
    case .cameraFewBuffers:
      "{1} gives {2} buffers and {3} are needed; set a smaller width and height in [camera]."
    case .cameraNoMemory:
      "There is no memory for the pictures of {1}; set a smaller width and height in [camera]."
    case .cameraNoBandwidth:
      """
      {1} finds no room on its USB bus; give it a port of its own, set format to MJPG in \
      [camera], or set a smaller width and height.
      """
    case .cameraInputOutput:
      "{1} goes on reporting input/output errors; check its cable, and connect it again."
    case .cameraNotConverted:
      "{1} sent a {2} picture that cannot be converted ({3}); set another format in [camera]."
    case .cameraCallFailed:
      """
      {1} refuses {2} ({3}); connect the camera again, and if that does not help use another \
      one.
      """
    case .cameraPresent: "The camera is {1}, {2}, and delivers {3} {4} at {5}."
    case .cameraClosed: "The camera is closed; capture is {1}."
    case .cameraUseWhat:
      "\"camera use\" takes a camera's number, name or path; \"camera list\" lists the cameras."
    case .cameraInUse: "{1} is in use already."
    case .cameraChosen: "{1}, {2}, is the camera from now on; capture is closed at present."
    case .cameraStays: "{1} {2} stays in use."
    case .cameraUnknown: "No camera is called \"{1}\"; these are there: {2}."
    case .cameraUnknownNearest: "No camera is called \"{1}\"; did you mean \"{2}\"?"
    case .cameraAmbiguous: "More than one camera is called \"{1}\"; use one of the paths {2}."
    case .cameraOnly: "{1} is the only camera."
    case .cameraListed: "{1}: {2}, would deliver {3} {4} at {5}."
    case .cameraListedInUse: "{1}: {2}, in use, {3} {4} at {5}."
    case .cameraListedUnusable: "{1}: {2}, can't be used. {3}"
    case .cameraSetWhat:
      "\"camera set\" takes a control's name and its value; \"camera controls\" lists the controls."
    case .controlsNone: "The driver of {1} has no controls."
    case .controlUnknown:
      "{2} has no control \"{1}\"; \"camera controls\" lists those that it has."
    case .controlUnknownNearest: "{2} has no control \"{1}\"; did you mean \"{3}\"?"
    case .controlReadOnly: "{1} can only be read."
    case .controlText: "{1} takes text, which can't be set here."
    case .controlRange: "{1} takes {2} to {3}, not {4}."
    case .controlSteps: "{1} takes {2} to {3} in steps of {4}, not {5}."
    case .controlBits: "{1} takes a number made of the bits {2}, not {3}."
    case .controlSwitch: "{1} takes on or off, not {2}."
    case .controlChoices: "{1} takes {2}, not {3}."
    case .controlRefused: "The driver of {1} refuses to set {2}: {3}."
    case .controlIs: "{1} is {2}."
    case .controlPressed: "{1}: done."
    case .controlNotApplied: "{1} = {2} is not set at the camera. {3}"

    // Button, light and buzzer
    case .gestureClick: "click"
    case .gestureDoubleClick: "double click"
    case .gestureTripleClick: "triple click"
    case .gestureLongPress: "long press"
    case .gestureVeryLongPress: "very long press"
    case .gestureNotYet: "Heard a {1}, which asks for {2}; this version cannot do that yet."
    case .gpioChipMissing:
      "There is no GPIO chip '{1}'; name one of these in /etc/exhibit/exhibit.toml: {2}."
    case .gpioChipsAbsent:
      """
      There is no GPIO chip '{1}', nor any other; load the driver of the board's GPIO chip, or \
      leave this device out of /etc/exhibit/exhibit.toml.
      """
    case .gpioChipAmbiguous:
      """
      The label '{1}' belongs to several GPIO chips; name one of them in \
      /etc/exhibit/exhibit.toml: {2}.
      """
    case .gpioChipFailed:
      "GPIO chip {1} cannot be opened: {2}; end programs that are not needed and start again."
    case .gpioForbidden:
      "No permission to use {1}; add the user that runs exhibit to the group gpio."
    case .gpioLineMissing:
      """
      {2} ({3}) has no GPIO line named '{1}'; choose a name or number that gpioinfo lists in \
      /etc/exhibit/exhibit.toml.
      """
    case .gpioLineBeyond:
      """
      {2} has no GPIO line {1}: it has {3} lines, counted from 0; correct the number in \
      /etc/exhibit/exhibit.toml.
      """
    case .gpioLineBusy:
      """
      GPIO line {1} of {2} is in use by '{3}'; end that use or pick another line in \
      /etc/exhibit/exhibit.toml.
      """
    case .gpioButtonBusy:
      """
      GPIO line {1} of {2} is in use by '{3}'; remove the gpio-key overlay or pick another line \
      in /etc/exhibit/exhibit.toml.
      """
    case .gpioLineOurs:
      """
      GPIO line {1} of {2} is in use by '{3}' itself; stop the other exhibit, or give each \
      device its own line in /etc/exhibit/exhibit.toml.
      """
    case .gpioLineWithoutEdges:
      """
      GPIO line {1} of {2} cannot report edges; pick a line with interrupts in \
      /etc/exhibit/exhibit.toml.
      """
    case .gpioPullUpRefused:
      """
      {2} cannot pull its GPIO line {1} up; fit a resistor of 10 kΩ from the line to 3.3 V and \
      set bias = "none" in /etc/exhibit/exhibit.toml.
      """
    case .gpioPullDownRefused:
      """
      {2} cannot pull its GPIO line {1} down; fit a resistor of 10 kΩ from the line to ground \
      and set bias = "none" in /etc/exhibit/exhibit.toml.
      """
    case .gpioLineFailed:
      """
      GPIO line {1} of {2} does not work: {3}; check the board, or pick another line in \
      /etc/exhibit/exhibit.toml.
      """
    case .ledMissing:
      "There is no LED '{1}'; name one of these in /etc/exhibit/exhibit.toml: {2}."
    case .ledsAbsent:
      """
      There is no LED '{1}': the kernel has none; set a GPIO line in /etc/exhibit/exhibit.toml \
      instead.
      """
    case .ledForbidden:
      """
      No permission to write to {1}; let a udev rule give its trigger and brightness to the \
      user that runs exhibit, or set a GPIO line in /etc/exhibit/exhibit.toml.
      """
    case .ledFailed:
      """
      The LED {1} does not work: {2}; check the board, or set another in \
      /etc/exhibit/exhibit.toml.
      """

    // Accelerometer
    case .iioDevicesAbsent:
      """
      There is no accelerometer: the kernel has no IIO device; load the sensor's overlay, such \
      as i2c-sensor,mpu6050, and mind that i2c-sensor,adxl345 gives an input device instead.
      """
    case .iioDeviceMissing:
      """
      There is no accelerometer '{1}' among the IIO devices: {2}; name one of them in \
      /etc/exhibit/exhibit.toml, and mind that the overlay i2c-sensor,adxl345 gives an input \
      device instead.
      """
    case .iioWithoutAcceleration:
      """
      None of the IIO devices measures acceleration: {1}; load the overlay of one that does, \
      such as i2c-sensor,mpu6050; i2c-sensor,adxl345 gives an input device instead.
      """
    case .accelerometerForbidden:
      """
      No permission to read the accelerometer {1}; let a udev rule give its in_accel files to \
      the user that runs exhibit.
      """
    case .accelerometerBusy:
      "The accelerometer {1} is in use by another program; stop it, usually iio-sensor-proxy."
    case .accelerometerFailed:
      "The accelerometer {1} does not answer: {2}; check its wiring and its address."
    case .accelerometerUnclear:
      "The accelerometer {1} says '{3}' as its {2}; correct the sensor's overlay or driver."
    case .sensing: "The accelerometer {1} is read by {2}."
    case .sensingEvents:
      "The accelerometer {1} reports movement by events, and is read by {2} while capture runs."
    case .sensingBecause: "{1} {2}"
    case .eventsAbsent: "Its driver has no events that tell movement."
    case .eventsRefused: "Its events cannot be used: {1}."
    case .bufferAbsent: "Its driver has no buffer for the three axes."
    case .bufferRefused: "Its buffer cannot be used: {1}."
    case .bufferSilent: "Its buffer stays empty: its trigger {1} never fires."
    case .triggerAbsent:
      """
      Its buffer cannot be used, because there is no trigger for it: load the kernel's module \
      iio-trig-hrtimer.
      """
    case .i2cBusMissing:
      """
      There is no I2C bus {1}; switch it on, on a Raspberry Pi with dtparam=i2c_arm=on in config.txt, \
      and load the kernel's module i2c-dev, or correct i2c in [accelerometer].
      """
    case .i2cBusOther:
      "{1} is not an I2C bus; set i2c in [accelerometer] to one, such as /dev/i2c-1."
    case .i2cBusLimited:
      """
      The I2C bus {1} cannot read several registers at once, which the accelerometer needs; \
      connect it to another bus.
      """
    case .i2cForbidden:
      "No permission to use the I2C bus {1}; add the user that runs exhibit to the group i2c."
    case .i2cChipBusy:
      """
      The chip at {2} of {1} is in use by the kernel's driver for '{3}'; use that driver with \
      iio = "mpu6050" in place of i2c and address in [accelerometer], or remove its overlay.
      """
    case .i2cChipSilent:
      """
      The accelerometer at {2} of {1} does not answer: {3}; check its wiring, and address in \
      [accelerometer] (i2cdetect lists what answers).
      """
    case .i2cChipOther:
      """
      The chip at {2} of {1} is no MPU-6050: it calls itself {3}; correct address in \
      [accelerometer], or use the chip's kernel driver with iio.
      """
    case .i2cChipReset:
      "The accelerometer at {2} of {1} has lost its power and its settings; check its wiring."

    // Console
    case .commandUnknown: "Unknown command \"{1}\"; \"help\" lists the commands."
    case .commandUnknownNearest: "Unknown command \"{1}\"; did you mean \"{2}\"?"
    case .commandExtra: "\"{1}\" does not belong there; \"help\" shows how each command is used."
    case .commandNumber: "{1} takes a whole number from {2} to {3}."
    case .commandSeconds: "{1} takes seconds from {2} to {3}."
    case .consoleStatusOnly:
      "This console may only ask for status, help and lists; console.access in the configuration decides."
    case .helpHelp: "explains all commands, or one."
    case .helpStatus: "tells the state of everything."
    case .helpSnap: "takes photos as a click would."
    case .helpCancel: "ends the countdown or series; what is stored stays."
    case .helpList: "lists the pieces, oldest first."
    case .helpCamera:
      "names the camera, lists cameras or goes on with another, lists the driver's controls or sets one."
    case .helpWatch: "tells the state at each change, until the next line or Ctrl-C."
    case .helpLight: "says what light and buzzer show, or shows a pattern by its name."
    case .watchFull: "{1} sessions watch already; end one of them."
    case .lightIs: "Light and buzzer say: {1}."
    case .lightShows: "This is \"{1}\"."
    case .lightBusy: "Busy: light and buzzer say \"{1}\", which matters more."
    case .lightUnknown: "There is no pattern \"{1}\". There are: {2}."
    case .lightUnknownNearest:
      "There is no pattern \"{1}\"; did you mean \"{2}\"? There are: {3}."
    case .helpShutdown: "ends safely."
    case .consoleTTYMissing:
      "There is no {1}. Check the cable and the overlay, or set [console] tty in "
        + "/etc/exhibit/exhibit.toml."
    case .consoleNotATTY:
      "{1} is not a terminal. Set [console] tty in /etc/exhibit/exhibit.toml to a serial "
        + "line."
    case .consoleTTYForbidden:
      "The terminal {1} may not be opened. Add the user that runs exhibit to the group "
        + "dialout."
    case .consoleTTYRefused:
      "The terminal {1} cannot be used: {2}. Check the cable, or set another [console] tty "
        + "in /etc/exhibit/exhibit.toml."
    case .consoleHungUp: "The terminal {1} hung up. It is tried again until it answers."
    case .consoleBaudUnknown:
      "{1} baud is not a speed of a terminal. Set [console] baud to one of {2}."
    case .consoleGreeting: "Exhibit listens. Type help for what it understands."
    case .consoleLineTooLong:
      "That line is too long and was not read. A line has at most {1} bytes."
    case .consoleFull: "{1} consoles are open already. Close one and try again."
    case .consoleSocketPathTooLong:
      "The socket path '{1}' must have 1 to {2} bytes. Set a shorter [console] socket in "
        + "/etc/exhibit/exhibit.toml."
    case .consoleSocketTaken:
      "Another exhibit is running and answers at {1}. Stop it, or set [console] socket to "
        + "another path."
    case .consoleNotASocket:
      "{1} is there and is not a console socket. Remove it, or set [console] socket to "
        + "another path."
    case .consoleSocketRefused:
      "The console socket {1} cannot be used: {2}. Check its directory, or set [console] "
        + "socket to another path."
    case .consoleNobody:
      "Exhibit is not running, or its socket is elsewhere: nobody answers at {1}."
    case .consoleForbidden:
      "You may not talk to exhibit at {1}. Become a member of the group exhibit, or ask as "
        + "root."
    case .consoleSilent: "Exhibit did not answer at {1} within {2} s. See its log."
    case .consoleAnswerTooLong: "The answer from {1} has more than {2} bytes."
    case .consoleBrokeOff: "Exhibit broke off at {1}: {2}. Ask again, and see its log."

    // Store
    case .listEarlier: "{1} earlier pieces are left out; exhibit list shows all."
    case .listEmpty: "There are no pieces yet."
    case .listPiece: "{1} {2}, {3}, {4}, {5}, {6}, {7}"
    case .timeUnknown: "time unknown"
    case .valueUnknown: "unknown"
    case .noSuchPiece: "There is no piece {1}; exhibit list shows those that there are."
    case .storeBusy:
      "Another program has locked the database {1}. Close that program, then try again."
    case .storeDamaged:
      "The database {1} is damaged: {2}. Nothing was deleted. Keep a copy of it, then mend it with 'sqlite3 {1} .recover', or move it aside: the pictures in evidence/ are then taken over into a new one."
    case .storeDenied:
      "This user may not use {1}: {2}. Run exhibit as the user who owns the store, or give the store to this one with 'chown -R'."
    case .storeFailed:
      "{1} could not be used: {2}. Check the folder that 'store' in the configuration, or --store, names."
    case .storeFull:
      "The disk is full: {1} could not be written. Delete or move away what is not needed there, or fit a larger card."
    case .storeInUse:
      "Another exhibit is writing to the store {1}. Stop it, for example with 'systemctl stop exhibit', or use another store."
    case .storeMediumFailed:
      "The disk failed while {1} was read or written: {2}. Look at 'dmesg', save what is on the disk and replace it."
    case .storeMissing:
      "There is no store in {1}. Name its folder with --store, or make one by starting 'exhibit run'."
    case .storeNewer:
      "The database {1} was written by a newer exhibit: it has version {2}, and this program knows {3}. Install the newer exhibit again, or name another store."
    case .storeReadOnly:
      "{1} can't be written because its file system is read-only. Look at 'dmesg' for disk errors, then mount it for writing or replace the card."
    case .orphanAdopted:
      "Photo {1} was complete, but a power cut came before its row: it is now in the database."
    case .orphanRemoved:
      "Removed {1}: a power cut came before it was complete."
    case .orphanUnknown:
      "{1} is not one of this store's files; it was left as it is."
    case .unsortedThing: "Unsorted"

    // Demo
    case .scriptBackward:
      "Line {1} of the script goes back in time; give the lines in the order of their seconds."
    case .scriptExtra: "Line {1} of the script says '{3}' after {2}, which stands alone."
    case .scriptNoTime:
      """
      Line {1} of the script begins with '{2}'; begin it with the seconds since the start, from 0 \
      to {3}, as in '1.5 click'.
      """
    case .scriptNoVerb:
      "Line {1} of the script says nothing after its time; what can happen is one of these: {2}."
    case .scriptUnknownPart: "Line {1} of the script names no part '{2}'; there are these: {3}."
    case .scriptUnknownVerb:
      "Line {1} of the script says '{2}'; what can happen is one of these: {3}."
    case .scriptUnreadable:
      "The script {1} cannot be read: {2}; name another with --script."
    case .demoAtTerminal:
      "The terminal cannot be used for the demo: {1}; give a script with --script FILE."
    case .demoCount: "Pieces: {1}. They are in {2}, the pictures in {2}/evidence."
    case .demoFolderUnusable:
      "{1} cannot be used for the demo: {2}; name another folder with --store."
    case .demoPiece: "{1} {2}, {3}"
    case .demoUsualScript: "The script is empty; a click after 1 s is played instead."
    case .demoStored: "{1}: {2}, SHA-256 {3}."
    case .demoLights: "light {1}, buzzer {2}"
    case .demoStoreTaken:
      "Another exhibit is running in {1}; stop it, or name another folder with --store."
    case .demoStoreNotEmpty: "There are pieces in {1} already; no samples were added."
    // Motion and pauses
    case .pausedIdle: "Paused: nothing has moved for {1}."
    case .pausedManually: "Paused; a press or 'resume' ends it."
    case .pausedStill: "Capture stays paused: {1}."
    case .resumed: "Capture goes on."
    case .resumedByMovement: "Something moved: capture goes on."
    case .resumedForPhoto: "The next photo is near: capture goes on."
    case .storageBack: "There is room again: capture goes on."
    case .notPaused: "Capture is not paused."
    case .motionIs: "Movement is looked for by: {1}."
    case .motionUnknown: "There is no '{1}' to look for movement; say one of these: {2}."
    case .helpPause: "switches the camera off until a press or 'resume'."
    case .helpResume: "ends a pause that a person or stillness began."
    case .helpMotion: "says or sets where movement is looked for."
    case .statusMotion: "Movement is looked for by: {1}; the threshold is {2} g."
    case .statusNoMovement: "Nothing has moved yet."
    case .statusMovement: "Last movement: {1}, {2} ago."
    case .statusResume: "Back from a pause in {1} s, at the slowest in {2} s."

    // Configuration
    case .settingUnused: "{1}: this version does nothing with '{2}' yet."
    case .configurationUnreadable:
      "cannot be read: {1}; check the path and its permissions"
    case .configurationTooLarge: "is larger than {1} bytes, too large for a configuration"
    case .configurationLongLine: "this line is longer than {1} bytes"
    case .configurationSyntax: "{1}"
    case .configurationUnknownKey: "unknown key '{1}'"
    case .configurationMisspeltKey: "unknown key '{1}'; did you mean '{2}'?"
    case .configurationNoBoard: "no board '{1}' in {2}"
    case .configurationNeeds: "'{1}' needs '{2}' too"
    case .configurationContradiction:
      "'{1}' contradicts '{2}' in line {3}; keep one of them"
    case .configurationNotSection: "'{1}' must be a section, not {2}"
    case .configurationNotWhole: "'{1}' must be a whole number from {2} to {3}, not {4}"
    case .configurationNotNumber: "'{1}' must be a number from {2} to {3}, not {4}"
    case .configurationNotSeconds: "'{1}' must be a number of seconds from {2} to {3}, not {4}"
    case .configurationNotTruth: "'{1}' must be true or false, not {2}"
    case .configurationNotText:
      "'{1}' must be text in quotes, {2} to {3} bytes without control characters, not {4}"
    case .configurationNotName:
      "'{1}' must be a name in quotes, made of letters, digits, '-', '_' and '.', not {2}"
    case .configurationNotOneOf: "'{1}' must be one of {2}, not {3}"
    case .configurationNotCamera:
      "'{1}' must be a device's path, its by-id name or its index, not {2}"
    case .configurationNotControl: "'{1}' must be a whole number, true or false, not {2}"
    case .configurationNotLine: "'{1}' must be a line's name or its offset, not {2}"
    case .configurationMoreErrors: "and {1} more"
    case .configurationNotBelow: "'{1}' must be less than '{2}', which is {3}"
    case .configurationReadAgain: "Configuration read again: {1}."
    case .configurationUnchanged: "Configuration read again: nothing has changed."
    case .configurationKept: "The configuration was not taken over; everything stays as it was."
    case .configurationErrorAt: "{1}: {2}"
    case .settingIs: "{1} is {2}"
    case .settingGone: "{1} is no longer set"
    case .settingAbsent: "unset"
    case .settingNeedsRestart: "{1}: '{2}' needs a restart; until then it stays {3}."

    // Capture and shutter
    case .albumEmpty:
      """
      There is no file to show as the camera's picture; name a JPEG file, or a folder with .jpg or \
      .jpeg files.
      """
    case .albumNotJPEG: "it does not begin as one"
    case .albumCutOff: "it is cut off"
    case .albumDamaged: "it is damaged at byte {1}"
    case .albumNoPicture: "{1} is not a whole JPEG picture: {2}; name another file."
    case .albumUnreadable: "{1} cannot be read: {2}; name another file or folder."
    case .deviceNotWatched: "The {1} cannot be watched: {2}."
    case .started: "Exhibit {1} starts."
    case .stopping: "Stopping."
    case .renewalWaits:
      "Camera and button change when the photos that were asked for are stored."
    case .shuttingDown: "Exhibit is shutting down."
    case .shutdownByButton: "Shutting down: the button was held."
    case .shutdownByConsole: "Shutting down: a console asked for it."
    case .deviceWorks: "The {1} works."
    case .cameraOpened: "{1} delivers {2} {3} at {4}."
    case .cameraAbsent: "There is no camera: the configuration has no [camera] section."
    case .storeNotOpen: "The store is not open yet."
    case .storageLow:
      "Storage is nearly full: capture pauses until there is room; move evidence away or fit a larger card."
    case .counting: "Counting: {1} s to the first of {2}."
    case .cancelled: "Cancelled; what is stored stays."
    case .nothingToCancel: "There is nothing to cancel."
    case .busyCounting: "Busy: counting, {1} s left; \"cancel\" ends it."
    case .busyStoring: "Busy: storing, {1} left."
    case .noFrame:
      "the camera delivered no frame within 5 seconds; look at its cable and at \"status\"."
    case .onlyDamagedFrames:
      """
      the camera delivered only damaged pictures for 5 seconds; try another cable, or a smaller \
      width, height or fps in [camera].
      """
    case .noRoomInMemory:
      "four photos wait for the medium already; use a longer interval or a faster card."
    case .mediumSlow:
      "the card took {1} s to write while the photo was due; use a longer interval or a faster card."
    case .openedLate:
      "the camera was off, and was opened only {1} s after the photo was due; ask for it again."
    case .restCancelled: "The rest of the series is cancelled: {1}"
    case .photoFailed: "The photo failed: {1}"
    case .photoStoredIn: "photo {1} stored in {2} ms"
    case .statusGlance: "Capture {1}, shutter {2}, thing {3}, pieces: {4}."
    case .statusCapture: "Capture: {1}."
    case .statusCaptureMode: "Capture: {1}, {2}, {3} {4} at {5}."
    case .statusFrames: "Frames: {1} per second, {2} delivered, {3} lost, {4} discarded."
    case .statusNoFrames: "Frames: none, the camera is closed."
    case .statusShutter: "Shutter: {1}."
    case .statusLight: "Light: {1}."
    case .statusPieces: "Thing: {1}. Pieces: {2}."
    case .statusNoStore: "Thing: unknown, the store is not open."
    case .statusRoom: "Room: {1} free of {2}, {3}."
    case .statusNoRoom: "Room: unknown."
    case .statusButton: "Button: {1} edges, {2} bounces, {3} repeated, worst bounce {4} ms."
    case .statusSensing: "The accelerometer is read by {1}."
    case .statusSensingEvents:
      "The accelerometer reports movement by events, and is read by {1} while capture runs."
    case .statusAcceleration: "Accelerometer: x {1} g, y {2} g, z {3} g."
    case .statusClock: "Clock: {1}."
    case .statusUptime: "Up for {1}."
    case .statusAbsent: "Not configured: {1}."
    case .statusNoneAbsent: "Every role is configured."
    case .statusFault: "Fault of the {1}: {2}"
    case .photoStored: "Stored, photo {1}."

    // Devices
    case .devicesConfigured: "The configuration is {1}."
    case .devicesUnconfigured:
      "There is no configuration at {1}; what follows is what exhibit would choose by itself."
    case .devicesRole: "The {1} is {2}."
    case .devicesRoleAbsent: "The {1} is not configured."
    case .devicesRoleUnusable: "The {1} cannot be used. {2}"
    case .devicesNoSerialConsole:
      "The console has no serial line configured; its Unix socket is always there."
    case .devicesCameraPlace: "{1}, {2}, {3} {4} at {5}"
    case .devicesLinePlace: "line {1} of {2}"
    case .devicesNamedLinePlace: "line {1} of {2}, {3}"
    case .devicesLEDPlace: "the kernel LED {1}"
    case .devicesChipPlace: "the chip at {1} of {2}"
    case .devicesUsedFor: "Used for the {1}."
    case .devicesAlsoCalled: "Also called {1}."
    case .devicesOpenIn: "Open in {1}, process {2}."
    case .devicesCameras: "Video devices: {1}."
    case .devicesNoCameras:
      "Video devices: none. Without a camera there are no photos; connect a USB camera."
    case .devicesCamera: "Video device {1}: {2}."
    case .devicesCameraClosed: "Video device {1}."
    case .devicesFormats: "Delivers {1} at these sizes:"
    case .devicesFormatsScaled: "Delivers {1} at any size from {2} to {3}, such as:"
    case .devicesSize: "{1} at {2} frames per second."
    case .devicesSizeBetween: "{1} at {2} to {3} frames per second."
    case .devicesSizeAlone: "{1} at the driver's own rate."
    case .devicesNoControls: "Its driver has no controls."
    case .devicesControl: "Control {1}: {2}, now {3}, from {4} to {5} in steps of {6}, default {7}."
    case .devicesControlBits: "Control {1}: {2}, now {3}, of the bits {4}, default {5}."
    case .devicesControlSwitch: "Control {1}: {2}, now {3}, default {4}."
    case .devicesControlMenu: "Control {1}: {2}, now {3}, default {4}, choices {5}."
    case .devicesControlChoice: "{1} for {2}"
    case .devicesControlButton: "Control {1}: {2}, which has no value."
    case .devicesControlText: "Control {1}: {2} of {3} to {4} characters."
    case .devicesControlReadOnly: "It can only be read."
    case .devicesControlInactive: "It has no effect at the moment."
    case .devicesChips: "GPIO chips: {1}."
    case .devicesNoChips:
      """
      GPIO chips: none. Without one there is no button, and a light only as a kernel LED; load the \
      driver of the board's GPIO chip.
      """
    case .devicesChip: "GPIO chip {1}, label {2}, {3} lines."
    case .devicesChipClosed: "GPIO chip {1}."
    case .devicesLine: "Line {1}, {2}, {3}, {4}."
    case .devicesLineUsedFor: "Line {1}, {2}, {3}, {4}, used for the {5}."
    case .devicesLineUnnamed: "without a name"
    case .devicesLineInput: "input"
    case .devicesLineOutput: "output"
    case .devicesLineFree: "free"
    case .devicesLineHeld: "in use by {1}"
    case .devicesSensors: "IIO devices: {1}."
    case .devicesNoSensors:
      """
      IIO devices: none. Without one an accelerometer can only be spoken to over an I2C bus; load \
      the sensor's overlay, such as i2c-sensor,mpu6050.
      """
    case .devicesSensor: "IIO device {1}, {2}, measures {3}."
    case .devicesSensorMute: "IIO device {1}, {2}, has nothing to read."
    case .devicesAccelerometer: "It is an accelerometer."
    case .devicesSensing: "It can be listened to by {1}."
    case .devicesAcceleration: "acceleration"
    case .devicesAngularVelocity: "angular velocity"
    case .devicesMagneticField: "magnetic field"
    case .devicesTemperature: "temperature"
    case .devicesHumidity: "relative humidity"
    case .devicesLEDs: "Kernel LEDs: {1}."
    case .devicesNoLEDs: "Kernel LEDs: none. Without one the light is a GPIO line."
    case .devicesLED: "LED {1}, full brightness {2}."
    case .devicesLEDTrigger: "Its trigger is {1}, which exhibit would switch off."
    case .devicesSerials: "Serial lines: {1}."
    case .devicesNoSerials: "Serial lines: none. Without one the console is the Unix socket alone."
    case .devicesSerial: "Serial line {1}."
    case .devicesKernelConsole:
      """
      The kernel prints its messages there; for a console of exhibit's, take the line out of \
      console= on the kernel's command line.
      """
    case .devicesBuses: "I2C buses: {1}."
    case .devicesNoBuses:
      """
      I2C buses: none. Without one no accelerometer can be spoken to directly; switch the bus on \
      and load the kernel's module i2c-dev.
      """
    case .devicesBus: "I2C bus {1}, {2}."
    case .devicesBusChip: "Chip at {1}: {2}."
    case .devicesBusChipDriven: "Chip at {1}: {2}, held by the kernel's driver."
    // Temperature and supply
    case .statusTemperature: "Temperature: {1} °C ({2})."
    case .statusSupply: "Supply: sufficient."
    case .statusUnderVoltage:
      "Supply: too low; use a stronger power supply, or a shorter and thicker cable."
    case .tooHot:
      "Too hot, {1} °C: capture pauses until it is under {2} °C; give the board shade or air."
    case .cooledDown: "Cooled down to {1} °C: capture goes on."
    case .temperatureLost:
      "The temperature can no longer be read: capture does not pause for heat until it can."
    // How the camera runs, and lies
    case .subduedOn: "Subdued: smaller pictures, less often; photos are smaller too."
    case .subduedButPhotos:
      "Subdued: smaller pictures, less often; photos after 2 s or more are as large as ever."
    case .subduedOff: "Not subdued: the camera runs as configured."
    case .helpSubdued: "says or sets whether the camera saves power: smaller pictures, less often."
    case .commandOnOff: "\"{1}\" takes on or off, not {2}."
    case .busyChanging: "Busy: another camera is being opened; ask again in a moment."
    case .statusTurned: "Pictures are upright when they are turned by {1}° clockwise."
    case .statusMirrored:
      "Pictures are seen as in a mirror when they are turned by {1}° clockwise and mirrored."
    // The service manager
    case .serviceState: "State: {1}."
    case .servicePaused: "State: {1} ({2})."
    // The demo's screen
    case .demoTitle: "Exhibit demo · {1} · {2}"
    case .demoLit: "light on: {1}"
    case .demoDark: "light off: {1}"
    case .demoBuzzing: "buzzer on"
    case .demoSilent: "buzzer silent"
    case .demoCapture: "Capture: {1}"
    case .demoCounting: "counting: {1} s"
    case .demoUnplugged: "camera unplugged"
    case .demoShaking: "being moved"
    case .demoPieces: "Latest pieces"
    case .demoNoPicture: "no picture yet"
    case .demoConsoleKeys: "Enter sends the line · Esc leaves the console"
    case .demoKeyClick: "space click"
    case .demoKeyDouble: "d double"
    case .demoKeyTriple: "t triple"
    case .demoKeyLong: "l long"
    case .demoKeyShake: "m shake"
    case .demoKeyUnplug: "u unplug"
    case .demoKeyPlug: "u plug in"
    case .demoKeyConsole: ": console"
    case .demoKeyHelp: "? help"
    case .demoKeyQuit: "q quit"
    case .demoHelpIntroduction:
      "The keys work the simulated board; machine and store are the real ones."
    case .demoHelpClick:
      "space  clicks: the countdown, then a photo; during a countdown it cancels"
    case .demoHelpDouble: "d      clicks twice"
    case .demoHelpTriple: "t      clicks three times"
    case .demoHelpLong: "l      holds the button for more than 1.2 s"
    case .demoHelpShake: "m      moves the board for a moment"
    case .demoHelpPlug: "u      unplugs the camera, or plugs it in again"
    case .demoHelpConsole:
      ":      opens the console; \"help\" there lists its commands, Esc leaves it"
    case .demoHelpQuit: "q      ends the demo and names the folder with the pictures; Ctrl-C too"
    case .demoHelpLeave: "Any key leaves this page."
    // Doctor
    case .doctorGood: "Good"
    case .doctorWarning: "Warning"
    case .doctorBad: "Bad"
    case .doctorFinding: "{1}: {2}"
    case .doctorFix: "To do: {1}"
    case .doctorCount: "{1} good, {2} to be warned of, {3} bad."
    case .doctorWriteConfiguration:
      "say in {1} which board and which devices this is; 'exhibit devices' lists what there is."
    case .doctorHeldByUs: "{1} The running exhibit has it."
    case .doctorShared: "{1} '{2}' (process {3}) has it open too; stop that program."
    case .doctorRoot:
      """
      Root may open every device; the user that runs exhibit may find it otherwise, so ask as that \
      user too.
      """
    case .doctorAllowed: "The user {1} may open the devices of all roles."
    case .doctorForbidden: "The user {1} may not open {2}."
    case .doctorJoinGroups: "add the user to the groups of these devices, and log in again."
    case .doctorTerminal: "The serial line {1} is free of the kernel's messages and of logins."
    case .doctorKernelConsole: "The kernel prints its messages on {1}, the console's serial line."
    case .doctorRemoveConsole:
      """
      take console={1} out of the kernel's command line and start again; on a Raspberry Pi it is \
      console=serial0,115200 in /boot/firmware/cmdline.txt.
      """
    case .doctorLogin: "The serial line {1} has a login on it: '{2}', process {3}."
    case .doctorMaskLogin: "end the login there for good."
    case .doctorStore: "The store is {1}, and it can be written."
    case .doctorStoreMissing: "There is no store at {1} yet."
    case .doctorStoreMade: "nothing, 'exhibit run' makes it; or have it made now."
    case .doctorMakeStore:
      "have it made by root, or set store in the configuration to a folder of yours."
    case .doctorStoreForbidden:
      "The store {1} may not be written by this user, so room and speed were not looked at."
    case .doctorAskAsRoot: "ask as the user that runs exhibit, or as root."
    case .doctorStoreUnusable:
      """
      The store {1} cannot be used: {2}. Look at 'dmesg' and at the mount, or set store in the \
      configuration to another folder.
      """
    case .doctorFolderMade: "Made the folder {1}."
    case .doctorFolderNotMade:
      "The folder {1} could not be made: {2}. Make the folders above it first, or run this as root."
    case .doctorSpace: "There are {1} free of {2}; capture pauses under {3}."
    case .doctorMakeRoom: "move evidence away, or fit a larger card."
    case .doctorCardQuick:
      "The store's medium is quick: a photo's bytes are safe in {1} ms, at the slowest in {2} ms."
    case .doctorCardSlow:
      """
      The store's medium is slow: a photo's bytes are safe in {1} ms, at the slowest in {2} ms, \
      and each photo needs more flushes than that one.
      """
    case .doctorCardTooSlow:
      """
      The store's medium is too slow: a photo's bytes are safe in {1} ms only, at the slowest in \
      {2} ms.
      """
    case .doctorFitCard:
      """
      fit a card of the application class A1 or A2, and look whether another program is writing \
      much.
      """
    case .doctorClockSynchronised: "The clock is synchronised: photos have their dates."
    case .doctorClockUnvouched:
      """
      The clock goes by {1}, and no time server vouches for it: photos are kept in order, without \
      a date.
      """
    case .doctorClockUnset:
      "Nothing vouches for the clock: photos are kept in order, without a date."
    case .doctorSynchroniseClock: "connect a network for a minute, if dates matter."
    case .doctorWatchdog: "The watchdog {1} resets the board when its kernel hangs for {2}."
    case .doctorWatchdogOwn: "The watchdog {1} resets the board after a time of its own."
    case .doctorWatchdogNone:
      "There is no hardware watchdog: a kernel that hangs stays so until somebody cuts the power."
    case .doctorLoadWatchdog: "load its driver, if the board has one."
    case .doctorWatchdogOff: "The watchdog {1} is there, but nothing uses it."
    case .doctorWatchdogTooLong:
      """
      RuntimeWatchdogSec is {1}, but the watchdog {2} can wait {3} at most: it is refused, or a \
      wrong time counts.
      """
    case .doctorSetWatchdog: "have systemd use it, with {1}."
    case .doctorSupply: "The supply is sufficient, and nothing was slowed down."
    case .doctorSupplyLow: "The supply is too low at this moment."
    case .doctorSupplyWasLow: "The supply was too low since the board was started."
    case .doctorFitSupply: "use a stronger power supply, or a shorter and thicker cable."
    case .doctorSlowed: "The board is slowed down by heat or by its supply."
    case .doctorCool: "give it air or a heat sink."
    }
  }
}
