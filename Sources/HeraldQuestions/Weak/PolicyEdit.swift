package import Herald

/// An edit of a policy document in one place, as a slip of its author could make it.
package struct PolicyEdit: Sendable {
  /// The id of the rule that is edited; nil for a key of the root.
  package let rule: ExactString?
  /// A JSON pointer below the rule, or below the document; empty for the rule itself.
  package let key: String
  package let change: Change
  /// The part of a filter, or the word of a list, that is edited; nil for an edit of the whole value.
  package let part: String?
  /// The value as it is written; nil where it is left out.
  package let from: String?
  /// The value after the edit; nil where nothing is left.
  package let to: String?
  /// The part after the edit; nil where it is left out.
  let newPart: String?
  /// The names and indices that lead from the document's root to the value.
  private let path: [String]
  private let replacement: JSONNode?

  /// A kind of edit.
  package enum Change: String, Sendable, CaseIterable {
    case leftOut, turned, higher, lower, doubled, halved, later, earlier, partLeftOut, inclusive, exclusive
    case wordLeftOut
  }

  /// Describes an edit.
  ///
  /// - Parameters:
  ///   - place: the edited value.
  ///   - replacement: the value that takes its place; nil to leave it out.
  init(
    _ change: Change, at place: Place, part: String? = nil, newPart: String? = nil, from: String? = nil,
    to: String? = nil, by replacement: JSONNode?
  ) {
    (rule, path, key) = (place.rule, place.path, place.key)
    (self.change, self.part, self.newPart) = (change, part, newPart)
    (self.from, self.to, self.replacement) = (from, to, replacement)
  }

  /// The place of a value in a document.
  struct Place {
    let rule: ExactString?
    /// The names and indices from the document's root to the value.
    fileprivate(set) var path: [String]
    /// The JSON pointer below the rule, or below the document.
    fileprivate(set) var key: String

    init(_ rule: ExactString? = nil, path: [String] = []) { (self.rule, self.path, key) = (rule, path, "") }

    func below(_ name: String) -> Place {
      var place = self
      place.path.append(name)
      place.key += "/" + JSONPointer.token(name)
      return place
    }
  }

  /// The text of the document after the edit; nil where the document has nothing at the place.
  ///
  /// - Parameter root: the document.
  package func text(of root: JSONNode) -> String? { root.replacing(path[...], by: replacement)?.line }
}

/// The edit in words.
extension PolicyEdit {
  /// The edit as the end of a sentence, such as ``if `displayPeriodInHours` of `update:4` were twice as long``.
  package var words: String {
    let shown = "`\(String(key.dropFirst()).shown)`"
    let subject = rule.map { key.isEmpty ? "`\($0.string.shown)`" : "\(shown) of `\($0.string.shown)`" } ?? shown
    guard let part else { return "if \(subject) were \(become)" }
    let what = "`\(part.shown)` in \(subject)"
    return "if \(what) were \(newPart.map { "`\($0.shown)`" } ?? "left out")"
  }

  private var become: String {
    let isLength = key.hasSuffix("Hours") || key.hasSuffix("Days")
    switch change {
    case .leftOut, .partLeftOut, .wordLeftOut: return "left out"
    case .doubled where isLength: return "twice as long"
    case .halved where isLength: return "half as long"
    case .later, .earlier: return "\(isOfDay ? "an hour" : "a day") \(change.rawValue)"
    case .turned, .higher, .lower, .doubled, .halved, .inclusive, .exclusive:
      return "\((to ?? "nothing").shown) and not \((from ?? "nothing").shown)"
    }
  }

  /// True for a time of day.
  private var isOfDay: Bool { key.hasSuffix("/from") || key.hasSuffix("/to") }
}

extension JSONWriter {
  /// Appends an edit of a document.
  mutating func member(_ name: StaticString, _ edit: PolicyEdit, of digest: ExactString) {
    member(name) { output in
      output.object {
        $0.member("digest", digest)
        $0.member("rule", edit.rule)
        $0.member("key", edit.key)
        $0.member("change", word: edit.change)
        $0.member("of", edit.part)
        $0.member("from", edit.from)
        $0.member("to", edit.to)
      }
    }
  }
}
