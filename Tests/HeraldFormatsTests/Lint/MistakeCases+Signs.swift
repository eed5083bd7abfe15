import Herald

extension Mistake {
  /// Values of the wrong type, dates and names, which the reader finds.
  static let ofTypes: [Mistake] = [
    value(#""displayPeriodInHours": 72"#, "\"72h\"", "a number of hours from 0 to 2^53 − 1", right: "72"),
    value(#""displayPeriodInHours": 72"#, "-1", "a number of hours from 0 to 2^53 − 1", right: "1"),
    value(#""rollout": 50"#, "\"10%\"", "a number from 0 to 100", right: "10"),
    value(#""rollout": 50"#, "150", "a number from 0 to 100", right: "100"),
    date("12/01/2026"), date("01.12.2026"), date("2026-02-30"), date("2026-12-01 24:00"),
    Mistake(
      #""https://example.com/app","#, #""example.com/app","#, "invalidRule", at: "/updates/0/targetWebsiteUrl",
      "write \(TextForm.url.name), or leave the key out"),
    Mistake(#""id": "v35""#, #""id": "min""#, "sameID", at: "/updates/1/id", "give the rule an id of its own"),
    Mistake(
      #""skippable": true"#, #""Skippable": true"#, "unknownKey", at: "/updates/1/Skippable",
      "did you mean `skippable`?"),
    Mistake(
      #""forceUpdate": true"#, #""forceUpdte": true"#, "unknownKey", at: "/updates/0/forceUpdte",
      "did you mean `forceUpdate`?"),
    Mistake(
      #""forceUpdate": true"#, #""mandatory": true"#, "unknownKey", at: "/updates/0/mandatory",
      "did you mean `forceUpdate`?"),
    Mistake("\"filters\"", "\"filter\"", "unknownKey", at: "/updates/1/filter", "did you mean `filters`?"),
    rule(
      #""displayAfterDate": "2026-12-20T00:00Z", "displayBeforeDate": "2026-12-10T00:00Z""#, "emptyWindow",
      at: "/displayBeforeDate", "write the first moment as `displayAfterDate`, the last as `displayBeforeDate`",
      mended: #""displayAfterDate": "2026-12-10T00:00Z", "displayBeforeDate": "2026-12-20T00:00Z""#),
  ]

  /// - Parameter part: a key of the optional update with its value.
  private static func value(_ part: String, _ wrong: String, _ expected: String, right: String) -> Mistake {
    let key = String(part.prefix { $0 != ":" })
    return Mistake(
      part, "\(key): \(wrong)", "invalidRule", at: "/updates/1/\(key.dropFirst().dropLast())",
      "write \(expected), or leave the key out", mended: [part: "\(key): \(right)"])
  }

  private static func date(_ wrong: String) -> Mistake {
    rule(
      "\"displayAfterDate\": \"\(wrong)\"", "invalidRule", at: "/displayAfterDate",
      #"write a date such as "2026-03-02" or "2026-03-02T08:00:00Z", or leave the key out"#,
      mended: #""displayAfterDate": "2026-12-01T00:00Z""#)
  }

  /// What is not JSON.
  static let ofSigns: [Mistake] = [
    sign("\"revision\": 3,", "\"revision\": 3", line: 3, "write `,` at the end of line 3", at: 4),
    sign(#""Please update."}}},"#, #""Please update."}}}"#, line: 6, "write `,` at the end of line 6", at: 7),
    sign(#""id": "v35","#, #""id": "v35""#, line: 7, "write `,` between the two"),
    sign(
      #""id": "v35""#, "“id”: “v35”", line: 7,
      "write straight quotes (\") in its place, and in the place of its partner"),
    sign(
      "\"Please update.\"", "„Please update.“", line: 6,
      "write straight quotes (\") in its place, and in the place of its partner"),
    sign("Version 3.5 is here.", #"Version "3.5" is here."#, line: 10, "write \\\" for each quote within a text"),
    sign("\"id\": \"v35\"", "'id': 'v35'", line: 7, "write double quotes around names and texts"),
    sign("\"revision\": 3,", "\"revision\": 3, // the third", line: 3, "remove the comment"),
    sign("\"revision\": 3,", "\"revision\": 3, /* the third */", line: 3, "remove the comment"),
    sign("\"revision\": 3,", "\"revision\": 3, # the third", line: 3, "remove the comment"),
    sign("\"skippable\": true", "\"skippable\": True", line: 7, "write true"),
    sign("\"skippable\": true", "\"skippable\": yes", line: 7, "write true"),
    sign("\"rollout\": 50", "\"rollout\": None", line: 7, "write null"),
    sign("\"rollout\": 50", "\"rollout\": .5", line: 7, "write a 0 before the point"),
    sign("\"rollout\": 50", "\"rollout\": ", line: 7, "write a value, or remove its name too"),
    sign("\"skippable\": true", "skippable: true", line: 7, "put it in double quotes"),
    sign("\"skippable\": true", "\"skippable\" = true", line: 7, "write `:` between a name and its value"),
    sign("\"revision\": 3,", "\"revision\": 3;", line: 3, "write `,`"),
    sign("\"revision\": 3,", "\"revision\": 3,,", line: 3, "remove the comma"),
    sign(
      "Version 3.5 is here.", "Version 3.5\nis here.", line: 10,
      "close the text with \" before the end of the line, or write \\n for a line break"),
    sign("  ]\n}", "  ]\n", line: 12, "write `}` at the end, or the part that was cut off"),
    sign("  ]\n}", "}", line: 11, "write `]` before the `}`, or remove this one"),
    sign("\"skippable\": true", "\"skippable\": true, \"skippable\": false", line: 7, "keep one of the two"),
  ]

  /// - Parameter line: where the finding is; `line` of the mistake is another one where only the next line shows it.
  private static func sign(
    _ part: String, _ wrong: String, line: Int, _ fix: String, at found: Int? = nil
  ) -> Mistake {
    Mistake(part, wrong, "invalidJSON", at: "line \(found ?? line)", fix)
  }
}
