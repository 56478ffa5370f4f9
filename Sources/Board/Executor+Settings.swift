import Core

/// What people keep of settings, as far as it is not the machine's.
extension Executor where Devices: ~Copyable {
  /// Has people spoken to in the language and the letters that they keep.
  mutating func speakAsKept() {
    devices.speak(with: photos.texts())
    devices.write(in: photos.charset)
  }

  mutating func tellKept() {
    if let facts = photos.keptFacts() { news.add(.store(.kept(facts))) }
  }
}
