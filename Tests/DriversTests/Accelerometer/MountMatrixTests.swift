import Testing

@testable import Drivers

@Suite struct MountMatrixTests {
  @Test(arguments: [
    "", "1, 0, 0", "1, 0, 0; 0, 1, 0", "1, 0; 0, 1; 0, 0", "1, 0, 0; 0, 1, 0; 0, 0, 1; 0, 0, 0",
    "1, 0, 0; 0, one, 0; 0, 0, 1", "1, 0, 0, ; 0, 1, 0; 0, 0, 1", "nan, 0, 0; 0, 1, 0; 0, 0, 1",
  ])
  func whatIsNotThreeRowsOfThreeNumbersIsNoMatrix(text: String) {
    #expect(MountMatrix(text) == nil)
  }

  @Test func theKernelsTextIsReadRowByRow() {
    let matrix = MountMatrix("0, -1, 0; 1, 0, 0; 0, 0, 0.5")
    #expect(matrix == MountMatrix(x: [0, -1, 0], y: [1, 0, 0], z: [0, 0, 0.5]))
  }

  @Test func rowsMakeTheAxesOfTheBoard() {
    let matrix = MountMatrix(x: [0, -1, 0], y: [1, 0, 0], z: [0, 0, -1])
    #expect(matrix.applied(to: [1, 2, 3]) == [-2, 1, -3])
    #expect(MountMatrix.identity.applied(to: [1, 2, 3]) == [1, 2, 3])
  }
}
