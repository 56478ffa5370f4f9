/// Answers to consoles that wait for measurements.
struct Dialogue: Sendable {
  /// A question for the status that waits for measurements.
  struct Question: Hashable, Sendable {
    /// How much is wanted.
    enum Form: Hashable {
      case summary, sentences, json
      /// What time it is.
      case clock(json: Bool)
      /// What is wrong.
      case doctor(json: Bool)
      /// What is known of records and files.
      case verify(json: Bool)
    }

    let session: SessionID
    let form: Form
  }

  private var questions: [Question] = []

  /// Whether anybody waits for the status.
  var isAsked: Bool { !questions.isEmpty }

  /// Asks for what the answer needs.
  mutating func ask(_ form: Question.Form, _ session: SessionID, _ steps: inout Steps) {
    questions.append(Question(session: session, form: form))
    steps.add(.measure(.all))
  }

  /// Answers all who wait, each in the form that it asked for.
  mutating func answer(_ steps: inout Steps, _ reply: (Question.Form) -> Reply) {
    for question in questions {
      steps.say(reply(question.form), to: question.session)
      steps.ended(question.session)
    }
    questions.removeAll()
  }

  /// `session` has enough, or is gone: nobody answers it.
  mutating func drop(_ session: SessionID, _ steps: inout Steps) {
    for question in questions where question.session == session { steps.ended(session) }
    questions.removeAll { $0.session == session }
  }

  /// Nobody hears any more.
  mutating func dropAll(_ steps: inout Steps) {
    for question in questions { steps.ended(question.session) }
    questions.removeAll()
  }
}
