import Herald

extension StreamFacts {
  /// The reading of ``value(at:in:)`` for conditions, which looks the names up once.
  static func reading(_ path: FieldPath) -> @Sendable (inout InstallationState, inout StreamFacts) -> Field {
    let names = path.names
    switch (names.first?.string, names.count) {
    case ("source", 1): return { .text($1.source) }
    case ("firstTime", 1): return { Field($1.firstTime) }
    case ("lastTime", 1): return { Field($1.lastTime) }
    case ("gaps", 1): return { .number($1.gaps) }
    case ("event", 1): return { $1.event == nil ? .null : .object([]) }
    case ("event", 2...):
      return eventReading(Array(names.dropFirst()))
    case ("audit", 1): return { _, _ in .object([]) }
    case ("audit", 2):
      guard let verdict = AuditVerdict(rawValue: names[1].string) else { return { _, _ in .null } }
      return { .number($1.number(of: verdict)) }
    default: return { $1.value(at: path, in: $0) }
    }
  }
}

extension StreamFacts {
  /// Each reads a part of the event where it lies, because a copy of all parts takes longer than most conditions.
  ///
  /// - Parameter names: below the event; at least one.
  private static func eventReading(
    _ names: [ExactString]
  ) -> @Sendable (inout InstallationState, inout StreamFacts) -> Field {
    switch (names[0].string, names.count) {
    case ("type", 1): return { Field($1.event?.type) }
    case ("trigger", 1): return { Field($1.event?.trigger) }
    case ("kind", 1): return { Field($1.event?.kind) }
    case ("time", 1): return { Field($1.event?.writtenTime?.moment) }
    case ("day", 1): return { Field($1.event?.writtenTime?.dayNumber) }
    case ("data", _): return { names.dropFirst().reduce($1.event?.data ?? .null) { $0[$1] } }
    default: return { _, _ in .null }
    }
  }
}
