extension RetentionState {
  /// The values of it for a page's template.
  var values: [String: Any] {
    guard let held = heldRun else { return ["isRetentionHeld": false] }
    return [
      "isRetentionHeld": true, "heldEvents": held.removed.grouped, "allEvents": held.events.grouped,
      "heldPercent": "\(held.percent)", "heldShare": "\(held.share)", "heldPeriod": held.period.text,
      "heldBefore": PageTime.html(held.before),
    ]
  }
}
