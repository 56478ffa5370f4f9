import Core
import Evidence
import Testing

@testable import Tools

@Suite struct KeyCommandTests {
  /// The public key of the first test in RFC 8032, section 7.1.
  private static let hexadecimal =
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"

  @Test func itTellsIDFingerprintAndKey() throws {
    let key = try #require(PublicKey(hexadecimal: Self.hexadecimal))
    #expect(
      KeyCommand.text(key) == """
        Device: 21fe31dfa154a261
        Fingerprint (SHA-256): 21fe31dfa154a261626bf854046fd2271b7bed4b6abe45aa58877ef47f9721b9
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
        -----END PUBLIC KEY-----
        """)
    #expect(KeyCommand.json(key).text.hasPrefix(#"{"id":"21fe31dfa154a261","fingerprint":"21fe"#))
    #expect(KeyCommand.json(key).text.contains(#""public_key":"\#(Self.hexadecimal)","pem":"---"#))
  }

  @Test(arguments: [["key"], ["key", "show"], ["key", "--json"], ["key", "--device", "/d"]])
  func aKeyIsShownUnlessItIsToBeRenewed(words: [String]) throws {
    #expect(try Tools.parseAsRoot(words) is ShowKeyCommand)
    let renewal = ["key", "renew", "--device", "/d", "--store", "/s", "--yes"]
    #expect(try Tools.parseAsRoot(renewal) is RenewKeyCommand)
  }

  @Test func aKeyIsNotRenewedWhereThereIsNoStore() throws {
    var command = try Tools.parseAsRoot(
      ["key", "renew", "--device", "/nonexistent", "--store", "/nonexistent", "--yes"])
    #expect(throws: (any Error).self) { try command.run() }
  }

  @Test func aDeviceWithoutAKeyGetsNoneByAsking() throws {
    var command = try Tools.parseAsRoot(["key", "--device", "/nonexistent"])
    #expect(throws: (any Error).self) { try command.run() }
  }
}
