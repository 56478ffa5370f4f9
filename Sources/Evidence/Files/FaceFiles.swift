import Core
import Glibc
import System

/// Files of the faces of pieces, for people: `faces/000017.json` has them, `faces/000017.png` the picture with them.
///
/// They are no evidence: no record tells of them, and each saving replaces them. They go with their piece.
extension EvidenceFolder {
  private static let faces = "faces"

  private static func facesFile(_ number: Int, _ ending: String) -> String {
    "\(faces)/\(String(number).padded(to: 6)).\(ending)"
  }

  /// Writes both, which are durable when this returns; blocks in the flushes.
  ///
  /// - Returns: where they are, relative to the store.
  func saveFaces(
    of number: Int, json: [UInt8], png: [UInt8]
  ) throws(Failure) -> (json: String, png: String) {
    let parent = "\(root)/\(EvidenceFolder.faces)"
    try makeFolder(parent, in: root)
    let files = (
      json: EvidenceFolder.facesFile(number, "json"), png: EvidenceFolder.facesFile(number, "png")
    )
    try replace(files.json, with: json)
    try replace(files.png, with: png)
    try flushFolder(parent)
    return files
  }

  /// Removes those of piece `number`, where there are any.
  func eraseFaces(of number: Int) {
    for ending in ["json", "png"] {
      let file = EvidenceFolder.facesFile(number, ending)
      if holds(file) { try? medium.unlink("\(root)/\(file)") }
    }
  }

  private func replace(_ file: String, with bytes: [UInt8]) throws(Failure) {
    let (path, fresh) = ("\(root)/\(file)", "\(root)/\(EvidenceFolder.faces)/.fresh")
    // It is there after a power cut or a full disk only.
    if holds("\(EvidenceFolder.faces)/.fresh") { try? medium.unlink(fresh) }
    try Failure.at(path) { () throws(SystemError) in
      let descriptor = try medium.open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o640)
      try medium.writeAll(bytes, to: descriptor)
      try medium.flush(descriptor)
      try medium.rename(fresh, to: path)
    }
  }
}
