import Glibc
import StandIns
import System
import Testing

@testable import Core
@testable import Door

/// Guests and pieces: what is listed, opened and taken in.
@Suite struct DoorPieceTests {
  @Test(arguments: [
    (DoorGuest.call("List"), "list --json"),
    (DoorGuest.call("List", #"{"since":16}"#), "list --since 17 --json"),
    (DoorGuest.call("Open", #"{"piece":17}"#), "open 17 --json"),
    (DoorGuest.call("Answer", #"{"question":7,"yes":true}"#), "y 7"),
    (DoorGuest.call("Answer", #"{"question":7,"yes":false}"#), "n 7"),
    (DoorGuest.call("Seen", #"{"question":7}"#), "seen 7"),
    (DoorGuest.call("Clip", #"{"start":true}"#), "clip start --json"),
    (DoorGuest.call("Clip", #"{"start":false}"#), "clip stop --json"),
    (DoorGuest.call("AddThing", #"{"name":" red  cup "}"#), "thing add red cup"),
    (
      DoorGuest.call("AddThing", #"{"name":"cup","category":"other"}"#),
      "thing add cup --category other"
    ),
    (DoorGuest.call("Delete", #"{"pieces":[1,17]}"#), "delete 1 17"),
  ])
  func callsOfPiecesBecomeLines(call: String, line: String) throws {
    #expect(try DoorGuest().hears(call) == .line(line))
  }

  @Test func aFileIsTakenInUnderItsName() throws {
    let guest = try DoorGuest()
    guard case .line(let line) = try guest.hears(DoorGuest.call("Import", #"{"name":"a b.jpg"}"#))
    else {
      Issue.record("it becomes no line")
      return
    }
    #expect(line.hasPrefix("import --handed door-") && line.hasSuffix(" a%20b.jpg --json"))
    guest.session.send(.json(#"{"imported":[4],"there":[],"said":null,"wants_file":false}"#))
    guest.session.answer("")
    let told = #"{"parameters":{"imported":[4],"there":[],"said":null,"problem":null}}"#
    #expect(guest.told == [told])
  }

  private static let longName = #"{"name":""# + String(repeating: "x", count: 256) + #""}"#

  @Test(arguments: [
    ("Import", #"{"name":""}"#, "name"), ("Import", "{}", "name"), ("Open", "{}", "piece"),
    ("Answer", #"{"question":7}"#, "yes"), ("Answer", #"{"yes":true}"#, "question"),
    ("Seen", "{}", "question"),
    ("Open", #"{"piece":0}"#, "piece"), ("List", #"{"since":"x"}"#, "since"),
    ("Import", longName, "name"), ("AddThing", longName, "name"),
    ("Clip", "{}", "start"), ("AddThing", #"{"name":"a --category b"}"#, "name"),
    ("AddThing", #"{"name":" "}"#, "name"), ("AddThing", #"{"name":"a\u001b[2J"}"#, "name"),
    ("AddThing", #"{"name":"a","category":"-x"}"#, "category"),
    ("Delete", #"{"pieces":[]}"#, "pieces"), ("Delete", #"{"pieces":[0]}"#, "pieces"),
    ("Delete", #"{"pieces":["1"]}"#, "pieces"),
  ])
  func aCallWithoutWhatItNeedsIsRefused(method: String, parameters: String, name: String) throws {
    let guest = try DoorGuest()
    #expect(try guest.hears(DoorGuest.call(method, parameters)) == nil)
    let error =
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"\#(name)"}}"#
    #expect(guest.told == [error])
  }

  /// Whether an open file that `guest` sends stays open when the guest has closed its own.
  private func keeps(_ guest: DoorGuest) throws -> Bool {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("pipe") { pipe(&ends) }
    let reader = FileDescriptor(owning: ends[0])
    try SystemError.check("F_SETFL") { fcntl(reader.number, F_SETFL, O_NONBLOCK) }
    guest.peer.send(DoorGuest.call("Hello") + "\0", handing: FileDescriptor(owning: ends[1]))
    _ = guest.heard
    var byte: UInt8 = 0
    // An end without a writer is read as one; else there is nothing yet.
    return read(reader.number, &byte, 1) < 0 && errno == EAGAIN
  }

  @Test func aFileOfWhoMayNotImportIsNotTaken() throws {
    #expect(try keeps(try DoorGuest([.watch, .look, .press])) == false)
    #expect(try keeps(try DoorGuest([.operate])))
  }

  @Test func aPiecesFileComesWithTheReply() throws {
    let guest = try DoorGuest([.look])
    _ = try guest.hears(DoorGuest.call("Open", #"{"piece":17}"#))
    let path = "/proc/self/status"
    #expect(guest.session.hand(try FileDescriptor(opening: path, O_RDONLY)))
    guest.session.send(.json(#"{"number":17}"#))
    guest.session.answer("")
    let (text, file) = guest.peer.receivedWithFile()
    #expect(text == #"{"parameters":{"piece":{"number":17}}}"# + "\0")
    let bytes = try FileDescriptor(owning: try #require(file)).someBytes(atMost: 5)
    #expect(String(decoding: bytes, as: UTF8.self) == "Name:")
  }

  @Test func aPieceThatIsNotThereComesWithoutAFile() throws {
    let guest = try DoorGuest([.look])
    _ = try guest.hears(DoorGuest.call("Open", #"{"piece":17}"#))
    guest.session.note(.failed)
    guest.session.send(Reply(Phrase("a.a", "None.")))
    guest.session.answer("")
    guest.session.flush()
    let (text, file) = guest.peer.receivedWithFile()
    #expect(text.hasPrefix(#"{"error":"net.exhibit.Camera.Refused""#))
    #expect(file == nil)
  }

  @Test func noOtherCallTakesAFile() throws {
    let guest = try DoorGuest()
    _ = try guest.hears(DoorGuest.light)
    #expect(!guest.session.hand(try FileDescriptor(opening: "/dev/null", O_RDONLY)))
  }
}
