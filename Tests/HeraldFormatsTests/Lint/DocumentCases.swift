extension LintTests {
  private static let message = SampleDocument.message()

  static let documentCases: [LintCase] = [
    LintCase("emptyPolicy", "emptyPolicy ", in: SampleDocument.text()),
    .near("emptyPolicy", SampleDocument.text(messages: [message])),
    LintCase("noRevision", "noRevision ", in: SampleDocument.text(["revision": nil], messages: [message])),
    LintCase("noRevision", "noRevision ", in: SampleDocument.text(["revision": "null"], messages: [message])),
    .near("noRevision", SampleDocument.text(["revision": "0"], messages: [message])),
    review("reviewNamesNothing", " , ! "),
    review("reviewNamesNothing", "2.2,!2.2"),
    review("reviewNamesNothing", "2.2.0", isFound: false),
    review("reviewNamesEverything", "*"),
    review("reviewNamesEverything", "<3,>=3"),
    review("reviewNamesEverything", ">=2.2", isFound: false),
    review("reviewNamesEverything", "!2.2.0", isFound: false),
    review("bareVersion", "2.2"),
    review("bareVersion", "2.2,2.2.0", isFound: false),
    review("bareVersion", "!<2.2,!>2.2", isFound: false),
    LintCase(
      "writtenAsText", "writtenAsText /pushOnForeground", "writtenAsText /revision",
      in: SampleDocument.text(["revision": "\"7\"", "pushOnForeground": "\"true\""], messages: [message])),
    .near("writtenAsText", SampleDocument.text(["pushOnForeground": "true"], messages: [message])),
  ]

  private static func review(_ code: String, _ text: String, isFound: Bool = true) -> LintCase {
    let document = SampleDocument.text(["reviewVersions": "\"\(text)\""], messages: [message])
    return isFound ? LintCase(code, "\(code) /reviewVersions", in: document) : .near(code, document)
  }
}
