import Core
import Glibc
import System

extension Archive {
  /// The piece number `number`; the failure says that there is none.
  package func existing(_ number: Int) throws(Failure) -> Piece {
    guard let piece = try piece(number) else { throw .refused(.noSuchPiece(number)) }
    return piece
  }
}

/// Pieces whose files are handed over, so that whoever gets one needs no right on the store.
extension Piece {
  /// Its file in the store at `directory`, open for reading; the failure names what is there instead.
  package func open(in directory: String) throws(Failure) -> FileDescriptor {
    if isPurged { throw .refused(.pieceGone(number)) }
    do throws(SystemError) {
      let found = try PieceFile("\(directory)/\(file)")
      if found.kind != S_IFREG { throw SystemError(call: "open", code: EINVAL) }
      return found.descriptor
    } catch {
      throw Failure(.store, .pieceUnreadable(number, file, error.reason), cause: error)
    }
  }

  /// What is said to whoever is handed its file.
  package var handedReply: Reply {
    Reply(
      .object([
        ("number", .integer(number)), ("kind", .string(kind)), ("state", .string(state)),
        ("file", .string(file)), ("bytes", .integer(byteCount)), ("sha256", .string(sha256)),
      ]))
  }
}

extension Phrase {
  static func pieceGone(_ number: Int) -> Phrase {
    Phrase("piece.gone", "The file of piece \(number) was removed for good; its record stays.")
  }

  static func pieceUnreadable(_ number: Int, _ file: String, _ reason: String) -> Phrase {
    Phrase("piece.unreadable", "Piece \(number) can't be read: \(file): \(reason).")
  }
}
