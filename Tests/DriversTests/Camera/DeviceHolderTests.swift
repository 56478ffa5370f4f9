import Glibc
import Testing

@testable import Drivers

@Suite struct DeviceHolderTests {
  /// A device that nothing has a reason to keep open.
  private static let device = "/dev/full"

  @Test func aFileIsNoDevice() {
    #expect(DeviceHolder.holder(of: "/proc/self/exe") == nil)
  }

  @Test func theProcessThatHasTheDeviceOpenIsNamed() throws {
    let process = try Self.spawnHolder()
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    let holder = DeviceHolder.holder(of: Self.device)
    #expect(holder == DeviceHolder(process: process, name: "sleep"))
  }

  @Test func ourOwnProcessIsNoOtherHolder() {
    let own = open(Self.device, O_WRONLY | O_CLOEXEC)
    defer { close(own) }
    #expect(DeviceHolder.holder(of: Self.device)?.process != getpid())
  }

  /// A sleeping process with the device as its standard input.
  private static func spawnHolder() throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, device, O_RDONLY, 0)
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    try #require(posix_spawnp(&process, "sleep", &actions, nil, words, nil) == 0)
    return process
  }
}
