import Core

/// The answer of `exhibit` alone: what to type for what people want first.
enum FirstSteps {
  static let reply = Reply.sentences([
    Phrase("first-steps.demo", "exhibit demo: try the camera without a board."),
    Phrase(
      "first-steps.doctor", "exhibit doctor: see whether this board is ready, and what to do."),
    Phrase("first-steps.status", "exhibit status: ask the camera that runs how it is."),
    Phrase("first-steps.snap", "exhibit snap: take a photo."),
    Phrase("first-steps.list", "exhibit list: see what is stored."),
    Phrase("first-steps.export", "exhibit export all FOLDER: copy all of it, with what proves it."),
    Phrase("first-steps.help", "exhibit --help: all commands; exhibit help snap: one of them."),
  ])
}
