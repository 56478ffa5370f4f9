import Testing

@testable import Simulator

@Suite struct CoroutineTests {
  @Test func workGoesOnOnlyWhenItIsResumed() {
    var done: [Int] = []
    let work = Coroutine { work in
      for number in 1...3 {
        done.append(number)
        work.pause()
      }
    }
    #expect(done == [])
    for count in 1...3 {
      work.resume()
      #expect(done.count == count && !work.isFinished)
    }
    for _ in 0..<2 {
      work.resume()
      #expect(done == [1, 2, 3] && work.isFinished)
    }
  }
}
