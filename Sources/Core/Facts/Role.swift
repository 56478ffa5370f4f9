/// What a device is for: a board gives each role a device, or leaves it absent.
public enum Role: String, CaseIterable, Hashable, Sendable {
  case camera, button, light, buzzer, accelerometer, console, store, clock
}
