/// A state as one line of JSON, for `herald replay --states --format json` and for expectations.
extension InstallationState {
  /// Appends the state's object; absent things are `null`, times are in UTC to the millisecond.
  package func write(source: ExactString, into output: inout JSONWriter) {
    output.raw("{\"source\":")
    output.string(source)
    output.raw(",\"revision\":")
    output.integer(revision)
    writeFacts(into: &output)
    writeRecords(into: &output)
    output.raw(",\"counts\":")
    counts.write(into: &output)
    output.raw("}")
  }

  private func writeFacts(into output: inout JSONWriter) {
    output.raw(",\"properties\":")
    profile.write(into: &output)
    output.raw(",\"user\":")
    output.string(user)
    output.raw(",\"policy\":")
    if let policy { policy.writeName(into: &output) } else { output.raw("null") }
    output.raw(",\"refused\":")
    if let refused { refused.write(into: &output) } else { output.raw("null") }
    output.raw(",\"lastCheck\":")
    output.time(lastCheck)
    output.raw(",\"failures\":")
    output.integer(failures)
    output.raw(",\"latch\":")
    if let latch { latch.write(into: &output) } else { output.raw("null") }
    output.raw(",\"visible\":")
    if let visible { visible.write(into: &output) } else { output.raw("null") }
  }

  private func writeRecords(into output: inout JSONWriter) {
    output.raw(",\"records\":{")
    for (index, entry) in records.entries.enumerated() {
      if index > 0 { output.raw(",") }
      output.string(entry.rule)
      output.raw(":")
      entry.record.write(into: &output)
    }
    output.raw("}")
  }
}

extension Profile {
  package func write(into output: inout JSONWriter) {
    output.raw("{")
    for (index, property) in properties.enumerated() {
      if index > 0 { output.raw(",") }
      output.string(property.name)
      output.raw(":")
      output.string(property.value)
    }
    output.raw("}")
  }
}

extension Policy {
  fileprivate func writeName(into output: inout JSONWriter) {
    output.raw("{\"digest\":")
    output.string(digest)
    output.raw(",\"revision\":")
    if let revision { output.integer(revision) } else { output.raw("null") }
    output.raw(",\"format\":")
    output.string(format)
    output.raw("}")
  }
}

extension Refusal {
  fileprivate func write(into output: inout JSONWriter) {
    output.raw("{\"digest\":")
    output.string(digest)
    output.raw(",\"reason\":")
    output.word(reason)
    output.raw("}")
  }
}

extension Latch {
  fileprivate func write(into output: inout JSONWriter) {
    output.raw("{\"event\":")
    output.string(event)
    output.raw(",\"url\":")
    output.string(url)
    output.raw(",\"targetVersion\":")
    output.string(targetVersion)
    output.raw(",\"appVersionName\":")
    output.string(appVersionName)
    output.raw("}")
  }
}

extension VisiblePrompt {
  fileprivate func write(into output: inout JSONWriter) {
    output.raw("{\"prompt\":")
    output.string(prompt)
    output.raw(",\"rule\":")
    output.string(rule)
    output.raw(",\"kind\":")
    output.word(kind)
    output.raw("}")
  }
}

extension ShowingRecord {
  fileprivate func write(into output: inout JSONWriter) {
    output.raw("{\"shown\":")
    output.integer(shown)
    output.raw(",\"lastShown\":")
    output.time(lastShown)
    output.raw(",\"lastButton\":")
    output.string(lastButton)
    output.raw(",\"lastButtonAt\":")
    output.time(lastButtonAt)
    output.raw(",\"skippedVersion\":")
    output.string(skippedVersion)
    output.raw("}")
  }
}

extension EventCounts {
  fileprivate func write(into output: inout JSONWriter) {
    output.raw("{\"launches\":")
    output.integer(launches)
    output.raw(",\"returns\":")
    output.integer(returns)
    output.raw(",\"operations\":")
    output.integer(operations)
    output.raw(",\"strayButtons\":")
    output.integer(strayButtons)
    output.raw(",\"ignoredPushes\":")
    output.integer(ignoredPushes)
    output.raw(",\"clockSteps\":")
    output.integer(clockSteps)
    output.raw(",\"unknownEvents\":")
    output.integer(unknownEvents)
    output.raw("}")
  }
}
