import Core

/// A video node and what it offers, looked at without disturbing whoever uses it.
package struct CameraDescription: Hashable, Sendable {
  /// The node.
  package let path: String
  /// Its names under `/dev/v4l/by-id`, which stay the same from boot to boot.
  package let identifiers: [String]
  /// Name of the camera, with its driver; nil when the node may not be opened.
  package let name: String?
  /// Formats, in the driver's order.
  package let formats: [CameraFormat]
  /// Controls, in the driver's order.
  package let controls: [CameraControl]
  /// Process that has it open, as far as this user may know; nil when none has.
  package let holder: DeviceHolder?
  /// Why it is no camera for us, with the fix; nil if it is one.
  package let refusal: Phrase?

  /// A node with these facts.
  package init(
    path: String, identifiers: [String] = [], name: String?, formats: [CameraFormat] = [],
    controls: [CameraControl] = [], holder: DeviceHolder? = nil, refusal: Phrase? = nil
  ) {
    self.path = path
    self.identifiers = identifiers
    self.name = name
    self.formats = formats
    self.controls = controls
    self.holder = holder
    self.refusal = refusal
  }

  /// All video nodes, in the order of their numbers.
  ///
  /// Blocks as long as the drivers do, for a USB camera some tenths of a second.
  package static func all() -> [CameraDescription] { VideoNodes.paths.map(describe) }

  private static func describe(_ path: String) -> CameraDescription {
    let identifiers = DevicePaths.links(in: VideoNodes.byIdentifier, to: path).map(DevicePaths.name)
    let holder = DeviceHolder.holder(of: path)
    do throws(Failure) {
      let device = try CameraDevice(opening: path)
      let refusal = device.capability.refusal(at: path)?.phrase
      return CameraDescription(
        path: path, identifiers: identifiers, name: device.capability.name,
        formats: refusal == nil ? device.describedFormats() : [],
        controls: refusal == nil ? device.controls() : [], holder: holder, refusal: refusal)
    } catch {
      return CameraDescription(
        path: path, identifiers: identifiers, name: nil, holder: holder, refusal: error.phrase)
    }
  }
}

/// One format of a camera, with its sizes.
package struct CameraFormat: Hashable, Sendable {
  /// The format on the wire.
  package let format: FourCC
  /// Where the camera scales, from which size to which; its offers are then the usual sizes.
  package let range: SizeRange?
  /// The sizes with their rates, in the driver's order.
  package let offers: [CameraOffer]

  /// A format with its sizes.
  package init(_ format: FourCC, range: SizeRange? = nil, offers: [CameraOffer]) {
    self.format = format
    self.range = range
    self.offers = offers
  }
}

extension CameraDevice {
  /// The formats with all their sizes.
  fileprivate borrowing func describedFormats() -> [CameraFormat] {
    var described: [CameraFormat] = []
    for format in formats() {
      let offers = offers(of: [format], for: CameraSettings())
      described.append(CameraFormat(format, range: sizeRange(of: format), offers: offers))
    }
    return described
  }
}

extension Camera {
  /// Mode in which a camera opened with `settings` would run, with its node.
  ///
  /// Nothing is set and no stream is disturbed; the failure is the one that opening would end in, except
  /// that nobody is asked to let go of the camera. Blocks as long as the driver does.
  package static func plannedMode(_ settings: CameraSettings) throws(Failure) -> CameraMode {
    let device = try CameraDevice.open(settings)
    let choice = try device.choice(by: settings)
    var mode = CameraMode(
      path: DevicePaths.canonical(device.path), card: device.capability.card,
      driver: device.capability.driver, format: choice.format.text, width: choice.width,
      height: choice.height, framesPerSecond: choice.interval?.rate)
    mode.bus = device.capability.bus
    mode.serial = CameraSerial.read(ofNode: mode.path)
    return mode
  }
}
