import Herald

extension InstallationFeature {
  /// The feature in words, as the end of a sentence that begins with the number of installations.
  var words: String {
    switch self {
    case .property(let name, let value?): "\(name.string.shown) \(value.isEmpty ? "\"\"" : value.string.shown)"
    case .property(let name, nil): "no \(name.string.shown)"
    case .version(let name, let numbers, let value):
      "\(name.string.shown) \(value.string.shown)" + (numbers == 1 ? ", whatever follows" : ".x")
    case .language(let language): "language \(language.string.shown)"
    case .zone(let minutes): "zone \(DeviceTime.zone(minutes))"
    case .zoneChange: "events in two zones"
    case .policy(let digest?): "policy in force \(digest.shortDigest)"
    case .policy(nil): "no policy in force"
    case .accepted(let digest): "accepted document \(digest.shortDigest)"
    case .refused(let digest, let reason): "refused document \(digest.shortDigest) (\(reason.rawValue))"
    case .shown(let rule): "was shown \(rule.string.shown)"
    case .button(let rule, let button): "chose \(button.string.shown) on \(rule.string.shown)"
    case .draw(let draw, let numbers): "drew \(Self.words(numbers)) for \(draw.name.string.shown)"
    case .event(let type): "has \(type.string.shown)"
    case .operation(let operation): "began operation \(operation.string.shown)"
    case .trigger(let trigger): "fetched by \(trigger.rawValue)"
    case .failure(let reason): "a fetch failed, \(reason.string.shown)"
    case .push(.latched): "a push was latched"
    case .push(.ignored(let reason)): "a push was ignored, \(reason.rawValue)"
    case .gap: "a revision is missing"
    case .clockStep: "its clock was set back"
    case .fork: "lines contradict others"
    case .refusedLines: "lines were refused"
    case .firstDay(let days): "first event \(days.words)"
    case .lastDay(let days): "last event \(days.words)"
    }
  }

  private static func words(_ numbers: Range<Int>) -> String {
    if numbers.lowerBound == 0 { return "below \(numbers.upperBound)" }
    if numbers.upperBound == 10_000 { return "\(numbers.lowerBound) or more" }
    return "\(numbers.lowerBound) to \(numbers.upperBound - 1)"
  }
}

extension InstallationFeature.SplitDays {
  fileprivate var words: String {
    switch self {
    case .from: "on \(date) or later"
    case .before: "before \(date)"
    }
  }

  /// The day as a date, such as `2026-03-02`.
  var date: String {
    let day = Timestamp(milliseconds: Int64(day) * LengthOfTime.day)
    return String(day.description.prefix { $0 != "T" })
  }
}

extension InstallationFeature {
  /// Appends the feature as an object: its name, and its values.
  func write(into output: inout JSONWriter) {
    output.object {
      $0.member("feature", name)
      writeValues(into: &$0)
    }
  }

  /// The feature's name in JSON.
  private var name: String {
    switch self {
    case .property: "property"
    case .version: "version"
    case .language: "language"
    case .zone: "zone"
    case .zoneChange: "zoneChange"
    case .policy: "policy"
    case .accepted: "accepted"
    case .refused: "refused"
    case .shown: "shown"
    case .button: "button"
    case .draw: "draw"
    case .event: "event"
    case .operation: "operation"
    case .trigger: "trigger"
    case .failure: "failure"
    case .push: "push"
    case .gap: "gap"
    case .clockStep: "clockStep"
    case .fork: "fork"
    case .refusedLines: "refusedLines"
    case .firstDay: "firstDay"
    case .lastDay: "lastDay"
    }
  }

  private func writeValues(into output: inout JSONWriter) {
    switch self {
    case .property(let name, let value):
      output.member("name", name)
      output.member("value", value)
    case .version(let name, let numbers, let value):
      output.member("name", name)
      output.member("numbers", numbers)
      output.member("value", value)
    case .language(let language): output.member("value", language)
    case .zone(let minutes): output.member("value", minutes)
    case .policy(let digest): output.member("digest", digest)
    case .accepted(let digest): output.member("digest", digest)
    case .refused(let digest, let reason):
      output.member("digest", digest)
      output.member("reason", word: reason)
    case .shown(let rule): output.member("rule", rule)
    case .button(let rule, let button):
      output.member("rule", rule)
      output.member("button", button)
    case .draw(let draw, let numbers):
      output.member("name", draw.name)
      output.member("from", numbers.lowerBound)
      output.member("below", numbers.upperBound)
    case .event(let type): output.member("type", type)
    case .operation(let operation): output.member("operation", operation)
    case .trigger(let trigger): output.member("trigger", word: trigger)
    case .failure(let reason): output.member("reason", reason)
    case .push(let outcome): output.member("outcome", outcome.word)
    case .firstDay(let days), .lastDay(let days): days.write(into: &output)
    case .zoneChange, .gap, .clockStep, .fork, .refusedLines: break
    }
  }
}

extension InstallationFeature.SplitDays {
  fileprivate func write(into output: inout JSONWriter) {
    switch self {
    case .from: output.member("from", date)
    case .before: output.member("before", date)
    }
  }
}
