/// A state's values by name, the same that its JSON has.
extension InstallationState {
  /// All of them, in the order of the JSON.
  public var fields: [Field.Member] {
    FieldShape.state.map { Field.Member($0.name, field($0.name)) }
  }

  /// The value under a name; null for an unknown one.
  func field(_ name: ExactString) -> Field {
    switch name.string {
    case "revision": .number(revision)
    case "properties": .object(profile.properties.map { Field.Member($0.name, .text($0.value)) })
    case "user": Field(user)
    case "policy": policy?.field ?? .null
    case "refused": refused?.field ?? .null
    case "lastCheck": Field(lastCheck)
    case "failures": .number(failures)
    case "latch": latch?.field ?? .null
    case "visible": visible?.field ?? .null
    case "records": .object(records.entries.map { Field.Member($0.rule, $0.record.field) })
    case "counts": counts.field
    default: .null
    }
  }
}

extension Policy {
  fileprivate var field: Field {
    .object([
      Field.Member("digest", .text(digest)), Field.Member("revision", Field(revision)),
      Field.Member("format", .text(format)),
    ])
  }
}

extension Refusal {
  fileprivate var field: Field {
    .object([Field.Member("digest", .text(digest)), Field.Member("reason", Field(reason))])
  }
}

extension Latch {
  fileprivate var field: Field {
    .object([
      Field.Member("event", .text(event)), Field.Member("url", .text(url)),
      Field.Member("targetVersion", Field(targetVersion)), Field.Member("appVersionName", Field(appVersionName)),
    ])
  }
}

extension VisiblePrompt {
  fileprivate var field: Field {
    .object([
      Field.Member("prompt", .text(prompt)), Field.Member("rule", .text(rule)), Field.Member("kind", Field(kind)),
    ])
  }
}

extension ShowingRecord {
  fileprivate var field: Field {
    .object([
      Field.Member("shown", .number(shown)), Field.Member("lastShown", Field(lastShown)),
      Field.Member("lastButton", Field(lastButton)), Field.Member("lastButtonAt", Field(lastButtonAt)),
      Field.Member("skippedVersion", Field(skippedVersion)),
    ])
  }
}

extension EventCounts {
  fileprivate var field: Field {
    .object([
      Field.Member("launches", .number(launches)), Field.Member("returns", .number(returns)),
      Field.Member("operations", .number(operations)), Field.Member("strayButtons", .number(strayButtons)),
      Field.Member("ignoredPushes", .number(ignoredPushes)), Field.Member("clockSteps", .number(clockSteps)),
      Field.Member("unknownEvents", .number(unknownEvents)),
    ])
  }
}
