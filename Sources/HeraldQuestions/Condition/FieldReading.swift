import Herald

/// Functions that read one value each, for conditions.
///
/// A list, and a value with others below it, is read as empty: a condition asks only for its presence.
enum FieldReading {
  typealias Reading = @Sendable (inout InstallationState, inout Decision?, inout StreamFacts) -> Field

  /// The reading of ``FieldPath/answer(in:decision:facts:)``.
  static func reading(_ path: FieldPath) -> Reading {
    guard let first = path.names.first else { return { _, _, _ in .null } }
    if path.isOfFacts {
      let value = StreamFacts.reading(path)
      return { state, _, facts in value(&state, &facts) }
    }
    let below = Array(path.names.dropFirst())
    if first == "decision" { return { _, decision, _ in decision?.field(at: below) ?? .null } }
    let value = state(first, below)
    guard first == "draws", let name = below.first, below.count == 1 else { return { state, _, _ in value(&state) } }
    // A number is drawn from the installation's name.
    let draw = Draw(name: name)
    return { state, _, facts in
      state.draws?[name].map(Field.number) ?? .number(draw.number(of: facts.source))
    }
  }

  /// The reading of a value of a state. Names that are asked for often are found without a search.
  private static func state(
    _ first: ExactString, _ below: [ExactString]
  ) -> @Sendable (inout InstallationState) -> Field {
    switch (first.string, below.first?.string, below.count) {
    case ("revision", nil, _): { .number($0.revision) }
    case ("user", nil, _): { Field($0.user) }
    case ("failures", nil, _): { .number($0.failures) }
    case ("zone", nil, _): { Field($0.zone) }
    case ("lastCheck", nil, _): { Field($0.lastCheck) }
    case ("properties", _?, 1): { Field($0.profile[below[0]]) }
    case ("policy", nil, _): { $0.accepted == nil ? .null : .object([]) }
    case ("policy", "digest", 1): { Field($0.accepted?.digest) }
    case ("policy", "revision", 1): { Field($0.accepted?.revision) }
    case ("visible", nil, _): { $0.visible == nil ? .null : .object([]) }
    case ("visible", "rule", 1): { Field($0.visible?.rule) }
    case ("visible", "kind", 1): { Field($0.visible?.kind) }
    case ("counts", let name?, 1): count(name)
    case ("records", _?, 2...): { Self.value(at: below[1...], in: $0.records[below[0]]) }
    default: { FieldSeeker.value(at: [first] + below, in: $0) }
    }
  }

  private static func count(_ name: String) -> @Sendable (inout InstallationState) -> Field {
    switch name {
    case "launches": { .number($0.counts.launches) }
    case "returns": { .number($0.counts.returns) }
    case "operations": { .number($0.counts.operations) }
    case "strayButtons": { .number($0.counts.strayButtons) }
    case "ignoredPushes": { .number($0.counts.ignoredPushes) }
    case "clockSteps": { .number($0.counts.clockSteps) }
    case "unknownEvents": { .number($0.counts.unknownEvents) }
    default: { _ in .null }
    }
  }

  private static func value(at names: ArraySlice<ExactString>, in record: ShowingRecord?) -> Field {
    record.map { FieldSeeker.value(at: Array(names), in: $0) } ?? .null
  }
}

/// Finds one value among the fields of a part of a state.
private struct FieldSeeker: StateWriter {
  private let names: [ExactString]
  private var depth = 0
  private var isFound = false
  private var value = Field.null

  /// - Parameter names: from the outermost to the innermost; at least one.
  static func value(at names: [ExactString], in object: some StateWritable) -> Field {
    var seeker = FieldSeeker(names: names)
    object.write(to: &seeker)
    return seeker.value
  }

  private init(names: [ExactString]) { self.names = names }

  /// The names below the current one.
  private var below: ArraySlice<ExactString> { names[(depth + 1)...] }

  /// True for the name that is sought on this level. Compared as bytes, because a state has many names.
  private mutating func finds(_ name: StaticString) -> Bool {
    guard !isFound, name.withUTF8Buffer({ names[depth].isEqual(to: BorrowedBytes($0)) }) else { return false }
    isFound = true
    return true
  }

  private mutating func leaf(_ name: StaticString, _ field: @autoclosure () -> Field) {
    if finds(name), below.isEmpty { value = field() }
  }

  private mutating func descend(by levels: Int, into object: some StateWritable) {
    depth += levels
    isFound = false
    object.write(to: &self)
    isFound = true
  }

  mutating func number(_ name: StaticString, _ value: Int?) { leaf(name, Field(value)) }
  mutating func text(_ name: StaticString, _ value: ExactString?, _ privacy: FieldPrivacy) { leaf(name, Field(value)) }
  mutating func word<Word: RawRepresentable<String>>(_ name: StaticString, _ value: Word?) { leaf(name, Field(value)) }
  mutating func time(_ name: StaticString, _ value: Timestamp?) { leaf(name, Field(value)) }
  mutating func times(_ name: StaticString, _ values: [Timestamp]) { leaf(name, .list([])) }

  mutating func list<Object: StateWritable>(_ name: StaticString, _ values: [Object]) { leaf(name, .list([])) }

  mutating func properties(_ name: StaticString, _ value: Profile) {
    named(name) { Field(value[$0]) }
  }

  mutating func draws(_ name: StaticString, _ value: Draws?) {
    if let value { named(name) { Field(value[$0]) } }
  }

  mutating func trust(_ name: StaticString, _ value: Trust?) {
    guard let value else { return }
    named(name) { name in
      switch name.string {
      case "keys": .list([])
      case "threshold": .number(value.threshold)
      case "required": .text(value.isRequired ? "true" : "false")
      default: .null
      }
    }
  }

  /// Finds values that have no others below them by their names.
  private mutating func named(_ name: StaticString, _ member: (ExactString) -> Field) {
    guard finds(name) else { return }
    guard let wanted = below.first else { return value = .object([]) }
    if below.count == 1 { value = member(wanted) }
  }

  mutating func records(_ name: StaticString, _ value: ShowingRecords) {
    guard finds(name) else { return }
    guard let rule = below.first else { return self.value = .object([]) }
    guard let record = value[rule] else { return }
    if below.count == 1 { self.value = .object([]) } else { descend(by: 2, into: record) }
  }

  mutating func object<Object: StateWritable>(_ name: StaticString, _ value: Object?) {
    guard finds(name), let value else { return }
    if below.isEmpty { self.value = .object([]) } else { descend(by: 1, into: value) }
  }

  /// Leaves out a value that only snapshots have, because conditions cannot name it.
  mutating func hidden<Object: StateWritable>(_ name: StaticString, _ value: Object) {}
}

extension Decision {
  /// The value at names below a decision, as ``field`` has it.
  fileprivate func field(at names: [ExactString]) -> Field {
    guard let first = names.first else { return .object([]) }
    switch (first.string, names.count) {
    case ("reason", 1): return Field(reason)
    case ("trigger", 1): return Field(question.trigger)
    case ("revision", 1): return .number(revision)
    case ("time", 1): return .time(question.now.moment)
    case ("source", 1): return .text(question.source)
    case ("show", 1): return prompt == nil ? .null : .object([])
    case ("show", 2) where names[1] == "rule": return Field(prompt?.rule)
    case ("show", 2) where names[1] == "kind": return Field(prompt?.kind)
    case ("rules", 1): return .object([])
    case ("rules", 3) where names[2] == "failed":
      return Field(considered.first { $0.rule.id == names[1] }?.failed)
    default: return names.reduce(field) { $0[$1] }
    }
  }
}
