import Core
import Glibc
import StandIns
import System
import Testing

@testable import Door

/// What is told in two lines, and who is told.
@Suite struct ConsoleConversationTests {
  /// The conversation that another program leads, its first line answered, and its session.
  private func begin(
    _ host: inout ConsoleHost, at path: String
  ) throws -> (ConsoleConversation, SessionID) {
    let beginning = try Aside { try ConsoleConversation.begun(by: "stick copying", at: path) }
    let line = try #require(try host.line())
    #expect(line.text == "stick copying")
    host.console.answer("Leave it in.", to: line.id)
    try host.settle()
    return (try #require(beginning.result()), line.id)
  }

  /// Ends `conversation`, which the host answers; the session that the last line came from.
  private func end(
    _ conversation: ConsoleConversation, _ host: inout ConsoleHost
  ) throws -> SessionID {
    let ending = try Aside {
      try conversation.end(with: "stick done 3")
      return conversation
    }
    let line = try #require(try host.line())
    #expect(line.text == "stick done 3")
    host.console.answer("", to: line.id)
    #expect(try host.event() == .closed(line.id))
    #expect(ending.result() != nil, "it has no answer")
    return line.id
  }

  @Test func theSessionIsOpenFromTheFirstLineToTheLast() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let (conversation, session) = try begin(&host, at: directory.socket)
    try host.settle()
    #expect(host.takeHeard() == [])
    #expect(try end(conversation, &host) == session)
  }

  @Test func whoeverIsGoneBeforeTheLastHasClosedTheSession() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let session = try begin(&host, at: directory.socket).1
    #expect(try host.event() == .closed(session))
  }

  @Test func whoeverHasStartedAnewIsToldTheLast() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let conversation = try begin(&host, at: directory.socket).0
    unlink(directory.socket)
    host = try ConsoleHost.make(socket: directory.socket)
    _ = try end(conversation, &host)
  }

  @Test func whereNothingIsNobodyAnswers() throws {
    let directory = try ConsoleDirectory()
    do throws(Failure) {
      _ = try ConsoleConversation.begun(by: "stick copying", at: directory.socket)
      Issue.record("somebody answers")
    } catch {
      #expect(error.phrase == Phrase.consoleNobody(directory.socket))
    }
  }
}

/// A call on a thread of its own, because it waits for an answer.
private final class Aside {
  private let body: () throws -> ConsoleConversation
  private var thread = pthread_t()
  private var conversation: ConsoleConversation?

  init(_ body: @escaping () throws -> ConsoleConversation) throws(SystemError) {
    self.body = body
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let aside = Unmanaged<Aside>.fromOpaque(argument).takeUnretainedValue()
        // No conversation is what the test looks for then.
        aside.conversation = try? aside.body()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    guard code == 0 else { throw SystemError(call: "pthread_create", code: code) }
  }

  /// Waits until it is done; nil if it failed.
  func result() -> ConsoleConversation? {
    pthread_join(thread, nil)
    return conversation
  }
}
