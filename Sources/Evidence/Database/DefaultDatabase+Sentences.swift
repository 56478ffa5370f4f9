import Core

/// The sentences of a program in a language: its own are English, those of other languages stand in the default database.
extension DefaultDatabase {
  /// The sentences in `language` of the default `path`.
  package static func sentences(
    in language: String, of path: String
  ) throws(Failure) -> Language {
    language == "en" ? .english : Language.english.with(try texts(in: language, of: path))
  }

  /// The sentences in `language` for a program that goes on without them in English, and then why.
  package static func sentencesOrEnglish(
    in language: String, of path: String
  ) -> (sentences: Language, problem: Phrase?) {
    do throws(Failure) {
      return (try sentences(in: language, of: path), nil)
    } catch {
      let english = Phrase(
        "configuration.english", "English is spoken where the store has no other texts.")
      return (.english, .followed(error.phrase, english))
    }
  }
}
