import Testing

@testable import Core

/// `snap --glyphs`: each photo of the series is stored as glyphs too.
@Suite struct GlyphPhotoTests {
  @Test func onlyWhatWasAskedForIsDrawn() {
    let run = Recording([
      Cue.line("snap --in 0 --count 2 --every 1 --glyphs", at: 3), Cue.line("snap --in 0", at: 8),
      Cue.press(12),
    ])
    #expect(run.stored.map { $0.glyphs != nil } == [true, true, false, false])
  }

  @Test func theStyleInForceCounts() {
    let run = Recording([
      Cue.line("effect circles", at: 3), Cue.line("set cell 80", at: 4),
      Cue.line("palette teal", at: 5), Cue.line("gradient on", at: 6),
      Cue.line("snap --in 0 --glyphs", at: 8),
    ])
    let style = run.stored.first?.glyphs
    #expect(style?.effect == .circles && style?.value(of: .cell) == 80)
    #expect(style?.isGradientSeen == true)
  }

  @Test func aProgramHearsOfTheFiles() {
    let run = Recording([Cue.line("snap --glyphs --json", at: 5)])
    let said = run.said().last
    #expect(said?.contains(#""glyphs":{"text":{"file":"evidence/000/1.txt""#) == true)
    #expect(said?.contains(#""settings":{"effect":"ascii","cell":"40""#) == true)
  }

  @Test func whatCannotBeDrawnIsAPhotoWithAWord() {
    let settings = Settings.board { $0.hasVoice = true }
    let run = Recording(settings, [Cue.line("snap --glyphs", at: 5)]) { $0.isDrawable = false }
    #expect(run.spoken == ["voice.ready", "photo.stored", "photo.not-drawn"])
  }

  @Test func theirRecordSaysHowTheyLook() throws {
    var style = GlyphStyle()
    style.choose(.diamonds)
    style.set(.cell, to: 7)
    style.choose(GlyphPreset.teal.colour, for: .background)
    style.isInverted = true
    style.turnGradient(on: true)
    style.target = .background
    let file = StoredFile(file: "f", sha256: "0", byteCount: 1)
    let glyphs = StoredGlyphs(text: file, ansi: file, columns: 50, rows: 14, style: style)
    let json = try #require(JSONParser.value(of: glyphs.json.text.utf8))
    #expect(StoredGlyphs(json) == glyphs)
    #expect(glyphs.style.effect == .diamonds && glyphs.style.target == .background)
    #expect(glyphs.style.isInverted && !glyphs.style.isGradientSeen)
  }
}
