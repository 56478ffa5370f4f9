/// Memory for numbers, allocated once and freed with its owner.
///
/// It is not filled at first: the kernel gives a page when it is written, so that room for the worst
/// case costs addresses and no memory until the worst case comes.
struct Memory<Number: FixedWidthInteger>: ~Copyable {
  /// The first number, valid as long as this value lives: lent, never kept.
  let start: UnsafeMutablePointer<Number>
  /// How many numbers there is room for.
  let count: Int

  /// Allocates room for `count` numbers, which may be none.
  init(count: Int) {
    start = .allocate(capacity: count)
    self.count = count
  }

  deinit {
    start.deallocate()
  }
}
