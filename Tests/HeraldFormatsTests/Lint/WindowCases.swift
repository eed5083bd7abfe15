extension LintTests {
  private static func window(_ code: String, at key: String?, after: String? = nil, before: String? = nil) -> LintCase {
    let rule = SampleDocument.message([
      "displayAfterDate": after.map { "\"\($0)\"" }, "displayBeforeDate": before.map { "\"\($0)\"" },
    ])
    let document = SampleDocument.text(messages: [rule])
    return key.map { LintCase(code, "\(code) /messages/0/\($0)", in: document) } ?? .near(code, document)
  }

  /// Judged at 2026-03-02T08:00:00Z.
  static let windowCases: [LintCase] = [
    window("emptyWindow", at: "displayBeforeDate", after: "2026-05-01T00:00Z", before: "2026-04-01T00:00Z"),
    window("emptyWindow", at: nil, after: "2026-04-01T00:00Z", before: "2026-04-01T00:00Z"),
    window("emptyWindow", at: nil, after: "2026-04-01T01:00+03:00", before: "2026-04-01T00:00+01:00"),
    window("windowOver", at: "displayBeforeDate", before: "2026-03-02T07:59Z"),
    window("windowOver", at: nil, before: "2026-03-02T08:00Z"),
    window("windowFarAhead", at: "displayAfterDate", after: "2027-03-04T00:00Z"),
    window("windowFarAhead", at: nil, after: "2027-03-01T00:00Z"),
    window("dateOnlyEnd", at: "displayBeforeDate", before: "2026-04-01"),
    window("dateOnlyEnd", at: nil, before: "2026-04-01T23:59Z"),
    window("wallClockDate", at: "displayAfterDate", after: "2026-04-01", before: "2026-04-02 12:00"),
    window("wallClockDate", at: "displayBeforeDate", after: "2026-04-01T00:00Z", before: "2026-04-02 12:00"),
    window("wallClockDate", at: nil, after: "2026-04-01 00:00Z", before: "2026-04-02T12:00:00.000+0300"),
    LintCase(
      "windowOver", "windowOver /messages/0/displayBeforeDate", "wallClockDate /messages/0/displayBeforeDate",
      in: SampleDocument.text(messages: [SampleDocument.message(["displayBeforeDate": "\"2026-03-01T19:59\""])])),
    // It is still that day west of Greenwich.
    LintCase(
      "windowOver", "wallClockDate /messages/0/displayBeforeDate",
      in: SampleDocument.text(messages: [SampleDocument.message(["displayBeforeDate": "\"2026-03-01T20:00\""])])),
    // An instant and a wall clock: no zone makes up for a month, any may for an hour.
    LintCase(
      "emptyWindow", "emptyWindow /messages/0/displayBeforeDate", "wallClockDate /messages/0/displayAfterDate",
      in: SampleDocument.text(messages: [
        SampleDocument.message(["displayAfterDate": "\"2026-05-01\"", "displayBeforeDate": "\"2026-04-01T00:00Z\""])
      ])),
    LintCase(
      "emptyWindow", "wallClockDate /messages/0/displayAfterDate",
      in: SampleDocument.text(messages: [
        SampleDocument.message(["displayAfterDate": "\"2026-04-01\"", "displayBeforeDate": "\"2026-03-31T23:00Z\""])
      ])),
  ]
}
