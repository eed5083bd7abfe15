import Testing

@testable import HeraldQuestions

@Suite("A limit of a what-if's figures")
struct FigureLimitTests {
  @Test("A limit is read with blanks or without", arguments: ["lockedOut>0", " lockedOut  >  0 "])
  func limitsAreRead(text: String) throws { #expect(try FigureLimit(text).words == "lockedOut > 0") }

  @Test("A share is read as on a server", arguments: ["newlyForced>10%", " newlyForced  >  10 % "])
  func sharesAreRead(text: String) throws { #expect(try FigureLimit(text).words == "newlyForced > 10%") }

  @Test(
    "A text that cannot be read as a limit is refused with what it lacks",
    arguments: [
      ("lockdOut > 0", "Did you mean 'lockedOut'?"), ("lockedOut", "compares nothing"),
      ("lockedOut > many", "not a whole number"), ("lockedOut > -1", "not a whole number"),
      ("lockedOut > 1.5%", "not a whole number"), ("lockedOut > 101%", "above 100 %"),
      ("mostADay > 10%", "has no share"), ("forcedAhed > 0", "Did you mean 'forcedAhead'?"),
    ])
  func otherTextsAreRefused(text: String, words: String) {
    let fault = #expect(throws: FigureLimit.Fault.self) { try FigureLimit(text) }
    #expect(fault?.words.contains(words) == true)
  }
}
