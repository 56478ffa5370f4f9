import Core

/// One change of the store: the truth, of which every other table is only the sum.
///
/// Kinds and payloads are part of the published format: what is here once is never changed, a payload that
/// needs other members gets a higher version.
struct Record {
  /// Version of the payloads written here; a reader looks at the version in the record.
  ///
  /// Since 2 a record has the digests of texts instead of them.
  static let version = 2
  /// All that are read here.
  static let versions = 1...2

  /// What changed.
  let kind: Kind
  let payload: CanonicalJSON

  init(_ kind: Kind, _ members: [(String, JSON)] = []) {
    self.kind = kind
    payload = CanonicalJSON(.object(members))
  }

  init(_ kind: Kind, _ payload: CanonicalJSON) {
    self.kind = kind
    self.payload = payload
  }

  /// Whether it says what its kind has; what people hand over may lack it.
  var isRight: Bool {
    JSONParser.value(of: payload.text.utf8).map { kind.fits($0) } ?? false
  }
}
