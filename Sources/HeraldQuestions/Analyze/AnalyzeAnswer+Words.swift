package import Herald
import HeraldFormats

extension AnalyzeAnswer {
  /// The answer for people, without colours.
  public var words: String { words(.plain) }

  /// The answer for people: the headline, each rule, then what is probably not meant so.
  package func words(_ style: Style) -> String {
    let names = rules.map(\.rule.id.string.shown)
    let width = min(40, names.map(\.columns).max() ?? 0)
    var lines = [style.bold(headline), ""]
    for (name, answer) in zip(names, rules) {
      let sign = answer.verdict.sign(style)
      let kind = answer.shownKind.noun.padded(to: 15)
      lines.append("\(sign) \(name.padded(to: width))  \(kind)  \(sentence(answer))\(answer.witness?.likeness ?? "")")
    }
    let remarks = remarks.map { "\(style.yellow("!")) \($0.sentence)\($0.witness?.likeness ?? "")" }
    if !remarks.isEmpty { lines += [""] + remarks }
    if let otherPairs { lines += ["", style.dim(otherPairs)] }
    for sentence in unsaid { lines += ["", "\(style.yellow("!")) \(sentence)"] }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Sentences on what the answer leaves out.
  package var unsaid: [String] {
    [Self.sentence(leavingOut: leftOut), limit.map { "Not all was looked at: \($0)." }].compactMap(\.self)
  }

  /// A sentence on the findings that leave out rules of a document; nil without any.
  static func sentence(leavingOut count: Int) -> String? {
    let findings = count == 1 ? "1 finding leaves" : "\(count.grouped) findings leave"
    return count > 0 ? "\(findings) out rules or parts of them, which `herald lint` names." : nil
  }

  /// The document, and the numbers of its rules by verdict.
  package var headline: String {
    let parts = [
      "\(counts.shown.grouped) can be shown", "\(counts.never.grouped) never",
      counts.notDecided > 0 ? "\(counts.notDecided.grouped) not decided" : nil,
    ]
    return "\(file.shown): of \(rules.count.of("rule")) \(parts.compactMap(\.self).joined(separator: ", "))"
      + assumption.clause
  }

  /// The verdict on a rule, with the device that sees it.
  package func sentence(_ answer: RuleAnswer) -> String {
    switch answer.verdict {
    case .shown(let witness):
      let end =
        answer.endedBy.map { "; version \($0.shown) ends it" } ?? (answer.isUnending ? "; no version ends it" : "")
      return "shown to \(witness.device)\(witness.occasion)\(end)"
    case .never(.contradiction) where answer.rule.hasNoText: return "never shown: it has no text"
    case .never(let reason): return "never shown\(assumption.clause): \(reason.words)"
    case .notDecided(let limit): return "not decided: \(limit)"
    }
  }

  /// The number of pairs of rules that are not remarked on; nil where there are none.
  package var otherPairs: String? {
    let others = pairs.count - milderBeforeStricter.count - otherDestinations.count
    let noun = others == pairs.count ? "pair" : "other pair"
    return others > 0 ? "\(others.of(noun)) of rules meet on some device, where the earlier one is shown." : nil
  }

  /// Sentences on what is probably not meant so, each with a log that shows it.
  package var remarks: [(sentence: String, witness: AnalyzeWitness?)] {
    milderBeforeStricter.map { pair in
      (
        "\(pair.loses.id.string.shown) (\(pair.loses.kind.noun)) waits behind \(pair.wins.id.string.shown) "
          + "(\(pair.wins.kind.noun)), as on \(pair.witness.device)", pair.witness
      )
    }
      + otherDestinations.map { pair in
        (
          "\(pair.wins.id.string.shown) and \(pair.loses.id.string.shown) force the same devices to different places; "
            + "the first wins, as on \(pair.witness.device)", pair.witness
        )
      }
      + withoutText.map { rule, witness in
        ("\(rule.id.string.shown) has no text for \(witness.device), which it is for otherwise", witness)
      }
      + leadingNowhere.map { rule, witness in
        ("\(rule.id.string.shown) forces \(witness.device) and leads nowhere that it can open", witness)
      }
      + rules.filter(\.isUnending).map { answer in
        (
          "\(answer.rule.id.string.shown) lets nobody go: no version of the app ends it"
            + (answer.witness.map { " on \($0.device)" } ?? ""), answer.witness
        )
      }
  }

  /// The pairs in which a milder prompt is shown in place of a stricter one.
  private var milderBeforeStricter: [Pair] { pairs.filter { $0.wins.kind.strictness < $0.loses.kind.strictness } }

  /// The pairs of forces that lead to different places.
  private var otherDestinations: [Pair] {
    pairs.filter { pair in
      pair.wins.kind.isBlocking && pair.loses.kind.isBlocking && pair.wins.kind.strictness >= pair.loses.kind.strictness
        && pair.wins.destinations != pair.loses.destinations
    }
  }
}

extension Rule {
  /// True if neither the rule nor its variants have a text for any language.
  fileprivate var hasNoText: Bool {
    let all = [descriptions, pacing.forcedDescriptions].compactMap(\.self) + pacing.variants.map(\.descriptions)
    return all.allSatisfy(\.entries.isEmpty)
  }
}

extension AnalyzeAnswer.Verdict {
  /// A sign for the verdict: a check mark, a cross or a question mark.
  package func sign(_ style: Style) -> String {
    switch self {
    case .shown: style.green("✓")
    case .never: style.red("✗")
    case .notDecided: style.yellow("?")
    }
  }
}

extension AnalyzeAnswer.Reason {
  /// The reason as a clause.
  package var words: String {
    switch self {
    case .contradiction: return "no device and moment meet all its conditions"
    case .covered([]): return "every version that it is for is under review"
    case .covered(let rules):
      let names = rules.map(\.string.shown).joined(separator: ", ")
      return "\(names) \(rules.count == 1 ? "is" : "are") shown first, on every such device"
    }
  }
}

extension DeviceAssumption? {
  /// The devices that an answer speaks of, behind its verdict; empty for all devices.
  var clause: String { map { " (of \($0.devices))" } ?? "" }
}

extension PromptKind {
  package var noun: String {
    switch self {
    case .exit: "end of service"
    case .force: "forced update"
    case .optional: "optional update"
    case .message: "message"
    }
  }

  var strictness: Int {
    switch self {
    case .message: 0
    case .optional: 1
    case .force: 2
    case .exit: 3
    }
  }
}

extension AnalyzeWitness {
  /// The device as people name it, such as `version 3.9 on ios 17.4 (iPhone15,2, en-US)`, and why nobody is likely to
  /// have it.
  package var device: String {
    let profile = profile
    func shown(_ name: ExactString) -> String? { profile[name].map { Self.words($0.string) } }
    let version = shown(.appVersionName).map { "version \($0)" } ?? "no version"
    let system = [shown(.deviceOsName), shown(.deviceOsVersion)].compactMap(\.self).joined(separator: " ")
    let usual: Set<ExactString> = [
      .appVersionName, .appPackageName, .deviceOsName, .deviceOsVersion, .deviceModel, .deviceLanguage, "deviceBrand",
      "deviceApiLevel",
    ]
    let others = profile.properties.filter { !usual.contains($0.name) }.map {
      "\($0.name.string.shown) \(Self.words($0.value.string))"
    }
    let rest = [shown(.deviceModel), shown(.deviceLanguage) ?? "no language"].compactMap(\.self) + others
    return "\(version) on \(system.isEmpty ? "no system" : system) (\(rest.joined(separator: ", ")))"
      + (profile.flaw.map { ", not a usual device because \($0)" } ?? "")
  }

  /// A value as people see it: between quotation marks where white space around it would not be seen.
  private static func words(_ value: String) -> String {
    if value.isBlank { return "blank" }
    return value == value.trimmed ? value.shown : "\"\(value.shown)\""
  }

  /// The logged devices that are like the device, as the end of a sentence; empty where no log was compared with.
  package var likeness: String { like.map { "; \($0.words)" } ?? "" }

  /// The occasion of the decision, with what was shown before.
  package var occasion: String {
    guard let question else { return "" }
    let showings = events.count { if case .promptShown = $0.data { true } else { false } }
    let before = showings == 0 ? "" : " after \(showings.of("other prompt"))"
    let trigger = Occasion(trigger: question.trigger, operation: question.operation, time: question.now).words
    let words = question.now.words
    // A date without an offset comes at another moment where the clock is another.
    let offset = question.now.offsetMinutes == 0 ? "" : " \(words.suffix(6))"
    return ", \(trigger) on \(String(words.prefix(16)))\(offset)\(before)"
  }
}
