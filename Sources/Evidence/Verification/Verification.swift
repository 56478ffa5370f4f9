import Core

/// What somebody knows of a store before it is verified.
package struct Trust: Sendable {
  /// The head that was written down, where one was.
  package var head: Head?
  /// Fingerprints or ids of the devices whose records are believed; empty: nobody named any.
  package var devices: [String] = []
  /// The key of the device on which this runs, where it is one and its key can be read.
  package var ownKey: PublicKey?

  /// Nothing is known.
  package init() {}

  /// On whose word the key of each of `signers` is believed, who follow one another.
  func sources(of signers: [Signer]) -> [Source?] {
    var source: Source?
    return signers.map { signer in
      source = self.source(of: signer.key) ?? (source != nil && signer.vouchedFor ? .endorsed : nil)
      return source
    }
  }

  private func source(of key: PublicKey) -> Source? {
    isNamed(key) ? .named : key == ownKey ? .own : nil
  }

  /// Those of `signers` of whom nobody said that they are believed, and for whom no such key vouches.
  func unnamed(among signers: [Signer]) -> [Signer] {
    var isNamed = false
    return signers.filter { signer in
      isNamed = self.isNamed(signer.key) || isNamed && signer.vouchedFor
      return !isNamed
    }
  }

  private func isNamed(_ key: PublicKey) -> Bool {
    devices.contains { $0 == key.fingerprint || $0 == key.deviceID }
  }

  /// On whose word a key is believed.
  enum Source: String {
    /// Whoever verifies named it.
    case named = "key"
    /// It is that of the device on which this runs.
    case own = "device"
    /// The key before it vouches for it, and is believed.
    case endorsed
  }
}

/// What became of the head that somebody wrote down.
enum HeadCheck: String {
  /// Nobody named one: what came after the latest record may be gone.
  case unproved
  /// The record is there.
  case found
  /// It is gone, or another.
  case other
}

/// What verification found.
package struct Verification {
  /// The store's id; nil where no record tells it.
  package let store: String?
  let recordCount: Int
  /// How many pieces the records tell of.
  package let pieceCount: Int
  /// The bytes of all files as the records tell of them.
  let byteCount: Int
  /// How many files were left out on purpose, of a bundle of a part.
  let leftOutCount: Int
  /// How many copies for people were compared with originals or their records, of an export.
  let copyCount: Int
  let head: Head
  let headCheck: HeadCheck
  let signers: [Signer]
  /// Where the device went on with a store that was not what it had written.
  let resumptions: [(record: Int, resumption: Resumption)]
  /// Where the database was made anew after damage that took records.
  let rebuilds: [(record: Int, lost: LostRecords)]
  let trust: Trust
  let strangers: [String]
  let strangerCount: Int
  /// Whose records are kept, for what came back from them.
  let origins: [KeptOrigin]
  /// How many pieces came back from other stores.
  let restoredCount: Int
  let texts: TextCheck.Counts
  let export: ExportFacts
  /// The one file that was looked at, where it was one.
  let file: VerifiedFile?
  let flaws: [Flaws]

  /// Whether nothing is wrong, and all could be checked.
  package var isGood: Bool { flaws.allSatisfy(\.isEmpty) }

  /// What it all comes to.
  package enum Verdict: String, Sendable {
    case good, bad
    /// Nothing is wrong, but somebody went on with a table that is for that.
    case changed
    /// Nothing is wrong, but not everything could be checked.
    case unchecked
  }

  /// The verdict, for programs too.
  package var verdict: Verdict {
    if !flaws.allSatisfy(\.areUnchecked) { return .bad }
    if !isGood { return .unchecked }
    return export.changedTables.isEmpty ? .good : .changed
  }

  /// How much is wrong.
  package var flawCount: Int {
    flaws.reduce(0) { $0 + $1.counts.values.reduce(0, +) }
  }

  /// Whether all that it has can come back: each of two histories of one store is whole.
  package var isRestorable: Bool {
    flaws.allSatisfy { $0.counts.keys.allSatisfy { $0 == .historyForked } }
  }

  /// Whether nothing else is wrong than what has to be with an export that was ended early: files that are not there yet,
  /// and what these would prove.
  ///
  /// For the simulator's rules.
  package var isGoodAsUnfinished: Bool {
    flaws.allSatisfy { Set($0.counts.keys).isSubset(of: Flaw.unfinished) }
  }

  /// Whether nothing is wrong but that the database has what is called so, and, where that `mayLackRecords`, that some
  /// files have no record: they are new, or wait for the next start.
  ///
  /// For the simulator's rules.
  package func isGood(besides names: Set<String>, mayLackRecords: Bool) -> Bool {
    flaws.allSatisfy { flaws in
      flaws.counts.keys.allSatisfy {
        $0 == .schemaOther || mayLackRecords && $0 == .fileUnrecorded
      } && flaws.kept.allSatisfy { $0.kind != .schemaOther || names.contains($0.words ?? "") }
    }
  }

  /// It as programs read it.
  package var json: JSON {
    .object([
      ("verdict", .string(verdict.rawValue)), ("store", .optional(store)),
      ("records", .integer(recordCount)), ("pieces", .integer(pieceCount)),
      ("bytes", .integer(byteCount)), ("left_out", .integer(leftOutCount)),
      ("copies", .integer(copyCount)), ("restored", .integer(restoredCount)),
      ("texts_redacted", .integer(texts.redacted)), ("texts_untold", .integer(texts.untold)),
      ("origins", .array(origins.map(\.json))),
      ("head", head == .none ? .null : .string(head.text)),
      ("head_check", .string(headCheck.rawValue)), ("devices", .array(devices)),
      ("resumptions", .array(resumptions.map { json($0.record, $0.resumption) })),
      (
        "rebuilds",
        .array(rebuilds.map { .object([("record", .integer($0.record))] + $0.lost.members) })
      ),
      ("export", export.json), ("piece", file.map(\.json) ?? .null), ("counts", counts),
      ("findings", .array(flaws.flatMap { $0.kept.map(\.json) })),
      ("strangers", .array(strangers.map { .string($0) })),
      ("stranger_count", .integer(strangerCount)),
    ])
  }

  private var counts: JSON {
    .object(
      Flaw.Kind.allCases.compactMap { kind in
        let count = flaws.reduce(0) { $0 + ($1.counts[kind] ?? 0) }
        return count > 0 ? (kind.rawValue, .integer(count)) : nil
      })
  }

  private func json(_ record: Int, _ resumption: Resumption) -> JSON {
    .object([
      ("record", .integer(record)), ("seen", .string(resumption.seen)),
      ("head", .string(resumption.head)),
    ])
  }

  private var devices: [JSON] { zip(signers, trust.sources(of: signers)).map(device) }

  private func device(_ signer: Signer, _ source: Trust.Source?) -> JSON {
    .object([
      ("id", .string(signer.key.deviceID)), ("fingerprint", .string(signer.key.fingerprint)),
      ("public_key", .string(signer.key.hexadecimal)), ("first_record", .integer(signer.first)),
      ("last_record", .integer(signer.last)), ("signatures", .integer(signer.signatureCount)),
      ("endorsed", .optional(signer.isEndorsed)), ("known_by", .optional(source?.rawValue)),
    ])
  }
}

extension Verification {
  /// It as people read it: whose store, what is wrong, what can't be proved, and the verdict.
  package var sentences: [Phrase] {
    let facts = [
      Phrase.verifyStore(store ?? "-", recordCount, pieceCount, Figures.bytes(byteCount))
    ]
    let leftOut =
      leftOutCount > 0
      ? [
        Phrase(
          "verify.left-out",
          "Files that were left out on purpose, of which only the records are here: \(leftOutCount)."
        )
      ] : []
    let copies =
      copyCount > 0
      ? [
        Phrase(
          "verify.copies",
          "Copies that were compared with the originals, or their records: \(copyCount).")
      ] : []
    let restored =
      restoredCount > 0
      ? [
        Phrase(
          "verify.restored",
          "Pieces that came back from a bundle, for which the records of that store vouch: \(restoredCount)."
        )
      ] : []
    let told =
      leftOut + texts.sentences + copies + export.sentences + restored + origins.map(\.sentence)
    let resumed = resumptions.map { record, resumption in
      Phrase(
        "verify.resumed",
        """
        Record \(record) says that history was resumed from record \(resumption.headRecord), whereas the device \
        had seen record \(resumption.seenRecord), as when an older copy of the store was put back. That is no \
        flaw of these records: what else the device wrote is another history's end.
        """)
    }
    let rebuilt = rebuilds.map { $0.lost.sentence(of: $0.record) }
    let piece = file.map { [$0.sentence] } ?? []
    return piece + facts + told + signatures + resumed + rebuilt + flaws.flatMap(\.sentences)
      + tablesFix
      + strangers.map { Phrase("verify.stranger", "\($0) is not one of this store's files.") }
      + headSentences
      + [verdict.sentence]
  }

  private var tablesFix: [Phrase] {
    flaws.contains { $0.isOfTables }
      ? [
        Phrase(
          "verify.tables-fix",
          "The records are the truth: 'exhibit store rebuild' makes the tables anew from them.")
      ] : []
  }

  /// What is wrong.
  package var faults: [Phrase] { flaws.flatMap(\.sentences) }

  /// Whose store it is, and who signed.
  package var origin: [Phrase] {
    [.verifyStore(store ?? "-", recordCount, pieceCount, Figures.bytes(byteCount))]
      + signatures
  }

  /// Who signed.
  private var signatures: [Phrase] { zip(signers, trust.sources(of: signers)).flatMap(sentences) }

  private func sentences(_ signer: Signer, _ source: Trust.Source?) -> [Phrase] {
    let phrase = Phrase(
      "verify.signer",
      """
      Records \(signer.first) to \(signer.last) are by device \(signer.key.deviceID), with the key \
      \(signer.key.fingerprint).
      """)
    let word = signer.isEndorsed.map {
      $0
        ? Phrase("verify.key-vouched", "The key before it vouches for that one.")
        : Phrase(
          "verify.key-unvouched",
          """
          Nobody vouches for it: the key before was gone, or another device went on with the store, or somebody \
          else did.
          """)
    }
    let told = [phrase] + (word.map { [$0] } ?? [])
    switch source {
    case .named: return told + [Phrase("verify.key-named", "That is a key that you named.")]
    case .own: return told + [Phrase("verify.key-own", "That is this device's key.")]
    case .endorsed:
      return told + [
        Phrase("verify.key-endorsed", "The one before is known here, and so that one is too.")
      ]
    case nil:
      return told + [
        Phrase(
          "verify.key-unknown",
          "Whose key that is can't be told here: compare it with the one that was written down.")
      ]
    }
  }

  private var headSentences: [Phrase] {
    guard head != .none else { return [] }
    switch headCheck {
    case .unproved:
      return [
        Phrase(
          "verify.end-unproved",
          "Whether anything came after record \(head.sequence) can't be proved: it could have been cut off."
        ), .verifyHead(head.text),
      ]
    case .found:
      return [
        Phrase(
          "verify.head-found",
          "Record \(trust.head?.sequence ?? 0) is the one that was written down: nothing is cut off there."
        ), .verifyHead(head.text),
      ]
    case .other: return []
    }
  }
}

extension Phrase {
  static func verifyStore(
    _ store: String, _ records: Int, _ pieces: Int, _ bytes: Figure
  ) -> Phrase {
    Phrase(
      "verify.store",
      "Store \(store): \(records) records. Pieces of which these tell: \(pieces), \(bytes).")
  }

  static func verifyHead(_ head: String) -> Phrase {
    Phrase("verify.head", "The present head, to write down elsewhere: \(head)")
  }

}

extension Verification.Verdict {
  fileprivate var sentence: Phrase {
    switch self {
    case .good: Phrase("verify.good", "Nothing is wrong.")
    case .bad: Phrase("verify.bad", "Something is wrong: see above.")
    case .changed: Phrase("verify.changed", "Nothing else is changed, and nothing is wrong.")
    case .unchecked:
      Phrase("verify.unchecked", "Not everything could be checked. What could be is whole.")
    }
  }
}
