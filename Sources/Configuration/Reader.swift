import Core

/// Reads keys out of a configuration's files, and notes what it was asked for and what is wrong.
///
/// The first file is the strongest: a key that stands there hides the same key in the files behind it.
struct Reader {
  private var files: [Document]
  private var errors: [ConfigurationError] = []
  /// The keys of each section whose unknown keys are refused, sections among them.
  private var known: [String: Set<String>] = ["": []]
  /// Every key that was asked for and has a value, in that order.
  private(set) var settings: [Setting] = []

  /// A reader of `files`, the strongest first.
  init(_ files: [Document]) {
    self.files = files
  }

  /// The value at `path`; nil where no file has it.
  mutating func value<Value>(_ path: String, _ kind: Kind<Value>) -> Value? {
    learn(path)
    return read(path, kind)
  }

  /// The value at `path`, or `standard` where no file has it.
  mutating func value<Value>(
    _ path: String, _ kind: Kind<Value>, default standard: Value
  ) -> Value {
    if let value = value(path, kind) { return value }
    note(path, kind.write(standard), nil)
    return standard
  }

  /// The values of all keys in the section at `path`, whatever their names, in the order of the names.
  mutating func pairs<Value>(
    in path: String, _ kind: Kind<Value>
  ) -> [(name: String, value: Value)] {
    learn(path)
    guard isSection(path) else { return [] }
    let entries = files.flatMap { $0.entries(in: path) }
    let names = Dictionary(entries.map { ($0.path, $0.key) }) { first, _ in first }
    return names.sorted { $0.key < $1.key }.compactMap { path, name in
      read(path, kind).map { (name, $0) }
    }
  }

  /// Whether a file has the section at `path`; from now on unknown keys in it are refused.
  @discardableResult
  mutating func section(_ path: String) -> Bool {
    learn(path)
    known[path] = known[path] ?? []
    return isSection(path)
  }

  /// Accepts the section at `path`, or the list of sections, without looking inside.
  mutating func ignore(_ path: String) {
    learn(path)
    guard let (file, entry) = entries(at: path).first else { return }
    note(entry.shownPath, entry.value, "\(file):\(entry.line)")
  }

  /// Notes an error if `owner` stands in a file and neither `path` nor any of `others` does.
  mutating func require(_ path: String, or others: String..., for owner: String) {
    guard ([path] + others).allSatisfy({ entries(at: $0).isEmpty }) else { return }
    guard let (file, entry) = entries(at: owner).first else { return }
    refuse(file, entry, Phrase.configurationNeeds(owner, path))
  }

  /// Notes an error about the number at `path`, which must be less than `limit`, the one at `bound`;
  /// where a file has only that, about that.
  mutating func refuse(_ path: String, notBelow bound: String, of limit: Double) {
    guard let (file, entry) = entries(at: path).first ?? entries(at: bound).first else { return }
    refuse(file, entry, Phrase.configurationNotBelow(path, bound, TOMLValue.write(limit)))
  }

  /// Settles which of two ways to say the same thing counts: that of the strongest file with either.
  ///
  /// One file that has both is in error.
  mutating func choose(between one: [String], and other: [String]) {
    guard let index = files.firstIndex(where: { $0.first(of: one + other) != nil }) else { return }
    switch (files[index].first(of: one), files[index].first(of: other)) {
    case (let first?, let second?):
      let (earlier, later) = first.line <= second.line ? (first, second) : (second, first)
      let phrase = Phrase.configurationContradiction(later.path, earlier.path, earlier.line)
      refuse(files[index].file, later, phrase)
    case (_?, nil): dropBehind(index, other)
    case (nil, _): dropBehind(index, one)
    }
  }

  /// Throws what is wrong, unknown keys included.
  consuming func finish() throws(ConfigurationErrors) {
    for file in files {
      for entry in file.entries where isUnknown(entry) { refuseUnknown(file.file, entry) }
    }
    let order = files.map(\.file)
    let place = { (error: ConfigurationError) in
      (order.firstIndex(of: error.file) ?? 0, error.line ?? 0)
    }
    let sorted = errors.sorted { place($0) < place($1) }
    if !sorted.isEmpty { throw ConfigurationErrors(sorted) }
  }

  private func entries(at path: String) -> [(file: String, entry: Entry)] {
    files.compactMap { file in file[path].map { (file.file, $0) } }
  }

  private mutating func read<Value>(_ path: String, _ kind: Kind<Value>) -> Value? {
    var strongest: Value?
    for (file, entry) in entries(at: path) {
      guard let value = kind.read(entry.value) else {
        refuse(file, entry, kind.refuse(entry.shownPath, entry.value.literal))
        continue
      }
      guard strongest == nil else { continue }
      strongest = value
      note(entry.shownPath, kind.write(value), "\(file):\(entry.line)")
    }
    return strongest
  }

  private mutating func isSection(_ path: String) -> Bool {
    for (file, entry) in entries(at: path) where entry.value != .table {
      refuse(file, entry, Phrase.configurationNotSection(path, entry.value.literal))
    }
    return entries(at: path).contains { $0.entry.value == .table }
  }

  private mutating func learn(_ path: String) {
    let dot = path.lastIndex(of: ".")
    let key = dot.map { path[path.index(after: $0)...] } ?? path[...]
    known[dot.map { String(path[..<$0]) } ?? "", default: []].insert(String(key))
  }

  private mutating func note(_ path: String, _ value: TOMLValue, _ place: String?) {
    settings.append(Setting(key: path, content: value, place: place))
  }

  private mutating func refuse(_ file: String, _ entry: Entry, _ phrase: Phrase) {
    errors.append(ConfigurationError(file: file, line: entry.line, phrase: phrase))
  }

  private mutating func dropBehind(_ index: Int, _ paths: [String]) {
    for weaker in files.indices where weaker > index { files[weaker].drop(paths) }
  }

  /// Only in sections that are known: an unknown section is one error, not one for each of its keys.
  private func isUnknown(_ entry: Entry) -> Bool {
    guard let siblings = known[entry.table] else { return false }
    return !siblings.contains(entry.key)
  }

  private mutating func refuseUnknown(_ file: String, _ entry: Entry) {
    let path = entry.shownPath
    let nearest = Spelling.nearest(to: entry.key, among: known[entry.table] ?? [])
    guard let nearest else {
      return refuse(file, entry, Phrase.configurationUnknownKey(path))
    }
    let meant = entry.table.isEmpty ? nearest : "\(entry.table).\(nearest)"
    refuse(file, entry, Phrase.configurationMisspeltKey(path, meant))
  }
}

extension Phrase {
  static func configurationUnknownKey(_ path: String) -> Phrase {
    Phrase("configuration.unknown-key", "unknown key '{1}'", path)
  }

  static func configurationMisspeltKey(_ path: String, _ nearest: String) -> Phrase {
    Phrase("configuration.misspelt-key", "unknown key '{1}'; did you mean '{2}'?", path, nearest)
  }

  static func configurationNeeds(_ owner: String, _ path: String) -> Phrase {
    Phrase("configuration.needs", "'{1}' needs '{2}' too", owner, path)
  }

  static func configurationContradiction(_ path: String, _ other: String, _ line: Int) -> Phrase {
    Phrase(
      "configuration.contradiction",
      "'{1}' contradicts '{2}' in line {3}; keep one of them", path, other, line)
  }

  static func configurationNotSection(_ path: String, _ value: String) -> Phrase {
    Phrase("configuration.not-section", "'{1}' must be a section, not {2}", path, value)
  }

  static func configurationNotBelow(_ path: String, _ bound: String, _ limit: String) -> Phrase {
    Phrase(
      "configuration.not-below", "'{1}' must be less than '{2}', which is {3}", path, bound, limit)
  }
}
