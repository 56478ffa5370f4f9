/// A place of its own for a value that is large, seldom another, and read in many turns: whoever has it is copied as fast
/// as a reference is.
final class Box<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
