import Herald
import HeraldFormats
import Testing

@Suite("A table of released versions")
struct TableTests {
  private func table(_ rows: String...) -> String { #"{"versions":[\#(rows.joined(separator: ","))]}"# }

  private func row(_ version: String, _ updated: String, _ forced: String, _ keys: String = "") -> String {
    #"{"version":"\#(version)","updated":\#(updated),"forceUpdated":\#(forced),"downloadUrl":"https://d/\#(version)"\#(keys)}"#
  }

  private func policy(_ text: String) throws -> Policy { try read(text, format: "table").policy() }

  @Test(
    "A table row's flag is Y or N in any case, or a boolean, and absent means N",
    arguments: [
      (#""Y""#, #""N""#, "optional"), (#""y""#, #""Y""#, "force"), ("true", "true", "force"),
      ("true", #""n""#, "optional"), (#""Y""#, "null", "optional"), ("false", "false", "noRule"),
      ("null", "null", "noRule"), (#""N""#, "null", "noRule"),
    ])
  func flagIsYNOrBoolean(updated: String, forced: String, expected: String) {
    let text = table(row("1.0", updated, forced), #"{"version":"9.0"}"#)
    #expect(Installed("1.0").outcome(text, as: "table") == expected)
    #expect(read(text, format: "table").codes.isEmpty)
  }

  @Test(
    "A table row that cannot be read is left out, and the other rows are used",
    arguments: [
      (#"{"version":"1.0","updated":"maybe"}"#, "/updated"), (#"{"version":"1.0","updated":"J"}"#, "/updated"),
      (#"{"version":"1.0","updated":{}}"#, "/updated"), (#"{"version":"1.0","review":"?"}"#, "/review"),
      (#"{"version":"1.0","forceUpdated":"X"}"#, "/forceUpdated"),
      (#"{"version":"1.0","forceUpdated":[]}"#, "/forceUpdated"), (#"{"version":1.0}"#, "/version"),
      (#"{"version":"one"}"#, "/version"), (#"{"version":""}"#, "/version"), (#"{"updated":"Y"}"#, "/version"),
      ("7", ""), ("null", ""), ("[]", ""), (#""1.0""#, ""),
    ])
  func unreadableRowIsLeftOut(bad: String, key: String) throws {
    let text = table(bad, row("1.0", #""Y""#, #""N""#), #"{"version":"9.0"}"#)
    let document = read(text, format: "table")
    #expect(document.codes == ["invalidRow"])
    #expect(document.diagnostics.map(\.place?.pointer) == ["/versions/0" + key])
    #expect(document.diagnostics.allSatisfy(isComplete))
    #expect(Installed("1.0").outcome(text, as: "table") == "optional")
  }

  @Test(
    "A table row is for the version that it names, however that is written",
    arguments: ["1.1", "1.1.0", "01.1", " 1.1+5"])
  func rowIsForItsVersion(installed: String) {
    let text = table(row("1.1", #""Y""#, #""N""#), row("2.0", #""N""#, #""N""#))
    #expect(Installed(installed).outcome(text, as: "table") == "optional")
    for other in ["1.0", "1.2", "1.1-beta", "one"] { #expect(Installed(other).outcome(text, as: "table") == "noRule") }
    #expect(Installed(nil).outcome(text, as: "table") == "noRule")
  }

  @Test("A table's rules stand in the order of its rows, under the version as written")
  func rulesKeepTheOrderOfRows() throws {
    let rules = try policy(
      table(row("2.0", #""Y""#, #""N""#), row("01.0", #""Y""#, #""Y""#), row("3.0", #""N""#, #""N""#))
    ).rules
    #expect(rules.map(\.id) == ["update:table-2.0", "update:table-01.0"])
    #expect(rules.map(\.kind) == [.optional, .force])
    #expect(rules.map(\.destinations.elsewhere) == ["https://d/2.0", "https://d/01.0"])
    #expect(rules.map(\.source.place?.pointer) == ["/versions/0", "/versions/1"])
  }

  @Test("The first of a table's rows with equal versions counts, for every purpose")
  func firstOfEqualVersionsCounts() throws {
    let text = table(
      row("1.0", #""Y""#, #""N""#), row("1.0.0", #""Y""#, #""Y""#, #","review":1"#), row("2.0", #""N""#, #""N""#),
      row("2", #""Y""#, #""Y""#))
    #expect(try policy(text).rules.map(\.id) == ["update:table-1.0"])
    #expect(Installed("1.0").outcome(text, as: "table") == "optional")
    #expect(read(text, format: "table").codes == ["sameVersion", "sameVersion"])
  }

  @Test("A table's row of the highest version holds back a roll-out, wherever it stands")
  func highestVersionHoldsBackARollout() throws {
    let newest = row("10.0", #""Y""#, #""Y""#)
    let older = [row("9.0", #""Y""#, #""N""#), row("1.0", #""Y""#, #""Y""#)]
    for rows in [[newest] + older, [older[0], newest, older[1]], older + [newest]] {
      let text = #"{"versions":[\#(rows.joined(separator: ","))]}"#
      #expect(try policy(text).rules.isEmpty)
      #expect(read(text, format: "table").codes.isEmpty)
    }
    for flags in [(#""Y""#, #""N""#), (#""N""#, #""N""#)] {
      #expect(Installed("1.0").outcome(table(row("10.0", flags.0, flags.1), older[1]), as: "table") == "force")
    }
  }

  @Test("A table shows nothing to versions under review, held back or not, compared as versions")
  func versionUnderReviewSeesNothing() throws {
    let rows = [row("2.2", #""N""#, #""N""#, #","review":1"#), row("2.1", #""Y""#, #""Y""#, #","review":"0""#)]
    let text = #"{"versions":[\#(rows.joined(separator: ","))]}"#
    for installed in ["2.2", "2.2.0", "02.2"] {
      #expect(Installed(installed).outcome(text, as: "table") == "underReview")
    }
    for installed in ["2.20", "2.2-beta", "two"] {
      #expect(Installed(installed).outcome(text, as: "table") == "noRule")
    }
    #expect(Installed(nil).outcome(text, as: "table") == "noRule")
    #expect(Installed("2.1").outcome(text, as: "table") == "force")
    let held = table(row("2.2", #""Y""#, #""Y""#, #","review":true"#))
    #expect(Installed("2.2").outcome(held, as: "table") == "underReview")
  }

  @Test("A table row that forces without an update is a contradiction, and makes no rule")
  func forceWithoutAnUpdateIsNoRule() throws {
    let text = table(row("1.0", #""N""#, #""Y""#), row("2.0", #""N""#, #""N""#))
    #expect(try policy(text).rules.isEmpty)
    #expect(read(text, format: "table").codes == ["contradiction"])
    let held = table(row("1.0", #""N""#, #""Y""#), row("2.0", #""Y""#, #""Y""#))
    #expect(read(held, format: "table").codes == ["contradiction"])
  }

  @Test("A table's newest version never decreases after the first launch, within this format")
  func newestVersionNeverDecreases() throws {
    let tables = ["10.0", "9.0"].map { table(row("1.0", #""Y""#, #""N""#), row($0, #""N""#, #""N""#)) }
    var installed = Installed("1.0")
    #expect(installed.fetch(tables[0], as: "table") == "optional")
    #expect(installed.fetch(#"{"versions":[]}"#, as: "table") == "noRule")
    #expect(installed.fetch(tables[1], as: "table") == "rollback")
    #expect(
      installed.fetch(#"{"resultCount":1,"results":[{"version":"1.1","trackId":1}]}"#, as: "itunes") == "optional")
    #expect(installed.fetch(tables[1], as: "table") == "rollback")
    #expect(installed.fetch(table(row("10", #""N""#, #""N""#)), as: "table") == "noRule")
  }

  private func newest(_ version: String, _ more: String = "") -> String {
    let rows = [row(version, #""N""#, #""N""#), row("4.0", #""Y""#, #""Y""#)]
    return #"{"versions":[\#(rows.joined(separator: ","))]\#(more)}"#
  }

  // expo/expo#11252: *deleting the app and reinstalling clears this*.
  @Test("A wrong number in a table holds for seven days and no longer")
  func wrongNumberIsHealed() {
    var installed = Installed("3.9")
    #expect(installed.fetch(newest("41.0"), as: "table") == "noRule")
    installed.wait(hours: 24)
    #expect(installed.fetch(newest("4.1"), as: "table") == "rollback")
    installed.wait(hours: 6 * 24 - 0.001)
    #expect(installed.fetch(newest("4.1"), as: "table") == "rollback")
    installed.wait(hours: 0.001)
    #expect(installed.fetch(newest("4.1"), as: "table") == "noRule")
    #expect(installed.fetch(newest("4.0"), as: "table") == "rollback")
  }

  @Test("A version counts from the last time that it was accepted, also where the document is the same")
  func versionCountsFromItsLastAcceptance() {
    var installed = Installed("3.9")
    for _ in 0..<3 {
      #expect(installed.fetch(newest("41.0"), as: "table") == "noRule")
      installed.wait(hours: 100)
    }
    #expect(installed.fetch(newest("4.1"), as: "table") == "rollback")
    installed.wait(hours: 68)
    #expect(installed.fetch(newest("4.1"), as: "table") == "noRule")
  }

  @Test("A clock that was ahead when a version was accepted lengthens the seven days by nothing")
  func clockThatWasAhead() {
    var installed = Installed("3.9")
    installed.wait(hours: 24 * 365)
    #expect(installed.fetch(newest("41.0"), as: "table") == "noRule")
    installed.wait(hours: -24 * 365)
    #expect(installed.fetch(newest("4.1"), as: "table") == "rollback")
    installed.wait(hours: 168)
    #expect(installed.fetch(newest("4.1"), as: "table") == "noRule")
  }

  @Test("A table's `revision` alone decides what is older, and a document without one is compared by its version")
  func revisionDecides() {
    var installed = Installed("3.9")
    #expect(installed.fetch(newest("41.0", #","revision":1"#), as: "table") == "noRule")
    #expect(installed.fetch(newest("4.1", #","revision":2"#), as: "table") == "noRule")
    #expect(installed.fetch(newest("41.0", #","revision":1"#), as: "table") == "rollback")
    #expect(installed.fetch(newest("4.0", #","revision":"2""#), as: "table") == "noRule")
    #expect(installed.fetch(newest("4.1"), as: "table") == "rollback")
    installed.wait(hours: 168)
    #expect(installed.fetch(newest("4.1"), as: "table") == "noRule")
    #expect(installed.fetch(newest("9.0", #","revision":1"#), as: "table") == "rollback")
    #expect(installed.state.policy?.revision == nil)
  }

  @Test("A table whose `revision` is not an integer is refused", arguments: [#""x""#, "1.5", "[]", "true"])
  func otherRevisionIsRefused(written: String) {
    let document = read(newest("4.1", #","revision":\#(written)"#), format: "table")
    #expect(document.refusal == .invalidDocument)
    #expect(document.diagnostics.allSatisfy(isComplete))
  }

  @Test(
    "A table without an array is refused",
    arguments: [#"{"versions":{}}"#, #"{"versions":null}"#, #"{"versions":"1.0"}"#, "{}", "[]"])
  func documentWithoutAnArrayIsRefused(text: String) {
    #expect(read(text, format: "table").refusal == .invalidDocument)
  }

  @Test("A table of thousands of rows is read")
  func largeTableIsRead() throws {
    let rows = (0..<2_000).map { #"{"version":"\#($0)","updated":"Y"}"# }
    let text = #"{"versions":[\#(rows.joined(separator: ","))]}"#
    let document = read(text, as: "table", storeURL: Installed.store)
    #expect(try document.policy().rules.count == 2_000)
    #expect(Installed("1999").outcome(text, as: "table") == "optional")
  }
}
