import Herald

/// What the state of a redacted log must be.
extension Redaction {
  /// The aspects in which a state is not the original one with other names.
  mutating func differences(of redacted: InstallationState, from original: InstallationState, of source: ExactString)
    -> [StateAspect]
  {
    StateAspect.allCases.filter { !isSame($0, redacted, original, source) }
  }

  private mutating func isSame(
    _ aspect: StateAspect, _ redacted: InstallationState, _ original: InstallationState, _ source: ExactString
  ) -> Bool {
    switch aspect {
    case .properties: redacted.profile == properties.profile(original.profile)
    case .user: redacted.user == original.user.map { user($0) }
    case .policy: redacted.policy?.name == original.policy.map { name($0.name) }
    case .refused: redacted.refused == original.refused
    case .lastCheck: redacted.lastCheck == time(original.lastCheck)
    case .failures: redacted.failures == original.failures
    case .latch: redacted.latch == original.latch.map { latch($0, of: source) }
    case .visible: redacted.visible == original.visible.map { visible($0, of: source) }
    case .records: redacted.records == records(original.records)
    case .counts: redacted.counts == original.counts && redacted.revision == original.revision
    case .order: redacted.newest == original.newest && redacted.lastTime == time(original.lastTime)
    }
  }

  private mutating func name(_ name: Policy.Name) -> Policy.Name {
    Policy.Name(
      digest: name.digest, format: name.format, url: name.url.map { address($0) },
      storeURL: name.storeURL.map { address($0) })
  }

  private mutating func latch(_ latch: Latch, of source: ExactString) -> Latch {
    Latch(
      event: id(latch.event, of: source), url: address(latch.url),
      targetVersion: latch.targetVersion.map { version($0) },
      appVersionName: latch.appVersionName.flatMap { properties.value($0, of: .appVersionName) })
  }

  private mutating func visible(_ visible: VisiblePrompt, of source: ExactString) -> VisiblePrompt {
    VisiblePrompt(prompt: prompt(visible.prompt, of: source), rule: rule(visible.rule), kind: visible.kind)
  }

  private mutating func records(_ records: ShowingRecords) -> ShowingRecords {
    ShowingRecords(
      records.entries.map { entry in
        var record = entry.record
        record.lastShown = time(record.lastShown)
        record.lastButton = record.lastButton.map { button($0) }
        record.lastButtonAt = time(record.lastButtonAt)
        return ShowingRecords.Entry(rule: rule(entry.rule), record: record)
      })
  }

  /// Whether a prompt leads to the same place: documents' destinations stay, and those of events are redacted.
  mutating func leadsTheSame(_ original: ExactString?, _ redacted: ExactString?) -> Bool {
    redacted == original || redacted == original.map { address($0) }
  }
}
