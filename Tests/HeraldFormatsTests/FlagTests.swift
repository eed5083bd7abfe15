import Herald
import HeraldFormats
import Testing

@Suite("The flags of documents")
struct FlagTests {
  /// The spellings of a yes and of a no, as servers in many languages write them: Python and C# say `False`.
  static let yes = [
    "true", "1", "1.0", "2", "-1", "0.5", "1e400", #""true""#, #""True""#, #""TRUE""#, #"" true ""#, #""1""#, #""1.0""#,
    #"" 1""#, #""2""#, #""yes""#, #""Yes""#, #""YES""#, #""Y""#, #""y""#,
  ]
  static let no = [
    "false", "0", "0.0", "-0", "0e7", #""false""#, #""False""#, #""FALSE""#, #"" false""#, #""0""#, #""0.0""#, #""no""#,
    #""No""#, #""n""#, #""N ""#,
  ]
  static let absent = ["null", #""""#, #"" ""#]
  static let unreadable = [#""maybe""#, #""on""#, #""01""#, #""truе""#, "[]", "[1]", "{}"]

  /// A document with a flag, and what follows where the flag is a yes, a no, absent and unreadable.
  struct Place: Sendable, CustomTestStringConvertible {
    let format: String
    let document: @Sendable (String) -> String
    let yes, no, absent, unreadable: String
    var codes: [String] = []
    var testDescription: String { document("…") }
  }

  static let places = [
    Place(
      format: "login", document: { #"{"hasNewVersion":\#($0),"downloadUrl":"https://d/a"}"# }, yes: "optional",
      no: "noRule", absent: "noRule", unreadable: "invalidDocument"),
    Place(
      format: "login", document: { #"{"hasNewVersion":1,"review":\#($0)}"# }, yes: "underReview", no: "optional",
      absent: "optional", unreadable: "optional", codes: ["invalidFlag"]),
    Place(
      format: "segments", document: { #"{"version":"2.0","review":\#($0)}"# }, yes: "underReview", no: "force",
      absent: "force", unreadable: "force", codes: ["invalidFlag"]),
    Place(
      format: "sunstripe", document: { #"{"result":"successed","version_info":{"needed_version_update":\#($0)}}"# },
      yes: "optional", no: "noRule", absent: "noRule", unreadable: "invalidDocument"),
    Place(
      format: "umeng", document: { #"{"update":\#($0),"version":"2.0"}"# }, yes: "optional", no: "noRule",
      absent: "invalidDocument", unreadable: "invalidDocument"),
    Place(
      format: "appupdate", document: { #"{"update":\#($0),"new_version":"2.0"}"# }, yes: "optional", no: "noRule",
      absent: "invalidDocument", unreadable: "invalidDocument"),
    Place(
      format: "appupdate", document: { #"{"update":"Yes","new_version":"2.0","constraint":\#($0)}"# }, yes: "force",
      no: "optional", absent: "optional", unreadable: "optional", codes: ["invalidFlag"]),
    Place(
      format: "table", document: { #"{"versions":[{"version":"1.0","updated":\#($0)},{"version":"2.0"}]}"# },
      yes: "optional", no: "noRule", absent: "noRule", unreadable: "noRule", codes: ["invalidRow"]),
    Place(
      format: "table",
      document: { #"{"versions":[{"version":"1.0","updated":1,"forceUpdated":\#($0)},{"version":"2.0"}]}"# },
      yes: "force", no: "optional", absent: "optional", unreadable: "noRule", codes: ["invalidRow"]),
    Place(
      format: "table",
      document: { #"{"versions":[{"version":"1.0","updated":1,"review":\#($0)},{"version":"2.0"}]}"# },
      yes: "underReview", no: "optional", absent: "optional", unreadable: "noRule", codes: ["invalidRow"]),
  ]

  private func outcome(_ place: Place, _ written: String) -> String {
    Installed("1.0").outcome(place.document(written), as: ExactString(place.format))
  }

  @Test("A flag is a yes in every spelling of one, in every format", arguments: places, yes)
  func yesIsRead(place: Place, written: String) { #expect(outcome(place, written) == place.yes) }

  @Test("A flag is a no in every spelling of one, in every format", arguments: places, no)
  func noIsRead(place: Place, written: String) { #expect(outcome(place, written) == place.no) }

  @Test("A flag that is null or an empty text is absent, in every format", arguments: places, absent)
  func emptyTextIsAbsent(place: Place, written: String) { #expect(outcome(place, written) == place.absent) }

  @Test("A flag that is neither yes nor no is told, in every format", arguments: places, unreadable)
  func otherValueIsFound(place: Place, written: String) {
    #expect(outcome(place, written) == place.unreadable)
    let document = read(place.document(written), as: ExactString(place.format), storeURL: Installed.store)
    if document.refusal == nil { #expect(document.codes == place.codes) }
    #expect(document.diagnostics.allSatisfy(isComplete))
  }

  @Test("A forced upgrade of a login answer takes every spelling of yes", arguments: yes)
  func loginForces(written: String) {
    let text = #"{"hasNewVersion":"True","needUpgrade":\#(written)}"#
    #expect(Installed("1.0").outcome(text, as: "login") == "force")
  }

  @Test("An upgrade of a login answer that is no text is refused, and an unreadable text only suggests")
  func loginUpgradeIsAFlag() {
    #expect(Installed("1.0").outcome(#"{"hasNewVersion":1,"needUpgrade":[1]}"#, as: "login") == "invalidDocument")
    #expect(Installed("1.0").outcome(#"{"hasNewVersion":1,"needUpgrade":{}}"#, as: "login") == "invalidDocument")
    let text = #"{"hasNewVersion":1,"needUpgrade":"maybe"}"#
    #expect(Installed("1.0").outcome(text, as: "login") == "optional")
    #expect(read(text, as: "login", storeURL: Installed.store).codes == ["invalidFlag"])
  }

  @Test(
    "A body whose keys are all empty is refused as one without them",
    arguments: [
      ("login", #"{"hasNewVersion":"","needUpgrade":null,"downloadUrl":" "}"#),
      ("ssvc", #"{"SSVCLatestVersionKey":""}"#),
    ])
  func emptyBodyIsRefused(format: String, text: String) {
    #expect(read(text, format: ExactString(format)).refusal == .invalidDocument)
  }
}
