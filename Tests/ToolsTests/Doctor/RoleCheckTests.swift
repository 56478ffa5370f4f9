import Core
@testable import Drivers
import Testing

@testable import Tools

@Suite struct RoleCheckTests {
  private static let video = DevicePlace.video(path: "/dev/video0")

  private static func check(
    _ role: Role, _ outcome: RoleFinding.Outcome, heldBy holder: String? = nil,
    isWritten: Bool = true
  ) -> Finding {
    let holder = holder.map { DeviceHolder(process: 7, name: $0) }
    return RoleCheck(
      role: RoleFinding(role: role, outcome: outcome), holder: holder, isWritten: isWritten,
      exhibit: Invocation(configuration: "/c.toml")
    ).finding
  }

  @Test func aMissingCameraIsBadAndSaysWhatToDo() {
    let finding = Self.check(.camera, .unusable(nil, Phrase.cameraNone))
    #expect(finding.verdict == .bad)
    #expect(finding.sentence.english.hasSuffix("connect a USB camera."))
  }

  @Test func aDeviceThatNobodyAskedForIsNoMoreThanAWarning() {
    let outcome = RoleFinding.Outcome.unusable(nil, Phrase.iioDevicesAbsent)
    #expect(Self.check(.accelerometer, outcome).verdict == .bad)
    #expect(Self.check(.accelerometer, outcome, isWritten: false).verdict == .warning)
    #expect(Self.check(.camera, outcome, isWritten: false).verdict == .bad)
  }

  @Test(arguments: [
    (Role.camera, Finding.Verdict.bad), (.button, .warning), (.light, .warning), (.buzzer, .good),
    (.accelerometer, .good), (.console, .good),
  ])
  func aRoleThatIsLeftOutIsAsGraveAsWhatItCosts(role: Role, verdict: Finding.Verdict) {
    #expect(Self.check(role, .notConfigured).verdict == verdict)
  }

  @Test(arguments: [true, false])
  func aButtonThatIsNotThereIsAlwaysAWarningWithAdvice(isWritten: Bool) {
    let finding = Self.check(.button, .notConfigured, isWritten: isWritten)
    #expect(finding.verdict == .warning)
    #expect(
      finding.fix?.english == """
        say in /c.toml under [button] which it is; 'exhibit devices --config /c.toml' lists what \
        there is.
        """)
  }

  @Test func whatTheRunningExhibitHasIsGoodAndSaidSo() {
    let finding = Self.check(.camera, .found(Self.video, "a camera"), heldBy: "exhibitd")
    #expect(finding.verdict == .good)
    #expect(finding.sentence.english == "The camera is a camera. The running exhibit has it.")
  }

  @Test func aCameraThatAnotherProgramHasIsBad() {
    let finding = Self.check(.camera, .found(Self.video, "a camera"), heldBy: "motion")
    #expect(finding.verdict == .bad)
    #expect(finding.sentence.english.contains("in use by 'motion' (process 7); stop that"))
  }

  @Test func aSerialLineThatAnotherProgramReadsTooIsBad() {
    let outcome = RoleFinding.Outcome.found(.serial(path: "/dev/ttyS1"), "/dev/ttyS1")
    let finding = Self.check(.console, outcome, heldBy: "minicom")
    #expect(finding.verdict == .bad)
    #expect(finding.sentence.english.contains("'minicom' (process 7) has it open too"))
  }

  @Test func aCameraThatNobodyHasIsGood() {
    let finding = Self.check(.camera, .found(Self.video, "a camera"))
    #expect(finding == .good("camera", Phrase.devicesRole(Role.camera.word, "a camera")))
  }
}
