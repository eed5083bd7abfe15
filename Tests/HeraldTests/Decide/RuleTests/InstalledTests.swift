import Testing

@testable import Herald

@Suite("The test of the other app")
struct InstalledTests {
  @Test(
    "The installed test hides a message about an app that is installed",
    arguments: [
      ("true", false), ("false", true), ("True", true), (" true", true), ("", true), ("1", true), (nil, true),
    ] as [(String?, Bool)])
  func installedAppIsNotAdvertised(value: String?, expected: Bool) {
    let properties = ["installed.b": value].compactMapValues { $0 }
    #expect(Trial(properties: properties).passes(.installed, .make("r", .message, targetPackageName: "b")) == expected)
  }

  @Test("The installed test is asked only of messages that name an app, by the exact name")
  func installedTestIsOnlyForMessagesAboutApps() {
    let trial = Trial(properties: ["installed.b": "true", "installed.": "true"])
    #expect(trial.passes(.installed, .make("r", .message)))
    #expect(trial.passes(.installed, .make("r", .message, targetPackageName: "B")))
    for kind in [PromptKind.exit, .force, .optional] {
      #expect(trial.passes(.installed, .make("r", kind, targetPackageName: "b")))
    }
  }

  @Test("The installed test is explained with what the device said")
  func installedTestIsExplained() throws {
    let trial = Trial(properties: ["installed.b": "true"])
    #expect(
      try trial.comparisons(.installed, .make("r", .message, targetPackageName: "b")) == [
        Comparison(
          "installed.b", found: "true", wanted: "not `true`", passed: false, key: "/targetPackageName", basis: .launch)
      ])
  }
}
