import Testing

@testable import Core

@Suite struct JSONTests {
  @Test(arguments: [
    ("say \"no\"", #""say \"no\"""#), ("a\\b", #""a\\b""#), ("a\nb\r\tc", #""a\nb\r\tc""#),
    ("\u{1B}[2J", #""\u001b[2J""#), ("\u{9B}2J\u{2028}", #""\u009b2J\u2028""#),
    ("Uhr für Zoë 🕰️", #""Uhr für Zoë 🕰️""#), ("\r\n", #""\r\n""#),
  ])
  func aStringStaysOnItsLine(string: String, text: String) {
    #expect(JSON.string(string).text == text)
  }

  @Test(arguments: [
    (5e-05, "0.00005"), (-1.25e-07, "-0.000000125"), (1e16, "10000000000000000.0"),
    (1.2345e20, "123450000000000000000.0"), (0.1, "0.1"), (12.5, "12.5"), (-3.0, "-3.0"),
    (1_774_622_668.775369, "1774622668.775369"), (.nan, "null"), (-.infinity, "null"),
  ])
  func aNumberHasNoExponent(number: Double, text: String) {
    #expect(JSON.number(number).text == text)
  }

  @Test(arguments: [Double.leastNonzeroMagnitude, .pi, .greatestFiniteMagnitude])
  func aNumberReadsBackAsItself(number: Double) {
    #expect(Double(JSON.number(number).text) == number)
  }

  @Test func integersAreExact() {
    #expect(JSON.integer(.max).text == "9223372036854775807")
    #expect(JSON.integer(.min).text == "-9223372036854775808")
  }

  @Test func membersKeepTheirOrder() {
    let value = JSON.object([
      ("number", .integer(17)), ("at", .null), ("tags", .array([.bool(true), .object([])])),
    ])
    #expect(value.text == #"{"number":17,"at":null,"tags":[true,{}]}"#)
  }
}
