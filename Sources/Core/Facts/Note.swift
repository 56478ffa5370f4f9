/// Something besides photos and things that the store records, so that nobody has to guess later.
package enum Note: Hashable, Sendable {
  /// The camera delivered nothing for a time.
  case gap(Gap)
  /// A photo that was asked for was not stored.
  case photoFailed(FailedPhoto)
  /// Somebody set something while the program ran.
  case settingChanged(SettingChange)
  /// The configuration was read again and is another: the SHA-256 of its settings, in hexadecimal.
  case configurationChanged(digest: String)
  /// The clock is known now on the word of `source`, and was before on that of `previous`.
  case clockChanged(to: WallTime.Source, from: WallTime.Source)
  /// The program ends in good order; `isShutdown`: because a person wants the board shut down.
  case programStopped(isShutdown: Bool)
}

/// A photo that was asked for and was not stored.
package struct FailedPhoto: Hashable, Sendable {
  /// The series that it belonged to.
  package let series: Series
  /// Its place in the series, counted from 0.
  package let index: Int
  /// Why, in a sentence.
  package let reason: Phrase

  /// Photo `index` of `series`, which failed for `reason`.
  package init(series: Series, index: Int, reason: Phrase) {
    self.series = series
    self.index = index
    self.reason = reason
  }

  /// `shot`, which failed for `reason`.
  init(_ shot: Shot, _ reason: Phrase) {
    self.init(series: shot.series, index: shot.index, reason: reason)
  }
}

/// One setting that somebody changed while the program ran.
package struct SettingChange: Hashable, Sendable {
  /// Name of the setting, such as `powersave`, `motion`, `camera` or `camera.controls.gain`.
  package let name: String
  /// What it is from now on, as it is typed; nil where it is as configured again.
  package let value: String?
  /// Who changed it.
  package let requester: Requester

  /// `name` is `value` from now on, as `requester` wanted.
  package init(_ name: String, _ value: String?, by requester: Requester) {
    self.name = name
    self.value = value
    self.requester = requester
  }
}
