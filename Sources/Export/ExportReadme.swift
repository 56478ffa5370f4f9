import Core

/// `README.txt`: what an export is, for whoever gets it and has neither the program nor its guide.
enum ExportReadme {
  static let file = "README.txt"
  /// Whether one may be written where `earlier` is; nil: nothing is there.
  static func mayReplace(_ earlier: [UInt8]?) -> Bool {
    earlier?.starts(with: Phrase.readmeTitle.english.utf8) ?? true
  }

  /// The text of an export of the device with `fingerprint`; `hasVerifier` says whether the other verifier lies in it.
  static func text(fingerprint: String?, hasVerifier: Bool) -> String {
    var paragraphs = [Phrase.readmeTitle, .readmeContents(PieceSource.proof), .readmeVerify]
    if hasVerifier {
      paragraphs.append(.readmeScript("\(PieceSource.proof)/\(OtherVerifier.file)"))
    }
    paragraphs.append(.readmeFingerprint(fingerprint ?? "-"))
    return paragraphs.map { "\($0.english)\n" }.joined(separator: "\n")
  }
}

/// `verify.py`, which lies in each export: whoever gets it needs no program of ours.
enum OtherVerifier {
  static let file = "verify.py"
  /// It is much shorter.
  static let longest = 1 << 22
}

extension Phrase {
  /// The beginning of each: another file of that name is somebody's, and stays.
  fileprivate static let readmeTitle = Phrase(
    "readme.title", "Photos and clips of a camera that keeps proof, made by the program exhibit.")

  fileprivate static func readmeContents(_ folder: String) -> Phrase {
    Phrase(
      "readme.contents",
      """
      index.html shows all of them in a browser, without a network; inventory.csv has the things that they show, for a \
      spreadsheet; manifest.json is all of it for programs. The folders of things have copies with date and orientation put in. The folder {1} has what the camera \
      stored, with its records and signatures.
      """, folder)
  }

  fileprivate static let readmeVerify = Phrase(
    "readme.verify",
    "Whether anything was changed or removed 'exhibit verify' says, where that program is installed."
  )

  fileprivate static func readmeScript(_ file: String) -> Phrase {
    Phrase(
      "readme.script",
      """
      Without it, in the folder of this file, with Python 3.11 or later and its package cryptography: 'python3 {1} .'. It \
      needs no network, and shares nothing with the other program; take it from somebody you trust where you don't trust this folder.
      """, file)
  }

  fileprivate static func readmeFingerprint(_ fingerprint: String) -> Phrase {
    Phrase(
      "readme.fingerprint",
      """
      Whose camera it was no file in here can prove. Ask its owner for the fingerprint that was written down, and compare: \
      here it is said to be {1}.
      """, fingerprint)
  }

  static func exportNoVerifier(_ path: String) -> Phrase {
    Phrase(
      "export.no-verifier",
      "{1} can't be read, so that the export lacks the script that verifies it without this program.",
      path)
  }
}
