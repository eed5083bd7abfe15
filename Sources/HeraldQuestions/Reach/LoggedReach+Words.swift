import Herald

/// Writes the reach of a document in words: for each rule, how many installations pass each test, and where a force
/// leads.
extension LoggedReach {
  func words(_ style: Style) -> String {
    guard let reach else { return "" }
    var lines = [
      "\(style.bold("Reach")): \(population(reach)) of \(installations.of("installation", "installations"))"
    ]
    if let words = silenceWords { lines.append("  \(words)") }
    let width = reach.rules.map { Self.name($0.rule).columns }.max() ?? 0
    for rule in reach.rules {
      let name = style.bold(Self.name(rule.rule)) + String(repeating: " ", count: width - Self.name(rule.rule).columns)
      let forced = rule.rule.mayRise ? ", \(rule.forced.grouped) forced" : ""
      lines.append("  \(name)  matches \(rule.reached.grouped), \(rule.shown.grouped) would see it now\(forced)")
      let tests = rule.tests.compactMap { test -> String? in
        let passed = rule.passed[test] ?? 0
        return passed == reach.ofThisApp ? nil : "\(test.rawValue) \(passed.grouped)"
      }
      if !tests.isEmpty { lines.append("    \(style.dim("passing:")) \(tests.joined(separator: " · "))") }
      if let phased = rule.phased { lines += PhasedBars(phased, style).lines.map { "    \($0)" } }
      lines += ways(rule.ways, style)
    }
    return lines.map { $0 + "\n" }.joined() + "\n"
  }

  /// Who is left out for their silence, or could be; nil where nobody is silent.
  private var silenceWords: String? {
    if inactive == 0 { return nil }
    if let leavesOut {
      return "left out: \(inactive.of("installation", "installations")) without an event in the last "
        + "\(LengthOfTime.words(leavesOut)) before the log's end, or with a clock that is off"
    }
    return "\(inactive.of("installation has", "installations have")) no event in the last 30 d before the log's end: "
      + "--active-within 30d leaves them out"
  }

  private static func name(_ rule: Rule) -> String { "\(rule.id.string.shown) (\(rule.kind.rawValue))" }

  private func population(_ reach: PolicyReach) -> String {
    let others = [
      (reach.notLaunched, "never launched"), (reach.otherApp, "of another app"),
      (reach.newer, "with a newer document, which refuse this one"),
      (reach.signatures.lastingCount, "which refuse this one however it is signed"),
      (reach.underReview, "under review"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "this app runs on \(reach.ofThisApp.grouped)"
      + (others.isEmpty ? "" : " (" + others.joined(separator: ", ") + ")")
  }

  private func ways(_ ways: WaysOut, _ style: Style) -> [String] {
    let most = 12
    let width = ways.ways.map(\.system.words.shown.columns).max() ?? 0
    var lines = ways.ways.sorted { $0.installations > $1.installations }.prefix(most).map { way in
      let head = "    \(way.system.words.shown.padded(to: width))  \(String(way.installations).leftPadded(to: 5))  "
      if way.leadsNowhere { return head + style.red("✗ leads nowhere") }
      let destination = "leads to \(way.destination?.string.shown ?? "")"
      guard let proof = ways.proof(for: way.system) else {
        return head + style.yellow("? ") + "\(destination), not proven"
      }
      let app = proof.appVersionName?.string.shown ?? "another version"
      return head + style.green("✓ ") + destination + style.dim(", and \(proof.source.string.shown) runs \(app) there")
    }
    let rest = ways.others + ways.ways.dropFirst(most).count
    if rest > 0 { lines.append("    and \(rest) more: --format json") }
    return Array(lines)
  }
}
