import Herald

/// An entry of a system's list: the versions, and the devices that they are for.
struct PrinceOfVersionsEntry {
  private let object: ObjectDocument
  private let pointer: String
  private let node: JSONNode
  private let required: Bound?
  private let latest: Bound?
  private let showsOnce: Bool
  private let requirements: [(filter: Filter, key: String)]

  /// A version of the entry: a number is compared with the version code, a text with the version.
  private struct Bound {
    let text: String
    let pointer: String
    let condition: VersionCondition
    var version: PublishedVersion?
    var code: Int?
  }

  init(_ object: ObjectDocument, at pointer: String) throws(Refused) {
    try object.demandObject(at: pointer, "The entry")
    self.object = object
    self.pointer = pointer
    let node = object.json.root.node(at: pointer)
    self.node = node
    let frequency: JSONNode?
    if Key.newer.contains(where: { node[$0] != nil }) {
      required = try Self.bound(Key.required, of: node, object, at: pointer)
      let last = try Self.bound(Key.lastAvailable, of: node, object, at: pointer)
      latest = if let last { last } else { try Self.bound(Key.latest, of: node, object, at: pointer) }
      frequency = node[Key.frequency]
      requirements = try Self.requirements(node, object, at: pointer)
    } else {
      let offered = node[Key.optional]
      let place = pointer + Key.optional.pointer
      if offered != nil { try object.demandObject(at: place, "`\(Key.optional.rawValue)`") }
      required = try Self.bound(Key.minimum, of: node, object, at: pointer)
      latest = try offered.flatMap { (offered) throws(Refused) in
        try Self.bound(PrinceOfVersionsKey.Offer.version, of: offered, object, at: place)
      }
      frequency = offered?[PrinceOfVersionsKey.Offer.frequency]
      requirements = []
    }
    showsOnce = frequency?.string.map { ExactString($0) == "ONCE" } ?? false
  }

  private typealias Key = PrinceOfVersionsKey.Entry

  private static func bound(
    _ key: some DocumentKey, of holder: JSONNode, _ object: ObjectDocument, at pointer: String
  ) throws(Refused) -> Bound? {
    guard let node = holder[key] else { return nil }
    let name = key.rawValue
    let pointer = pointer + key.pointer
    switch node.value {
    case .number:
      if let code = Coercion.integer(node), let build = PublishedVersion(String(code)) {
        return Bound(
          text: String(code), pointer: pointer, condition: .olderBuild(than: build, version: nil), code: code)
      }
    case .string(let text):
      if let version = PublishedVersion(text) {
        return Bound(text: text, pointer: pointer, condition: .older(than: version, .compared), version: version)
      }
      throw object.refused(
        .invalidVersion, at: pointer, "`\(name)` is \(quoted(text)), which is not a version.",
        why: "the installed version is compared with it", fix: "write a text such as \"2.10.1\"")
    default: break
    }
    throw object.refused(
      .invalidDocument, at: pointer, "`\(name)` is \(quoted(node.canonical)).",
      why: "a version is a text, and a version code an integer", fix: "write \"2.10.1\" or 210")
  }

  private static func requirements(
    _ node: JSONNode, _ object: ObjectDocument, at pointer: String
  ) throws(Refused) -> [(filter: Filter, key: String)] {
    guard let requirements = node[Key.requirements] else { return [] }
    guard let members = requirements.members else {
      throw object.refused(
        .invalidDocument, at: pointer + Key.requirements.pointer, "`requirements` is \(requirements.kindName).",
        why: "it has to be an object", fix: "write { … }")
    }
    return members.filter { !$0.node.isNull }.map { member in
      (filter(member.name, member.node), JSONPointer.token(member.name))
    }
  }

  private static func filter(_ name: String, _ node: JSONNode) -> Filter {
    guard name == PrinceOfVersionsKey.Requirement.system.rawValue else {
      // Only a text can equal a property, so no device has a list or an object.
      let text = Coercion.written(node)
      return text.map { Filter(property: ExactString(name), equalTo: $0, isExact: true) }
        ?? Filter(property: ExactString(name), text: ">=none")
    }
    let written = Coercion.written(node) ?? ""
    let isNumber = if case .number = node.value { true } else { false }
    let bound = AppVersion(written) == nil ? "none" : written
    return Filter(property: isNumber ? "deviceApiLevel" : .deviceOsVersion, text: ">=\(bound)")
  }

  /// The rules of the entry: the required version, and the offered version.
  ///
  /// The first is there without a required version too. Then no device meets it, and it still closes the search.
  func drafts(index: Int) -> [RuleDraft] {
    var drafts = [draft("update:pov-\(index)-required", .force, required)]
    if let latest {
      drafts.append(draft("update:pov-\(index)-\(latest.text)", .optional, latest))
      drafts[1].maxDisplayCount = showsOnce ? 1 : nil
    }
    drafts[drafts.count - 1].closing = .onDevice
    return drafts
  }

  private func draft(_ id: String, _ kind: PromptKind, _ bound: Bound?) -> RuleDraft {
    let published = kind == .force ? required : latest
    let place = object.place(bound?.pointer ?? pointer)
    var draft = RuleDraft(
      id: ExactString(id), kind: kind, filters: requirements.map(\.filter), condition: bound?.condition ?? .never,
      target: published?.version, targetCode: published?.code, place: object.place(pointer),
      keys: [VersionCondition.key: place, VersionCondition.codeKey: place])
    for requirement in requirements {
      let property = JSONPointer.token(requirement.filter.property.string)
      draft.keys["/filters/\(property)"] = object.place("\(pointer)\(Key.requirements.pointer)/\(requirement.key)")
    }
    draft.remarks = meta.map { [Rule.Remark(key: "meta", text: $0)] } ?? []
    return draft
  }

  /// The `meta` of the entry, or else of the document.
  private var meta: String? { (node[Key.meta] ?? object[PrinceOfVersionsKey.meta])?.canonical }
}
