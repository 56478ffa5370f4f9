import Core

/// What the device keeps of the latest comparison of a store, beside its key: a line with its figures.
extension DeviceFolder {
  /// What was found of the store with the id `store`; nil where none was made, or it can't be read: then nothing is
  /// claimed, and the next comparison writes it anew.
  func comparison(of store: String) -> Comparison? {
    guard let file = comparisonFile(of: store), let text = (try? text(of: file)) ?? nil,
      let comparison = Comparison(text), comparison.text + "\n" == text
    else { return nil }
    return comparison
  }

  /// Keeps what `comparison` of the store with the id `store` found; durable when this returns.
  package func keep(_ comparison: Comparison, of store: String) throws(Failure) {
    if let file = comparisonFile(of: store) {
      try write(comparison.text + "\n", to: file, mode: 0o644)
    }
  }

  /// The file for the store with this id; nil for what is no id, whatever the store's medium says.
  private func comparisonFile(of store: String) -> String? {
    store.isDigits(32) ? "\(path)/\(store).compared" : nil
  }
}
