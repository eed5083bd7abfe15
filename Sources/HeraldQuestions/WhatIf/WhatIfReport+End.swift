import Herald

/// The end of the report on another policy: the figures, by rule, day, version and system, and their limits.
extension WhatIfReport {
  package func end(_ summary: WhatIfSummary) throws {
    try sink.send(json: json(summary), words: words(summary))
  }

  private func words(_ summary: WhatIfSummary) -> String {
    var lines =
      untold > 0
      ? ["and \(untold.of("more installation", "more installations")): --examples, or --format json", ""] : []
    let (blocked, lockedOut) = (summary[.blocked], summary[.lockedOut])
    lines += [
      heading("Users")
        + "\(summary[.installations].grouped): something changes for \(summary[.changed].grouped) "
        + "(\(summary[.newly].grouped) see a rule newly, \(summary[.noLonger].grouped) see one no longer), nothing for "
        + "\(summary[.unchanged].grouped)",
      heading("Prompts") + "\(summary[.before].grouped) before, \(summary[.after].grouped) under the other policy",
      heading("Most a day") + mostADay(summary),
      heading("Forced") + forced(summary),
      heading("Blocked") + (blocked > 0 ? style.red("\(blocked.grouped)") : "0"),
      heading("Locked out") + (lockedOut > 0 ? style.red("\(lockedOut.grouped)") : "0"),
    ]
    lines += summary.refusedWords(policy).map { heading("Refused") + style.red($0) }
    if let deviations = words(summary.deviations) { lines.append(heading("App") + style.yellow(deviations)) }
    lines += rules(summary)
    lines += changed(
      "Day", summary.prompts.days.sorted { $0.key < $1.key }.map { ("\(text(ofDay: $0.key)) (UTC)", $0.value) })
    lines += changed(
      "Version", sorted(summary.prompts.versions).map { ($0.key?.string.shown ?? "not said", $0.value) })
    lines += changed("System", sorted(summary.prompts.systems).map { ($0.key?.string.shown ?? "not said", $0.value) })
    lines += phases(summary)
    lines += ahead(summary)
    return (lines + limits(summary).map { heading("Note") + $0 }).map { $0 + "\n" }.joined()
  }

  func heading(_ word: String) -> String { style.bold(word.padded(to: 12)) }

  /// The most rows of one kind in words.
  private var rowsInWords: Int { 20 }

  /// The rules for which something changes, and how many there are besides.
  private func rules(_ summary: WhatIfSummary) -> [String] {
    let all = sorted(summary.rules)
    let changed = all.filter { $0.value.newly + $0.value.noLonger > 0 || $0.value.prompts.isChanged }
    let rows = changed.map { key, rule in
      heading("Rule") + "\(key.rule.string.shown) (\(key.kind.rawValue)): newly \(rule.newly.grouped), no longer "
        + "\(rule.noLonger.grouped), still \(rule.still.grouped); " + words(rule.prompts)
    }
    return rows + unchanged("Rule", all.count - changed.count)
  }

  /// The parts with another number of prompts, and how many parts there are besides.
  private func changed(_ name: String, _ parts: [(label: String, prompts: PromptPair)]) -> [String] {
    let changed = parts.filter(\.prompts.isChanged)
    var rows = changed.prefix(rowsInWords).map { heading(name) + "\($0.label): \(words($0.prompts))" }
    if changed.count > rowsInWords {
      rows.append(heading(name) + "and \((changed.count - rowsInWords).grouped) more that change: --format json")
    }
    return rows + unchanged(name, parts.count - changed.count)
  }

  private func unchanged(_ name: String, _ count: Int) -> [String] {
    count > 0 ? [heading(name) + "\(count.grouped) with as many prompts as before"] : []
  }

  private func words(_ prompts: PromptPair) -> String {
    "prompts \(prompts.before.grouped) → \(prompts.after.grouped)"
  }

  /// Describes the app's deviations from its decisions, which no figure above counts; nil for none.
  private func words(_ deviations: Deviations) -> String? {
    let command = log.isReadable ? ": herald audit \(log.quoted)" : ""
    let unknown =
      deviations.unknown == 0
      ? nil
      : "\(deviations.unknown.of("disagreement", "disagreements")) behind missing revisions cannot be judged"
    if deviations.isEmpty { return unknown.map { $0 + command } }
    let parts = [
      deviations.unjustified > 0
        ? "showed \(deviations.unjustified.of("prompt", "prompts")) that no decision asked for" : nil,
      deviations.missed > 0 ? "did not show \(deviations.missed.of("prompt", "prompts")) that had been decided" : nil,
    ].compactMap(\.self)
    let rest = unknown.map { "; \($0)" } ?? ""
    return "In the log the app \(parts.joined(separator: " and ")), which is not counted above\(rest)\(command)"
  }

  func text(ofDay day: Int64) -> String {
    String(Timestamp(milliseconds: day * 86_400_000).description.prefix(10))
  }

  private func sorted(
    _ rules: [WhatIfSummary.RuleKey: WhatIfSummary.Rule]
  ) -> [(key: WhatIfSummary.RuleKey, value: WhatIfSummary.Rule)] {
    rules.sorted { ($0.key.rule, $0.key.kind.rawValue) < ($1.key.rule, $1.key.kind.rawValue) }
  }

  private func sorted(
    _ prompts: [ExactString?: PromptPair]
  ) -> [(key: ExactString?, value: PromptPair)] {
    prompts.sorted { ($0.key == nil ? 0 : 1, $0.key ?? "") < ($1.key == nil ? 0 : 1, $1.key ?? "") }
  }

  /// Sentences on what the figures do not show.
  private func limits(_ summary: WhatIfSummary) -> [String] {
    var limits = ["a log cannot tell how users would have reacted to the other prompts"]
    if !hasBaseline {
      limits.append(
        "the other policy is lived from the log's first day on: `--baseline` with the policy of today compares it with that "
          + "policy on the same days")
    }
    if summary[.blocked] > summary[.lockedOut] {
      limits.append("a log cannot tell whether a store offers the blocked devices a version that satisfies the policy")
    }
    return limits
  }

  private func json(_ summary: WhatIfSummary) -> [UInt8] {
    var output = JSONWriter()
    for (key, rule) in sorted(summary.rules) {
      output.part("byRule", rule.prompts) {
        $0.member("rule", key.rule)
        $0.member("kind", word: key.kind)
        $0.member("newly", rule.newly)
        $0.member("noLonger", rule.noLonger)
        $0.member("still", rule.still)
      }
    }
    for (day, prompts) in summary.prompts.days.sorted(by: { $0.key < $1.key }) {
      output.part("byDay", prompts) { $0.member("day", text(ofDay: day)) }
    }
    for (day, installations) in summary.forced.sorted(by: { $0.key < $1.key }) {
      output.part("forcedByDay", installations) { $0.member("day", text(ofDay: day)) }
    }
    for (version, prompts) in sorted(summary.prompts.versions) {
      output.part("byVersion", prompts) { $0.member("appVersionName", version) }
    }
    for (system, prompts) in sorted(summary.prompts.systems) {
      output.part("bySystem", prompts) { $0.member("deviceOsName", system) }
    }
    writePhases(summary, to: &output)
    output.line {
      $0.member("summary") {
        $0.object { output in
          for figure in WhatIfFigure.allCases {
            output.member(named: ExactString(figure.rawValue)) {
              if figure == .refused { summary.refusals.write(into: &$0) } else { $0.integer(summary[figure]) }
            }
          }
          output.member("deviations") {
            $0.object {
              $0.member("unjustified", summary.deviations.unjustified)
              $0.member("missed", summary.deviations.missed)
              $0.member("unknown", summary.deviations.unknown)
            }
          }
          output.member("ahead", optional: summary.ahead) { $0.ahead($1) }
        }
      }
    }
    return output.bytes
  }
}

extension PromptPair {
  /// True if the two numbers of prompts differ.
  fileprivate var isChanged: Bool { before != after }
}

extension JSONWriter {
  /// Appends a line of the summary: one part of the whole, and its number under both policies.
  fileprivate mutating func part(
    _ name: StaticString, _ prompts: PromptPair, _ members: (inout JSONWriter) -> Void
  ) {
    line {
      $0.member(name) {
        $0.object {
          members(&$0)
          $0.member("before", prompts.before)
          $0.member("after", prompts.after)
        }
      }
    }
  }
}
