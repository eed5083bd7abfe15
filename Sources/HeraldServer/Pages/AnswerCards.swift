import Herald
import HeraldPages
import HeraldQuestions

/// An answer as HTML: its sentence, and a card for each rule, as the installation's page has it, with ✓ and ✗, the
/// value, what was wanted, and links to the line and the event.
struct AnswerCards {
  private let answer: any DecisionAnswer
  private let found: FoundDecision
  private let parts: AnswerParts
  /// The address of the installation's page, without a fragment.
  private let device: String
  /// The rule that the reader asks about; nil for none.
  private let asked: ExactString?
  /// True where the document is the draft on the same page, whose lines no other page has.
  private let isOfDraft: Bool

  init(_ answer: any DecisionAnswer, device: String, asked: ExactString? = nil, isOfDraft: Bool = false) {
    (self.answer, found, parts) = (answer, answer.found, answer.parts)
    (self.device, self.asked, self.isOfDraft) = (device, asked, isOfDraft)
  }

  /// The sentence, the cards, and what the answer rests on.
  ///
  /// - Parameter hasText: true to add the answer in words, folded. The words of more rules than a page tells of are
  ///   left out.
  func html(hasText: Bool) -> String {
    let isShort = parts.rules.count <= SelectedRules.limit
    let text: [String: Any] = [
      "sentence": Self.marked(answer.words(.plain, .sentence).trimming("\n")),
      "sentences": (answer.remarks + (answer.validity.map { [$0] } ?? [])).map(Self.marked),
      "hasText": hasText && isShort,
      "words": hasText && isShort ? EscapedText.lines(answer.words(.plain, .all)) : "",
    ]
    return DeskTemplate.answer.render(values.merging(text) { $1 })
  }

  private static let mostChanges = 8
  private static let mostShowings = 20

  private var values: [String: Any] {
    let decision = found.decision
    // A page grows by what it shows: of thousands of rules it has the same ones as a device's page.
    let isLong = parts.rules.count > SelectedRules.limit
    let selected = isLong ? SelectedRules(of: decision, in: found.step.state) : nil
    let rules = selected.map { $0.indices.map { parts.rules[$0] } } ?? parts.rules
    let others = selected?.others ?? []
    let count = others.reduce(0) { $0 + $1.count }
    let showings = parts.showings.suffix(Self.mostShowings)
    return [
      "hasShownText": parts.text != nil, "shownText": parts.text.map(values) ?? [:],
      "cards": rules.map { card($0, isOpen: rules.count <= 3 || $0.failed == nil || $0.rule.id == asked) },
      "hasOthers": count > 0,
      "others": "\(count.grouped) more rules were tested and not shown: "
        + others.map { "\($0.count.grouped) ✗ \($0.failed.shortFailure)" }.joined(separator: ", ") + ".",
      "because": parts.because.map { cause in
        [
          "event": event(cause.event.revision), "revision": cause.event.revision.grouped,
          "type": cause.event.type.string, "supplied": Self.marked(cause.supplied),
        ]
      },
      "hasBecause": !parts.because.isEmpty,
      "showings": showings.map(values), "hasShowings": !showings.isEmpty,
      "hasUnanswered": parts.showings.contains { $0.isUnanswered },
      "unanswered": "\(parts.showings.count(where: \.isUnanswered).grouped) of \(parts.showings.count.grouped)",
      "hasEarlierShowings": parts.showings.count > showings.count,
      "earlierShowings": (parts.showings.count - showings.count).grouped,
      "changes": parts.changes.prefix(Self.mostChanges).map { Self.marked($0.joined(separator: ", and ")) },
      "hasChanges": !parts.changes.isEmpty,
      "hasMoreChanges": parts.changes.count > Self.mostChanges,
      "moreChanges": (parts.changes.count - Self.mostChanges).grouped,
      "decisions": parts.decisions.of("time", "times"),
    ]
  }

  private func values(_ text: ShownText) -> [String: Any] {
    let place = text.place.map(link)
    return [
      "lines": text.lines.map { line in
        let pieces = line.pieces.map(String.init)
        return [
          "name": "\(line.name)", "first": pieces.first ?? "", "rest": Array(pieces.dropFirst()), "isOwn": line.isOwn,
        ]
          as [String: Any]
      },
      "buttons": text.buttons.map { ["button": $0.button.rawValue, "label": $0.label] },
      "hasLanguage": text.prompt.language != nil, "language": text.prompt.language?.string ?? "",
      "ownLanguage": text.prompt.ownLanguage.rawValue,
      "hasVariant": text.prompt.variant != nil, "variant": text.prompt.variant?.string ?? "",
      "hasPlace": place != nil, "hasPlaceLink": !isOfDraft, "place": place?.address ?? "",
      "placeWords": place?.words ?? "",
    ]
  }

  private func card(_ rule: ExplainedRule, isOpen: Bool) -> [String: Any] {
    let place = rule.rule.source.place.map(link)
    let silent = rule.tests.filter { $0.passed && $0.comparisons.isEmpty && ($0.silence ?? .notSet) == .notSet }
    let told = rule.tests.filter { test in !silent.contains { $0.test == test.test } }
    let offset = found.step.event.time.offsetMinutes
    let kind = rule.kindWords { DeviceTime(moment: $0, offsetMinutes: offset).minute }
    return [
      "rule": rule.rule.id.string, "isShown": rule.failed == nil, "verdict": rule.failed?.shortFailure ?? "",
      "kind": rule.kind.rawValue, "isOpen": isOpen,
      "hasPlace": place != nil, "hasPlaceLink": !isOfDraft, "place": place?.address ?? "",
      "placeWords": place?.words ?? "",
      "hasFailure": rule.failure != nil, "failure": rule.failure.map { Self.marked("\($0).") } ?? "",
      "hasKind": kind != nil, "kindWords": kind.map { Self.marked("\($0).") } ?? "",
      "tests": told.map { values($0, of: rule) },
      "hasSilent": !silent.isEmpty, "silent": silent.map(\.test.rawValue).joined(separator: ", "),
    ]
  }

  private func values(_ test: ExplainedTest, of rule: ExplainedRule) -> [String: Any] {
    [
      "name": test.test.rawValue, "passed": test.passed, "isFirst": test.test == rule.failed,
      "compared": test.comparisons.map { values($0, in: rule.rule) },
      "hasSilence": test.comparisons.isEmpty, "silence": (test.silence ?? .notSet).words,
    ]
  }

  private func values(_ comparison: Comparison, in rule: Rule) -> [String: Any] {
    let offset = found.step.event.time.offsetMinutes
    let place = comparison.key.flatMap { rule.source.keys[$0] }.map(link)
    let origin = found.origin(of: comparison, in: rule)
    let showings = comparison.showings.map { PageTime.html(DeviceTime(moment: $0, offsetMinutes: offset)) }
    return [
      "subject": comparison.subject, "isMissing": comparison.found == nil,
      "value": comparison.found.map { $0.isEmpty ? "“”" : $0 } ?? "", "wanted": Self.marked(comparison.wanted),
      "isMet": comparison.passed, "hasRemark": comparison.remarks != nil, "remark": comparison.remarks ?? "",
      "hasPart": comparison.decidedBy != nil, "part": comparison.decidedBy ?? "",
      "hasDiagnostic": comparison.diagnostic != nil, "diagnostic": comparison.diagnostic?.name ?? "",
      "hasTimes": !showings.isEmpty, "times": showings.joined(separator: ", "),
      "hasLine": place != nil, "hasLineLink": !isOfDraft, "line": place?.address ?? "", "lineWords": place?.words ?? "",
      "hasOrigin": origin != nil, "origin": origin.map(event) ?? "", "originWords": origin?.grouped ?? "",
    ]
  }

  private func values(_ showing: PastShowing) -> [String: Any] {
    [
      "event": event(showing.event.revision), "revision": showing.event.revision.grouped,
      "time": PageTime.html(showing.time), "isAnswered": !showing.isUnanswered,
      "isVanished": showing.isUnanswered && showing.answer != nil,
      "button": showing.answer?.button.string ?? "", "answerTime": showing.answer.map { PageTime.html($0.time) } ?? "",
    ]
  }

  private func event(_ revision: Int) -> String { "\(device)#r\(revision)" }

  /// The line of the document in force, on a page that needs no script.
  private func link(_ place: DocumentPlace) -> (address: String, words: String) {
    let digest = found.step.state.policy?.digest ?? ""
    return (
      DocumentPage.address(of: place.line, in: digest, device: device), "line \(place.line):\(place.column)"
    )
  }

  /// The text as HTML, with what stands between backticks as code. A backtick without a second one stays.
  static func marked(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map { EscapedText.escaped(String($0)) }
    return parts.enumerated().map { index, part in
      if index % 2 == 0 { return part }
      return index == parts.count - 1 ? "`\(part)" : "<code>\(part)</code>"
    }.joined()
  }
}
