import Herald

/// Reads one document in Herald's format.
struct HeraldDocument {
  let json: DocumentJSON
  let document: Document
  var diagnostics: [Diagnostic]
  private var leftOut = 0
  /// The reasons why the document is refused, in reading order; empty for an accepted document.
  private var refusals: [Refused] = []

  /// Both names are one family, so that an older document of one name never replaces a newer one of the other.
  static let family: ExactString = "herald"

  init(json: DocumentJSON, document: Document) {
    self.json = json
    self.document = document
    diagnostics = json.diagnostics
  }

  /// Reads the document to its end, so that an author learns of all mistakes at once. The first that refuses it counts.
  mutating func read() -> ReadDocument {
    let policy = policy()
    guard let refused = refusals.first else { return ReadDocument(policy, diagnostics, leftOut: leftOut) }
    return ReadDocument(
      refused: refused.reason, diagnostics + refusals.dropFirst().map(\.diagnostic) + [refused.diagnostic])
  }

  private mutating func policy() -> Policy {
    if json.root.members == nil {
      refuse(
        .invalidDocument, json.root, "", "The document is \(json.root.kindName).", why: "a policy is an object",
        fix: "write {\"packageName\": …, \"updates\": […]}")
      return Policy(of: document, rules: [])
    }
    let packageName = packageName()
    let revision = root(.revision, Coercion.integer)
    let review = root(.reviewVersions, Coercion.written)
    let pushOnForeground = root(.pushOnForeground, Coercion.bool) ?? false
    let terms = rootTerms()
    let updates = list(.updates)
    let messages = list(.messages)
    // Each rule mentions its own.
    mentionUnknownKeys(of: json.root, as: RootKey.document, skipping: [RootKey.updates, .messages], at: "")
    return Policy(
      of: document, revision: revision, packageName: packageName,
      reviewVersions: review.map { .matching(Filter(property: .appVersionName, text: $0)) },
      pushOnForeground: pushOnForeground,
      rules: terms.attached(to: rules(updates: updates, messages: messages, terms)),
      order: PublishOrder(family: Self.family, mark: .revision(revision ?? 0)), attention: terms.attention)
  }

  /// Reads the settings of the root for all rules. A value of a wrong type refuses the document.
  private mutating func rootTerms() -> RootTerms {
    var terms = RootTerms()
    terms.segments = part(.segments, RootTerms.segments) ?? [:]
    terms.groups = part(.groups, RootTerms.groups) ?? [:]
    terms.caps = part(.frequencyCaps) { (node) throws(ValueFault) in try PacingKeys.caps(node) } ?? []
    terms.holdout = part(.holdout, RootTerms.holdout)
    terms.quietHours = part(.quietHours, RootTerms.quietHours)
    terms.places = places(of: terms)
    return terms
  }

  /// The places of the settings that explanations name.
  private func places(of terms: RootTerms) -> [String: DocumentPlace] {
    var places: [String: DocumentPlace] = [:]
    func remember(_ node: JSONNode?, at pointer: String) {
      if let node { places[pointer] = json.place(node, pointer) }
    }
    func rememberCaps(_ node: JSONNode?, at pointer: String) {
      guard case .array(let caps)? = node?.value else { return }
      for (index, cap) in caps.enumerated() { remember(cap, at: "\(pointer)/\(index)") }
    }
    if terms.quietHours != nil { remember(json.root[RootKey.quietHours], at: RootKey.quietHours.pointer) }
    if terms.holdout != nil { remember(json.root[RootKey.holdout], at: RootKey.holdout.pointer) }
    if !terms.caps.isEmpty { rememberCaps(json.root[RootKey.frequencyCaps], at: RootKey.frequencyCaps.pointer) }
    for group in terms.groups.isEmpty ? [] : json.root[RootKey.groups]?.members ?? [] {
      rememberCaps(
        group.node[GroupKey.frequencyCaps],
        at: "\(RootKey.groups.pointer)/\(JSONPointer.token(group.name))\(GroupKey.frequencyCaps.pointer)")
    }
    return places
  }

  private mutating func part<Value>(_ key: RootKey, _ read: (JSONNode) throws(ValueFault) -> Value) -> Value? {
    guard let node = json.root[key] else { return nil }
    do throws(ValueFault) {
      return try read(node)
    } catch {
      refuse(
        .invalidDocument, error.node, key.pointer + error.pointer,
        "`\(key.rawValue)` has \(error.node.kindName) in the place of \(error.expected).",
        why: "a document whose own settings cannot be read is not obeyed at all",
        fix: "write \(error.expected), or leave `\(key.rawValue)` out")
      return nil
    }
  }

  private mutating func packageName() -> ExactString? {
    let node = json.root[RootKey.packageName]
    if let name = node?.string?.trimmed, !name.isEmpty { return ExactString(name) }
    let misspelt = (json.root.members ?? []).map(\.name).first {
      RootKey(rawValue: $0) == nil && Spelling.nearest(to: $0, among: RootKey.names) == RootKey.packageName.rawValue
    }
    refuse(
      .missingPackageName, node ?? json.root, node == nil ? "" : RootKey.packageName.pointer,
      node == nil ? "The document has no `packageName`." : "`packageName` is not a text, or is blank.",
      why: "it keeps another app's document from being obeyed",
      fix: node == nil && misspelt != nil
        ? "rename \(quoted(misspelt ?? "")) to `packageName`" : "write the app's id, such as \"com.example.app\"")
    return nil
  }

  /// A value at the root; nil where it is missing. A value of a wrong type refuses the document.
  private mutating func root<Value>(_ key: RootKey, _ read: (JSONNode) -> Value?) -> Value? {
    guard let node = json.root[key] else { return nil }
    if let value = read(node) { return value }
    let expected = key.about.shape.name
    refuse(
      .invalidDocument, node, key.pointer, "`\(key.rawValue)` is \(node.kindName) that is not \(expected).",
      why: "a document whose own settings cannot be read is not obeyed at all",
      fix: "write \(expected), or leave it out")
    return nil
  }

  /// The entries of `updates` or `messages`: an array, or one object.
  private mutating func list(_ key: RootKey) -> [Entry] {
    let name = key.rawValue
    guard let node = json.root[key] else { return [] }
    switch node.value {
    case .array(let nodes):
      return nodes.enumerated().map { Entry(node: $1, pointer: "/\(name)/\($0)") }
    case .object:
      diagnostics.record(
        Diagnostic(
          DocumentCode.singleObject, .warning, what: "`\(name)` is one object.", place: json.place(node, "/\(name)"),
          why: "it's read as a list of one, which other readers don't do", fix: "put it in [ ]"))
      return [Entry(node: node, pointer: "/\(name)")]
    default:
      refuse(
        .invalidDocument, node, "/\(name)", "`\(name)` is \(node.kindName).", why: "rules stand in an array",
        fix: "write [ … ]")
      return []
    }
  }

  /// An entry of a list and its JSON pointer.
  struct Entry {
    let node: JSONNode
    let pointer: String
  }

  private mutating func rules(updates: [Entry], messages: [Entry], _ terms: RootTerms) -> [Rule] {
    var read: [(entry: Entry, isUpdate: Bool, rule: Rule)] = []
    for (entries, isUpdate) in [(updates, true), (messages, false)] {
      for entry in entries {
        if let rule = rule(entry, isUpdate: isUpdate, terms) { read.append((entry, isUpdate, rule)) }
      }
    }
    return zip(read, RuleIDs.unique(read.map(\.rule.id))).map { read, id in
      let (entry, isUpdate, rule) = read
      guard id != rule.id else { return rule }
      record(entry, rule.id, isNow: id)
      var reader = reader(of: entry, isUpdate: isUpdate, terms)
      // The entry was read before, so it can be read again.
      return reader.rule(named: id) ?? rule
    }
  }

  private mutating func record(_ entry: Entry, _ id: ExactString, isNow new: ExactString) {
    let node = entry.node[RuleKey.id]
    diagnostics.record(
      Diagnostic(
        DocumentCode.sameID, .warning, what: "The id `\(id)` stands twice; this rule is `\(new)`.",
        place: json.place(node ?? entry.node, entry.pointer + (node == nil ? "" : RuleKey.id.pointer)),
        why: "showings are counted by id, so the first rule keeps it", fix: "give the rule an id of its own"))
  }

  private func reader(of entry: Entry, isUpdate: Bool, _ terms: RootTerms) -> RuleReader {
    RuleReader(
      entry: entry, isUpdate: isUpdate, packageName: json.root[RootKey.packageName]?.string ?? "", json: json,
      root: terms, suggestsNames: !diagnostics.isFull)
  }

  private mutating func rule(_ entry: Entry, isUpdate: Bool, _ terms: RootTerms) -> Rule? {
    var reader = reader(of: entry, isUpdate: isUpdate, terms)
    let rule = reader.rule()
    if rule == nil { leftOut += 1 }
    for fault in reader.faults where !diagnostics.isFull {
      var finding = fault.finding
      if refusals.isEmpty { finding.why += "; the rule is left out, the rest is used" }
      diagnostics.record(
        Diagnostic(
          DocumentCode.invalidRule, .error, finding, place: json.place(fault.node, entry.pointer + fault.pointer)))
    }
    for remark in reader.remarks {
      diagnostics.record(
        Diagnostic(
          DocumentCode.keyNotRead, .warning, remark.finding,
          place: json.place(remark.node, entry.pointer + remark.pointer)))
    }
    // The lint names unknown texts of a rule that can be read.
    mentionUnknownKeys(
      of: entry.node, as: isUpdate ? RuleKey.update : RuleKey.message,
      skipping: rule == nil ? [] : [RuleKey.descriptions], at: entry.pointer)
    return rule
  }

  /// Reports unknown keys. A key that is nearly a known key, or stands in the wrong object, is a warning: it does not do
  /// what its author meant. Where a rule forces nobody for it, it is an error.
  private mutating func mentionUnknownKeys<Key: DocumentKey>(
    of node: JSONNode, as object: ObjectReference, skipping skipped: [Key], at pointer: String
  ) {
    guard !diagnostics.isFull else { return }
    for unknown in object.unknownKeys(in: node, skipping: Set(skipped.map(\.rawValue))) {
      let advice = KeyAdvice(on: unknown)
      diagnostics.record(
        Diagnostic(
          DocumentCode.unknownKey, advice.severity,
          what: "The key \(quoted(unknown.name)) is not one that Herald reads.",
          place: json.place(unknown.node, pointer + unknown.pointer), why: advice.why, fix: advice.fix))
    }
  }

  private mutating func refuse(
    _ reason: RefusalReason, _ node: JSONNode, _ pointer: String, _ what: String, why: String, fix: String
  ) {
    refusals.append(Refused(reason, what: what, place: json.place(node, pointer), why: why, fix: fix))
  }
}
