import Testing

@testable import HeraldQuestions

@Suite("A limit of a what-if's figures")
struct FigureLimitTests {
  @Test("A limit is read with blanks or without", arguments: ["lockedOut>0", " lockedOut  >  0 "])
  func limitsAreRead(text: String) throws { #expect(try FigureLimit(text).words == "lockedOut > 0") }

  @Test(
    "A text that cannot be read as a limit is refused with what it lacks",
    arguments: [
      ("lockdOut > 0", "Did you mean 'lockedOut'?"), ("lockedOut", "compares nothing"),
      ("lockedOut > many", "not a whole number"), ("lockedOut > -1", "not a whole number"),
    ])
  func otherTextsAreRefused(text: String, words: String) {
    let fault = #expect(throws: FigureLimit.Fault.self) { try FigureLimit(text) }
    #expect(fault?.words.contains(words) == true)
  }
}
