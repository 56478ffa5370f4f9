/// Taking in files besides photos.
extension Command {
  static let imports = [
    Command(
      name: "import", usage: "import PATH",
      help: Phrase(
        "help.import",
        """
        takes in a file, or those in a folder, as pieces of the current thing; what is there already is passed \
        over.
        """), access: .full,
      words: [
        Phrase(
          "help.import.path",
          "PATH begins with / and is one that the program can read; 'exhibit import' takes any of yours."
        )
      ], example: "import /media/stick/photos", read: readImport)
  ]

  private static func readImport(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let isForProgram = words.areOfProgram
    let source = try words.importSource()
    return .changes { machine, session in
      machine.importFiles(
        ImportQueue.Wish(source: source, session: session, isForProgram: isForProgram))
    }
  }
}

extension CommandWords {
  /// The longest word for all that one command takes in.
  private static let longestBatch = 64

  /// Takes the path of files that are to be taken in, or what a program says of those that it hands over.
  mutating func importSource() throws(CommandError) -> ImportSource {
    guard flag("--handed") else {
      guard let path = remainder() else { throw CommandError(.importWhat) }
      guard path.hasPrefix("/") else { throw CommandError(.importPathRelative(path)) }
      return .path(path)
    }
    let isDescribed = flag("--restored")
    guard let batch = next(), batch.utf8.count <= CommandWords.longestBatch else {
      throw CommandError(.importWhat)
    }
    if isDescribed, isEmpty { return .described(batch: batch) }
    guard let word = next(),
      let name = PercentCode.text(of: word), !name.isEmpty, name.utf8.count <= 255
    else { throw CommandError(.importWhat) }
    return isDescribed ? .returned(name, batch: batch) : .handed(name, batch: batch)
  }
}

/// Text as one word of letters, digits and `-_.~`, with `%` and two digits for each other byte (RFC 3986, 2.1).
package enum PercentCode {
  /// The word for `text`.
  package static func word(for text: String) -> String {
    text.utf8.reduce(into: "") { word, byte in
      if isPlain(byte) {
        word.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        word += "%" + String(byte, radix: 16).padded(to: 2)
      }
    }
  }

  /// The text that `word` stands for; nil where it stands for none.
  package static func text(of word: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension Phrase {
  static let importWhat = Phrase(
    "import.what", "Import what? Say the path of a file or folder, such as /media/stick/DCIM.")

  static func importPathRelative(_ path: String) -> Phrase {
    Phrase(
      "import.path-relative",
      "\(path) does not begin with /; say the whole path, such as /media/\(path).")
  }
}
