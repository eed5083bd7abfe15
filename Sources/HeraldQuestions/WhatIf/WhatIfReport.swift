import Herald
import HeraldLog

/// Reports the changes under another policy: lines of JSON, or words.
package struct WhatIfReport {
  let sink: AnswerSink
  /// Number of changed installations, and of locked-out installations, that words may still name.
  private var examplesLeft: Int
  private var lockedOutLeft: Int
  private(set) var untold = 0
  /// The log that is read.
  var log = LogName([])
  /// The command that prints one installation in full, without its name; nil if the input cannot be read again.
  package var command: String?

  /// - Parameter examples: the number of changed installations that words name, and as many locked out.
  package init(to sink: AnswerSink, examples: Int) {
    self.sink = sink
    examplesLeft = examples
    lockedOutLeft = examples
  }

  var style: Style { sink.style }

  /// Reports an installation for which something changes.
  mutating func changed(_ change: PolicyChange) throws {
    let isTold = isTold(change)
    try sink.send(json: json(change), words: isTold ? words(change) : nil)
  }

  /// Returns true if words name one more installation.
  private mutating func isTold(_ change: PolicyChange) -> Bool {
    // Locked-out installations have a limit of their own, so that others don't use it up.
    let left = change.isLockedOut ? \WhatIfReport.lockedOutLeft : \.examplesLeft
    guard self[keyPath: left] > 0 else {
      untold += 1
      return false
    }
    self[keyPath: left] -= 1
    return true
  }

  private func words(_ change: PolicyChange) -> String {
    let device =
      [change.profile[.appVersionName].map { "version \($0.string.shown)" }]
      + [change.profile[.deviceOsName]?.string.shown]
    let about = device.compactMap(\.self).joined(separator: ", ")
    var lines = ["\(style.bold(change.source.string.shown))  \(style.dim(about))"]
    for rule in change.rules where rule.before != rule.after {
      let name = "\(rule.rule.string.shown) (\(rule.kind.rawValue))"
      let label: String
      let detail: String
      if rule.isNew {
        label = style.green("newly".padded(to: 10))
        detail = "\(times(rule.after)), first at revision \(rule.revision)"
      } else if rule.isGone {
        label = style.yellow("no longer".padded(to: 10))
        detail = "\(times(rule.before)) before, first at revision \(rule.revision)"
      } else {
        label = style.blue((rule.after > rule.before ? "more" : "less").padded(to: 10))
        detail = "\(rule.before) → \(rule.after) times"
      }
      lines.append("  \(label) \(name), \(detail)")
    }
    if let force = forced(change) { lines.append("  \(force)") }
    if let end = ending(change) { lines.append("  \(end)") }
    if let command { lines.append("  \(style.dim("\(command) \(change.source.string.shellQuoted)"))") }
    return lines.map { $0 + "\n" }.joined()
  }

  private func ending(_ change: PolicyChange) -> String? {
    guard let prompt = change.blockedAfter, change.isBlocked || change.isLockedOut else { return nil }
    let name = "\(prompt.rule.string.shown) (\(prompt.kind.rawValue))"
    return change.isLockedOut
      ? "\(style.red("locked out")) still behind \(name), which leads nowhere, when the log ends"
      : "\(style.red("blocked".padded(to: 10))) still behind \(name) when the log ends"
  }

  private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count.grouped) times" }

  private func json(_ change: PolicyChange) -> [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.member("source", change.source)
      $0.member("appVersionName", change.profile[.appVersionName])
      $0.member("deviceOsName", change.profile[.deviceOsName])
      $0.member("blocked", change.isBlocked)
      $0.member("lockedOut", change.isLockedOut)
      $0.member("forcedBefore", change.firstForceBefore)
      $0.member("forced", change.firstForceAfter)
      $0.member("mostADayBefore", change.busiestDayBefore.prompts)
      $0.member("mostADay", change.busiestDayAfter.prompts)
      $0.member("rules", change.rules) { output, rule in
        output.object {
          $0.member("rule", rule.rule)
          $0.member("kind", word: rule.kind)
          $0.member("before", rule.before)
          $0.member("after", rule.after)
          $0.member("revision", rule.revision)
        }
      }
    }
    return output.bytes
  }
}
