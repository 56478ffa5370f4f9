/// Taking in files besides photos.
struct ImportCommand: Hashable, Sendable {
  let source: ImportSource
  let isForProgram: Bool

  static let entries = [
    CommandEntry(
      name: "import", usage: "import PATH", help: Phrase.helpImport, access: .full, parse: parse,
      words: [.helpImportPath], example: "import /media/stick/photos")
  ]

  /// The longest word for all that one command takes in.
  private static let longestBatch = 64

  @Sendable private static func parse(_ words: inout CommandWords) throws(CommandError) -> Command {
    let isForProgram = words.areOfProgram
    let isHanded = words.flag("--handed")
    guard isHanded else {
      guard let path = words.remainder() else { throw CommandError(.importWhat) }
      guard path.hasPrefix("/") else { throw CommandError(.importPathRelative(path)) }
      return .files(ImportCommand(source: .path(path), isForProgram: isForProgram))
    }
    let isDescribed = words.flag("--restored")
    guard let batch = words.next(), batch.utf8.count <= longestBatch else {
      throw CommandError(.importWhat)
    }
    if isDescribed, words.peek() == nil {
      return .files(ImportCommand(source: .described(batch: batch), isForProgram: isForProgram))
    }
    guard let word = words.next(),
      let name = PercentCode.text(of: word), !name.isEmpty, name.utf8.count <= 255
    else { throw CommandError(.importWhat) }
    let source: ImportSource =
      isDescribed ? .returned(name, batch: batch) : .handed(name, batch: batch)
    return .files(ImportCommand(source: source, isForProgram: isForProgram))
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
  static let helpImport = Phrase(
    "help.import",
    """
    takes in a file, or those in a folder, as pieces of the current thing; what is there already is \
    passed over.
    """)
  static let helpImportPath = Phrase(
    "help.import.path",
    "PATH begins with / and is one that the program can read; 'exhibit import' takes any of yours.")
  static let importWhat = Phrase(
    "import.what", "Import what? Say the path of a file or folder, such as /media/stick/DCIM.")

  static func importPathRelative(_ path: String) -> Phrase {
    Phrase(
      "import.path-relative", "{1} does not begin with /; say the whole path, such as /media/{1}.",
      path)
  }
}
