import Core

/// The records of an export, from which a rebuild takes those that the database lacks.
///
/// Its chain and signatures are checked when it is opened; whether it is the same history is for the hashes to say.
final class RecordSource {
  /// The hashes of its records.
  let history: History
  /// The latest of them.
  let head: Head
  private let lines: BundleReader
  private let texts: Replay
  /// The record that was read last.
  private var current: ChainedRecord?

  /// The one in `folder`; a failure where there is none, or where something in it is wrong.
  init(in folder: String) throws(Failure) {
    guard let bundle = try Bundle(in: folder) else {
      throw Failure(
        .store,
        Phrase(
          "rebuild.no-export",
          """
          \(folder) is no export: there is no 'records.jsonl' in it or in its folder 'proof'. Name a folder that \
          'exhibit export' has made, or one on a stick. Nothing was changed.
          """))
    }
    let chain = try RecordSource.chain(of: bundle)
    guard chain.flaws.isEmpty else {
      throw Failure(
        .store,
        Phrase(
          "rebuild.flawed",
          """
          Something is wrong with the records of \(folder): \(chain.flaws.sentences[0]) Nothing was changed; try \
          another export.
          """))
    }
    (history, head) = (chain.history, chain.head)
    lines = try BundleReader(bundle)
    let texts = try Failure.inReplay { () throws(DatabaseError) in try Replay() }
    if let lines = try BundleReader(textsOf: bundle) {
      try lines.eachText { text throws(DatabaseError) in try texts.add(text) }
    }
    self.texts = texts
  }

  private static func chain(of bundle: Bundle) throws(Failure) -> ChainCheck {
    var chain = ChainCheck()
    let lines = try BundleReader(bundle)
    while let next = try lines.next() {
      let kind = Record.Kind.named(next.record.kind)
      // Texts are looked at where they are taken.
      _ = chain.take(next, kind.flatMap { next.record.said(as: $0, with: [])?.payload })
    }
    chain.finish()
    return chain
  }

  /// The record with this number; numbers may only rise from call to call.
  func record(_ sequence: Int) throws(Failure) -> ChainedRecord? {
    while (current?.record.sequence ?? 0) < sequence {
      guard let next = try lines.next() else { return nil }
      current = next
    }
    return current?.record.sequence == sequence ? current : nil
  }

  /// What it has of the texts that `record` tells.
  func texts(of record: WrittenRecord) throws(DatabaseError) -> [ToldText] {
    try texts.texts(of: record).filter { record.tells($0) }
  }
}
