package import Herald
package import HeraldLog

/// Names in a request to forget that nothing in a ledger has: they are mistyped, or were forgotten before.
///
/// A user or a property leaves no trace of its name where it was forgotten. The journal keeps only that some user or some
/// property was forgotten. So a name that was forgotten cannot be told from a mistyped one, and the warning names both.
package struct UnmetNames: Sendable {
  package enum Kind: String, Sendable { case installation, user, property }

  private let kind: Kind
  private let ledger: String
  private let known: Set<ExactString>
  /// The names of all installations, among which a near one is looked for.
  private let sources: Set<ExactString>
  /// The time of the last forgetting of this kind, as the journal has it; nil without one.
  private let earlier: String?

  /// True if the ledger forgot users, or properties, before: the names may have been among them.
  package var mayBeForgotten: Bool { earlier != nil }

  /// Reads the names that a ledger has.
  ///
  /// - Throws: ``LedgerError``.
  package init(_ kind: Kind, in reader: LedgerReader, named ledger: String) throws {
    (self.kind, self.ledger) = (kind, ledger)
    let scope = ReplayScope(isInAnyOrder: true)
    switch kind {
    case .installation: known = []
    case .user:
      var history = UserHistory()
      try reader.replay(scope, progress: nil, visitor: &history)
      known = history.users
    case .property:
      var properties = LaunchedProperties()
      try reader.replay(scope, progress: nil, visitor: &properties)
      known = properties.names
    }
    sources = Set(try reader.sources())
    var earlier: String?
    try reader.journal { line in
      guard let entry = try? JSONNode.read(line).node, entry[name: "type"]?.string == "ledger.forgot",
        entry[name: "data"]?[name: "kind"]?.string == kind.rawValue
      else { return }
      earlier = entry[name: "time"]?.string ?? "a day that the journal does not say"
    }
    self.earlier = earlier
  }

  /// True if an event that Herald knows has the name.
  package func has(_ name: ExactString) -> Bool { known.contains(name) }

  /// The warning about a name that nothing in the ledger has.
  package func warning(about name: ExactString) -> Diagnostic {
    let told = "nothing of it was erased, and an event that brings the name later is kept"
    let maybe = earlier.map {
      "; a \(kind.rawValue) was forgotten on \($0.prefix(10)), and the journal keeps no name, so it may have been this one"
    }
    return Diagnostic(
      QuestionCode.noInstallation, .warning,
      what: "No installation of `\(ledger)` has the \(kind.rawValue) `\(name)`.", file: ledger, place: nil,
      why: told + (maybe ?? ""),
      fix: earlier == nil ? near(name) : "if it was, nothing is left to do; else \(near(name))")
  }

  /// The names that the person may have meant: those that have the text, else one that is spelled nearly so.
  package func meant(by name: ExactString) -> [ExactString] {
    let names = kind == .installation ? sources : known
    let parts = names.filter { $0.isNamed(byPart: name) }.sorted()
    if !parts.isEmpty { return Array(parts.prefix(Self.mostNamed)) }
    return Spelling.nearest(to: name.string, among: Set(names.map(\.string))).map { [ExactString($0)] } ?? []
  }

  private static let mostNamed = 3

  private func near(_ name: ExactString) -> String {
    if kind == .user, sources.contains(name) { return "this is an installation: give it with --installation" }
    let meant = meant(by: name)
    guard !meant.isEmpty else {
      return known.isEmpty ? "check the ledger: no event has a \(kind.rawValue)" : "check the name, and its case"
    }
    let list = meant.map { "`\($0)`" }.joined(separator: " or ")
    return "did you mean \(list)? Give the whole name with --\(kind.rawValue)"
  }
}

/// The names of the properties in a log's launches. It folds nothing.
private struct LaunchedProperties: ReplayVisitor {
  private(set) var names: Set<ExactString> = []

  var needsStates: Bool { false }

  mutating func began(_ source: ExactString, in state: InstallationState) { record(state.profile) }

  mutating func visit(_ moment: inout ReplayMoment) {
    if case .appLaunched(let launch) = moment.data { record(launch.profile) }
  }

  private mutating func record(_ profile: Profile) {
    for property in profile.properties { names.insert(property.name) }
  }
}
