import Drivers

/// Everything of use to exhibit that the board has at this moment, each kind in a fixed order.
struct DeviceSurvey {
  var cameras: [CameraDescription] = []
  var chips: [GPIOChipDescription] = []
  var sensors: [IIODevice] = []
  var leds: [KernelLEDDescription] = []
  var serialLines: [SerialLine] = []
  var buses: [I2CBus] = []
}

extension DeviceSurvey {
  /// Looks at the board; nothing is taken or set.
  ///
  /// Blocks as long as the drivers do, for a USB camera some tenths of a second.
  static func ofBoard() -> DeviceSurvey {
    DeviceSurvey(
      cameras: CameraDescription.all(), chips: GPIOChipDescription.all(),
      sensors: IIODevice.all(), leds: KernelLEDDescription.all(), serialLines: SerialLine.all(),
      buses: I2CBus.all())
  }

  /// What the kernel's table says of `line`.
  func info(of line: GPIOLine) -> GPIOLineInfo? {
    chips.first { $0.name == line.chip }?.lines.first { $0.offset == line.offset }
  }

  /// What the kernel was told is at `address` of the bus at `path`.
  func chip(at address: Int, of path: String) -> I2CBus.Chip? {
    buses.first { $0.path == path }?.chips.first { $0.address == address }
  }
}
