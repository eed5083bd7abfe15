import Herald
import HeraldFormats
import HeraldLog

/// The events of an installation as a log has them, and what is known of the others.
struct ReadIncident {
  let incident: Incident
  let log: LogName
  /// The first events, where they were forgotten, and the state that was kept in their place.
  let beginning: ForgottenBeginning?
  let state: InstallationState
  /// The lines of the installation that were left out.
  let refusals: LineRefusals?
}

extension LoggedEvents {
  /// The events of one installation.
  ///
  /// - Parameter text: the text with which a person names it; nil for the only one of the log.
  /// - Throws: ``LogRefused`` where the text means none or several; what reading the log throws.
  func incident(of text: ExactString?) throws -> ReadIncident {
    var (refusals, events) = try readingRefusals()
    events = try events.naming(text.map { [$0] } ?? [])
    let incident = try events.incidentAlone(of: text)
    // Only the end of a log of lines shows that it has one installation.
    let source = try events.installation(text)
    let beginning = try events.forgottenBeginnings()[source]
    return ReadIncident(
      incident: incident, log: name, beginning: beginning,
      state: try beginning == nil ? InstallationState() : events.again().stateAtBeginning(of: source),
      refusals: refusals?[source])
  }

  private func incidentAlone(of text: ExactString?) throws -> Incident {
    if let ledger {
      let source = try installation(text)
      let own = try LoggedEvents(of: source, in: ledger, named: name.description)
      return try own.incident(named: source)
    }
    return try incident(named: text.map { try installation($0) })
  }

  private func incident(named source: ExactString?) throws -> Incident {
    try withLog { reader, step in try Incident(of: source, in: reader, reading: Formats.reading, step: step) }
  }

  private func stateAtBeginning(of source: ExactString) throws -> InstallationState {
    var beginning = BeginningState(source: source)
    try replay(.source(source), visitor: &beginning)
    return beginning.state
  }
}

/// Takes the state that was kept in place of forgotten events.
private struct BeginningState: ReplayVisitor {
  let source: ExactString
  var state = InstallationState()
  var needsStates: Bool { false }

  init(source: ExactString) { self.source = source }

  mutating func began(_ source: ExactString, in state: InstallationState) {
    if source == self.source { self.state = state }
  }
}
