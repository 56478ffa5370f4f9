import Core
import System

/// Input of a session.
enum GuestInput: Hashable {
  /// A whole line.
  case line(String)
  /// That it is the terminal line's from now on.
  case leadsLine
  /// That the answer under way is enough.
  case interrupt
  /// That somebody gives up at the question which is the answer to the latest line.
  case declined
  /// A key, while it is a screen.
  case key(ViewfinderKey)
  /// That the terminal's size is another, or not known any more.
  case resized
}

/// One connection, whatever is spoken there: what its owner needs of it.
protocol GuestSession: AnyObject {
  var id: SessionID { get }
  /// Whose program is at the other end.
  var owner: UInt32 { get }
  var stream: SocketStream { get }
  /// Whether it is a terminal line's.
  var leadsLine: Bool { get }
  /// Access of its lines.
  var access: Access { get }
  /// Room for replies, in bytes.
  var freeByteCount: Int { get }
  /// Whether nothing can come or go any more.
  var isOver: Bool { get }
  /// Whether `next` has something to go on, now or once it is settled.
  var hasInput: Bool { get }
  /// How it is written to; nil where nobody says that.
  var writing: SessionSettings? { get }

  /// Next input, or nil when nothing has come; one in a turn, which ends with `flush`.
  func next() -> GuestInput?
  /// People are spoken to so from now on.
  func speak(_ speech: Console.Speech)
  /// The next line in answer to the latest one is such news.
  func note(_ outcome: Effect.AnswerOutcome)
  /// More of the answer to the latest line comes as things happen, until the next line.
  func continues()
  /// Says `text` as the end of the answer to the oldest line that waits for it.
  func answer(_ text: String)
  /// Takes `file`, which goes to its far side with the answer under way; says whether it does.
  func hand(_ file: consuming FileDescriptor) -> Bool
  /// Says `reply`.
  func send(_ reply: Reply)
  /// Does what `wish` wants of how it is written to; nil where there is nothing to set.
  func configure(_ wish: SessionWish) -> SessionSettings?
  /// Says `phrase` to a peer that is not let in, as far as it reads at once.
  func refuse(_ phrase: Phrase)
  /// Writes what waits, and begins a turn.
  func flush()
}

extension GuestSession {
  /// As it says `phrase` and no more.
  func leave() {
    // Closing with something unread would reset the connection, and the text with it.
    stream.fill()
    stream.flush()
  }
}
