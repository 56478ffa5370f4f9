import Core

extension Record {
  /// One meaning: the kind's name, when such a record is made, what its payload has, and what all other tables say once
  /// it is there.
  ///
  /// Whoever writes, reads, checks, counts or documents records takes it from here. Kinds are part of the published format:
  /// what one has stays as it is.
  struct Kind: Sendable {
    /// Its name in the table.
    let name: String
    /// When one is made, for the published format.
    let when: String
    /// What its payload has at least; of members that are not here nothing is known.
    let members: [RecordMember]
    /// Those of them that are free text.
    let told: [RecordMember]
    /// The statements by which the tables say what such a record says, one after the other: `?1` is its sequence, and
    /// `told` a table of it alone, with its texts in their places.
    ///
    /// Whoever changes one raises the version of the schema.
    let sums: [String]
    /// Whether what a payload with these members says can be: what their types alone don't tell.
    let isPossible: @Sendable (JSON) -> Bool

    init(
      _ name: String, _ when: String, _ members: [RecordMember] = [], _ sums: [String] = [],
      where isPossible: @escaping @Sendable (JSON) -> Bool = { _ in true }
    ) {
      self.name = name
      self.when = when
      self.members = members
      told = members.filter(\.isTold)
      self.sums = sums
      self.isPossible = isPossible
    }

    /// The kind of this `name`; nil for a word of a later program.
    static func named(_ name: String) -> Kind? { byName[name] }

    /// Whether there is a kind of this `name`; looks at one group after the other, as far as needed.
    static func isName(_ name: String) -> Bool {
      groups.contains { group in group().contains { $0.name == name } }
    }

    private static let byName: [String: Kind] = Dictionary(
      uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Whether `payload` has what it has to have, but for the members that are `gone`.
    func fits(_ payload: JSON, without gone: Set<String> = []) -> Bool {
      members.allSatisfy { $0.fits(payload, isGone: gone.contains($0.name)) } && isPossible(payload)
    }
  }
}

extension Record.Kind: Equatable {
  static func == (one: Record.Kind, other: Record.Kind) -> Bool { one.name == other.name }
}

extension Record.Kind {
  /// Those by which something becomes a piece.
  static let captures = [
    photoStored, clipStored, clipRecovered, pieceAdopted, pieceImported, pieceRestored,
  ]

  /// All of them, in the order of the published format.
  static let all = groups.flatMap { $0() }

  private static let groups: [@Sendable () -> [Record.Kind]] = [
    { ofStore }, { ofProgram }, { ofSettings }, { ofThings }, { ofCamera }, { ofPhotos },
    { ofClips }, { ofRequests }, { ofFiles }, { ofImports }, { ofReturns }, { ofPieces },
    { ofOptions }, { ofFaces }, { ofTexts }, { ofExports }, { ofRedactedCopies },
  ]
}
