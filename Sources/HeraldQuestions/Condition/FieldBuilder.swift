public import Herald

/// A value of a state before it is redacted.
indirect enum BuiltField {
  case plain(Field)
  case text(ExactString, FieldPrivacy)
  case time(Timestamp)
  case times([Timestamp])
  case properties(Profile)
  case object([BuiltMember])
  case records([(rule: ExactString, record: [BuiltMember])])
  case list([[BuiltMember]])

  func field(of source: ExactString, by redactor: inout some FieldRedactor) -> Field {
    switch self {
    case .plain(let field): field
    case .text(let text, let privacy): Field(redactor.text(text, privacy, of: source))
    case .time(let time): .time(redactor.time(time))
    case .times(let times): .list(times.map { .time(redactor.time($0)) })
    case .properties(let profile):
      .object(redactor.profile(profile).properties.map { Field.Member($0.name, .text($0.value)) })
    case .object(let members): .object(members.map { $0.field(of: source, by: &redactor) })
    case .records(let records):
      .object(
        records.map { rule, record in
          Field.Member(
            redactor.text(rule, .rule, of: source) ?? rule,
            .object(record.map { $0.field(of: source, by: &redactor) }))
        })
    case .list(let elements): .list(elements.map { .object($0.map { $0.field(of: source, by: &redactor) }) })
    }
  }
}

/// A value with its name.
struct BuiltMember {
  let name: ExactString
  let value: BuiltField

  func field(of source: ExactString, by redactor: inout some FieldRedactor) -> Field.Member {
    Field.Member(name, value.field(of: source, by: &redactor))
  }
}

/// Collects the values of a part of a state.
struct FieldBuilder: StateWriter {
  /// The name of the only value to collect; nil for all.
  let wanted: ExactString?
  let takesHidden: Bool
  private var members: [BuiltMember] = []

  static func members(
    of object: some StateWritable, only wanted: ExactString? = nil, takingHidden: Bool = false
  ) -> [BuiltMember] {
    var builder = FieldBuilder(wanted: wanted, takesHidden: takingHidden)
    object.write(to: &builder)
    return builder.members
  }

  private init(wanted: ExactString?, takesHidden: Bool) {
    self.wanted = wanted
    self.takesHidden = takesHidden
  }

  private mutating func add(_ name: StaticString, _ value: @autoclosure () -> BuiltField?) {
    // Compared as bytes, because a condition asks after each event, and a state has many names.
    if let wanted, !name.withUTF8Buffer({ wanted.isEqual(to: BorrowedBytes($0)) }) { return }
    members.append(BuiltMember(name: ExactString(name.description), value: value() ?? .plain(.null)))
  }

  mutating func number(_ name: StaticString, _ value: Int?) { add(name, .plain(Field(value))) }

  mutating func text(_ name: StaticString, _ value: ExactString?, _ privacy: FieldPrivacy) {
    add(name, value.map { .text($0, privacy) })
  }

  mutating func word<Word: RawRepresentable<String>>(_ name: StaticString, _ value: Word?) {
    add(name, .plain(Field(value)))
  }

  mutating func time(_ name: StaticString, _ value: Timestamp?) { add(name, value.map { .time($0) }) }
  mutating func times(_ name: StaticString, _ values: [Timestamp]) { add(name, .times(values)) }
  mutating func properties(_ name: StaticString, _ value: Profile) { add(name, .properties(value)) }

  mutating func draws(_ name: StaticString, _ value: Draws?) {
    guard let value else { return }
    add(name, .plain(.object(value.sorted.map { Field.Member($0.name, .number($0.number)) })))
  }

  mutating func trust(_ name: StaticString, _ value: Trust?) {
    guard let value else { return }
    let keys = value.keys.map { Field.text(ExactString($0.text)) }
    add(
      name,
      .plain(
        .object([
          Field.Member("keys", .list(keys)), Field.Member("threshold", .number(value.threshold)),
          Field.Member("required", .text(value.isRequired ? "true" : "false")),
        ])))
  }

  mutating func records(_ name: StaticString, _ value: ShowingRecords) {
    let hidden = takesHidden
    add(name, .records(value.entries.map { ($0.rule, Self.members(of: $0.record, takingHidden: hidden)) }))
  }

  mutating func object<Object: StateWritable>(_ name: StaticString, _ value: Object?) {
    let hidden = takesHidden
    add(name, value.map { .object(Self.members(of: $0, takingHidden: hidden)) })
  }

  mutating func list<Object: StateWritable>(_ name: StaticString, _ values: [Object]) {
    let hidden = takesHidden
    add(name, .list(values.map { Self.members(of: $0, takingHidden: hidden) }))
  }

  mutating func hidden<Object: StateWritable>(_ name: StaticString, _ value: Object) {
    if takesHidden { object(name, value) }
  }
}

extension Decision {
  /// The decision's values by name, as in its JSON. Only its rules are found by their ids, because people ask for one
  /// by its id.
  package var field: Field {
    .object([
      Field.Member("source", .text(question.source)), Field.Member("revision", .number(revision)),
      Field.Member("time", .time(question.now.moment)), Field.Member("trigger", Field(question.trigger)),
      Field.Member("reason", Field(reason)), Field.Member("show", prompt?.field ?? .null),
      Field.Member("rules", .object(considered.map { Field.Member($0.rule.id, $0.field) })),
    ])
  }
}

extension Prompt {
  fileprivate var field: Field {
    .object([
      Field.Member("rule", .text(rule)), Field.Member("kind", Field(kind)),
      Field.Member("variant", Field(variant)), Field.Member("language", Field(language)),
      Field.Member("destination", Field(destination)),
      Field.Member("buttons", .list(buttons.map { .text(ExactString($0.rawValue)) })),
    ])
  }
}

extension ConsideredRule {
  fileprivate var field: Field { .object([Field.Member("failed", Field(failed))]) }
}

/// A state's values by name, as in its JSON.
extension InstallationState {
  /// All values, in the order of the JSON.
  public var fields: [Field.Member] {
    var redactor = KeepingRedactor()
    return FieldBuilder.members(of: self).map { $0.field(of: "", by: &redactor) }
  }

  /// The value with a name; null for an unknown name.
  func field(_ name: ExactString) -> Field {
    var redactor = KeepingRedactor()
    return FieldBuilder.members(of: self, only: name).first?.field(of: "", by: &redactor).value ?? .null
  }

  /// All values, including values that only snapshots have.
  package var allFields: [Field.Member] {
    var redactor = KeepingRedactor()
    return allFields(redactedBy: &redactor, of: "")
  }

  /// All values, redacted, including values that only snapshots have.
  package func allFields<Redactor: FieldRedactor>(
    redactedBy redactor: inout Redactor, of source: ExactString
  ) -> [Field.Member] {
    FieldBuilder.members(of: self, takingHidden: true).map { $0.field(of: source, by: &redactor) }
  }
}

/// Redacts nothing.
private struct KeepingRedactor: FieldRedactor {
  func text(_ text: ExactString, _ privacy: FieldPrivacy, of source: ExactString) -> ExactString? { text }
  func profile(_ profile: Profile) -> Profile { profile }
  func time(_ time: Timestamp) -> Timestamp { time }
}
