/// A large value that becomes another only now and then: it lies apart, so that whoever has it is copied as fast as a
/// reference is.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
  /// Place of one value, which never changes: copies share it.
  private final class Place: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var place: Place

  /// A box with this value.
  package init(wrappedValue: Value) { place = Place(wrappedValue) }

  /// The value; setting it takes another place, and leaves that of copies alone.
  package var wrappedValue: Value {
    @inline(__always) get { place.value }
    set { place = Place(newValue) }
  }
}
