import Testing

@testable import Herald

@Suite("The test of the other app")
struct InstalledTests {
  @Test(
    "a message about an app that is installed is not shown",
    arguments: [
      ("true", false), ("false", true), ("True", true), (" true", true), ("", true), ("1", true), (nil, true),
    ] as [(String?, Bool)])
  func installed(value: String?, expected: Bool) {
    let properties = ["installed.b": value].compactMapValues { $0 }
    #expect(Trial(properties: properties).passes(.installed, .make("r", .message, targetPackageName: "b")) == expected)
  }

  @Test("it's asked of messages that name an app, and by the exact name")
  func others() {
    let trial = Trial(properties: ["installed.b": "true", "installed.": "true"])
    #expect(trial.passes(.installed, .make("r", .message)))
    #expect(trial.passes(.installed, .make("r", .message, targetPackageName: "B")))
    for kind in [PromptKind.exit, .force, .optional] {
      #expect(trial.passes(.installed, .make("r", kind, targetPackageName: "b")))
    }
  }

  @Test("what the device said is explained")
  func comparison() throws {
    let trial = Trial(properties: ["installed.b": "true"])
    #expect(
      try trial.comparisons(.installed, .make("r", .message, targetPackageName: "b")) == [
        Comparison(
          "installed.b", found: "true", wanted: "not `true`", passed: false, key: "/targetPackageName", basis: .launch)
      ])
  }
}
