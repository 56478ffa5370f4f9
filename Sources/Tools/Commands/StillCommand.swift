import ArgumentParser
import Core
import Evidence
import Glibc
import System

/// `exhibit still`: a picture of a clip, as a JPEG file on standard output.
struct StillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "still", abstract: "Write a still of a clip, as a JPEG file.",
    discussion: "For example: exhibit still 18 --at 2.5 -o still.jpg")

  /// So much of a clip's file is looked through at once.
  private static let elements = 1024
  /// No clip is longer, in seconds.
  private static let times = 0.0...86_400

  @Argument(help: "The clip's number.")
  var number: Int

  @Option(help: "Seconds of the clip: the still at that time, or the nearest before it.")
  var at = 0.0

  @Option(name: .shortAndLong, help: "The file to write; standard output unless given, and as -.")
  var output = "-"

  @OptionGroup var store: StoreOption
  @OptionGroup var form: AnswerForm

  func validate() throws {
    guard StillCommand.times.contains(at) else {
      throw ValidationError(Phrase("still.time", "--at takes seconds from 0 to 86400.").told)
    }
  }

  func run() throws {
    if output == "-" { try prepareOutput() }
    let time = Duration.nanoseconds(Int64((at * 1e9).rounded()))
    let (still, jpeg) = try store.read { archive throws(Failure) in
      try StillCommand.still(at: time, of: try archive.clipInView(number))
    }
    guard let jpeg else { throw complaint(still.sentence) }
    guard output == "-" else {
      return try OutputFile.write(jpeg, to: output, saying: still.sentence)
    }
    do throws(SystemError) {
      try StandardOutput.write(jpeg)
      CommandAnswer.tellAside(still.sentence)
    } catch {
      throw StandardOutput.ending(for: StandardOutput.failure(error))
    }
  }

  private func prepareOutput() throws {
    CommandAnswer.leaveOutputToFile()
    guard isatty(STDOUT_FILENO) == 1 else { return }
    throw complaint(
      Phrase(
        "still.at-terminal",
        "A picture is no text: name a file for it, as in 'exhibit still 18 -o still.jpg'."))
  }

  private static func still(
    at time: Duration, of clip: ClipInView
  ) throws(Failure) -> (Still, [UInt8]?) {
    while !clip.isComplete { try clip.advance(elements: elements) }
    let still = try clip.still(.at(time))
    return (still, try clip.withPicture(still.number) { Array($0) })
  }
}
