import Herald
import HeraldReport

/// Reports on standard error what a redaction left out, could not hide, and changed.
struct RedactionReport {
  let name: String
  let findings: RedactionFindings
  let options: RedactionOptions

  func tell() {
    StandardError.write(words.map { $0 + "\n" }.joined())
    tellDocuments()
    tellChanges()
  }

  private var words: [String] {
    let key = options.key.map { "key from `\($0)`" } ?? "a key was drawn for this export and is forgotten"
    var words = [
      "\(findings.events.of("event", "events")) of \(findings.installations.of("installation", "installations")) "
        + "redacted; \(key)"
    ]
    if !findings.leftOut.isEmpty {
      words.append("properties left out or coarsened: \(list(findings.leftOut.keys.sorted().map(\.string), 12))")
    }
    let fate = options.keepUnknown ? "kept as they are" : "left out"
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

  /// Documents cannot be changed, because events name them by their digest.
  private func tellDocuments() {
    let personal = findings.documents.filter { $0.value != .policy }
    guard !personal.isEmpty else { return }
    Failure.tell(
      Diagnostic(
        RedactionCode.documentKept, .warning,
        what:
          "\(personal.count.of("document", "documents")) may hold a person's data: \(list(personal.keys.sorted().map(\.string), 3)).",
        file: name,
        why: "answers to a login and what is not a policy may say anything, and documents are told byte for byte",
        fix: "look for their digests in the export, and read the documents before you share it"))
  }

  private func tellChanges() {
    guard !findings.isFaithful else { return }
    let decisions = findings.changedDecisions
    let states = findings.changedStates
    Failure.tell(
      Diagnostic(
        RedactionCode.changedByRedaction, .warning,
        what: "\(decisions) of \(findings.decisions.of("decision", "decisions")) and \(states) of "
          + "\(findings.installations.of("last state", "last states")) differ from the original, in "
          + "\(findings.changedInstallations.of("installation", "installations")).",
        file: name, why: "they rest on what was redacted", fix: "tell more with --keep, or say so where you share it"))
    for line in reasons { StandardError.write("  " + line.shown + "\n") }
  }

  private var reasons: [String] {
    let causes = findings.causes.sorted { ($0.value, order($1.key)) > ($1.value, order($0.key)) }
    var lines = causes.prefix(10).map { "\($0.value.of("decision", "decisions")): \(self.words($0.key))" }
    if causes.count > 10 { lines.append("… and \(causes.count - 10) reasons more") }
    for (aspect, count) in findings.aspects.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append("\(count.of("state", "states")): `\(aspect.rawValue)` differs")
    }
    let more = findings.changedInstallations - findings.examples.count
    lines.append("in " + findings.examples.map(\.string).joined(separator: ", ") + (more > 0 ? ", … \(more) more" : ""))
    return lines
  }

  private func order(_ cause: ChangeCause) -> String { words(cause) }

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
