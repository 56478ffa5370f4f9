import Core

/// What an export has the store record, by whoever writes to that.
package enum ExportNews: Hashable, Sendable {
  /// These copies are to leave.
  case copies([RedactedCopy])
  /// It was written.
  case made(MadeExport)

  /// The changes of the store that record it.
  package var changes: [StoreChange] {
    switch self {
    case .copies(let copies): copies.map { .copyRedacted($0) }
    case .made(let export): [.exportMade(export)]
    }
  }

  /// The same as a console's lines.
  package var lines: [String] {
    switch self {
    case .copies(let copies): copies.map(\.line)
    case .made(let export): [export.line]
    }
  }
}
