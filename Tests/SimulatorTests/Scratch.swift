import Glibc

/// Where stores of tests lie.
enum Scratch {
  /// A folder in memory where there is one: what is flushed there costs nothing.
  static let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
}
