import Core
import Glibc
import StandIns
import System
import Testing

@testable import Door

@Suite struct ConsoleClientTests {
  private func phrase(_ path: String, within timeout: Duration = .seconds(10)) -> Phrase? {
    do {
      _ = try ConsoleClient.ask("status", at: path, within: timeout)
      return nil
    } catch {
      return error.phrase
    }
  }

  @Test func whereNothingIsNobodyAnswers() throws {
    let directory = try ConsoleDirectory()
    #expect(phrase(directory.socket) == Phrase.consoleNobody(directory.socket))
  }

  @Test func whereAProgramEndedBadlyNobodyAnswers() throws {
    let directory = try ConsoleDirectory()
    let address = try SocketAddress(path: directory.socket)
    try address.bind(try SocketAddress.makeSocket())
    #expect(phrase(directory.socket) == Phrase.consoleNobody(directory.socket))
  }

  @Test func aProgramThatHangsIsWaitedForNoLongerThanAsked() throws {
    let directory = try ConsoleDirectory()
    let socket = try ConsoleSocket(at: directory.socket, mode: 0o660)
    let answer = phrase(directory.socket, within: .milliseconds(20))
    #expect(answer == Phrase.consoleSilent(directory.socket, 0))
    _ = socket.descriptor
  }

  @Test func theAnswerIsAllThatTheProgramSays() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let person = try Asking("status", at: directory.socket)
    let line = try #require(try host.line())
    #expect(line.text == "status")
    let long = (0..<9000).map { "piece \($0)" }.joined(separator: "\n")
    host.console.answer(long, to: line.id)
    #expect(try host.event() == .closed(line.id))
    #expect(person.answer() == long + "\n")
    #expect(host.console.droppedByteCount == 0)
  }

  @Test func whoeverIsOneTooManyReadsWhy() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let crowd = Crowd()
    for _ in 0..<Console.limitOfUser {
      try crowd.come(to: directory)
      _ = try host.event()
    }
    let person = try Asking("status", at: directory.socket)
    try host.handleOne()
    #expect(person.answer() == Phrase.consoleFull(8).english + "\n")
  }

  @Test func whoeverIsSentAwayUnheardReadsWhy() throws {
    let directory = try ConsoleDirectory()
    let socket = try ConsoleSocket(at: directory.socket, mode: 0o660)
    let person = try Asking("status", at: directory.socket)
    waitUntilReadable(socket.descriptor)
    // Closing what still has the question to read resets the connection.
    if let connection = try socket.accept() {
      waitUntilReadable(connection.number)
      #expect(write(connection.number, "Go away.\n", 9) == 9)
    }
    #expect(person.answer() == "Go away.\n")
  }

  private func waitUntilReadable(_ number: Int32) {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 10_000) == 1)
  }
}

/// Somebody who asks on a thread of their own, because the client waits for its answer.
private struct Asking: ~Copyable {
  private let thread: pthread_t
  private let question: Question

  init(_ line: String, at path: String) throws(SystemError) {
    let question = Question(line: line, path: path)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let question = Unmanaged<Question>.fromOpaque(argument).takeUnretainedValue()
        // No answer is what the test looks for then.
        question.answer = try? ConsoleClient.ask(question.line, at: question.path)
        return nil
      }, Unmanaged.passUnretained(question).toOpaque())
    guard code == 0 else { throw SystemError(call: "pthread_create", code: code) }
    self.thread = thread
    self.question = question
  }

  /// Waits until the client is done; nil if it failed.
  consuming func answer() -> String? {
    pthread_join(thread, nil)
    return question.answer
  }

  private final class Question {
    let line, path: String
    var answer: String?

    init(line: String, path: String) {
      self.line = line
      self.path = path
    }
  }
}
