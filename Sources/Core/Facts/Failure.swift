/// Something that a person should hear of: whose failure it is, in a sentence that names the thing and
/// the fix, and the system call behind it where there was one.
package struct Failure: Error, Hashable, Sendable {
  /// The role that failed.
  package let role: Role
  /// What happened, to what, and what to do.
  package let phrase: Phrase
  /// The failed call, where there was one.
  package let cause: SystemError?
  /// What the program does otherwise than after another failure of the role.
  package let kind: Kind

  /// A failure of `role`, said by `phrase`.
  package init(_ role: Role, _ phrase: Phrase, cause: SystemError? = nil, kind: Kind = .plain) {
    self.role = role
    self.phrase = phrase
    self.cause = cause
    self.kind = kind
  }

  /// A wish that the store, which works, can't meet.
  package static func refused(_ phrase: Phrase) -> Failure {
    Failure(.store, phrase, kind: .refused)
  }

  /// What must be told apart, whatever is said of it.
  package enum Kind: Hashable, Sendable {
    case plain
    /// The camera works, but this frame is no picture.
    case unusableFrame
    /// The camera is a sensor whose pictures libcamera would make.
    case rawSensor
    /// The store works, but its medium is full.
    case noRoom
    /// There is no room for an export where it is to lie.
    case noRoomThere
    /// There is no store where one was looked for.
    case noStore
    /// The store was written by a newer version.
    case newerStore
    /// Another program has locked the store's database: what is durable already waits for its record.
    case storeLocked
    /// The store works, but what was asked of it can't be done.
    case refused
  }

  /// Whether the device is merely not there: no such file (2), no such device (19) or address (6).
  package var isAbsence: Bool {
    switch cause?.code {
    case 2, 6, 19: true
    default: false
    }
  }
}

/// What a device is for: a board gives each role a device, or leaves it absent.
package enum Role: String, CaseIterable, Hashable, Sendable {
  case camera, button, light, buzzer, accelerometer, console, store
}

/// A call to the kernel or the C library that failed: which one, and its `errno`.
package struct SystemError: Error, Hashable, Sendable {
  /// The call's own name, such as `VIDIOC_DQBUF` or `fdatasync`.
  package let call: String
  /// The value of `errno`.
  package let code: Int32

  /// Whether there is no such file (2).
  package var isAbsence: Bool { code == 2 }

  /// An error of `call` with the `errno` value `code`.
  package init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}

extension Role {
  /// The word for it in sentences.
  package var word: Phrase {
    switch self {
    case .camera: Phrase("role.camera", "camera")
    case .button: Phrase("role.button", "button")
    case .light: Phrase("role.light", "light")
    case .buzzer: Phrase("role.buzzer", "buzzer")
    case .accelerometer: Phrase("role.accelerometer", "accelerometer")
    case .console: Phrase("role.console", "console")
    case .store: Phrase("role.store", "store")
    }
  }
}

extension Role {
  /// The type that speaks for the role in the log.
  var speaker: String {
    switch self {
    case .camera: "Camera"
    case .button: "Button"
    case .light: "Light"
    case .buzzer: "Buzzer"
    case .accelerometer: "Accelerometer"
    case .console: "Console"
    case .store: "Store"
    }
  }
}
