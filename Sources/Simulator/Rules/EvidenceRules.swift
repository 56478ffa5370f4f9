import Core
import Evidence
import Imaging
import System

/// What was called stored is there, whole, and stays; and nothing else is.
///
/// It looks at the store as another program would, through files and a connection of its own.
struct EvidenceRule {
  private static let largestByteCount = 32 << 20

  /// The pieces that people were told of.
  private(set) var acknowledged: Set<Int> = []
  /// What came of doubts.
  private(set) var outcomes = StoreOutcomes()
  /// The latest record that the program knew to be durable.
  private(set) var head: Head?
  /// How many folders could not be listed until the store was opened; what is in others stays unknown until the next time.
  private var unlistedCount = 0
  /// The same until the turn before.
  private var unlistedBefore = 0
  /// How many pages of the database were written.
  private var pageCount = 0
  /// The shots that were asked for, in all lives, by the digest of the picture that each must have.
  var asked: [String: [Shot]] = [:]
  private let directory: String
  private let medium: ForgetfulMedium

  /// Digests of the files that people bring.
  private let imports: Set<String>

  /// A rule for the store in `directory`, which lies on `medium` and to which people bring files with the digests
  /// `imports`.
  init(directory: String, on medium: ForgetfulMedium, imports: Set<String> = []) {
    self.directory = directory
    self.medium = medium
    self.imports = imports
  }

  /// What it knew of an older copy of the store holds again, since that was put back; what was asked for was asked for.
  mutating func setBack(to older: EvidenceRule) {
    (acknowledged, head) = (older.acknowledged, older.head)
  }

  /// The database was made anew after `hole` came into it: the pieces that were told of from there on get new rows.
  mutating func note(_ hole: Hole) {
    acknowledged.subtract(hole.records.filter(\.isCapture).flatMap(\.pieces))
    head = Head(hole.headBefore)
  }

  /// - Parameter written: how many pages of the database were written so far.
  mutating func check(_ step: Step, written: Int) throws(Violation) {
    defer { unlistedBefore = medium.unlistedCount }
    if written > pageCount, step.effects.contains(where: \.isPhoto) {
      outcomes.count(.lateCheckpoint)
    }
    pageCount = written
    switch step.event {
    case .store(.found(let phrases)): for phrase in phrases { outcomes.count(phrase) }
    case .device(.opened(.store)):
      // The survey begins in this very turn.
      unlistedCount = unlistedBefore
      try checkAll()
      try checkChain(isSurveyed: false)
      try noteHead()
    case .store(.surveyed(.isComplete)) where step.board.isQuiet:
      try checkAgreement()
      try checkChain(isSurveyed: !hasUnlistedFolder)
    case .store(.noted):
      let before = head
      try noteHead()
      if head == before { outcomes.count(.foundNotes) }
    case .photo(.stored), .clip(.begun), .clip(.stored): try noteHead()
    case .store(.importing(.stored(let piece, _))):
      try acknowledge(piece.number)
      try noteHead()
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console,
      .voice, .hook, .measured, .signal, .reconfigured:
      break
    }
    for case .console(.announce(let phrase, _)) in step.effects
    where phrase.key.hasPrefix("history.") {
      outcomes.count(phrase)
    }
    for case .console(.announce(let phrase, _)) in step.effects
    where ["photo.stored", "document.stored", "clip.stored"].contains(phrase.key) {
      guard case .number(let number)? = phrase.values.first else { continue }
      try acknowledge(number)
    }
  }

  /// What people were told of is in order, all was asked for, and no row lacks its file.
  func checkAll() throws(Violation) {
    let pieces = try read { archive throws(Failure) in try archive.pieces() }
    try checkOrder(of: pieces)
    try checkOrigins(of: pieces)
    let files = Set(try files())
    for piece in pieces where !piece.isPurged && !files.isSuperset(of: piece.files) {
      throw Violation(Self.self, "photo \(piece.number) has a row and lacks a file")
    }
  }

  /// The verifier finds nothing wrong: the chain holds up to the latest record that was durable, every piece is whole.
  ///
  /// A store that was just opened may have files that wait for their record.
  func checkChain(isSurveyed: Bool) throws(Violation) {
    let verification = try verification()
    let isGood = verification.isGood(besides: BrokenCommits.names, mayLackRecords: !isSurveyed)
    guard isGood else {
      let words = verification.sentences.map(\.english).joined(separator: " ")
      throw Violation(Self.self, "the store can't be verified: \(words)")
    }
  }

  /// What the verifier says to somebody who knows the head.
  func verification() throws(Violation) -> Verification {
    var trust = Trust()
    trust.head = head
    return try read { archive throws(Failure) in try Verification(ofStoreIn: directory, trust) }
  }

  /// Whether a folder could not be listed since the store was opened; people hear of it the first time.
  private var hasUnlistedFolder: Bool { medium.unlistedCount > unlistedCount }

  private mutating func noteHead() throws(Violation) {
    head = try read { archive throws(Failure) in try archive.head() }
  }

  /// Every piece is a picture that was asked for, and says when.
  private func checkOrigins(of pieces: [Piece]) throws(Violation) {
    // What is in clips is another rule's business.
    for piece in pieces where piece.clip == nil {
      // Nobody knows when a file was made that somebody brings.
      if piece.kind == "imported", imports.contains(piece.sha256), piece.actual == nil { continue }
      guard let shots = asked[piece.sha256] else {
        throw Violation(Self.self, "nobody asked for the picture of photo \(piece.number)")
      }
      let isRight = { (shot: Shot) in shot.planned == piece.planned && shot.actual == piece.actual }
      guard shots.contains(where: isRight) || piece.planned == nil && lacksFacts(piece) else {
        throw Violation(Self.self, "photo \(piece.number) says another time than its frame's")
      }
    }
  }

  /// Whether what was known of a photo did not reach the medium with its file.
  private func lacksFacts(_ piece: Piece) -> Bool {
    !medium.hasAttributes("\(directory)/\(piece.file)")
  }

  /// Once all of the store was looked through, each file has a row, or a record that it can't be read.
  private func checkAgreement() throws(Violation) {
    if hasUnlistedFolder { return }
    let pieces = try read { archive throws(Failure) in try archive.pieces() }
    // One that can't be moved out of the way stays.
    let rejected = try read { archive throws(Failure) in try archive.rejectedFiles() }
    let known = Set(pieces.flatMap(\.files) + rejected)
    for file in try files() where !known.contains(file) {
      throw Violation(Self.self, "\(file) has neither a row nor a record after all")
    }
  }

  /// What was stored later sorts later, whatever the calendar said; what a power cut had left without
  /// a row gets its identifier when it is found.
  private func checkOrder(of pieces: [Piece]) throws(Violation) {
    let told = pieces.filter { acknowledged.contains($0.number) }
    for (one, next) in zip(told, told.dropFirst()) where one.id >= next.id {
      throw Violation(Self.self, "photo \(next.number) sorts before the one before it")
    }
  }

  /// Every file still is what its row says.
  func checkFiles() throws(Violation) {
    for piece in try read({ archive throws(Failure) in try archive.pieces() }) where !piece.isPurged
    {
      try check(piece)
    }
  }

  /// The files of the pieces that are purged, relative to the store.
  func purgedFiles() throws(Violation) -> Set<String> {
    let pieces = try read { archive throws(Failure) in try archive.pieces() }
    return Set(pieces.filter(\.isPurged).flatMap(\.files))
  }

  /// How many gaps are recorded.
  func gapCount() throws(Violation) -> Int {
    try read { archive throws(Failure) in try archive.gapCount() }
  }

  /// How many gaps and failed photos are recorded that were before.
  func repeatedNoteCount() throws(Violation) -> Int {
    try read { archive throws(Failure) in try archive.repeatedNoteCount() }
  }

  private mutating func acknowledge(_ number: Int) throws(Violation) {
    let piece = try read { archive throws(Failure) in try archive.piece(number) }
    guard let piece else {
      throw Violation(Self.self, "photo \(number) is called stored and has no row")
    }
    guard acknowledged.insert(number).inserted else {
      throw Violation(Self.self, "photo \(number) is called stored twice")
    }
    try check(piece)
  }

  private func check(_ piece: Piece) throws(Violation) {
    let bytes = bytes(of: piece.file)
    guard bytes.count == piece.byteCount, Digest.of(bytes) == piece.sha256 else {
      throw Violation(Self.self, "the file of photo \(piece.number) is not what its row says")
    }
    guard piece.clip != nil || EvidenceRule.isDecodable(bytes) else {
      throw Violation(Self.self, "the file of photo \(piece.number) can't be decoded")
    }
    for file in piece.companions.inOrder { try check(file, of: piece.number) }
    if let crop = piece.crop { try check(crop, of: piece.number, cutFrom: bytes) }
    if let glyphs = piece.glyphs { try check(glyphs, of: piece, drawnFrom: bytes) }
  }

  private func check(_ file: StoredFile, of number: Int) throws(Violation) {
    let bytes = bytes(of: file.file)
    guard bytes.count == file.byteCount, Digest.of(bytes) == file.sha256 else {
      throw Violation(Self.self, "\(file.file) of photo \(number) is not what its row says")
    }
  }

  /// Glyphs are of the picture: drawn once more by what their row says they are the same.
  private func check(
    _ glyphs: StoredGlyphs, of piece: Piece, drawnFrom picture: [UInt8]
  ) throws(Violation) {
    let again = picture.withUnsafeBytes {
      try? PictureGlyphs(of: $0, seen: piece.orientation, glyphs.style)
    }
    guard let again, again.text == bytes(of: glyphs.text.file),
      again.ansi == bytes(of: glyphs.ansi.file)
    else {
      throw Violation(Self.self, "the glyphs of photo \(piece.number) are not of its picture")
    }
  }

  /// A crop has the coefficients of the picture: cut out once more it is the same.
  private func check(
    _ crop: StoredCrop, of number: Int, cutFrom picture: [UInt8]
  ) throws(Violation) {
    let bytes = bytes(of: crop.file)
    let again = picture.withUnsafeBytes { try? JPEGCrop.crop($0, to: crop.area) }
    guard again == PictureCrop(jpeg: bytes, area: crop.area) else {
      throw Violation(Self.self, "the crop of document \(number) is not of its picture")
    }
  }

  /// The bytes of its file; none where it can't be read.
  func bytes(of piece: Piece) -> [UInt8] { bytes(of: piece.file) }

  private func bytes(of file: String) -> [UInt8] {
    let path = "\(directory)/\(file)"
    // A file that can't be read is as bad as one that is empty.
    return (try? File.bytes(at: path, limit: EvidenceRule.largestByteCount)) ?? []
  }

  private static func isDecodable(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { (try? Thumbnailer.thumbnail(ofPicture: $0)) != nil }
  }

  /// The files in the folders of the pieces, relative to the store.
  private func files() throws(Violation) -> [String] {
    do throws(SystemError) {
      let root = "\(directory)/evidence"
      var files: [String] = []
      for folder in try Folder.names(in: root) where folder != "rejected" {
        files += try Folder.names(in: "\(root)/\(folder)").map { "evidence/\(folder)/\($0)" }
      }
      return files
    } catch {
      throw Violation(Self.self, "the folder of evidence can't be read: \(error.reason)")
    }
  }

  /// The files beside the folders of the store in which the bytes of `text` are.
  func files(with text: String) throws(Violation) -> [String] {
    do throws(SystemError) { return try Folder.files(with: text, in: directory) } catch {
      throw Violation(Self.self, "the store's folder can't be read: \(error.reason)")
    }
  }

  /// Reads the store as another program does.
  func read<Answer>(
    _ read: (borrowing Archive) throws(Failure) -> Answer
  ) throws(Violation) -> Answer {
    do throws(Failure) {
      return try read(try Archive(directory: directory))
    } catch {
      throw Violation(Self.self, "the store can't be read: \(error.phrase.english)")
    }
  }
}

extension Piece {
  /// Its own file, and those beside it.
  fileprivate var files: [String] { [file] + companions.inOrder.map(\.file) }

  /// The digests of all of them.
  var digests: String {
    ([sha256] + companions.inOrder.map(\.sha256)).joined(separator: " ")
  }
}

extension Effect {
  /// Whether it makes a photo durable.
  fileprivate var isPhoto: Bool { if case .photo(.store) = self { true } else { false } }
}
