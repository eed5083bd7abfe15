package import Herald

/// The effects of redacting a log: what was removed, and which decisions and states differ.
package struct RedactionFindings: Sendable {
  /// The number of events.
  package internal(set) var events = 0
  /// The number of installations.
  package internal(set) var installations = 0
  /// The properties that were left out or coarsened, with the number of launches. At most ``namesAtMost`` names.
  package internal(set) var leftOut: [ExactString: Int] = [:]
  /// The number of keys and attributes that Herald doesn't know, over all lines.
  package internal(set) var unknownMembers = 0
  /// The number of events of an unknown type, or of a newer version of a known type.
  package internal(set) var unknownEvents = 0
  /// The documents by digest. A redacted log contains them unchanged.
  package internal(set) var documents: [ExactString: DocumentKind] = [:]
  /// The number of decisions.
  package internal(set) var decisions = 0
  /// The number of decisions that differ from those on the original.
  package internal(set) var changedDecisions = 0
  /// The number of installations whose last state differs by more than its names.
  package internal(set) var changedStates = 0
  /// The number of installations whose decisions or last state differ.
  package internal(set) var changedInstallations = 0
  /// The pseudonyms of the first five of them.
  package internal(set) var examples: [ExactString] = []
  /// The causes of changed decisions, with the number of decisions. One decision may have several causes.
  package internal(set) var causes: [ChangeCause: Int] = [:]
  /// The aspects in which last states differ, with the number of installations.
  package internal(set) var aspects: [StateAspect: Int] = [:]

  package init() {}

  /// True if all decisions and last states are the same except for names.
  package var isFaithful: Bool { changedInstallations == 0 }

  /// The kind of a document, by the persons whose data it may contain.
  package enum DocumentKind: Sendable {
    /// A policy, the same for everybody.
    case policy
    /// The answer to a person's login.
    case login
    /// A document that Herald could not read as a policy. It may contain anything.
    case refused
  }

  /// The most names and causes that are kept, 1,000, so that a hostile log cannot fill the memory.
  package static let namesAtMost = 1000
  static let examplesAtMost = 5

  mutating func record(_ cause: ChangeCause) {
    guard causes[cause] != nil || causes.count < Self.namesAtMost else { return }
    causes[cause, default: 0] += 1
  }

  mutating func noteLeftOut(_ name: ExactString) {
    guard leftOut[name] != nil || leftOut.count < Self.namesAtMost else { return }
    leftOut[name, default: 0] += 1
  }
}

/// A cause of a decision that differs from the one on the original.
package struct ChangeCause: Hashable, Sendable {
  /// The rule with another result; nil where the decision ended before the rules, or all rules have the same results.
  package let rule: ExactString?
  /// The first test of the rule with another result; nil without a rule.
  package let test: RuleTest?
  /// The changed input.
  package let subject: Subject

  /// A changed input of a decision.
  package enum Subject: Hashable, Sendable {
    /// The installation's name, which decides on roll-outs.
    case source
    /// A property, dropped or coarsened.
    case property(ExactString)
    /// A time that was rounded, or lost its zone.
    case time
    /// The state, which differed before.
    case state
  }
}

/// A part of an installation's state: a name of its JSON, or `order` for the newest document's order and the last time.
package struct StateAspect: RawRepresentable, Hashable, Sendable {
  /// The name, such as `records`.
  package let rawValue: String
  /// Makes a part with a name.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// Describes a redaction: data that it left out, could not hide, and changed.
package struct RedactionWords {
  private let findings: RedactionFindings
  /// The log as the person names it.
  private let name: String
  private let keepsUnknown: Bool

  package init(_ findings: RedactionFindings, of name: String, keepsUnknown: Bool = false) {
    (self.findings, self.name, self.keepsUnknown) = (findings, name, keepsUnknown)
  }

  /// The figures, a line each.
  ///
  /// - Parameter key: the origin of the key, in words.
  package func lines(key: String) -> [String] {
    var words = [
      "\(findings.events.of("event", "events")) of \(findings.installations.of("installation", "installations")) "
        + "redacted; \(key)"
    ]
    if !findings.leftOut.isEmpty {
      words.append("properties left out or coarsened: \(list(findings.leftOut.keys.sorted().map(\.string), 12))")
    }
    let fate = keepsUnknown ? "kept as they are" : "left out"
    if findings.unknownMembers > 0 {
      words.append("\(findings.unknownMembers.of("unknown key or attribute", "unknown keys and attributes")) \(fate)")
    }
    if findings.unknownEvents > 0 {
      words.append("data of \(findings.unknownEvents.of("event", "events")) that Herald doesn't know \(fate)")
    }
    if findings.isFaithful {
      words.append(
        "\(findings.decisions.of("decision", "decisions")) and \(findings.installations.of("state", "states")): "
          + "the same as in the original but for the names")
    }
    return words.map(\.shown)
  }

  /// A warning about documents, which cannot be changed, because events name them by their digest; nil where none may
  /// hold a person's data.
  package var documents: Diagnostic? {
    let personal = findings.documents.filter { $0.value != .policy }
    guard !personal.isEmpty else { return nil }
    return Diagnostic(
      RedactionCode.documentKept, .warning,
      what:
        "\(personal.count.of("document", "documents")) may hold a person's data: \(list(personal.keys.sorted().map(\.string), 3)).",
      file: name,
      why: "answers to a login and what is not a policy may say anything, and documents are told byte for byte",
      fix: "look for their digests in the export, and read the documents before you share it")
  }

  /// A warning that decisions or states differ; nil where none does.
  package var changes: Diagnostic? {
    guard !findings.isFaithful else { return nil }
    let decisions = findings.changedDecisions
    let states = findings.changedStates
    return Diagnostic(
      RedactionCode.changedByRedaction, .warning,
      what: "\(decisions) of \(findings.decisions.of("decision", "decisions")) and \(states) of "
        + "\(findings.installations.of("last state", "last states")) differ from the original, in "
        + "\(findings.changedInstallations.of("installation", "installations")).",
      file: name, why: "they rest on what was redacted", fix: "tell more with --keep, or say so where you share it")
  }

  /// The reasons why decisions and states differ, a line each; none where none does.
  package var reasons: [String] {
    let causes = findings.causes.sorted { ($0.value, words($1.key)) > ($1.value, words($0.key)) }
    var lines = causes.prefix(10).map { "\($0.value.of("decision", "decisions")): \(self.words($0.key))" }
    if causes.count > 10 { lines.append("… and \(causes.count - 10) reasons more") }
    for (aspect, count) in findings.aspects.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append("\(count.of("state", "states")): `\(aspect.rawValue)` differs")
    }
    return lines.map(\.shown)
  }

  /// The pseudonyms of installations that differ, in a line; empty where none does.
  package var examples: String {
    let more = findings.changedInstallations - findings.examples.count
    return findings.isFaithful
      ? ""
      : "in " + findings.examples.map(\.string.shown).joined(separator: ", ") + (more > 0 ? ", … \(more) more" : "")
  }

  /// All of it, each line ended.
  func text(key: String, _ style: Style) -> String {
    var text = lines(key: key).map { $0 + "\n" }.joined()
    for finding in [documents, changes].compactMap(\.self) { text += DiagnosticWords.words(finding, style) + "\n" }
    if changes != nil { text += (reasons + [examples]).map { "  \($0)\n" }.joined() }
    return text
  }

  private func words(_ cause: ChangeCause) -> String {
    let place = cause.rule.map { rule in "\(cause.test.map { "test `\($0.rawValue)` of " } ?? "")`\(rule)`: " } ?? ""
    return place + words(cause.subject)
  }

  private func words(_ subject: ChangeCause.Subject) -> String {
    switch subject {
    case .source: "it is drawn by the installation's name, which is a pseudonym"
    case .property(let name): "it rests on `\(name)`, which is left out or coarsened"
    case .time: "it rests on the time, which is rounded or without its zone"
    case .state: "it rests on what had changed before"
    }
  }

  private func list(_ names: [String], _ most: Int) -> String {
    names.prefix(most).map { "`\($0)`" }.joined(separator: ", ")
      + (names.count > most ? " and \(names.count - most) more" : "")
  }
}

/// Problems of redacting a log, and the changes that it caused.
package enum RedactionCode: String, ExplainedCode {
  case shortKey, changedByRedaction, documentKept

  package static let kind = "trouble with a log that is redacted (`export --redact`)"

  package var explanation: CodeExplanation {
    switch self {
    case .shortKey:
      CodeExplanation(
        "A key is too short.",
        when: "It has under 16 bytes, and can be guessed.",
        fix: "Make one with `head -c 32 /dev/urandom`.")
    case .changedByRedaction:
      CodeExplanation(
        "Decisions or states of the redacted log differ from the original's.",
        when: "They rest on a property that was left out, or on a time that was rounded.",
        fix: "Keep what they rest on with `--keep`, or tell the readers of the export.")
    case .documentKept:
      CodeExplanation(
        "A document may hold a person's data.",
        when: "It answers a login or is not a policy, and documents are told byte for byte.",
        fix: "Read it before you share the export.")
    }
  }
}
