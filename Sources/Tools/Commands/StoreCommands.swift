import ArgumentParser
import Core
import Evidence
import Glibc

/// `exhibit store`: what is done to a store while no program writes to it.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Begin another store, or make a damaged database anew.",
    subcommands: [NewStoreCommand.self, RebuildStoreCommand.self])
}

/// `exhibit store new`: lets the device begin another store where its own is lost.
struct NewStoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Begin another store where the device's own is lost.",
    discussion: "The next start begins it. Nothing is deleted.")

  @OptionGroup var store: StoreOption
  @OptionGroup var device: DeviceOption
  @OptionGroup var form: AnswerForm

  func run() throws {
    let path = try store.path()
    if let file = NewStoreCommand.remains(in: path) {
      throw complaint(
        Phrase(
          "store.is-there",
          """
          \(file) is there, so there is a store, or what is left of one; nothing was changed. Name another \
          folder with --store, or have the database made anew with 'exhibit store rebuild'.
          """
        ))
    }
    let folder = DeviceFolder(try device.path(by: store.file))
    do throws(Failure) {
      try folder.forgetStore()
    } catch {
      throw complaint(error.phrase)
    }
    try CommandAnswer.tell(
      Phrase(
        "store.forgotten",
        """
        The device has no store any more. Start exhibit: it begins another in the folder that 'store' in the \
        configuration names, for example \(path).
        """
      ))
  }

  /// A database in `folder`, or what is left of one; nil where there is none.
  private static func remains(in folder: String) -> String? {
    ["exhibit.sqlite", "exhibit.sqlite-wal", "rebuilt.sqlite"].map { "\(folder)/\($0)" }
      .first { access($0, F_OK) == 0 || errno != ENOENT }
  }
}

/// `exhibit store rebuild`: makes the database anew from the records that can be read.
struct RebuildStoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild", abstract: "Make a damaged database anew from its records.",
    discussion: """
      Stop exhibit first. The damaged database is kept beside the new one. What it lacks comes from \
      exports that are named with --from, where their records join its own.
      """)

  @OptionGroup var store: StoreOption

  @Option(
    help: "An export, also on a stick, with records that the database lacks; may be repeated.")
  var from: [String] = []
  @OptionGroup var form: AnswerForm

  func run() throws {
    for phrase in RebuildStoreCommand.report(try rebuild(try store.path())) {
      try CommandAnswer.tell(phrase)
    }
  }

  private func rebuild(_ path: String) throws -> Rebuild {
    do throws(Failure) {
      let rebuild = try Rebuild(path, from: from)
      RebuildStoreCommand.giveToOwner(of: path)
      return rebuild
    } catch {
      throw complaint(error.phrase)
    }
  }

  /// What was done, in sentences.
  static func report(_ rebuild: Rebuild) -> [Phrase] {
    guard !rebuild.oldFile.isEmpty else {
      return [
        Phrase(
          "rebuild.finished",
          "An earlier 'store rebuild' had been interrupted, and is finished now.")
      ]
    }
    var phrases = [Phrase.rebuilt(rebuild.recordCount, rebuild.oldFile)]
    if rebuild.broughtCount > 0 {
      phrases.append(
        Phrase(
          "rebuild.brought",
          "\(rebuild.broughtCount) of them came from what was named with --from."))
    }
    if let obstacle = rebuild.obstacle {
      phrases.append(Phrase("rebuild.obstacle", "Not all records can be had: \(obstacle)"))
    }
    if let numbers = rebuild.lostNumbers {
      phrases.append(
        Phrase(
          "rebuild.lost",
          """
          Records \(numbers) are lost. An export or a stick may have them: before the next start, 'exhibit store \
          rebuild --from FOLDER' joins what is there.
          """))
    }
    if rebuild.keptCount > 0 {
      phrases.append(
        Phrase(
          "rebuild.kept",
          """
          Behind them can be read: \(rebuild.keptCount) \(rebuild.keptCount, one: "record", many: "records"). They are kept, and the next start \
          has things, titles, decisions and locks come back by them.
          """))
    }
    if rebuild.lostTextCount > 0 {
      phrases.append(
        Phrase(
          "rebuild.texts",
          """
          Nowhere to be read: \(rebuild.lostTextCount) \(rebuild.lostTextCount, one: "text", many: "texts") of records, such as titles; another \
          export may have them.
          """))
    }
    if rebuild.recordCount == 0 {
      // A database without a record is one in which a start begins a store, whatever the device had before.
      phrases.append(
        Phrase(
          "rebuild.empty",
          "Start exhibit: it begins another store here, and takes over the pictures that are in it."
        ))
    } else if rebuild.obstacle != nil {
      phrases.append(
        Phrase(
          "rebuild.partly",
          "Start exhibit: it takes over the pictures that these records don't have."))
    }
    return phrases
  }

  /// What root made belongs to the user who has the store.
  static func giveToOwner(of folder: String) {
    var facts = stat()
    guard geteuid() == 0, stat(folder, &facts) == 0 else { return }
    // Where that fails the next start says whose file it is.
    let names = ["exhibit.sqlite", "exhibit.sqlite-wal", "exhibit.sqlite-shm", "rebuilt"]
    for name in names + Rebuild.keptNames(in: folder) {
      lchown("\(folder)/\(name)", facts.st_uid, facts.st_gid)
    }
  }
}

extension Phrase {
  static func rebuilt(_ records: Int, _ oldFile: String) -> Phrase {
    Phrase(
      "rebuild.done",
      "The database was made anew from \(records) records. The old one is beside it: \(oldFile).")
  }

}
