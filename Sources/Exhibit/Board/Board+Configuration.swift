import Configuration
import Core

/// Reading the configuration again while everything runs.
extension Board {
  /// Has the machine go by the file as it is now; one with errors changes nothing.
  mutating func readConfigurationAgain() {
    do throws(ConfigurationErrors) {
      let renewal = try configuration.readAgain()
      keeper.quality = plan.quality
      if renewal.roles.contains(.camera) { cameraWishes = cameraWishes.moved(to: nil) }
      for phrase in renewal.news { tell(.info, phrase) }
      for phrase in renewal.warnings { tell(.warning, phrase) }
      events.append(.reconfigured(renewal.settings, changed: renewal.roles))
    } catch {
      for phrase in error.phrases { tell(.error, phrase) }
      tell(.error, Phrase(.configurationKept))
    }
  }

  private mutating func tell(_ level: LogLevel, _ phrase: Phrase) {
    log.write(level, "Configuration", phrase.english)
    announce(phrase, to: nil)
  }
}

extension ConfigurationErrors {
  /// A sentence for each error, with its place, and one for those that are left out.
  fileprivate var phrases: [Phrase] {
    errors.map { Phrase(.configurationErrorAt, $0.place, $0.phrase.english) }
      + (omittedCount > 0 ? [Phrase(.configurationMoreErrors, "\(omittedCount)")] : [])
  }
}
