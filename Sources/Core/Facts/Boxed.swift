/// A large value that becomes another only now and then: it lies apart, so that whoever has it is copied as fast as a
/// reference is.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
  private var place: Place<Value>

  /// A box with this value.
  package init(wrappedValue: Value) { place = Place(wrappedValue) }

  /// The value; setting it takes another place, and leaves that of copies alone.
  package var wrappedValue: Value {
    @inline(__always) get { place.value }
    set { place = Place(newValue) }
  }
}

/// A large value that is there only now and then: it lies apart, and that there is none is known without a look.
@propertyWrapper
struct Occasional<Value: Sendable>: Sendable {
  private var place: Place<Value>?

  /// Whether there is one.
  var isThere: Bool { place != nil }

  /// A place for this value, if there is one.
  init(wrappedValue: Value?) { place = wrappedValue.map { Place($0) } }

  /// The value; setting it takes another place, and leaves that of copies alone.
  var wrappedValue: Value? {
    @inline(__always) get { place?.value }
    set { place = newValue.map { Place($0) } }
  }
}

/// Place of one value, which never changes: copies share it.
private final class Place<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
