import Herald
import Testing

@testable import HeraldQuestions

@Suite("Names of people, compared without the marks of letters")
struct PlainLettersTests {
  @Test(
    "A name is found as people type it",
    arguments: [
      ("mehmet.ozturk", "Öztürk"), ("MEHMET.ÖZTÜRK", "ozturk"), ("CAFÉ", "cafe"), ("cafe\u{301}", "CAFÉ"),
      ("Işıl", "isil"), ("IŞIL", "ışıl"), ("İpek", "ipek"), ("ipek", "İPEK"), ("Łukasz", "lukasz"), ("Søren", "soren"),
      ("Nguyễn", "nguyen"), ("Άννα", "αννα"), ("Čapek", "čapek"), ("anna", "ANN"),
    ] as [(ExactString, ExactString)])
  func found(name: ExactString, part: ExactString) { #expect(name.isNamed(byPart: part)) }

  @Test(
    "Another letter, another script and another vowel are not the same name",
    arguments: [
      ("ozturk", "aztürk"), ("anna", "αννα"), ("ирина", "йрина"), ("cafe", "\u{301}"), ("कि", "कु"), ("an", "anna"),
    ] as [(ExactString, ExactString)])
  func notFound(name: ExactString, part: ExactString) { #expect(!name.isNamed(byPart: part)) }

  @Test(
    "A letter without marks is itself, and plain letters stay as they are", arguments: ["straße", "æon", "ирина", "佐藤"])
  func itself(_ name: String) {
    #expect(ExactString(name).inPlainLetters == name)
    #expect(ExactString(ExactString("Ünal").inPlainLetters).inPlainLetters == "unal")
  }
}
