import Core

/// Whether each role has a device of its own: the kernel gives a line to one of two only.
struct SharingCheck {
  let roles: [RoleFinding]
  /// Where the configuration is.
  let configuration: String

  /// A finding for each device that several roles have been given; none where there is none.
  var findings: [Finding] {
    var places: [DevicePlace] = []
    for place in roles.compactMap(\.place) where !places.contains(place) { places.append(place) }
    return places.compactMap(finding)
  }

  private func finding(_ place: DevicePlace) -> Finding? {
    let sharing = roles.filter { $0.place == place }.map(\.role.word)
    guard sharing.count > 1, let words = Phrase.list(sharing) else { return nil }
    return Finding(
      "sharing", .bad,
      Phrase(
        "doctor.sharing",
        "Several roles are given \(place.words): \(words). Only one of them can have it."),
      fix: Phrase("doctor.sharing.fix", "give each a device of its own in \(configuration)."))
  }
}

extension DevicePlace {
  /// The device for people.
  fileprivate var words: Phrase {
    switch self {
    case .video(let path), .serial(let path): Phrase("devices.place.path", "\(path)")
    case .line(let chip, let offset): Phrase.devicesLinePlace(Int(offset), chip)
    case .led(let name): Phrase.devicesLEDPlace(name)
    case .sensor(let name): Phrase("devices.place.sensor", "the sensor \(name)")
    case .bus(let path, let address):
      Phrase.devicesChipPlace(Figures.hexadecimal(address), path)
    }
  }
}
