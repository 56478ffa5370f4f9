import StandIns
import System
import Testing

@testable import Core
@testable import Door

/// A guest who watches: each event in its order, and where to go on after the last that was read.
@Suite struct DoorWatchTests {
  @Test func whoeverWatchesHearsEachState() throws {
    let guest = try DoorGuest([.watch])
    #expect(try guest.hears(DoorGuest.call("Watch")) == nil)
    #expect(guest.told == [#"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#])
    #expect(try guest.hears(DoorGuest.call("Watch", more: true)) == .line("follow --json"))
    guest.session.continues()
    for cursor in 7...8 {
      let event = #"{"cursor":\#(cursor),"kind":"record"}"#
      guest.session.send(.json(event))
      #expect(guest.told == [#"{"parameters":{"event":\#(event)},"continues":true}"#])
    }
  }

  @Test(arguments: [(7.0, "follow 7 --json"), (0, "follow 0 --json")])
  func recordsSinceOneAreAskedFor(since: Double, line: String) throws {
    let guest = try DoorGuest([.watch])
    let call = DoorGuest.call("Watch", #"{"since":\#(since)}"#, more: true)
    #expect(try guest.hears(call) == .line(line))
  }

  @Test(arguments: ["-1", "1.5", "\"7\"", "1e300", "[]"])
  func whatIsNoRecordIsNotAskedFor(since: String) throws {
    let guest = try DoorGuest([.watch])
    #expect(try guest.hears(DoorGuest.call("Watch", #"{"since":\#(since)}"#, more: true)) == nil)
    let error =
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"since"}}"#
    #expect(guest.told == [error])
  }

  /// What is told then: up to the one that has no room each event, and where to go on.
  @Test func whoeverDoesNotReadHearsWhereToGoOn() throws {
    let guest = try DoorGuest([.watch])
    _ = try guest.hears(DoorGuest.call("Watch", more: true))
    let filling = String(repeating: "x", count: 20_000)
    for cursor in 1...100 where !guest.session.isEnding {
      guest.session.send(.json(#"{"cursor":\#(cursor),"kind":"record","record":"\#(filling)"}"#))
    }
    guest.session.send(.json(#"{"cursor":101,"kind":"state"}"#))
    var text = ""
    for _ in 0..<100 where !guest.session.isOver {
      guest.session.stream.receive(.writable)
      guest.session.flush()
      text += guest.peer.received()
    }
    let told = text.split(separator: "\0")
    let cursors = told.dropLast().map { $0.hasPrefix(#"{"parameters":{"event":{"cursor":"#) }
    #expect(cursors.count > 3 && cursors.allSatisfy { $0 })
    let end = #"{"error":"net.exhibit.Camera.TooSlow","parameters":{"cursor":\#(cursors.count)}}"#
    #expect(told.last.map { String($0) } == end)
    #expect(guest.session.isOver, "nobody hears more of it")
  }

  @Test func whoeverTookNothingForLongHearsWhereToGoOn() throws {
    let guest = try DoorGuest([.watch])
    _ = try guest.hears(DoorGuest.call("Watch", more: true))
    guest.session.send(.json(#"{"cursor":3,"kind":"record"}"#))
    guest.session.note(.failed)
    guest.session.send(Reply(Phrase.watchTooSlow))
    guest.session.answer("")
    let end = #"{"error":"net.exhibit.Camera.TooSlow","parameters":{"cursor":3}}"#
    #expect(guest.told.last == end)
  }
}
