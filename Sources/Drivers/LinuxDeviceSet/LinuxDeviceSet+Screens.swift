import Board
import Core
import Door

/// Consoles that are screens for a while.
extension LinuxDeviceSet {
  package mutating func beginScreen(_ session: SessionID) -> Bool {
    console?.beginScreen(session) ?? false
  }

  package mutating func endScreen(_ session: SessionID) { console?.endScreen(session) }

  package mutating func askForSize(_ session: SessionID) { console?.askForSize(session) }

  package func screenRoom(of session: SessionID) -> ScreenRoom? {
    switch console {
    case .some(let console):
      guard let settings = console.settings(of: session),
        let byteCount = console.frameRoom(of: session)
      else { return nil }
      return ScreenRoom(settings, language, byteCount: byteCount)
    case .none: return nil
    }
  }

  package mutating func takeNews(of session: SessionID) -> [String] {
    console?.takeNews(of: session) ?? []
  }

  package mutating func draw(_ bytes: [UInt8], on session: SessionID) -> Bool {
    console?.draw(bytes, on: session) ?? false
  }
}
