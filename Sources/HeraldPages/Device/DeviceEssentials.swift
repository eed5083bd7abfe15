import HeraldQuestions
import Herald

/// The part of a device's page that needs no script: the last prompts and the last events.
struct DeviceEssentials {
  /// The most prompts, and the most events.
  static let limit = 50

  let life: DeviceLife
  /// The address of the answers about one moment, with `{revision}` in it; nil for a page without a server.
  var answers: String?

  var values: [[String: Any]] {
    [
      list("The last prompts", life.judgedHere.suffix(Self.limit).reversed().map(values)),
      list("The last events", life.moments.suffix(Self.limit).reversed().map(values)),
    ]
  }

  private func list(_ title: String, _ rows: [[String: Any]]) -> [String: Any] {
    ["title": title, "rows": rows, "isEmpty": rows.isEmpty]
  }

  private func values(_ prompt: JudgedPrompt) -> [String: Any] {
    row(prompt.time, prompt.revision, "\(prompt.verdict.sign) \(prompt.words).")
  }

  private func values(_ moment: DeviceLife.Moment) -> [String: Any] {
    var words = moment.words.detail.isEmpty ? moment.words.title : "\(moment.words.title) \(moment.words.detail)"
    if let decision = moment.decision { words += " → \(Self.words(decision))" }
    return row(moment.event.time, moment.event.revision, words)
  }

  private static func words(_ decision: Decision) -> String {
    decision.prompt.map { "shows \($0.rule) (\($0.kind.rawValue))" } ?? "nothing: \(decision.silence)"
  }

  private func row(_ time: DeviceTime, _ revision: Int, _ words: String) -> [String: Any] {
    [
      "time": time.isMissing ? "no time" : time.minute, "exact": "\(time)", "hasTime": !time.isMissing,
      "revision": revision.grouped, "words": words,
      "address": answers?.replacing("{revision}", with: "\(revision)") ?? "", "hasAddress": answers != nil,
    ]
  }
}
