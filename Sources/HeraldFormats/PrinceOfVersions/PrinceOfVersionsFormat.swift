package import Herald

/// The configuration of Prince of Versions: a required and a latest version for each system, and for kinds of devices.
///
/// The first entry whose requirements a device meets is the last entry that is looked at.
package enum PrinceOfVersionsFormat: Format {
  package static let names = ["princeofversions"]

  package static var reference: FormatReference {
    FormatReference(
      "The configuration of Prince of Versions: a required and a newest version for each system.", keys: Key.self,
      constraints: [.any(of: Key.systems)] + Key.olderLists)
  }

  private typealias Key = PrinceOfVersionsKey

  package static func recognizes(_ outline: DocumentOutline) -> Bool { Key.systems.contains(where: outline.has) }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      object.noteMisspeltKeys(at: "", known: Key.self)
      guard Key.systems.contains(where: { object[$0] != nil }) else {
        throw object.refused(
          .invalidDocument, at: "", "The document has the versions of no system.",
          why: "it names them as `ios2`, `android2`, `macos2`, `ios`, `android` or `macos`",
          fix: "write {\"android2\": [{\"required_version\": …}]}")
      }
      var systems: [SystemRules] = []
      for system in System.all { systems.append(try rules(for: system, &object)) }
      return Policy(of: document, bySystem: systems)
    }
  }

  /// An operating system with lists of its own.
  private struct System {
    /// The keys of its list, the newer one first.
    let keys: [Key]
    /// The values of `deviceOsName` that the list is for.
    let names: [String]

    static let all = [
      System(keys: [.ios2, .ios], names: ["ios", "ipados", "tvos", "watchos"]),
      System(keys: [.android2, .android], names: ["android"]), System(keys: [.macos2, .macos], names: ["macos"]),
    ]
  }

  private static func rules(for system: System, _ object: inout ObjectDocument) throws(Refused) -> SystemRules {
    var rules: [Rule] = []
    if let key = system.keys.first(where: { object[$0] != nil }) {
      let entries = try entries(key, object)
      for (index, pointer) in entries.enumerated() {
        object.noteMisspeltKeys(at: pointer, known: Key.Entry.self)
        let entry = try PrinceOfVersionsEntry(object, at: pointer)
        for var draft in entry.drafts(index: index) {
          draft.filters.insert(Filter(property: .deviceOsName, text: system.names.joined(separator: ",")), at: 0)
          draft.keys["/filters/deviceOsName"] = object.place(key.pointer)
          rules += object.rules(draft)
        }
      }
    }
    return SystemRules(systems: Set(system.names.map { ExactString($0) }), rules: rules)
  }

  /// The JSON pointers of a system's entries: an array, or one object.
  private static func entries(_ key: Key, _ object: ObjectDocument) throws(Refused) -> [String] {
    switch object[key]?.value {
    case .array(let entries): return entries.indices.map { "\(key.pointer)/\($0)" }
    case .object: return [key.pointer]
    default:
      throw object.refused(
        .invalidDocument, at: key.pointer, "`\(key.rawValue)` is \(object[key]?.kindName ?? "missing").",
        why: "a system's versions stand in an array, or in one object", fix: "write [ … ]")
    }
  }
}

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
