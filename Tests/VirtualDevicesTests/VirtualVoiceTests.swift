import Core
import Testing

@testable import VirtualDevices

@Suite struct VirtualVoiceTests {
  private static let phrase = Phrase("test.said", "Ready for photos.")
  private var voice = VirtualVoice()

  @Test mutating func aSentenceTakesTheTimeOfItsWords() throws {
    voice.speak(Self.phrase, at: .zero)
    let end = try #require(voice.endsAt)
    #expect(end == .zero + .milliseconds(3 * 400))
    #expect(voice.takeEnd(at: end - .milliseconds(1)) == nil)
    #expect(voice.takeEnd(at: end) == .ended)
    #expect(voice.takeEnd(at: end) == nil)
    #expect(voice.sentences == [.init(phrase: Self.phrase, start: .zero, end: end)])
  }

  @Test mutating func silenceEndsItAtOnce() {
    voice.speak(Self.phrase, at: .zero)
    voice.silence(at: .zero + .milliseconds(10))
    #expect(voice.takeEnd(at: .zero + .milliseconds(10)) == .ended)
  }

  @Test mutating func oneThatIsQuietHasNothingToEnd() {
    voice.silence(at: .zero)
    #expect(voice.takeEnd(at: .zero + .seconds(9)) == nil)
  }

  @Test mutating func oneThatFailsSaysWhy() {
    voice.problem = Phrase("test.broken", "It is broken.")
    voice.speak(Self.phrase, at: .zero)
    #expect(voice.takeEnd(at: .zero) == .failed(Phrase("test.broken", "It is broken.")))
  }
}
