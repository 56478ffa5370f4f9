import Core
import Glibc
import System

/// The files of the pieces, by number: `evidence/000/000017.jpg`, a thousand to a folder.
struct EvidenceFolder {
  /// The store's own folder.
  let root: String
  /// What they are on.
  var medium: any Medium = SystemMedium()

  /// Where what was not taken over goes, relative to the store.
  static let rejected = "evidence/rejected"

  /// How the names of pieces' files can end; that of a photo first.
  static let endings = ImportedKind.allCases.map(\.ending)

  /// Where the file of piece `number` is, relative to the store; only imported ones are anything but JPEG.
  static func file(_ number: Int, _ ending: String = "jpg") -> String {
    "\(folder(number))/\(String(number).padded(to: 6)).\(ending)"
  }

  /// Where what piece `number` has beside its own file is, relative to the store.
  static func file(_ number: Int, _ companion: Companion) -> String {
    "\(folder(number))/\(String(number).padded(to: 6))\(companion.rawValue)"
  }

  /// Which piece `file` would stand beside, and as what; nothing if it isn't the name of such a file.
  static func companion(of file: String) -> (number: Int, kind: Companion)? {
    let name = file.split(separator: "/").last ?? ""
    guard let number = Int(name.prefix { $0 != "-" && $0 != "." }),
      (1...highestNumber).contains(number),
      let kind = Companion.allCases.first(where: { self.file(number, $0) == file })
    else { return nil }
    return (number, kind)
  }

  /// Whether `file` is where the file of piece `number` can be, relative to the store.
  static func isFile(_ file: String, of number: Int) -> Bool { self.number(of: file) == number }

  /// The number of the piece that `file` belongs to, or nothing if it isn't the name of one.
  static func number(of file: String) -> Int? {
    let name = file.split(separator: "/").last ?? ""
    guard let number = Int(name.prefix { $0 != "." }), (1...highestNumber).contains(number) else {
      return nil
    }
    let ending = endings.first { file.hasSuffix(".\($0)") } ?? ""
    return EvidenceFolder.file(number, ending) == file ? number : nil
  }

  /// Makes the store's folder and the one for evidence where they are missing.
  func prepare() throws(Failure) {
    try makeFolder(root, in: "\(root)/..")
    try makeFolder("\(root)/evidence", in: root)
  }

  /// Makes all folders down to that of piece `number`, or of the last there can be, durable, and the database's files
  /// in them.
  ///
  /// Even those that were there: a program that was killed may have left them in memory only.
  func prepare(for number: Int) throws(Failure) {
    let last = EvidenceFolder.folder(min(number, EvidenceFolder.highestNumber))
    try makeFolder("\(root)/\(last)", in: "\(root)/evidence")
    for folder in [root, "\(root)/evidence"] { try flushFolder(folder) }
    // Where this user may not write, the store's folder is somebody else's work, long durable.
    if access("\(root)/..", R_OK | W_OK) == 0 { try flushFolder("\(root)/..") }
  }

  /// Writes `bytes` as the file of piece `number`, with `facts` where the file system takes them, and `companions`
  /// beside it; all that and the names are durable when this returns.
  ///
  /// Blocks in the flushes. If one of them fails nothing is tried again: the kernel may have marked the
  /// lost pages clean, and a second flush would succeed over them. Then nobody knows what the medium has,
  /// and the file stays. One that could not be written to its end is no picture, and goes.
  func write(
    _ bytes: UnsafeRawBufferPointer, _ companions: [Companion: [UInt8]] = [:], as number: Int,
    with facts: FileFacts
  ) throws(Failure) {
    let path = "\(root)/\(EvidenceFolder.file(number))"
    let folder = "\(root)/\(EvidenceFolder.folder(number))"
    try makeFolder(folder, in: "\(root)/evidence")
    // First, so that the facts of a photo that is whole never name a file which is not.
    try write(companions, of: number)
    let descriptor = try Failure.at(path) { () throws(SystemError) in
      try medium.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o640)
    }
    do throws(Failure) {
      try Failure.at(path) { () throws(SystemError) in try medium.writeAll(bytes, to: descriptor) }
    } catch {
      // What can't be removed is met by the next start, as a picture that is not whole.
      try? medium.unlink(path)
      throw error
    }
    facts.attach(to: descriptor, on: medium)
    try Failure.at(path) { () throws(SystemError) in try medium.flush(descriptor) }
    try flushFolder(folder)
  }

  /// Writes what piece `number` has beside its own file; all of it is durable when this returns.
  ///
  /// The names are when that of the piece is. Without it they are none of a piece, and stay for the next survey.
  func write(_ companions: [Companion: [UInt8]], of number: Int) throws(Failure) {
    for companion in Companion.allCases {
      if let bytes = companions[companion] { try write(bytes, as: companion, of: number) }
    }
  }

  private func write(
    _ bytes: [UInt8], as companion: Companion, of number: Int
  ) throws(Failure) {
    let path = "\(root)/\(EvidenceFolder.file(number, companion))"
    let descriptor = try Failure.at(path) { () throws(SystemError) in
      try medium.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o640)
    }
    do throws(SystemError) { try medium.writeAll(bytes, to: descriptor) } catch {
      try? medium.unlink(path)
      throw Failure(error, at: path)
    }
    try Failure.at(path) { () throws(SystemError) in try medium.flush(descriptor) }
  }

  /// Makes `file` with `header` in it, and `facts` where the file system takes them, to be appended to; all that and the
  /// name are durable when this returns.
  ///
  /// Blocks in the flushes. As with `write`, what may be on the medium stays.
  func make(
    _ file: String, _ header: [UInt8], with facts: FileFacts
  ) throws(Failure) -> FileDescriptor {
    let path = "\(root)/\(file)"
    let parent = EvidenceFolder.parent(of: file)
    try makeFolder("\(root)/\(parent)", in: "\(root)/evidence")
    let descriptor = try Failure.at(path) { () throws(SystemError) in
      try medium.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o640)
    }
    do throws(SystemError) { try medium.writeAll(header, to: descriptor) } catch {
      try? medium.unlink(path)
      throw Failure(error, at: path)
    }
    facts.attach(to: descriptor, on: medium)
    do throws(SystemError) { try medium.flush(descriptor) } catch {
      throw Failure(error, at: path)
    }
    try flushFolder("\(root)/\(parent)")
    return descriptor
  }

  /// Makes the name of piece `number`, which is there already, durable.
  func secure(_ number: Int) throws(Failure) {
    try flushFolder("\(root)/\(EvidenceFolder.folder(number))")
  }

  /// Removes the file of piece `number`, whose record says that it is purged, and its `companions`; what can't be
  /// removed is met by the next survey.
  func erase(_ number: Int, _ companions: [StoredFile]) {
    // First, for as long as its own file is there the next survey does all of this again.
    eraseFaces(of: number)
    try? medium.unlink("\(root)/\(file(of: number))")
    for companion in companions where holds(companion.file) {
      try? medium.unlink("\(root)/\(companion.file)")
    }
  }

  /// Gives the file at `path`, which is durable, the name `file`; that is durable when this returns.
  func take(_ path: String, as file: String) throws(Failure) {
    let parent = EvidenceFolder.parent(of: file)
    try makeFolder("\(root)/\(parent)", in: "\(root)/evidence")
    try Failure.at("\(root)/\(file)") { () throws(SystemError) in
      try medium.rename(path, to: "\(root)/\(file)")
    }
    try flushFolder("\(root)/\(parent)")
  }

  /// Moves `file` to `place` among the rejected; durable when this returns.
  func reject(_ file: String, to place: String) throws(Failure) {
    let rejected = "\(root)/\(EvidenceFolder.rejected)"
    try makeFolder(rejected, in: "\(root)/evidence")
    try Failure.at("\(root)/\(file)") { () throws(SystemError) in
      try medium.rename("\(root)/\(file)", to: "\(root)/\(place)")
    }
    try flushFolder(rejected)
    try flushFolder("\(root)/\(EvidenceFolder.parent(of: file))")
  }

  /// A place among the rejected that nothing has: two files of one name get numbers.
  func freePlace(for file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let places = sequence(first: 1) { $0 + 1 }.lazy.map { copy in
      "\(EvidenceFolder.rejected)/\(copy == 1 ? "" : "\(copy)-")\(name)"
    }
    // Names run out only after as many files as there are numbers.
    return places.first { place($0).kind == nil } ?? "\(EvidenceFolder.rejected)/\(name)"
  }

  /// Whether there is something under a name of piece `number`.
  func holds(_ number: Int) -> Bool {
    holdsFile(of: number)
      || Companion.allCases.contains { holds(EvidenceFolder.file(number, $0)) }
  }

  /// Whether there is something under the name `file`.
  func holds(_ file: String) -> Bool { place(file).kind != nil }

  /// Whether there is something under the name of the file of piece `number`.
  func holdsFile(of number: Int) -> Bool { place(file(of: number)).kind != nil }

  /// Where the file of piece `number` is, whatever its name ends in; where there is none, where a photo's would be.
  func file(of number: Int) -> String {
    let names = EvidenceFolder.endings.lazy.map { EvidenceFolder.file(number, $0) }
    return names.first { place($0).kind != nil } ?? EvidenceFolder.file(number)
  }

  /// Whether the file of `number` has the name that a clip's has.
  func isClip(_ number: Int) -> Bool {
    file(of: number) == EvidenceFolder.file(number, BegunClip.ending)
  }

  /// Points `latest.jpg` at `file`, relative to the store; removes it where that is nil.
  ///
  /// It is not flushed and its failure is nobody's loss: the piece is there without it, and the next
  /// photo replaces it.
  func pointLatest(at file: String?) {
    let (latest, fresh) = ("\(root)/latest.jpg", "\(root)/.latest.jpg")
    // A file of that name is somebody's.
    let isOurs = [".latest.jpg", "latest.jpg"].allSatisfy {
      [nil, S_IFLNK].contains(place($0).kind)
    }
    guard isOurs, EvidenceFolder.target(of: latest) != file else { return }
    do throws(SystemError) {
      guard let file else { return try medium.unlink(latest) }
      // It is there after a power cut only.
      try? medium.unlink(fresh)
      try medium.link(fresh, to: file)
      try medium.rename(fresh, to: latest)
    } catch {}
  }

  /// Where the link at `path` leads; nil where there is none.
  private static func target(of path: String) -> String? {
    let longest = 128
    var bytes = [CChar](repeating: 0, count: longest)
    let count = readlink(path, &bytes, longest)
    return count < 0
      ? nil : String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func makeFolder(_ path: String, in parent: String) throws(Failure) {
    let isNew = try medium.makeDurableFolder(path, in: parent)
    // The store's own folder may be a link: that is what its user named.
    if !isNew, path != root { try OwnPlace(path: path).requireFolder() }
  }

  func flushFolder(_ path: String) throws(Failure) {
    try Failure.at(path) { () throws(SystemError) in try medium.flushFolder(path) }
  }

  private static func folder(_ number: Int) -> String { folder(at: number / 1000) }
}

/// What is in the folders, a thousand pieces to each.
extension EvidenceFolder {
  /// The highest number that a piece can have; what has a higher one is none of this program's work.
  static let highestNumber = 999_999_999
  /// So many numbers are left to photos: a name that somebody made up can't reserve them.
  static let numbersForPhotos = 1_000_000
  /// How many digits there are in the name of a thousand's folder, at most.
  private static let longestIndex = String(highestNumber / 1000).utf8.count

  /// The folder of a thousand pieces, counted from 0, relative to the store.
  static func folder(at index: Int) -> String {
    "evidence/\(String(index).padded(to: 3))"
  }

  /// Which thousand `folder`, relative to the store, is for; nil where it is none of these.
  static func index(of folder: String) -> Int? {
    let name = folder.split(separator: "/").last ?? ""
    guard name.utf8.count <= longestIndex, let index = Int(name), index >= 0,
      EvidenceFolder.folder(at: index) == folder
    else { return nil }
    return index
  }

  /// The number with which the name of `file` begins, if it belongs to the folder that the file is in:
  /// whatever has it, no piece gets it any more.
  ///
  /// The last numbers can't be reserved.
  static func reserved(by file: String) -> Int? {
    let parts = file.split(separator: "/")
    guard parts.count == 3, let index = index(of: parts.prefix(2).joined(separator: "/")),
      let number = Int(parts[2].prefix { $0.isASCII && $0.isNumber }), number / 1000 == index,
      number <= highestNumber - numbersForPhotos
    else { return nil }
    return number
  }

  /// What is in `folder`, as paths relative to the store in the order of their names.
  func entries(of folder: String) throws(SystemError) -> [String] {
    try medium.names(in: "\(root)/\(folder)").map { "\(folder)/\($0)" }
  }

  /// Whether `file` may be a piece's: a plain file, and not in a folder that is elsewhere.
  func isPlainFile(_ file: String) -> Bool {
    place(EvidenceFolder.parent(of: file)).kind == S_IFDIR && place(file).kind == S_IFREG
  }

  /// Whether `folder` may be the store's own, and not a link to one.
  func isFolder(_ folder: String) -> Bool { place(folder).kind == S_IFDIR }

  /// Whether what is in `folder` would be elsewhere: it is a link, and none of the store's.
  func leadsElsewhere(_ folder: String) -> Bool { place(folder).kind == S_IFLNK }

  /// How many bytes `file` has; nil where that can't be told.
  func byteCount(of file: String) -> Int? {
    var facts = stat()
    return lstat("\(root)/\(file)", &facts) == 0 ? Int(facts.st_size) : nil
  }

  private func place(_ file: String) -> OwnPlace { OwnPlace(path: "\(root)/\(file)") }

  private static func parent(of file: String) -> String {
    file.split(separator: "/").dropLast().joined(separator: "/")
  }
}
