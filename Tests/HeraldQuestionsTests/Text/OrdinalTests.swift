import Testing

@testable import HeraldQuestions

@Suite("Ordinals in words")
struct OrdinalTests {
  @Test(
    "The ordinal of the next one is that of the number, with the first three as words",
    arguments: [
      (1, "1st", "first"), (2, "2nd", "second"), (3, "3rd", "third"), (4, "4th", "4th"), (11, "11th", "11th"),
      (12, "12th", "12th"), (21, "21st", "21st"), (113, "113th", "113th"), (1002, "1,002nd", "1,002nd"),
    ])
  func ordinals(number: Int, ordinal: String, next: String) {
    #expect(number.ordinal == ordinal)
    #expect((number - 1).nextOrdinal == next)
  }
}
