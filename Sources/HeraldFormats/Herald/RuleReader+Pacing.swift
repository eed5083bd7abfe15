import Herald

/// The keys that say when and how a rule asks.
extension RuleReader {
  mutating func pacing(of kind: PromptKind) -> RulePacing {
    var pacing = RulePacing()
    pacing.triggers = value(.triggers, PacingKeys.triggers)
    pacing.segments =
      segments(.inSegments, areWanted: true) + segments(.notInSegments, areWanted: false)
    pacing.caps = value(.frequencyCaps, PacingKeys.caps) ?? []
    rememberCaps()
    pacing.groups = names(.groups, among: root.groups, of: "groups")
    pacing.variants = value(.variants, Self.variants) ?? []
    pacing.quietHours = value(.quietHours, RootTerms.quietHours)
    pacing.holdout = value(.holdout, RootTerms.holdout)
    pacing.weekdays = value(.weekdays, PacingKeys.weekdays)
    pacing.releasedFor = value(.releasedForDays) { RuleLimits.days($0) }
    pacing.isReleaseOfAuthor = true
    pacing.hasPlaceholders = RulePlaceholders(in: entry.node).areUsed
    if let node = entry.node[RuleKey.releasedForDays], entry.node[RuleKey.releasedAt] == nil {
      fail(
        node, RuleKey.releasedForDays.pointer, "`releasedForDays` stands without `releasedAt`.",
        why: "the days are counted from the release", fix: "add `releasedAt`, or leave `releasedForDays` out")
    }
    guard isUpdate else { return pacing }
    pacing.updateTypes = value(.updateTypes) { (node) throws(ValueFault) in
      try PacingKeys.changes(node, MannerShape.someChanges)
    }
    pacing.forceUpdateTypes =
      value(.forceUpdateTypes) { (node) throws(ValueFault) in
        try PacingKeys.changes(node, MannerShape.changes)
      } ?? []
    pacing.deadline = deadline(of: kind)
    pacing.forcedDescriptions = forcedDescriptions(of: kind)
    return pacing
  }

  /// The texts of the forced phase. A rule that is forced from the start has `descriptions` for it.
  private mutating func forcedDescriptions(of kind: PromptKind) -> Descriptions? {
    guard let members = value(.forcedDescriptions, { $0.members }), let node = entry.node[RuleKey.forcedDescriptions]
    else { return nil }
    guard kind == .optional else {
      let key = kind == .exit ? RuleKey.forceExit : .forceUpdate
      remark(
        node, .forcedDescriptions, "`forcedDescriptions` is never used beside `\(key.rawValue)`.",
        why: "the update is forced from the start, with the texts of `descriptions`",
        fix: "remove `forcedDescriptions`, or `\(key.rawValue)`")
      return nil
    }
    let descriptions = Self.descriptions(members)
    rememberLanguages(without: descriptions, of: members, at: .forcedDescriptions)
    return descriptions
  }

  private mutating func deadline(of kind: PromptKind) -> Deadline? {
    guard let node = entry.node[RuleKey.deadline] else { return nil }
    guard kind == .optional else {
      let key = kind == .exit ? RuleKey.forceExit : .forceUpdate
      remark(
        node, .deadline, "`deadline` is not read beside `\(key.rawValue)`.",
        why: "the update cannot be put off in any case", fix: "remove `deadline`, or `\(key.rawValue)`")
      return nil
    }
    guard let deadline = value(.deadline, PacingKeys.deadline) else { return nil }
    if deadline.needsTarget, entry.node[RuleKey.targetVersion] == nil, entry.node[RuleKey.targetVersionCode] == nil {
      fail(
        node, RuleKey.deadline.pointer, "The deadline counts showings of a version, and the rule names none.",
        why: "`afterFirstShownInHours` and `deferrals` begin again with each version",
        fix: "add `targetVersion` or `targetVersionCode`")
    }
    return deadline
  }

  private mutating func segments(_ key: RuleKey, areWanted: Bool) -> [SegmentTerm] {
    names(key, among: root.segments, of: "segments").compactMap { name in
      root.segments[name].map { SegmentTerm($0, isWanted: areWanted) }
    }
  }

  /// Names of segments or groups, each once. Each has to stand at the root.
  private mutating func names<Value>(
    _ key: RuleKey, among known: [ExactString: Value], of list: String
  ) -> [ExactString] {
    var seen: Set<ExactString> = []
    let written = (value(key, PacingKeys.names) ?? []).enumerated().filter { seen.insert($0.element.name).inserted }
    var suggests = suggestsNames && known.count <= 1000
    for (index, (name, node)) in written where known[name] == nil {
      let meant = suggests ? Spelling.nearest(to: name.string, among: Set(known.keys.map(\.string))) : nil
      suggests = false
      fail(
        node, "\(key.pointer)/\(index)", "`\(list)` at the root has no \(quoted(name.string)).",
        why: "a rule must not be shown to all where nobody knows for which devices it is",
        fix: meant.map { "did you mean \(quoted($0))?" } ?? "add it to `\(list)`, or take it out of `\(key.rawValue)`")
    }
    return written.map(\.element.name)
  }

  /// An explanation names each limit by its place.
  private mutating func rememberCaps() {
    guard case .array(let caps)? = entry.node[RuleKey.frequencyCaps]?.value else { return }
    for (index, cap) in caps.enumerated() { remember(cap, at: "\(RuleKey.frequencyCaps.pointer)/\(index)") }
  }

  private static func variants(_ node: JSONNode) throws(ValueFault) -> [RuleVariant] {
    let variants = try node.elements(of: VariantKey.list) { (node) throws(ValueFault) in
      let reader = try PartReader<VariantKey>(node, VariantKey.object)
      let id = try reader.required(.id) { $0.string.flatMap { $0.isBlank ? nil : $0 } }
      let weight = try reader.required(.weight) {
        Coercion.integer($0).flatMap { (0...10_000).contains($0) ? $0 : nil }
      }
      let members = try reader.value(.descriptions) { $0.members } ?? []
      return RuleVariant(id: ExactString(id), weight: weight, descriptions: descriptions(members))
    }
    guard Set(variants.map(\.id)).count == variants.count else {
      throw ValueFault(node: node, pointer: "", expected: "variants with different ids")
    }
    guard variants.contains(where: { $0.weight > 0 }) else {
      throw ValueFault(node: node, pointer: "", expected: "variants with a weight above 0 among them")
    }
    return variants
  }
}
