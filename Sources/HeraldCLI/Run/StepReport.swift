import Herald
import HeraldQuestions
import HeraldLog
import HeraldRuntime

/// Prints the outcome of a step.
struct StepReport {
  private let isJSON: Bool
  private let style = Style.output
  private var timeline: Timeline

  init(isJSON: Bool) {
    self.isJSON = isJSON
    timeline = Timeline(
      style: .output, showsEvents: true, showsDecisions: true, showsStates: false,
      say: StandardOutput.say)
  }

  /// - Parameters:
  ///   - text: the step as it was written.
  ///   - line: its line in a script; nil for a step that a person typed.
  mutating func tell(_ outcome: StepOutcome, of text: String, line: Int?) throws {
    if isJSON { return try StandardOutput.write(json(outcome, text, line)) }
    if line != nil { try StandardOutput.write(style.bold("▸ \(text.shown)") + "\n") }
    for step in outcome.steps { try timeline.show(step) }
    try StandardOutput.say(words(outcome))
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
    if let upload = outcome.upload { lines.append(indent + style.dim(UploadWords.of(upload))) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A sentence with the reason why no new policy arrived, and the policy in force instead.
  private func words(_ failure: CheckFailure, _ outcome: StepOutcome) -> String {
    let policy = outcome.steps.last?.state.policy
    let rest = policy.map { "the last one in force counts, \($0.digest.shortDigest)" } ?? "there is none yet"
    return "no new policy, because \(failure.reason.shown) (\(failure.diagnostic.why.shown)): \(rest)"
  }

  private var indent: String { "       " }

  private func json(_ outcome: StepOutcome, _ text: String, _ line: Int?) -> String {
    var output = JSONWriter()
    output.line {
      $0.step(text, line: line)
      $0.member("events", outcome.steps) { output, step in
        output.object { $0.event(revision: step.event.revision, id: step.event.id, type: step.event.type) }
      }
      $0.member("decision", optional: outcome.steps.compactMap(\.decision).last) { $1.write(into: &$0) }
      $0.member("outcome", word: outcome.check?.outcome)
      $0.member("failure", outcome.check?.failure?.reason)
      $0.member("proceeds", optional: outcome.permission) { $0.bool($1 == .proceed) }
      $0.member("screen", optional: outcome.onScreen) { $0.showing($1) }
      if let upload = outcome.upload {
        $0.member("upload") { $0.object { UploadWords.write(upload, into: &$0) } }
      }
    }
    return output.string
  }
}

extension JSONWriter {
  /// Appends the first members of a step's line.
  mutating func step(_ text: String, line: Int?) {
    member("step", text)
    member("line", line)
  }

  /// Appends the prompt on the screen with its texts.
  fileprivate mutating func showing(_ showing: Showing) {
    let words = PromptWords(showing.prompt)
    object {
      $0.member("prompt", showing.id)
      $0.member("rule", showing.prompt.rule)
      $0.member("title", words.title)
      $0.member("message", words.message)
      $0.member("buttons", words.buttons) { output, button in
        output.object {
          $0.member("button", word: button.button)
          $0.member("title", button.title)
        }
      }
    }
  }
}
