import Testing

@testable import Drivers

@Suite struct TerminalAbilitiesTests {
  private func abilities(_ variables: [String: String]) -> TerminalAbilities {
    TerminalAbilities { variables[$0] }
  }

  @Test(arguments: [
    [:], ["LANG": "C"], ["LANG": ""], ["LC_ALL": "C", "LANG": "de_DE.UTF-8"],
    ["LC_CTYPE": "POSIX", "LANG": "C.UTF-8"],
  ])
  func anotherLocaleMeansASCII(variables: [String: String]) {
    #expect(!abilities(variables).isUnicode)
  }

  @Test(arguments: [
    ["LANG": "C.UTF-8"], ["LC_ALL": "", "LC_CTYPE": "en_GB.utf8", "LANG": "C"],
    ["LC_ALL": "de_DE.UTF-8", "LANG": "C"],
  ])
  func aLocaleOfUTF8MeansUnicode(variables: [String: String]) {
    #expect(abilities(variables).isUnicode)
  }

  @Test(arguments: [
    (["TERM": "dumb"], false), (["TERM": "xterm", "NO_COLOR": "1"], false),
    (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": "xterm"], true), ([:], true),
  ])
  func coloursAreWantedUnlessRefused(variables: [String: String], isColoured: Bool) {
    #expect(abilities(variables).isColoured == isColoured)
  }

  @Test func onlyADumbTerminalIsDumb() {
    #expect(abilities(["TERM": "dumb"]).isDumb)
    #expect(!abilities(["TERM": "vt100"]).isDumb)
  }
}
