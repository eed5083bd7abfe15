import Herald

/// A rule as a format describes it, before its destination is checked.
struct RuleDraft {
  let id: ExactString
  let kind: PromptKind
  var filters: [Filter] = []
  var condition: VersionCondition = .none
  /// The version that the document publishes, and its code.
  var target: PublishedVersion?
  var targetCode: Int?
  var releasedAt: WindowDate?
  var texts = PromptTexts()
  /// The texts by language, for a document that has several; nil for ``texts`` in all languages.
  var descriptions: Descriptions?
  /// The document's URLs; the destination is the first that a device can open.
  var urls: [String?] = []
  /// A page for some installed versions, which cannot update by themselves.
  var page: Rule.Page?
  var maxDisplayCount: Int?
  var isSkippable = false
  var phases: RolloutPhases?
  var critical: VersionCondition?
  var closing: Rule.Closing?
  var pacing = RulePacing()
  var remarks: [Rule.Remark] = []
  /// The rule's position in the document.
  let place: DocumentPlace
  /// The positions of values that an explanation quotes, by the keys of `RuleSource`.
  var keys: [String: DocumentPlace] = [:]

  /// The rule; empty, with a finding, where neither the document nor the fetch has a usable destination.
  func rules(in document: Document, _ diagnostics: inout [Diagnostic]) -> [Rule] {
    let candidates = urls + [document.storeURL?.string]
    guard let url = candidates.lazy.compactMap({ $0.flatMap { Destination.read($0) } }).first else {
      diagnostics.record(noURL)
      return []
    }
    return [
      Rule(
        id: id, kind: kind, filters: filters, condition: condition, targetVersion: target,
        targetVersionCode: targetCode, releasedAt: releasedAt,
        maxDisplayCount: maxDisplayCount, descriptions: descriptions ?? Descriptions(inAllLanguages: texts.inWords),
        destinations: Rule.Destinations(onAndroid: url, elsewhere: url, page: page), isSkippable: isSkippable,
        phases: phases, critical: critical, closing: closing, pacing: pacing, remarks: remarks,
        source: RuleSource(place: place, keys: keys))
    ]
  }

  private var noURL: Diagnostic {
    let written = urls.lazy.compactMap(\.self).first { !$0.isBlank }
    return Diagnostic(
      DocumentCode.noUrl, .warning,
      what: written.map { "No device can open \(quoted($0))." } ?? "`\(id)` leads nowhere.",
      place: place,
      why: "an update needs a destination, and the fetch names no store page either; the rule is left out",
      fix: "publish a URL of the store page, or give the fetch a `storeUrl`")
  }
}

/// Gives rules that share an id different ones, so that no rule is lost for a name.
enum RuleIDs {
  /// The ids as they are, and for each repetition the first of `<id>-2`, `<id>-3`, … that no rule has.
  static func unique(_ ids: [ExactString]) -> [ExactString] {
    var (taken, seen) = (Set(ids), Set<ExactString>())
    // The number at which the search for an id ended. Without it, a thousand rules of one id would take quadratic time.
    var next: [ExactString: Int] = [:]
    return ids.map { id in
      if seen.insert(id).inserted { return id }
      var number = next[id, default: 2]
      while !taken.insert(ExactString("\(id)-\(number)")).inserted { number += 1 }
      next[id] = number + 1
      return ExactString("\(id)-\(number)")
    }
  }
}

/// Reads the keys that limit how often, and on how many installations, a rule is shown.
enum RuleLimits {
  /// Hundredths of a percent, 0 to 10,000.
  static func rollout(_ node: JSONNode) -> Int? {
    guard let number = Coercion.number(node), let hundred = DecimalNumber(json: "100"), number <= hundred else {
      return nil
    }
    return number.scaled(by: 100, atMost: 10_000)
  }

  static func displayCount(_ node: JSONNode) -> Int? { Coercion.integer(node).flatMap { $0 >= 0 ? $0 : nil } }

  /// A number of hours, in milliseconds.
  static func displayPeriod(_ node: JSONNode) -> Int64? { length(node, unit: LengthOfTime.hour) }

  /// A number of hours above 0, in milliseconds; at least 1.
  static func positiveHours(_ node: JSONNode) -> Int64? {
    guard let number = Coercion.number(node), number != .zero else { return nil }
    return displayPeriod(node).map { max(1, $0) }
  }

  /// A number of days of 24 hours, in milliseconds.
  static func days(_ node: JSONNode) -> Int64? { length(node, unit: LengthOfTime.day) }

  private static func length(_ node: JSONNode, unit: Int64) -> Int64? {
    let largest = DecimalNumber(json: String(DecimalNumber.largestInteger))
    guard let number = Coercion.number(node), !number.isNegative, let largest, number <= largest else { return nil }
    // A length that no 64-bit number holds never ends.
    return Int64(number.scaled(by: Int(unit), atMost: Int.max) ?? Int.max)
  }

  /// A time of day as the minute of the day.
  static func minute(_ node: JSONNode) -> Int? {
    let text = Array((node.string ?? "").utf8)
    guard text.count == 5, text[2] == UInt8(ascii: ":") else { return nil }
    func number(_ place: Int) -> Int? {
      let digits = text[place...(place + 1)].map { Int($0) - 48 }
      return digits.allSatisfy((0...9).contains) ? digits[0] * 10 + digits[1] : nil
    }
    guard let hour = number(0), let minute = number(3), hour < 24, minute < 60 else { return nil }
    return hour * 60 + minute
  }

  static func date(_ node: JSONNode) -> WindowDate? { node.string.flatMap { WindowDate($0) } }
}
