/// Reloading, resetting and updating the store's database as a whole.
package enum DatabaseTask: String, CaseIterable, Hashable, Sendable {
  /// Close it, open it again, and read all anew that was read from it.
  case reload
  /// Put a copy of the default database in its place, with its records carried over.
  case reset
  /// The same, and keep the settings that people keep.
  case resetKeepingSettings = "reset --keep-settings"
  /// Make its texts equal to those of the default database.
  case update
}

/// Care of the database.
extension Command {
  static let database = [
    Command(
      name: "db", usage: "db reload|reset [--keep-settings] [--yes]|update",
      help: Phrase("help.db", "takes care of the database."), access: .full,
      words: [
        Phrase(
          "help.db.reload",
          "\"reload\" closes it, opens it again and reads everything anew."),
        Phrase(
          "help.db.reset",
          "\"reset\" asks, and then makes it anew from the default and its records."),
        Phrase(
          "help.db.keep",
          "\"--keep-settings\" has a reset keep what was kept by \"set\"."),
        Phrase("help.db.update", "\"update\" takes over the texts of the default."),
        .helpYesAtOnce,
      ], example: "db reset --keep-settings", read: readDatabase)
  ]

  private static func readDatabase(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    let isSure = words.flag("--yes")
    let keepsSettings = words.flag("--keep-settings")
    guard let word = words.next(), let task = DatabaseTask(rawValue: word) else {
      throw CommandError(
        Phrase("db.tasks", "\"db\" takes reload, reset or update; \"help db\" explains them."))
    }
    switch task {
    case .reload, .update: return carriesOut(task)
    case .reset, .resetKeepingSettings:
      if isSure { return carriesOut(keepsSettings ? .resetKeepingSettings : .reset) }
      return .changes(.atOnce) { machine, session throws(CommandError) in
        try machine.askReset(keepsSettings: keepsSettings, for: session, isProgram: json)
      }
    }
  }

  private static func carriesOut(_ task: DatabaseTask) -> Demand {
    .changes { machine, session throws(CommandError) in
      try machine.carryOut(task, for: session)
    }
  }
}

extension Machine {
  fileprivate mutating func askReset(
    keepsSettings: Bool, for session: SessionID, isProgram: Bool
  ) throws(CommandError) {
    try requireIdleDatabase()
    let wish = Asking.Wish.resetDatabase(keepsSettings: keepsSettings, head: mirror.facts?.head)
    try ask(wish, from: session, isProgram: isProgram)
  }

  mutating func carryOut(_ task: DatabaseTask, for session: SessionID) throws(CommandError) {
    try requireIdleDatabase()
    ask(for: .database(task), by: .console(session))
  }

  private func requireIdleDatabase() throws(CommandError) {
    if let busy = published.activity.forbidsReopening(at: now) ?? databaseProblem {
      throw CommandError(busy)
    }
  }

  /// Why the database must stay as it is now; nil where it can be closed.
  var databaseProblem: Phrase? {
    imports.isEmpty
      ? nil
      : Phrase(
        "db.busy-importing", "Busy: files are being imported; ask again when that has ended.")
  }
}

extension Phrase {
  package static let askReset = Phrase(
    "question.db-reset",
    """
    Make the database anew from the default? The device's key, the chain of records and all files are kept; \
    texts of your own go, and settings. y or n.
    """)

  package static let askResetKeepingSettings = Phrase(
    "question.db-reset-keeping",
    """
    Make the database anew from the default? The device's key, the chain of records, all files and the \
    settings are kept; texts of your own go. y or n.
    """)
}
