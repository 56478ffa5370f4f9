/// A call to the kernel or the C library that failed: which one, and its `errno`.
public struct SystemError: Error, Hashable, Sendable {
  /// The call's own name, such as `VIDIOC_DQBUF` or `fdatasync`.
  public let call: String
  /// The value of `errno`.
  public let code: Int32

  /// An error of `call` with the `errno` value `code`.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}
