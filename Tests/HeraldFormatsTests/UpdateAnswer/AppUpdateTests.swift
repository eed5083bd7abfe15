import Herald
import HeraldFormats
import Testing

@Suite("The answer that WVector's AppUpdate reads")
struct AppUpdateTests {
  private func answer(_ version: String, _ keys: String = "") -> String {
    #"{"update":"Yes","new_version":"\#(version)"\#(keys)}"#
  }

  @Test(
    "AppUpdate's answer forces only where its constraint is true",
    arguments: [
      ("", "optional"), (#","constraint":true"#, "force"), (#","constraint":false"#, "optional"),
      (#","constraint":null"#, "optional"), (#","constraint":"yes""#, "force"), (#","constraint":"true""#, "force"),
      (#","constraint":"1""#, "force"),
      (#","constraint":1"#, "force"), (#","constraint":"False""#, "optional"), (#","constraint":[1]"#, "optional"),
    ])
  func constraintForces(keys: String, expected: String) {
    #expect(Installed().outcome(answer("2.0", keys), as: "appupdate") == expected)
  }

  @Test(
    "AppUpdate's update is for every lower version, and is refused without a version",
    arguments: [
      ("1.0", "1.0.1", "optional"), ("1.0", "1.0.0", "noRule"), ("2.0", "1.0", "noRule"),
      ("1.0", "two", "invalidVersion"),
    ])
  func lowerVersionsAreUpdated(installed: String, version: String, expected: String) {
    #expect(Installed(installed).outcome(answer(version), as: "appupdate") == expected)
  }

  @Test("AppUpdate's answer without an update has no rule, and its version is not read")
  func noUpdateHasNoRule() {
    #expect(Installed().outcome(#"{"update":"No","new_version":7}"#, as: "appupdate") == "noRule")
    #expect(Installed().outcome(#"{"update":false}"#, as: "appupdate") == "noRule")
    #expect(Installed().outcome(#"{"new_version":"2.0"}"#, as: "appupdate") == "invalidDocument")
  }

  @Test("AppUpdate's answer leads to its package, and its log says what is new")
  func answerLeadsToItsPackage() throws {
    var installed = Installed()
    let keys = #","apk_file_url":"https://d.example.com/a.apk","update_log":"Faster.""#
    #expect(installed.fetch(answer("2.0", keys), as: "appupdate") == "optional")
    let prompt = try #require(installed.prompt)
    #expect(prompt.rule == "update:appupdate")
    #expect(prompt.destination == "https://d.example.com/a.apk")
    #expect(prompt.whatIsNew == "Faster.")
    #expect(prompt.language == nil)
  }
}
