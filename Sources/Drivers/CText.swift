/// The characters of a C array, up to its first zero.
func text<CharacterArray>(of array: CharacterArray) -> String {
  withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
