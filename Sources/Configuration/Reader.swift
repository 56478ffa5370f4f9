import Core

/// Reads keys out of a configuration's files, and notes what it was asked for and what is wrong.
///
/// The first file is the strongest: a key that stands there hides the same key in the files behind it.
/// Keys are asked for by section: `section` or `device` begins one, and the keys after it are its own.
struct Reader {
  private var files: Layers
  private let purpose: Purpose
  private var errors: [ConfigurationError] = []
  /// Where the keys stand that are asked for.
  private var section = ""
  /// The keys of each section whose unknown keys are refused, sections among them.
  private var known: [String: Set<String>] = ["": []]
  /// Every key that was asked for and has a value, in that order.
  private(set) var settings: [Setting] = []
  /// Everything that was asked for, in that order.
  private(set) var reference: [SectionReference] = [SectionReference(name: "", about: "")]

  /// What is read for.
  enum Purpose: Hashable {
    /// To run by it.
    case use
    /// To find what is wrong though a file is missing: what is not there may stand in that.
    case review
    /// To learn which keys there are: every section counts as there.
    case reference
  }

  /// A reader of `files`, the strongest first.
  init(_ files: [Document], for purpose: Purpose = .use) {
    self.files = Layers(files)
    self.purpose = purpose
  }

  /// Begins the section `name`.
  mutating func section(_ name: String, _ about: String) {
    _ = begin(name, about)
  }

  /// Begins the section of a device.
  ///
  /// - Returns: whether the device is there, by a section in any file.
  mutating func device(_ name: String, _ about: String) -> Bool {
    begin(name, about) || purpose == .reference
  }

  /// Begins each of the sections `[[name]]` in turn, at most `mostCount`, and has `read` read its keys.
  mutating func sections(
    _ name: String, atMost mostCount: Int, _ about: String, _ read: (inout Reader) -> Void
  ) {
    learn(name)
    for (file, entry) in files.entries(at: name) where entry.value != .array {
      refuse(
        file, entry,
        Phrase(
          "configuration.not-sections",
          "'\(name)' must be written as [[\(name)]], once for each, not \(entry.value.literal)"))
    }
    let paths = files.chooseTables(of: name)
    if paths.count > mostCount {
      refuse(
        paths[mostCount],
        Phrase(
          "configuration.too-many-sections", "there are more than \(mostCount) of [[\(name)]]"))
    }
    let shown = reference.count
    for path in paths.prefix(mostCount) {
      _ = begin(path, about)
      read(&self)
    }
    reference.removeSubrange(shown...)
    guard purpose == .reference else { return }
    section = name
    reference.append(SectionReference(name: "[\(name)]", about: about))
    read(&self)
  }

  /// Reads `key` into `value`, which has its default until then.
  mutating func read<Value>(
    _ key: String, _ kind: Kind<Value>, into value: inout Value, _ about: String
  ) {
    let standard = kind.write(value)
    declare(key, kind, about, standard: standard)
    if let found = found(path(key), kind) {
      value = found
    } else {
      note(path(key), standard, nil)
    }
  }

  /// Reads `key` into `value`, which stays nil where no file has it.
  ///
  /// - Parameter example: what it might be, for a reader of the reference.
  mutating func read<Value>(
    _ key: String, _ kind: Kind<Value>, into value: inout Value?, like example: Value,
    _ about: String
  ) {
    declare(key, kind, about, example: kind.write(example))
    value = found(path(key), kind)
  }

  /// The values of all keys in the section at `path`, whatever their names, in the order of the names.
  mutating func pairs<Value>(
    in path: String, _ kind: Kind<Value>, like example: (name: String, value: Value),
    _ about: String
  ) -> [(name: String, value: Value)] {
    let isThere = begin(path, about)
    declare(example.name, kind, "", example: kind.write(example.value))
    // The driver alone knows their names.
    known[path] = nil
    guard isThere else { return [] }
    return files.names(in: path).compactMap { name, path in
      found(path, kind).map { (name, $0) }
    }
  }

  /// Accepts the key or the section at `path` with all that is in it, which nothing is done with yet.
  mutating func ignore(_ path: String) {
    learn(path)
    guard let (file, entry) = files.entries(at: path).first else { return }
    note(entry.shownPath, entry.value, "\(file):\(entry.line)", isUsed: false)
  }

  /// Settles which of two ways to say the same thing counts: that of the strongest file with either.
  ///
  /// One file that has both is in error.
  mutating func choose(between one: [String], and other: [String]) {
    guard let (file, earlier, later) = files.choose(between: one.map(path), and: other.map(path))
    else { return }
    refuse(
      file, later,
      Phrase(
        "configuration.contradiction",
        "'\(later.path)' contradicts '\(earlier.path)' in line \(earlier.line); keep one of them"))
  }

  private func path(_ key: String) -> String { section.isEmpty ? key : "\(section).\(key)" }

  private mutating func begin(_ name: String, _ about: String) -> Bool {
    learn(name)
    section = name
    known[name] = known[name] ?? []
    reference.append(SectionReference(name: name, about: about))
    return isSection(name)
  }

  private mutating func declare<Value>(
    _ key: String, _ kind: Kind<Value>, _ about: String, standard: TOMLValue? = nil,
    example: TOMLValue? = nil
  ) {
    learn(path(key))
    reference[reference.count - 1].keys.append(
      KeyReference(
        name: key, about: about, words: kind.words, standard: standard, example: example))
  }

  /// The value of the strongest file; a bad one is an error in every file.
  private mutating func found<Value>(_ path: String, _ kind: Kind<Value>) -> Value? {
    var strongest: Value?
    for (file, entry) in files.entries(at: path) {
      guard let value = kind.read(entry.value) else {
        refuse(file, entry, kind.refusal(of: entry))
        continue
      }
      guard strongest == nil else { continue }
      strongest = value
      note(entry.shownPath, kind.write(value), "\(file):\(entry.line)")
    }
    return strongest
  }

  private mutating func isSection(_ path: String) -> Bool {
    for (file, entry) in files.entries(at: path) where entry.value != .table {
      refuse(
        file, entry,
        Phrase(
          "configuration.not-section", "'\(path)' must be a section, not \(entry.value.literal)"))
    }
    return files.entries(at: path).contains { $0.entry.value == .table }
  }

  private mutating func learn(_ path: String) {
    let dot = path.utf8.lastIndex(of: UInt8(ascii: "."))
    let key = dot.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    known[dot.map { String(path[..<$0]) } ?? "", default: []].insert(String(key))
  }

  private mutating func note(
    _ path: String, _ value: TOMLValue, _ place: String?, isUsed: Bool = true
  ) {
    settings.append(Setting(key: path, content: value, place: place, isUsed: isUsed))
  }
}

/// What is wrong.
extension Reader {
  /// Notes an error if `owner` stands in a file and neither `key` nor any of `others` does.
  ///
  /// - Parameter owner: nil means the section itself.
  mutating func require(_ key: String, or others: String..., for owner: String? = nil) {
    guard purpose == .use else { return }
    guard ([key] + others).allSatisfy({ files.entries(at: path($0)).isEmpty }) else { return }
    let owner = owner.map(path) ?? section
    guard let (file, entry) = files.entries(at: owner).first else { return }
    refuse(file, entry, Phrase("configuration.needs", "'\(owner)' needs '\(path(key))' too"))
  }

  /// Notes an error about the number of `key`, which must be less than that of `bound`; where a file
  /// has only that, about that.
  mutating func refuse(_ key: String, notBelow bound: String) {
    let limit = settings.last { $0.key == path(bound) }?.value ?? ""
    let phrase = Phrase(
      "configuration.not-below",
      "'\(path(key))' must be less than '\(path(bound))', which is \(limit)")
    refuse(path(files.entries(at: path(key)).isEmpty ? bound : key), phrase)
  }

  /// Whether nothing is read, but what there could be.
  var isReference: Bool { purpose == .reference }

  /// Notes `phrase` as an error about `key` of the present section, or about that section where it lacks the key.
  mutating func refuseHere(_ key: String, _ phrase: Phrase) {
    refuse(files.entries(at: path(key)).isEmpty ? section : path(key), phrase)
  }

  /// Notes `phrase` as an error about the key or the section at `path`, if a file has it.
  mutating func refuse(_ path: String, _ phrase: Phrase) {
    guard let (file, entry) = files.entries(at: path).first else { return }
    refuse(file, entry, phrase)
  }

  /// Throws what is wrong, unknown keys and what was `known` before included.
  consuming func finish(with known: [ConfigurationError] = []) throws(ConfigurationErrors) {
    for (file, entry) in files.entries where isUnknown(entry) { refuseUnknown(file, entry) }
    let order = files.names
    let place = { (error: ConfigurationError) in
      (order.firstIndex(of: error.file) ?? 0, error.line ?? 0)
    }
    let sorted = (known + errors).sorted { place($0) < place($1) }
    if !sorted.isEmpty { throw ConfigurationErrors(sorted) }
  }

  /// Only in sections that are known: an unknown section is one error, not one for each of its keys.
  private func isUnknown(_ entry: Entry) -> Bool {
    // Of an array of sections that nobody knows the array itself is the error.
    guard !entry.isElement, let siblings = known[entry.table] else { return false }
    return !siblings.contains(entry.key)
  }

  private mutating func refuseUnknown(_ file: String, _ entry: Entry) {
    let path = entry.shownPath
    let nearest = Spelling.nearest(to: entry.key, among: known[entry.table] ?? [])
    guard let nearest else {
      return refuse(file, entry, Phrase("configuration.unknown-key", "unknown key '\(path)'"))
    }
    let meant = entry.table.isEmpty ? nearest : "\(entry.table).\(nearest)"
    refuse(
      file, entry,
      Phrase("configuration.misspelt-key", "unknown key '\(path)'; did you mean '\(meant)'?"))
  }

  private mutating func refuse(_ file: String, _ entry: Entry, _ phrase: Phrase) {
    errors.append(ConfigurationError(file: file, line: entry.line, phrase: phrase))
  }
}

extension Kind {
  /// The sentence about `entry`, whose value is not of this kind.
  fileprivate func refusal(of entry: Entry) -> Phrase {
    let (path, found) = (entry.shownPath, entry.value.literal)
    guard let hint = hint(entry.value) else {
      return Phrase("configuration.not-of-kind", "'\(path)' must be \(words), not \(found)")
    }
    return Phrase("configuration.meant", "'\(path)' must be \(words), not \(found); \(hint)")
  }
}
