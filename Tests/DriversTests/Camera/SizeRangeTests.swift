import Core
import Testing

@testable import Drivers

@Suite struct SizeRangeTests {
  private let range = SizeRange(
    widths: 160...1600, heights: 120...1200, widthStep: 8, heightStep: 2)

  private func sizes(width: Int?, height: Int?) -> [[Int]] {
    var settings = CameraSettings()
    settings.width = width
    settings.height = height
    return range.candidates(for: settings).map { [$0.width, $0.height] }
  }

  @Test(arguments: [(1604, 1200), (801, 600), (800, 601), (80, 60)])
  func aSizeOutsideOrBetweenStepsIsNoCandidate(width: Int, height: Int) {
    #expect(!sizes(width: width, height: height).contains([width, height]))
  }

  @Test func theGreatestAndTheUsualSizesInsideAreCandidates() {
    let sizes = sizes(width: nil, height: nil)
    #expect(sizes.first == [1600, 1200])
    #expect(sizes.contains([1280, 720]))
    #expect(!sizes.contains([1920, 1080]))
  }

  @Test func whatIsConfiguredIsACandidate() {
    #expect(sizes(width: 1024, height: 768).contains([1024, 768]))
  }
}
