package import Herald
package import HeraldLog

/// Prints a replay for people: the events, the decision on each with its reasons, and the last state.
package struct Timeline: ReplayVisitor {
  private let style: Style
  private let say: (String) throws -> Void
  private let showsEvents: Bool
  private let showsDecisions: Bool
  private let showsStates: Bool
  package private(set) var selection: ReplaySelection
  private var current: ExactString?
  /// The zone of each device at its last event, so that its state is printed on the same clock.
  private var offsets: [ExactString: Int] = [:]
  /// Compares each installation's prompts with its decisions.
  private var audits: [ExactString: PromptAudit] = [:]
  private var clocks: [ExactString: ClockSteps] = [:]
  /// The zone of each device at its last event that was printed.
  private var zones: [ExactString: Int] = [:]

  /// - Parameters:
  ///   - selection: the events that are printed.
  ///   - say: takes the text of each event, and of each last state.
  package init(
    style: Style, showsEvents: Bool, showsDecisions: Bool, showsStates: Bool,
    selection: ReplaySelection = ReplaySelection(), say: @escaping (String) throws -> Void
  ) {
    self.selection = selection
    self.style = style
    self.say = say
    self.showsEvents = showsEvents
    self.showsDecisions = showsDecisions
    self.showsStates = showsStates
  }

  /// Makes steps only where events or decisions are printed.
  package mutating func visit(_ moment: inout ReplayMoment) throws {
    if showsStates { offsets[moment.source] = moment.time.offsetMinutes }
    if showsEvents || showsDecisions {
      let isPrinted = try selection.includes(moment)
      try show(moment.step(), isPrinted: isPrinted)
    }
  }

  /// Prints an event with the states around it.
  ///
  /// - Parameter isPrinted: false to take note of it only.
  package mutating func show(_ step: ReplayStep, isPrinted: Bool = true) throws {
    let judged =
      showsEvents
      ? audits[step.event.source, default: PromptAudit()].record(
        step.event.fact, after: step.before.revision, decision: step.decision) : nil
    let proved =
      showsEvents
      ? clocks[step.event.source, default: ClockSteps()].record(revision: step.event.revision, at: step.event.time)
      : nil
    let zone = zones[step.event.source]
    if !step.event.time.isMissing { zones[step.event.source] = step.event.time.offsetMinutes }
    guard isPrinted, showsEvents || step.decision != nil else { return }
    var text = heading(step.event.source)
    if let judged, judged.showing == nil, judged.verdict != .open { text += mark(judged) }
    let words = EventWords(step.event, from: step.before, to: step.state)
    text +=
      "\(style.dim(String(step.event.revision).leftPadded(to: 5)))  \(style.dim(step.event.time.words.padded(to: 30)))  "
    text += words.detail.isEmpty ? "\(words.title)\n" : "\(words.title.padded(to: 20)) \(words.detail.shown)\n"
    if showsEvents { text += clockStep(step, proved) + zoneStep(step, zone) }
    if let judged, judged.showing != nil, judged.verdict != .justified { text += mark(judged) }
    if showsDecisions, let decision = step.decision { text += "\(indent)\(DecisionWords(decision, style).line)\n" }
    try say(text)
  }

  /// The line about a clock that was set back before the event; empty where it was not.
  ///
  /// - Parameter proved: the events before whose times are ahead for it.
  private func clockStep(_ step: ReplayStep, _ proved: ClockSteps.Step?) -> String {
    guard step.state.counts.clockSteps > step.before.counts.clockSteps, let last = step.before.lastTime else {
      return ""
    }
    let length = LengthOfTime.words(last.milliseconds - step.event.time.moment.milliseconds)
    let ahead = proved.map { ": \($0.aheadWords)" } ?? ""
    return "\(indent)\(style.yellow("the clock was set back by \(length)\(ahead)"))\n"
  }

  /// The line about another time zone than at the event before; empty for the same.
  private func zoneStep(_ step: ReplayStep, _ before: Int?) -> String {
    guard let before, before != step.event.time.offsetMinutes, !step.event.time.isMissing else { return "" }
    let (old, new) = (step.before.profile[.appVersionName], step.state.profile[.appVersionName])
    let version = new.flatMap { old == nil || old == $0 ? nil : ", with \($0.string.shown)" } ?? ""
    let zones = "\(DeviceTime.zone(before)) to \(DeviceTime.zone(step.event.time.offsetMinutes))"
    return "\(indent)\(style.yellow("the time zone changed from \(zones)\(version)"))\n"
  }

  /// The line about a decision that the app did not follow, or a showing that no decision asked for.
  private func mark(_ judged: JudgedPrompt) -> String {
    let place = judged.showing == nil ? " at revision \(judged.revision)" : ""
    if judged.verdict == .unknown {
      return "\(indent)\(style.yellow("? cannot be judged\(place):")) \(judged.words)\n"
    }
    return "\(indent)\(style.red("✗ not as decided\(place):")) \(judged.words)\n"
  }

  package mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    audits[source] = nil
    clocks[source] = nil
    zones[source] = nil
    guard showsStates else { return }
    let title = "\(heading(source))\(indent)\(style.bold("state after revision \(state.revision)"))\n"
    try say(
      title + StateWords(state, offsetMinutes: offsets[source], style).lines.map { "\(indent)  \($0)\n" }.joined())
  }

  private var indent: String { "       " }

  /// The stream's name if the lines before are about another stream; otherwise empty.
  private mutating func heading(_ source: ExactString) -> String {
    if current == source { return "" }
    let gap = current == nil ? "" : "\n"
    current = source
    return "\(gap)\(style.bold(source.string.shown))\n"
  }
}
