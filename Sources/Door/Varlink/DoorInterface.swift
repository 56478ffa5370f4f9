/// The contract with guests: its text is what `docs/net.exhibit.Camera.varlink` has, and what a guest is told that asks.
package enum DoorInterface {
  /// Its name.
  static let name = "net.exhibit.Camera"
  /// Its number; a guest that knows a lower one goes on.
  static let version = 1

  /// Method of the interface.
  enum Method: String, CaseIterable {
    case hello = "Hello"
    case status = "Status"
    case commands = "Commands"
    case watch = "Watch"
    case say = "Say"
    case snap = "Snap"
    case cancel = "Cancel"
    case clip = "Clip"
    case answer = "Answer"
    case seen = "Seen"
    case list = "List"
    case open = "Open"
    case take = "Import"
    case addThing = "AddThing"
    case delete = "Delete"

    /// The right that a caller needs; nil where everybody may.
    var right: GuestRight? {
      switch self {
      case .hello: nil
      case .status, .commands, .watch, .say, .seen, .list: .watch
      case .open: .look
      case .snap, .cancel, .clip: .press
      case .answer, .take, .addThing, .delete: .operate
      }
    }
  }

  /// The text (varlink's interface definition).
  package static let text = """
    # A camera that keeps evidence. Every connection has the rights of its peer; each method names the right it wants.
    interface net.exhibit.Camera

    # What a person may type, for completion and help; asked for once.
    type Command (
    \tname: string,
    \tusage: string,
    \thelp: string,
    \tright: (watch, operate, own),
    \twords: []string,
    \texample: string
    )

    # A photo that is durable: its number, its file in the store, and the digest that its record has.
    type Photo (id: string, number: int, file: string, sha256: string, bytes: int)

    # A piece of the store: photo, document, clip or imported, and stored, deleted or what else became of it.
    type Piece (number: int, kind: string, state: string, file: string, bytes: int, sha256: string)

    # Why something is not so, for programs and for people.
    type Reason (key: string, sentence: string)

    # What a device lacks.
    type Fault (role: string, key: string, sentence: string)

    # Something that the board asks everybody; another number is another question.
    type Question (number: int, piece: ?int, key: string, sentence: string)

    # What programs go by.
    type State (
    \tcapture: (starting, running, paused, faulted, stopped),
    \tpause_cause: ?string,
    \tshutter: (ready, counting, triggering, interval, complete, stopped),
    \tclip: (none, awaiting, recording, storing),
    \tthing: ?string,
    \tpieces: ?int,
    \tfaults: []Fault,
    \tquestion: ?Question
    )

    # What Watch tells: cursor is the number of the latest record told of; kind says which of the others is there: how things
    # are, a record as the store keeps it (FORMATS), or that so many records are gone, null where nobody knows how many.
    type Event (
    \tcursor: ?int,
    \tkind: (state, record, lost),
    \tstate: ?State,
    \trecord: ?object,
    \tlost: ?int
    )

    # Says who calls, and who answers: its version, the number of this interface, what the caller may do, and the kernel's
    # monotonic clock in seconds.
    method Hello(client: ?string) -> (version: string, api: int, rights: [](watch, look, press, operate, own), now: float)

    # watch: the whole state, as `status --json` has it
    method Status() -> (report: object)

    # watch
    method Commands() -> (commands: []Command)

    # watch, with more alone: how things are, at once and at each change, four times a second at most, and each record that is
    # made; with since those after that number first
    method Watch(since: ?int) -> (event: Event)

    # watch, and the row's own right; with more each sentence as it comes, then the outcome alone
    method Say(line: string) -> (sentence: ?string, key: ?string, outcome: ?(done, failed, misunderstood, asks))

    # press: takes photos as a click does, after so many seconds, so many, and so many seconds apart, else as configured; it is
    # answered when nothing more will come of it, with what is stored, why photos failed, and why there are no more
    method Snap(after: ?float, count: ?int, every: ?float) -> (photos: []Photo, failures: []Reason, cancelled: ?Reason)

    # press: ends the countdown, the series or the clip; what is stored stays
    method Cancel() -> ()

    # press: begins a clip, which the state tells of from then on, or ends the one under way and keeps it; the end is answered
    # when that is durable, and refused where nothing of it was recorded
    method Clip(start: bool) -> ()

    # operate: answers what the board asks everybody; the first answer counts, and a later one is refused
    method Answer(question: int, yes: bool) -> ()

    # watch: a person has the sentence of what the board asks before them, until the next call on this connection or its end;
    # only of what somebody has seen a click is an answer, and where the sentence is another for that, it is to be shown anew
    method Seen(question: int) -> ()

    # watch: the latest pieces, 50 at most, of those after a number where that is given, the oldest first, as `list --json` has them
    method List(since: ?int) -> (pieces: []object)

    # look: its file comes with the reply, a descriptor that is open for reading
    method Open(piece: int) -> (piece: Piece)

    # operate: takes in the file whose descriptor comes with the call, of that name, as a piece of the current thing; it is
    # answered with the numbers of what is stored, or was there already, and why it is neither
    method Import(name: string) -> (imported: []int, there: []int, said: ?string, problem: ?string)

    # operate: begins a thing of that name, to which new pieces belong
    method AddThing(name: string, category: ?string) -> ()

    # operate: deletes these pieces, which "undo" brings back
    method Delete(pieces: []int) -> ()

    error Refused (key: string, sentence: string)
    error NotPermitted (right: string, sentence: string)

    # Is only done after a yes: Say with "y", on the same connection and within 30 s, says it
    error Asks (key: string, sentence: string)

    # What Watch tells was not read: call again, with since
    error TooSlow (cursor: ?int)

    """

  /// The interface of any service of varlink.
  static let service = """
    interface org.varlink.service
    method GetInfo() -> (vendor: string, product: string, version: string, url: string, interfaces: []string)
    method GetInterfaceDescription(interface: string) -> (description: string)
    error InterfaceNotFound (interface: string)
    error MethodNotFound (method: string)
    error MethodNotImplemented (method: string)
    error InvalidParameter (parameter: string)
    error PermissionDenied ()
    error ExpectedMore ()

    """
}
