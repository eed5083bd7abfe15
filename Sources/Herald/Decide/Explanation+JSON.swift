/// An explanation as one line of JSON, for `herald why --format json`.
extension Explanation {
  /// Appends the decision's object with every test, the events that it rests on, and until when it holds.
  ///
  /// - Parameter more: appends more members.
  package func write(
    _ supplied: [Provenance.Cause], from causes: Provenance, into output: inout JSONWriter,
    _ more: (inout JSONWriter) -> Void = { _ in }
  ) {
    output.object { output in
      decision.writeHead(into: &output)
      output.member("rules", rules) { write($1, from: causes, into: &$0) }
      output.member("because", supplied) { $1.write(into: &$0) }
      output.member("until", until)
      more(&output)
    }
  }

  private func write(_ rule: ExplainedRule, from causes: Provenance, into output: inout JSONWriter) {
    output.object {
      $0.member("rule", rule.rule.id)
      $0.member("failed", word: rule.failed)
      if let standing = rule.standing { $0.member("standing") { standing.write(into: &$0) } }
      $0.member("place") { $0.place(rule.rule.source.place) }
      $0.member("tests", rule.tests) { $1.write(of: rule.rule, asked: decision.revision, from: causes, into: &$0) }
    }
  }
}

extension ExplainedTest {
  /// Appends the test's object.
  ///
  /// - Parameters:
  ///   - asked: the revision of the event that asked.
  package func write(of rule: Rule, asked: Int, from causes: Provenance, into output: inout JSONWriter) {
    output.object {
      $0.member("test", word: test)
      $0.member("passed", passed)
      $0.member("compared", comparisons) { $1.write(of: rule, asked: asked, from: causes, into: &$0) }
    }
  }

  /// Appends the test's object for a page. The page stores equal objects once, so the revisions of the events that the
  /// values came from are left out: they differ each time. `silence` is added, which says why nothing was compared.
  package func writeForPage(of rule: Rule, into output: inout JSONWriter) {
    output.object {
      $0.member("test", word: test)
      $0.member("passed", passed)
      $0.member("compared", comparisons) { output, one in output.object { one.writeSides(of: rule, into: &$0) } }
      if let silence, silence != .notSet { $0.member("silence", silence.words) }
    }
  }
}

extension Comparison {
  /// Appends the comparison's object, with the place and the event that each side came from.
  ///
  /// - Parameter asked: the revision of the event that asked.
  package func write(of rule: Rule, asked: Int, from causes: Provenance, into output: inout JSONWriter) {
    output.object {
      writeSides(of: rule, into: &$0)
      $0.member("from", origin(in: rule, asked: asked, from: causes))
    }
  }

  /// The revision of the event that the found value came from; nil for none.
  ///
  /// - Parameter asked: the revision of the event that asked.
  package func origin(in rule: Rule, asked: Int, from causes: Provenance) -> Int? {
    causes.event(for: self, rule: rule.id)?.revision ?? (basis == .question ? asked : nil)
  }

  fileprivate func writeSides(of rule: Rule, into output: inout JSONWriter) {
    output.member("property", subject)
    output.member("value", found)
    output.member("text", wanted)
    numbers?.write(into: &output)
    output.member("passed", passed)
    if incomparable != nil { output.member("comparable", false) }
    if let words = remarks { output.member("remark", words) }
    if let languageWithoutText { output.member("withoutMessage", languageWithoutText) }
    if let near {
      output.member("near") {
        $0.object {
          $0.member("property", near.property)
          $0.member("value", near.value)
        }
      }
    }
    if !showings.isEmpty { output.member("showings", showings) { $0.time($1) } }
    output.member("part", decidedBy)
    if let diagnostic { output.member("diagnostic", diagnostic.name) }
    output.member("place") { $0.place(place(in: rule)) }
    if let name = houseRule(in: rule) { output.member("houseRule", name) }
  }
}

extension Comparison.Numbers {
  /// Appends both numbers, with their unit in the names: `"foundMilliseconds":…,"wantedMilliseconds":…`.
  fileprivate func write(into output: inout JSONWriter) {
    switch self {
    case .count(let found, let wanted):
      output.member("foundCount", found)
      output.member("wantedCount", wanted)
    case .milliseconds(let found, let wanted):
      output.member("foundMilliseconds", Int(found))
      output.member("wantedMilliseconds", Int(wanted))
    case .share(let found, let wanted):
      output.member("foundPercent") { $0.raw(json: Rule.percentage(found)) }
      output.member("wantedPercent") { $0.raw(json: Rule.percentage(wanted)) }
    }
  }
}

extension Provenance.Cause {
  package func write(into output: inout JSONWriter) {
    output.object {
      $0.event(revision: event.revision, id: event.id, type: event.type)
      $0.member("supplied", supplied)
      if let delay { $0.member("delayMilliseconds", Int(delay)) }
    }
  }
}

extension JSONWriter {
  /// Appends the members that identify an event.
  package mutating func event(revision: Int, id: ExactString, type: ExactString) {
    member("revision", revision)
    member("id", id)
    member("type", type)
  }

  /// Appends line, column and pointer of a place in a document, or `null`.
  package mutating func place(_ place: DocumentPlace?) {
    guard let place else { return null() }
    object {
      $0.member("line", place.line)
      $0.member("column", place.column)
      $0.member("pointer", place.pointer)
    }
  }
}
