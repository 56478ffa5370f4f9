import Core
import Glibc
import Imaging
import System

@testable import Evidence
@testable import Export

/// A store with real pictures, of which copies without faces leave.
struct LeavingFolder {
  let folder = ExportFolder()
  static let size = PictureSize(width: 160, height: 96)
  static let box = FaceBox(x: 4000, y: 4000, width: 2000, height: 2000)

  var out: String { "\(folder.path)/out" }

  private var setup: StoreSetup {
    StoreSetup(
      directory: "\(folder.path)/store", device: "\(folder.path)/device",
      program: ProgramFacts(version: "9.9")
    ) { _ in Self.size }
  }

  /// A picture like no other, with texture everywhere.
  static func picture(_ seed: Int) throws -> [UInt8] {
    let layout = FrameLayout(
      format: .yu12, width: size.width, height: size.height, bytesPerLine: size.width)
    let count = size.width * size.height * 3 / 2
    let frame: [UInt8] = (0..<count).map { (place: Int) -> UInt8 in
      let value: Int = place * place / 7 + 31 * seed
      return UInt8(value % 251)
    }
    return try frame.withUnsafeBytes { try JPEGEncoder.jpeg(of: $0, layout, quality: 90) }
  }

  /// Takes `count` photos, the first of a new store with this seed.
  func take(_ count: Int, from seed: Int = 0) throws {
    var store = try folder.store()
    for index in 0..<count { try insert(try Self.picture(seed + index), into: &store) }
  }

  /// Takes a document, of which this area is its crop.
  func takeDocument(_ area: PixelArea) throws {
    var store = try folder.store()
    let picture = try Self.picture(0)
    let crop = try picture.withUnsafeBytes { try JPEGCrop.crop($0, to: area) }
    try insert(picture, with: crop, into: &store)
  }

  private func insert(
    _ picture: [UInt8], with crop: PictureCrop? = nil, into store: inout Store
  ) throws {
    let series = Series(origin: folder.moment.instant, countdown: .zero, interval: .zero, count: 1)
    let frame = Frame(sequence: 7, byteCount: 10, stamped: folder.moment.instant)
    let facts = PhotoFacts(
      of: Shot(id: 0, series: series, index: 0, frame: frame), taken: folder.moment,
      width: Self.size.width, height: Self.size.height, format: "MJPG")
    var picture = picture
    let written = try picture.withUnsafeMutableBytes { buffer throws in
      try store.write(
        jpeg: UnsafeRawBufferPointer(buffer), with: crop, of: facts, at: folder.moment)
    }
    _ = try store.insert(written, at: folder.moment)
  }

  /// Somebody makes these changes.
  func make(_ changes: [StoreChange], by requester: Requester = .button) throws(Failure) {
    var visit = setup
    visit.isVisit = true
    var store = try Store(visit, at: folder.moment)
    for change in changes { _ = try store.make(change, for: requester, at: folder.moment) }
  }

  /// A program has found a face in each of these pieces.
  func find(in numbers: [Int]) throws {
    for number in numbers {
      let found = FaceExamination(by: "eyes", .found([Face(Self.box, perMille: 900)]))
      try make([.addExamination(number, found)], by: .analyser)
    }
  }

  /// An exporter for which these settings hold; where nobody can record, copies without faces have no record.
  func exporter(
    _ treatment: FaceTreatment?, on way: WayOut = .export, isRecorded: Bool = true
  ) throws(Failure) -> Exporter {
    var faces = FaceTreatments()
    faces[way] = treatment
    return try Exporter(
      ofStoreIn: setup.directory, program: "9.9", way: way, faces: faces,
      recorder: { news throws(Failure) in
        guard isRecorded else {
          throw Failure(.store, Phrase("test.read-only", "It is read-only."))
        }
        try make(news.changes)
      })
  }

  func export(
    _ treatment: FaceTreatment?, _ choice: ExportChoice = .all, isRecorded: Bool = true
  ) throws(Failure) -> ExportReport {
    try exporter(treatment, isRecorded: isRecorded).export(choice, to: .folder(out))
  }

  func verification() throws -> Verification {
    guard let bundle = try Bundle(in: out) else { throw Failure(.store, .storeNotOpen) }
    return try bundle.verification(Trust()) { export throws(Failure) in
      try MeaningCheck(of: export).look()
    }
  }

  /// Paths of all files of the export, or of what lies at `place`.
  func files(in place: String = "") throws -> [String] {
    try Folder.names(in: "\(out)/\(place)").flatMap { name in
      let path = place.isEmpty ? name : "\(place)/\(name)"
      var facts = stat()
      guard lstat("\(out)/\(path)", &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
        return [path]
      }
      return try files(in: path)
    }
  }

  /// Files of the export in which a part of the picture `seed` stands that only its middle has.
  func filesThatShow(_ seed: Int) throws -> [String] {
    let picture = try Self.picture(seed)
    let scan = picture[(picture.count / 2)..<(picture.count / 2 + 48)]
    return try files().filter { file in
      let bytes = folder.bytes("out/\(file)") ?? []
      return bytes.indices.contains { bytes[$0...].starts(with: scan) }
    }
  }
}
