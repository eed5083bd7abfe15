import Herald
import HeraldLog
import HeraldRuntime

/// Tells what a step brought.
struct StepReport {
  private let isJSON: Bool
  private let style = Style.output
  private var timeline: Timeline

  init(isJSON: Bool) {
    self.isJSON = isJSON
    timeline = Timeline(style: .output, showsEvents: true, showsDecisions: true, showsStates: false)
  }

  /// - Parameters:
  ///   - text: the step as it was written.
  ///   - line: where it stands in a script.
  mutating func tell(_ outcome: StepOutcome, of text: String, line: Int?) throws {
    if isJSON { return try StandardOutput.write(json(outcome, text, line)) }
    if line != nil { try StandardOutput.write(style.bold("▸ \(text.shown)") + "\n") }
    for step in outcome.steps { try timeline.visit(step) }
    try StandardOutput.write(words(outcome))
  }

  private func words(_ outcome: StepOutcome) -> String {
    var lines: [String] = []
    if let failure = outcome.check?.failure { lines.append(indent + style.yellow(words(failure, outcome))) }
    if let note = outcome.note { lines.append(indent + note.shown) }
    if let permission = outcome.permission {
      lines.append(indent + (permission == .proceed ? style.green("may proceed") : style.red("is blocked")))
    }
    if outcome.steps.contains(where: { $0.event.type.string == EventType.promptShown.rawValue }),
      let showing = outcome.onScreen
    {
      lines.append(PromptDrawing(showing.prompt).text(style).dropLast().description)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Why there is no new policy, and what counts in its place.
  private func words(_ failure: CheckFailure, _ outcome: StepOutcome) -> String {
    let policy = outcome.steps.last?.state.policy
    let rest = policy.map { "the last one in force counts, \($0.digest.shortDigest)" } ?? "there is none yet"
    return "no new policy, because \(failure.reason.shown) (\(failure.diagnostic.why.shown)): \(rest)"
  }

  private var indent: String { "       " }

  private func json(_ outcome: StepOutcome, _ text: String, _ line: Int?) -> String {
    var output = JSONWriter(step: text, line: line)
    output.raw(",\"events\":")
    output.array(outcome.steps) { output, step in
      output.raw("{")
      output.event(revision: step.event.revision, id: step.event.id, type: step.event.type)
      output.raw("}")
    }
    output.raw(",\"decision\":")
    if let decision = outcome.steps.compactMap(\.decision).last {
      decision.write(into: &output)
    } else {
      output.raw("null")
    }
    output.raw(",\"outcome\":")
    output.string(outcome.check.map { ExactString($0.outcome.rawValue) })
    output.raw(",\"failure\":")
    output.string((outcome.check?.failure?.reason).map { ExactString($0) })
    output.raw(",\"proceeds\":")
    output.raw(outcome.permission.map { $0 == .proceed ? "true" : "false" } ?? "null")
    output.raw(",\"screen\":")
    output.showing(outcome.onScreen)
    output.raw("}\n")
    return output.string
  }
}

extension JSONWriter {
  /// The beginning of a step's object.
  init(step: String, line: Int?) {
    self.init()
    raw("{\"step\":")
    string(step)
    raw(",\"line\":")
    if let line { integer(line) } else { raw("null") }
  }

  /// The prompt on the screen with what it says, or `null`.
  fileprivate mutating func showing(_ showing: Showing?) {
    guard let showing else { return raw("null") }
    let words = PromptWords(showing.prompt)
    raw("{\"prompt\":")
    string(showing.id)
    raw(",\"rule\":")
    string(showing.prompt.rule)
    raw(",\"title\":")
    string(words.title)
    raw(",\"message\":")
    string(words.message)
    raw(",\"buttons\":")
    array(words.buttons) { output, button in
      output.raw(json: "{\"button\":\"\(button.button.rawValue)\",\"title\":")
      output.string(button.title)
      output.raw("}")
    }
    raw("}")
  }
}
