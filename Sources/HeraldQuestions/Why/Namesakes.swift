import Herald

/// Says of a rule that its id is another one in its document, that another text was shown under its id, and that its
/// text was shown under another id.
extension FoundDecision {
  /// A sentence for each; none of a rule that the policy in force does not have.
  func namesakeWords(of rule: Rule?) -> [String] {
    guard let rule else { return [] }
    return [repeatedWords(rule), otherTextWords(rule), otherNameWords(rule)].compactMap(\.self)
  }

  /// Appends `"repeatedId":…,"otherText":[…],"otherName":[…]`; nothing where nothing is to be said.
  func writeNamesakes(of rule: Rule?, into output: inout JSONWriter) {
    guard let rule else { return }
    if let id = rule.source.repeatedID { output.member("repeatedId", id) }
    let (texts, names) = (showings.ofOtherTexts(rule), showings.ofOtherNames(rule))
    if !texts.isEmpty { output.member("otherText", texts) { $1.write(into: &$0) } }
    if !names.isEmpty {
      output.member("otherName", names) { output, name in
        output.object {
          $0.member("rule", name.rule)
          $0.member("showings", name.showings) { $1.write(into: &$0) }
        }
      }
    }
  }

  private func repeatedWords(_ rule: Rule) -> String? {
    guard let id = rule.source.repeatedID else { return nil }
    let before = (step.state.policy?.rules ?? []).prefix { $0.id != rule.id }
      .count { $0.source.repeatedID == id || $0.id == id }
    let written = id.string.split(separator: ":", maxSplits: 1).last.map { "`\(String($0).shown)`" } ?? "`\(id)`"
    let place = rule.source.place.map { " (line \($0.line), column \($0.column))" } ?? ""
    return
      "\(rule.id.string.shown) is the document's \(before.nextOrdinal) \(written)\(place): showings are counted by id, "
      + "so it was given one of its own."
  }

  private func otherTextWords(_ rule: Rule) -> String? {
    let others = showings.ofOtherTexts(rule)
    guard !others.isEmpty else { return nil }
    return "\(Self.revisions(others)) showed another text under the id \(rule.id.string.shown)."
  }

  private func otherNameWords(_ rule: Rule) -> String? {
    let others = showings.ofOtherNames(rule)
    guard !others.isEmpty else { return nil }
    let names = others.map { "as \($0.rule.string.shown) at \(Self.revisions($0.showings, "revision"))" }
    return "The text of \(rule.id.string.shown) was shown \(names.joined(separator: ", and "))."
  }

  /// The revisions of showings, the last ones where they are many.
  private static func revisions(_ showings: [PastShowing], _ one: String = "Revision") -> String {
    let most = 3
    let last = showings.suffix(most).map { "\($0.event.revision)" }
    let list = last.count == 1 ? last[0] : last.dropLast().joined(separator: ", ") + " and \(last[last.count - 1])"
    let more = showings.count - last.count
    return "\(one)\(showings.count == 1 ? "" : "s") \(more > 0 ? "(\(more.grouped) before) " : "")\(list)"
  }
}

extension PastShowings {
  /// The showings of a rule's id that showed another text than it has, where its version is the same.
  ///
  /// The notes of a new version are another text by right.
  func ofOtherTexts(_ rule: Rule) -> [PastShowing] {
    self[rule.id].filter { showing in
      showing.rule.map { !$0.hasSameText(as: rule) && $0.target == rule.target } ?? false
    }
  }

  /// The showings of a rule's text under other ids, by id; empty for a rule without a text of its own.
  func ofOtherNames(_ rule: Rule?) -> [(rule: ExactString, showings: [PastShowing])] {
    guard let rule, !rule.descriptions.entries.isEmpty else { return [] }
    return rules.filter { $0 != rule.id }.sorted().compactMap { name in
      let same = self[name].filter { $0.rule.map { $0.hasSameText(as: rule) && $0.kind == rule.kind } ?? false }
      return same.isEmpty ? nil : (name, same)
    }
  }
}

extension Rule {
  fileprivate func hasSameText(as other: Rule) -> Bool {
    self === other
      || descriptions.entries == other.descriptions.entries
        && descriptions.besideOwnMessage == other.descriptions.besideOwnMessage
  }
}
