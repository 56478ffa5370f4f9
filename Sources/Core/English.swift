extension Phrase {
  /// The names of all sentences, each also its key in a table of translations.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    // Camera

    // Button, light and buzzer

    // Accelerometer

    // Console
    case consoleTTYMissing = "console.tty.missing"
    case consoleNotATTY = "console.tty.other"
    case consoleTTYForbidden = "console.tty.forbidden"
    case consoleTTYRefused = "console.tty.refused"
    case consoleHungUp = "console.tty.hungup"
    case consoleBaudUnknown = "console.baud.unknown"
    case consoleGreeting = "console.greeting"
    case consoleLineTooLong = "console.line.toolong"
    case consoleFull = "console.full"
    case consoleSocketPathTooLong = "console.socket.path"
    case consoleSocketTaken = "console.socket.taken"
    case consoleNotASocket = "console.socket.other"
    case consoleSocketRefused = "console.socket.refused"
    case consoleNobody = "console.client.nobody"
    case consoleForbidden = "console.client.forbidden"
    case consoleSilent = "console.client.silent"
    case consoleAnswerTooLong = "console.client.toolong"
    case consoleBrokeOff = "console.client.brokeoff"

    // Store

    // Configuration

    // Capture and shutter
    case photoStored = "photo.stored"

    /// The sentence in English, with `{1}`, `{2}` where the values go.
    public var english: String {
      switch self {
      // Camera

      // Button, light and buzzer

      // Accelerometer

      // Console
      case .consoleTTYMissing:
        "There is no {1}. Check the cable and the overlay, or set [console] tty in "
          + "/etc/exhibit/exhibit.toml."
      case .consoleNotATTY:
        "{1} is not a terminal. Set [console] tty in /etc/exhibit/exhibit.toml to a serial "
          + "line."
      case .consoleTTYForbidden:
        "The terminal {1} may not be opened. Add the user that runs exhibit to the group "
          + "dialout."
      case .consoleTTYRefused:
        "The terminal {1} cannot be used: {2}. Check the cable, or set another [console] tty "
          + "in /etc/exhibit/exhibit.toml."
      case .consoleHungUp: "The terminal {1} hung up. It is tried again until it answers."
      case .consoleBaudUnknown:
        "{1} baud is not a speed of a terminal. Set [console] baud to one of {2}."
      case .consoleGreeting: "Exhibit listens. Type help for what it understands."
      case .consoleLineTooLong:
        "That line is too long and was not read. A line has at most {1} bytes."
      case .consoleFull: "{1} consoles are open already. Close one and try again."
      case .consoleSocketPathTooLong:
        "The socket path '{1}' must have 1 to {2} bytes. Set a shorter [console] socket in "
          + "/etc/exhibit/exhibit.toml."
      case .consoleSocketTaken:
        "Another exhibit is running and answers at {1}. Stop it, or set [console] socket to "
          + "another path."
      case .consoleNotASocket:
        "{1} is there and is not a console socket. Remove it, or set [console] socket to "
          + "another path."
      case .consoleSocketRefused:
        "The console socket {1} cannot be used: {2}. Check its directory, or set [console] "
          + "socket to another path."
      case .consoleNobody:
        "Exhibit is not running, or its socket is elsewhere: nobody answers at {1}."
      case .consoleForbidden:
        "You may not talk to exhibit at {1}. Become a member of the group exhibit, or ask as "
          + "root."
      case .consoleSilent: "Exhibit did not answer at {1} within {2} s. See its log."
      case .consoleAnswerTooLong: "The answer from {1} has more than {2} bytes."
      case .consoleBrokeOff: "Exhibit broke off at {1}: {2}. Ask again, and see its log."

      // Store

      // Configuration

      // Capture and shutter
      case .photoStored: "Stored, photo {1}."
      }
    }
  }
}
