import ArgumentParser
import Core
import Drivers
import Evidence
import Glibc
import Imaging
import System
import Terminal

/// `exhibit view`: a JPEG or PNG file as glyphs, in this terminal or in files; or what a running program's camera sees.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a JPEG or PNG file, or what the camera sees, as glyphs in this terminal.",
    discussion: """
      It needs neither camera nor store. For example: exhibit view photo.jpg --effect shapes, or exhibit view photo.jpg \
      --colour 256 --ans photo.ans. With --txt, --ans or --png it is written there, and nothing is shown. With --live the \
      running program draws its viewfinder here, until q, a colon or Ctrl-C.
      """)

  /// Files are no larger than those that can be imported.
  private static let largestFile = 200_000_000

  @Argument(help: "The JPEG or PNG file; - is standard input.")
  var file: String?

  @Flag(help: "Show what the camera of the running program sees.")
  var live = false

  @Option(help: "The running program's socket; that of the configuration unless given.")
  var socket: String?

  @Option(help: "Show this piece of the store, with the faces in it.")
  var piece: Int?

  @OptionGroup var store: StoreOption

  @Option(help: "Columns at most; those of this terminal unless given.")
  var columns: Int?

  @Option(help: "Rows at most; those of this terminal but one unless given.")
  var rows: Int?

  @OptionGroup var look: GlyphOptions
  @OptionGroup var form: AnswerForm

  @Option(help: "Write the glyphs to this file, as text.")
  var txt: String?

  @Option(help: "Write the glyphs to this file, with the sequences for their colours.")
  var ans: String?

  @Option(help: "Write the glyphs to this file, as a picture.")
  var png: String?

  func validate() throws {
    for (name, value) in [("--columns", columns), ("--rows", rows)] {
      if let value, !(1...GlyphGrid.longestSide).contains(value) {
        throw ValidationError(
          Phrase("view.side", "\(name) is a number from 1 to \(GlyphGrid.longestSide).").told)
      }
    }
    guard [file != nil, piece != nil, live].count(where: \.self) == 1 else {
      throw ValidationError(
        Phrase(
          "view.file-or-live",
          "Name a JPEG or PNG file, or a piece by --piece, or give --live to see what the camera sees."
        ).told)
    }
    guard !live || (columns == nil && rows == nil && !isForFiles && look.isOfTerminal) else {
      throw ValidationError(
        Phrase(
          "view.live-look",
          """
          With --live the running program draws, as "set" on its console says; only --colour means something \
          here.
          """
        ).told)
    }
    _ = try look.style(clamped: { _ in })
  }

  func run() throws {
    if live { return try showLive() }
    let subject = try subject()
    var style = try look.style { phrase in
      // Whoever reads errors hears of it; it is no reason not to go on.
      try? StandardOutput.write(phrase.told, to: STDERR_FILENO)
    }
    // A file is for other terminals than this one, which may be none.
    if isForFiles, look.colour == nil, style.depth == .none { style.depth = .indexed }
    let drawing = Result { () throws(ImagingError) in try drawn(subject, style) }
    switch drawing {
    case .success(let files): try hand(out: files, of: subject.path)
    case .failure(let error):
      let path = subject.path.printable
      throw complaint(
        Phrase("view.no-picture", "\(path) can't be shown: \(error.reason)."))
    }
  }

  /// The files that are wanted, or else what this terminal shows.
  private func drawn(
    _ subject: Subject, _ style: GlyphStyle
  ) throws(ImagingError) -> [[UInt8]] {
    let forms = isForFiles ? files.map(\.form) : [.ansi]
    let drawing = subject.bytes.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in
        let still = try GlyphStill(checking: bytes, seen: subject.orientation)
        return try still.drawn(
          bytes, style, look.charset, area(of: still, style), as: forms, with: subject.faces)
      }
    }
    return try drawing.get()
  }

  /// The files that were named.
  private var files: [(form: GlyphCapture.Form, path: String)] {
    let named: [(GlyphCapture.Form, String?)] = [(.text, txt), (.ansi, ans), (.png, png)]
    return named.compactMap { form, path in path.map { (form, $0) } }
  }

  private var isForFiles: Bool { !files.isEmpty }

  private func showLive() throws {
    guard Screen.isPossible else {
      throw complaint(
        Phrase(
          "view.live-terminal",
          "--live draws in a terminal: standard input and output are to be one, and TERM is to say which."
        ))
    }
    let style = try look.style(clamped: { _ in })
    let path = try socket ?? store.file.plan().socket
    let ending: LiveView.Ending
    do throws(Failure) { ending = try LiveView.run(at: path, style.depth) } catch {
      throw complaint(error.phrase, code: ExitCode(error.exitStatus))
    }
    switch ending {
    case .refused(let words): throw complaint(lines: words)
    case .left(let words):
      for line in words.split(whereSeparator: \.isNewline) {
        try StandardOutput.print(String(line).printable)
      }
    }
  }

  /// A picture that is to be seen.
  private struct Subject {
    let path: String
    let bytes: [UInt8]
    /// The upright view, where its piece says it.
    var orientation: Orientation?
    var faces: FaceSheet?
  }

  private func subject() throws -> Subject {
    guard let piece else {
      let path = file ?? ""
      return Subject(path: path, bytes: try contents(of: path))
    }
    let report = try store.read { archive throws(Failure) in try archive.faceReport(of: piece) }
    let path = try "\(store.path())/\(report.piece.file)"
    return Subject(
      path: path, bytes: try contents(of: path), orientation: report.piece.orientation,
      faces: report.sheet)
  }

  private func contents(of path: String) throws -> [UInt8] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try File.bytes(at: path == "-" ? "/dev/stdin" : path, limit: ViewCommand.largestFile)
    } catch {
      throw complaint(
        Phrase("view.unreadable", "\(path.printable) can't be read: \(error.reason)."))
    }
    guard let bytes else {
      let most = Figures.bytes(ViewCommand.largestFile)
      throw complaint(
        Phrase(
          "view.too-large",
          "\(path.printable) has more than \(most); no picture of a camera has."
        ))
    }
    return bytes
  }

  /// As many cells as there is room for: in this terminal, or as the options say, or as `cell` wants.
  private func area(of still: GlyphStill, _ style: GlyphStyle) -> GlyphArea {
    let screen = isForFiles ? nil : OutputTerminal.size
    let room = GlyphArea(
      column: 0, row: 0, columns: columns ?? screen?.columns ?? GlyphGrid.longestSide,
      rows: rows ?? screen.map { max(1, $0.rows - 1) } ?? GlyphGrid.longestSide)
    let isWide = columns != nil && look.cell == nil
    let wanted = isWide ? room.columns : GlyphArea.columns(ofCell: style.value(of: .cell))
    return still.area(columns: wanted, in: room)
  }

  private func hand(out contents: [[UInt8]], of picture: String) throws {
    for (index, file) in files.enumerated() {
      try write(contents[index], to: file.path, of: picture)
    }
    guard !isForFiles, let shown = contents.first else { return }
    do throws(SystemError) {
      try StandardOutput.write(shown)
    } catch {
      throw StandardOutput.ending(for: StandardOutput.failure(error))
    }
  }

  /// Writes a file, which may be there already but for the picture itself.
  private func write(_ bytes: [UInt8], to path: String, of picture: String) throws {
    guard !ViewCommand.areSame(path, picture) else {
      throw complaint(
        Phrase("view.itself", "\(path.printable) is the picture itself; name another file."))
    }
    try OutputFile.write(
      bytes, to: path, saying: Phrase("view.written", "The glyphs are in \(path.printable)."))
  }

  private static func areSame(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev
      && one.st_ino == two.st_ino
  }
}
