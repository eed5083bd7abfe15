import Herald

/// Describes the comparisons of a decision, and the origin of both sides.
extension DecisionFinder.Found {
  /// The installation, the event that asked, and its time.
  package var title: String {
    let event = step.event
    return "\(event.source.string.shown), revision \(event.revision), \(event.time.words), \(eventTitle)"
  }

  /// The event that asked, in a few words.
  package var eventTitle: String { EventWords(step.event, from: step.before, to: step.state).title }

  /// An instant on the device's clock, with UTC beside it.
  func clock(_ instant: Timestamp) -> String {
    "\(DeviceTime(moment: instant, offsetMinutes: step.event.time.offsetMinutes).words) (\(instant) in UTC)"
  }

  func words(_ comparison: Comparison, of rule: Rule, _ style: Style) -> String {
    let value = comparison.found.map { "\($0.shown)" } ?? "missing"
    let text = "\(comparison.subject.shown) \(style.bold(value)), wanted \(comparison.wanted.shown)"
    let mark = comparison.passed ? "" : style.red(" ✗")
    var sources: [String] = []
    if let diagnostic = comparison.diagnostic { sources.append(diagnostic.name) }
    if let part = comparison.decidedBy { sources.append("decided by `\(part.shown)`") }
    if let place = comparison.key.flatMap({ rule.source.keys[$0] }) { sources.append("\(place.line):\(place.column)") }
    if !comparison.showings.isEmpty {
      let last = comparison.showings.suffix(5).map { showing in
        // The day and the minute: the span is hours or days.
        String(DeviceTime(moment: showing, offsetMinutes: step.event.time.offsetMinutes).words.prefix(16))
      }
      sources.append((comparison.showings.count > last.count ? "…, " : "") + last.joined(separator: ", "))
    } else if let event = causes.event(for: comparison.basis, rule: rule.id) {
      sources.append("revision \(event.revision)")
    }
    return text + mark + (sources.isEmpty ? "" : style.dim("  (\(sources.joined(separator: ", ")))"))
  }

  func write(_ comparison: Comparison, of rule: Rule, into output: inout JSONWriter) {
    comparison.write(of: rule, asked: step.event.revision, from: causes, into: &output)
  }
}
