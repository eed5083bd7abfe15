package import Herald

/// The edits of a document in one place, in the order of the document.
package struct PolicyEdits {
  private(set) var edits: [PolicyEdit] = []
  /// The readable rules by the JSON pointer of their place.
  private let rules: [String: Rule]

  /// Finds the edits of an accepted policy of the formats `herald` and `turkcell`.
  ///
  /// - Parameters:
  ///   - policy: what the document was read as. Keys that a rule did not read are not edited.
  ///   - root: the document.
  package static func all(of policy: Policy, in root: JSONNode) -> [PolicyEdit] {
    var found = PolicyEdits(policy)
    found.addRoot(root)
    return found.edits
  }

  private init(_ policy: Policy) {
    let places = policy.rules.compactMap { rule in rule.source.place.map { ($0.pointer, rule) } }
    rules = Dictionary(places) { first, _ in first }
  }

  private mutating func addRoot(_ root: JSONNode) {
    for member in root.members ?? [] where !member.node.isNull {
      guard let key = EditableKey(rawValue: member.name) else { continue }
      if case .rules = key.value {
        addRules(member)
      } else if key.isOfRoot {
        add(key, member.node, at: PolicyEdit.Place().below(member.name))
      }
    }
  }

  /// Adds the rules of `updates` or `messages`: a list of them, or one alone.
  private mutating func addRules(_ list: JSONMember) {
    guard let entries = list.node.array else { return addRule(list.node, path: [list.name]) }
    for (index, entry) in entries.enumerated() { addRule(entry, path: [list.name, "\(index)"]) }
  }

  private mutating func addRule(_ node: JSONNode, path: [String]) {
    guard let rule = rules["/" + path.joined(separator: "/")] else { return }
    let place = PolicyEdit.Place(rule.id, path: path)
    edits.append(PolicyEdit(.leftOut, at: place, by: nil))
    for member in node.members ?? [] where rule.source.keys["/" + JSONPointer.token(member.name)] != nil {
      if let key = EditableKey(rawValue: member.name) { add(key, member.node, at: place.below(member.name)) }
    }
  }

  private mutating func add(_ key: EditableKey, _ node: JSONNode, at place: PolicyEdit.Place) {
    if node.isNull { return }
    switch key.value {
    case .rules: break
    case .flag: addFlag(node, at: place)
    case .count(let range): addCount(node, in: range, at: place)
    case .length: addProducts(node, atMost: Double(DecimalNumber.largestInteger), capped: false, at: place)
    case .share: addProducts(node, atMost: 100, capped: true, at: place)
    case .date:
      for (change, days) in [(PolicyEdit.Change.later, 1), (.earlier, -1)] {
        replace(node, by: node.string.flatMap { EditedValue.date($0, movedBy: days) }, change, at: place)
      }
    case .version:
      replace(node, by: node.string.flatMap(EditedValue.higher), .higher, at: place)
      replace(node, by: node.string.flatMap(EditedValue.lower), .lower, at: place)
    case .filter: addFilter(node, at: place)
    case .filters: for member in node.members ?? [] { addFilter(member.node, at: place.below(member.name)) }
    case .namedFilters:
      for member in node.members ?? [] { add(.filters, member.node, at: place.below(member.name)) }
    case .wordsOrGroups where node.members != nil:
      for member in node.members ?? [] { addMembers(of: member.node, at: place.below(member.name)) }
    case .words, .wordsOrGroups: addWords(node, at: place)
    case .whole: edits.append(PolicyEdit(.leftOut, at: place, by: nil))
    case .part: addPart(node, at: place)
    case .parts:
      for (index, element) in (node.array ?? []).enumerated() { addPart(element, at: place.below("\(index)")) }
    // A time of day is edited with the other end of its hours.
    case .timeOfDay: break
    }
  }

  private mutating func addPart(_ node: JSONNode, at place: PolicyEdit.Place) {
    edits.append(PolicyEdit(.leftOut, at: place, by: nil))
    addMembers(of: node, at: place)
  }

  private mutating func addMembers(of node: JSONNode, at place: PolicyEdit.Place) {
    for member in node.members ?? [] {
      guard let key = EditableKey(rawValue: member.name) else { continue }
      if case .timeOfDay = key.value {
        let other = key == .from ? EditableKey.to : .from
        addTime(member.node, besides: node[name: other.rawValue], at: place.below(member.name))
      } else {
        add(key, member.node, at: place.below(member.name))
      }
    }
  }
}

/// The edits of one value.
extension PolicyEdits {
  private mutating func addFlag(_ node: JSONNode, at place: PolicyEdit.Place) {
    guard let written = node.written else { return }
    let isOn = ["true", "1"].contains(written.trimmed.lowercased())
    edits.append(PolicyEdit(.turned, at: place, from: written, to: isOn ? "false" : "true", by: .bool(!isOn)))
  }

  private mutating func addCount(_ node: JSONNode, in range: ClosedRange<Int>, at place: PolicyEdit.Place) {
    guard let written = node.written, let count = DecimalNumber(json: written.trimmed)?.integer else { return }
    for (change, next) in [(PolicyEdit.Change.higher, count + 1), (.lower, count - 1)] where range.contains(next) {
      edits.append(PolicyEdit(change, at: place, from: written, to: "\(next)", by: .number(next)))
    }
  }

  private mutating func addProducts(
    _ node: JSONNode, atMost limit: Double, capped: Bool, at place: PolicyEdit.Place
  ) {
    guard let written = node.written else { return }
    for (change, factor) in [(PolicyEdit.Change.doubled, 2.0), (.halved, 0.5)] {
      guard let number = EditedValue.number(written, times: factor, atMost: limit, capped: capped) else { continue }
      edits.append(PolicyEdit(change, at: place, from: written, to: number, by: .built(.number(number))))
    }
  }

  /// Adds the edits of a time of day. Two equal ones would be no quiet hours, but a mistake that is found at once.
  private mutating func addTime(_ node: JSONNode, besides other: JSONNode?, at place: PolicyEdit.Place) {
    for (change, hours) in [(PolicyEdit.Change.later, 1), (.earlier, -1)] {
      let moved = node.string.flatMap { EditedValue.time($0, movedBy: hours) }
      if moved == other?.string?.trimmed { continue }
      replace(node, by: moved, change, at: place)
    }
  }

  private mutating func replace(
    _ node: JSONNode, by text: String?, _ change: PolicyEdit.Change, at place: PolicyEdit.Place
  ) {
    guard let text, let written = node.written else { return }
    edits.append(PolicyEdit(change, at: place, from: written, to: text, by: .text(text)))
  }

  /// Adds an edit for each word of a list, which leaves it out wherever it stands. A list without words is left out.
  private mutating func addWords(_ node: JSONNode, at place: PolicyEdit.Place) {
    var seen: Set<ExactString> = []
    let words = node.array ?? []
    for case let word? in words.map(\.string) where seen.insert(ExactString(word)).inserted {
      let rest = words.filter { $0.string.map { ExactString($0) } != ExactString(word) }
      let left = rest.isEmpty ? nil : JSONNode.list(rest)
      edits.append(
        PolicyEdit(.wordLeftOut, at: place, part: word, from: node.line, to: left?.line, by: left))
    }
  }

  private mutating func addFilter(_ node: JSONNode, at place: PolicyEdit.Place) {
    guard let written = node.written else { return }
    let parts = written.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
    for (index, part) in parts.enumerated() where !["", "!"].contains(part.normalized) {
      for (change, new) in FilterPartEdits(part).edits {
        var changed = parts
        if let new { changed[index] = new } else { changed.remove(at: index) }
        let isLeft = changed.contains { !["", "!"].contains($0.normalized) }
        let text = isLeft ? changed.joined(separator: ", ") : nil
        edits.append(
          PolicyEdit(
            change, at: place, part: part, newPart: new, from: written, to: text, by: text.map { .text($0) }))
      }
    }
  }
}

/// The edits of one part of a filter's text.
private struct FilterPartEdits {
  /// Each edit with the new part; nil for a part that is left out.
  private(set) var edits: [(change: PolicyEdit.Change, part: String?)] = [(.partLeftOut, nil)]

  init(_ part: String) {
    let text = part.normalized
    let bang = text.utf8.first == UInt8(ascii: "!") ? "!" : ""
    let body = String(decoding: text.utf8.dropFirst(bang.utf8.count), as: UTF8.self)
    guard let sign = Pattern.Operator.allCases.first(where: { body.utf8.starts(with: $0.rawValue.utf8) }),
      let other = sign.withOtherEnd
    else { return }
    let bound = String(decoding: body.utf8.dropFirst(sign.rawValue.utf8.count), as: UTF8.self)
    edits.append((other.includesBound ? .inclusive : .exclusive, bang + other.rawValue + bound))
    if let higher = EditedValue.higher(version: bound) { edits.append((.higher, bang + sign.rawValue + higher)) }
    if let lower = EditedValue.lower(version: bound) { edits.append((.lower, bang + sign.rawValue + lower)) }
  }
}

extension Pattern.Operator {
  /// The comparison that differs at the bound alone, such as `<=` for `<`; nil for a comparison without an order.
  fileprivate var withOtherEnd: Self? {
    switch self {
    case .below: .atMost
    case .atMost: .below
    case .above: .atLeast
    case .atLeast: .above
    case .notEqual: nil
    }
  }

  fileprivate var includesBound: Bool { self == .atMost || self == .atLeast }
}

extension JSONNode {
  /// The text of a value, or the source text of its number or boolean; nil for anything else.
  fileprivate var written: String? {
    switch value {
    case .string(let text), .number(let text): text
    case .bool(let bool): bool ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
