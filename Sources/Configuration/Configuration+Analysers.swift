import Core

/// The programs that guess what pieces show, and who is asked about it.
extension Configuration {
  mutating func readAnalysers(_ reader: inout Reader) {
    reader.section("questions", "Questions for what analysers guess.")
    reader.read(
      "button", .truth, into: &settings.asksByButton,
      """
      Whether a click answers them too: only what a voice has just said, or a console that somebody \
      watches has just shown, and only while the piece is under review. Otherwise a click takes a photo.
      """)
    var analysers: [Analyser] = []
    reader.sections(
      "analyser", atMost: Analyser.mostCount,
      """
      A program that looks at each new piece and guesses what it shows; one section for each program, \
      which run one after the other.
      """
    ) { reader in
      let analyser = Configuration.analyser(&reader, after: analysers)
      analysers.append(analyser)
    }
    reader.section(
      "faces", "Who looks for faces in pictures, and what copies that leave show of them.")
    reader.read(
      "analyser", .name, into: &settings.faceAnalyser, like: "analyser",
      """
      The name of the analyser whose answers say where faces are. It looks at each new piece as it does anyway, and \
      at rest at those of its kinds in which nobody has looked yet, the newest first. Without it nobody does.
      """)
    if let name = settings.faceAnalyser, !analysers.contains(where: { $0.name == name }) {
      reader.refuseHere(
        "analyser",
        Phrase(
          "configuration.no-such-analyser",
          "no analyser is called '\(name)'; give the name of one of the [[analyser]] sections"))
    }
    readWaysOut(&reader)
    settings.analysers = reader.isReference ? [] : analysers.filter { !$0.command.isEmpty }
  }

  private mutating func readWaysOut(_ reader: inout Reader) {
    read(
      .export, &reader,
      """
      What becomes of faces in an export: "show" has pieces leave as they are, "hide" copies in which faces are blank, and \
      nothing in which nobody has looked for faces; with "hold" nothing leaves. Where it is not set they leave as they \
      are, until a person has hidden a face: then nothing leaves.
      """)
    read(.stick, &reader, "The same on a stick that is put in.")
    read(
      .delivery, &reader,
      "The same where pieces are sent, which nothing does yet; where it is not set nothing leaves.")
  }

  private mutating func read(_ way: WayOut, _ reader: inout Reader, _ about: String) {
    reader.read(
      way.rawValue, .choice, into: &plan.faces[way], like: FaceTreatment.hide, about)
  }

  private static func analyser(_ reader: inout Reader, after others: [Analyser]) -> Analyser {
    var analyser = Analyser("analyser")
    var command: [String]?
    reader.read(
      "name", .name, into: &analyser.name, "By what records and the log call it; each has its own.")
    reader.read(
      "command", .command, into: &command, like: ["/usr/libexec/exhibit/analyse-codes"],
      """
      The program and its arguments. It is started for each piece once that is durable, with the path of \
      its file as last argument and its line of list --json on its standard input, and answers one line of \
      JSON on its standard output.
      """)
    reader.require("command")
    var kinds = analyser.kinds.map(\.rawValue).sorted()
    reader.read("kinds", .pieceKinds, into: &kinds, "The kinds of pieces that it looks at.")
    analyser.kinds = Set(kinds.compactMap { PieceFilter.Kind(rawValue: $0) })
    reader.read(
      "choose_thing", .truth, into: &analyser.choosesThing,
      "Whether a code that reads \"exhibit:thing=NAME\" makes the thing of that name the current one."
    )
    reader.read(
      "decides", .truth, into: &analyser.decides,
      """
      Whether it decides without a question what it is certain of: at least 0.9, and 0.3 ahead of the next. \
      A person's "no" takes that back.
      """)
    readLimits(of: &analyser, &reader)
    if others.contains(where: { $0.name == analyser.name }) {
      reader.refuseHere(
        "name",
        Phrase(
          "configuration.analyser-twice",
          "two analysers are called '\(analyser.name)'; give each a name of its own"))
    }
    analyser.command = command ?? []
    return analyser
  }

  private static func readLimits(of analyser: inout Analyser, _ reader: inout Reader) {
    reader.read(
      "time_s", .seconds(Analyser.times), into: &analyser.time, "After so long it is ended.")
    reader.read(
      "memory_mb", .megabytes(Analyser.memories), into: &analyser.byteCount,
      "The most memory that it may fill.")
    reader.read(
      "output_kb", .whole(Analyser.outputs), into: &analyser.outputKilobytes,
      "The longest answer, in kilobytes of 1024 bytes.")
  }
}

extension Kind<[String]> {
  /// At least one of the kinds of pieces.
  static var pieceKinds: Kind {
    let all = PieceFilter.Kind.allCases.map(\.rawValue)
    return Kind(
      read: { value in
        guard case .texts(let words) = value, words.allSatisfy(all.contains) else { return nil }
        return Set(words).sorted()
      },
      write: { .texts($0) }, words: .kindPieceKinds(all.joined(separator: ", ")))
  }
}

extension Phrase {
  static func kindPieceKinds(_ words: String) -> Phrase {
    Phrase("configuration.kind.pieces", "a list of one or more of \(words), in quotes")
  }

}
