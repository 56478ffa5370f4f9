import Core
import Evidence
import System

/// Requests that people bring as files.
extension OpenStore {
  /// Takes in the request in the file at `path`; blocks on the disk, for a file of `RequestFile.mostBytes` at most.
  func importRequest(
    at path: String, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let file = try ImportFile(at: path)
    try file.requirePublic()
    let name = file.name.printable
    var bytes: [UInt8] = []
    do throws(SystemError) {
      while bytes.count <= RequestFile.mostBytes {
        let more = try file.file.someBytes(atMost: RequestFile.mostBytes)
        if more.isEmpty { break }
        bytes += more
      }
    } catch {
      throw .refused(
        Phrase("request.unreadable", "\(path.printable) can't be read: \(error.reason)."))
    }
    let request = try RequestFile(bytes, called: name)
    return try store.importRequest(request, for: requester, at: now)
  }
}

extension [Request] {
  /// A sentence a request, or an object that has them.
  func reply(asJSON isJSON: Bool) -> Reply {
    if isJSON { return Reply(.object([("requests", .array(map(\.json)))])) }
    return isEmpty
      ? Reply(
        Phrase(
          "request.none", "There are no requests; \"request import\" and a path take one in."))
      : .sentences(map(\.sentence))
  }
}

extension Request {
  /// A sentence a fact, or an object.
  func reply(asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(json) : .sentences(sentences)
  }
}
