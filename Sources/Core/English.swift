extension Phrase {
  /// The names of all sentences, each also its key in a table of translations.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    // Camera

    // Button, light and buzzer
    case gpioChipMissing = "gpio.chip.missing"
    case gpioChipsAbsent = "gpio.chips.absent"
    case gpioChipAmbiguous = "gpio.chip.ambiguous"
    case gpioChipFailed = "gpio.chip.failed"
    case gpioForbidden = "gpio.forbidden"
    case gpioLineMissing = "gpio.line.missing"
    case gpioLineBeyond = "gpio.line.beyond"
    case gpioLineBusy = "gpio.line.busy"
    case gpioButtonBusy = "gpio.line.busyButton"
    case gpioLineOurs = "gpio.line.ours"
    case gpioLineWithoutEdges = "gpio.line.withoutEdges"
    case gpioPullUpRefused = "gpio.line.pullUpRefused"
    case gpioPullDownRefused = "gpio.line.pullDownRefused"
    case gpioLineFailed = "gpio.line.failed"
    case ledMissing = "led.missing"
    case ledsAbsent = "leds.absent"
    case ledForbidden = "led.forbidden"
    case ledFailed = "led.failed"

    // Accelerometer
    case iioDevicesAbsent = "iio.absent"
    case iioDeviceMissing = "iio.missing"
    case iioWithoutAcceleration = "iio.withoutAcceleration"
    case accelerometerForbidden = "accelerometer.forbidden"
    case accelerometerBusy = "accelerometer.busy"
    case accelerometerFailed = "accelerometer.failed"
    case accelerometerUnclear = "accelerometer.unclear"

    // Console

    // Store

    // Configuration

    // Capture and shutter
    case photoStored = "photo.stored"

    /// The sentence in English, with `{1}`, `{2}` where the values go.
    public var english: String {
      switch self {
      // Camera

      // Button, light and buzzer
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

      // Console

      // Store

      // Configuration

      // Capture and shutter
      case .photoStored: "Stored, photo {1}."
      }
    }
  }
}
