import Herald
import HeraldFormats

/// Leaves out rules that were shown, together with their showings.
///
/// Neither can go alone: without its showing such a rule would be shown again, and without its rule nobody decided the
/// showing.
extension IncidentReduction {
  /// - Returns: true if some went.
  mutating func leaveOutShownRules() -> Bool {
    var hasLess = false
    for rule in shownRules where leaveOut(shown: rule) { hasLess = true }
    return hasLess
  }

  private var shownRules: [ExactString] {
    var rules: [ExactString] = []
    for entry in excerpt.entries {
      guard case .promptShown(let showing) = entry.fact.data, !rules.contains(showing.rule) else { continue }
      rules.append(showing.rule)
    }
    return rules
  }

  private mutating func leaveOut(shown rule: ExactString) -> Bool {
    var shown: Set<ExactString> = []
    var left: Set<Int> = []
    var entries = excerpt.entries
    for (place, entry) in entries.enumerated() {
      switch entry.fact.data.screenChange {
      case .shown(let showing) where showing.rule == rule:
        shown.insert(showing.prompt)
        left.insert(place)
      case .answered(let answer) where shown.contains(answer.prompt): left.insert(place)
      default: break
      }
    }
    guard let first = left.min(), !left.contains(where: { reliving.claim.stays.contains(entries[$0].index) }) else {
      return false
    }
    var (documents, start) = (excerpt.documents, first)
    for digest in unsignedDigests {
      guard reliving.work.begin(), let text = text(of: digest, without: rule, in: entries) else { continue }
      reliving.work.read(bytes: text.utf8.count)
      documents[digest] = text
      for place in entries.indices {
        guard case .fetchSucceeded(let fetch) = entries[place].fact.data, fetch.digest == digest else { continue }
        entries[place].fact.data = .fetchSucceeded(fetch.reading(text, by: incident.read))
        start = min(start, place)
      }
    }
    guard reliving.breach(of: entries, from: start, without: left) == nil else { return false }
    excerpt.entries = entries
    excerpt = excerpt.without(left)
    excerpt.documents = documents
    reliving.change(at: start)
    return true
  }

  /// The text of a document without a rule; nil where it does not have the rule at a place of its own.
  private func text(
    of digest: ExactString, without rule: ExactString, in entries: [IncidentExcerpt.Entry]
  ) -> String? {
    let fetches = entries.lazy.compactMap { entry -> FetchSucceeded? in
      guard case .fetchSucceeded(let fetch) = entry.fact.data, fetch.digest == digest else { return nil }
      return fetch
    }
    guard case .accepted(let policy) = fetches.first?.reading,
      let pointer = policy.rules.first(where: { $0.id == rule })?.source.place?.pointer,
      let text = excerpt.documents[digest] ?? incident.documents[digest],
      let node = try? JSONNode.read(text, depthLimit: DocumentJSON.depthLimit, lenient: true).node,
      let path = JSONParts.path(to: pointer, in: node), !path.isEmpty
    else { return nil }
    return JSONParts.without([path], in: node).line
  }
}
