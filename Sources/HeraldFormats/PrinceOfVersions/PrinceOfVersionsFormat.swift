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
      var unread: Refused?
      var hasRead = false
      for system in System.all { systems.append(try rules(for: system, &object, &unread, &hasRead)) }
      if let unread, !hasRead {
        throw Refused(.noVersion, unread.diagnostic)
      }
      return Policy(of: document, bySystem: systems)
    }
  }

  /// An operating system with lists of its own.
  private struct System {
    /// The keys of its list, the newer one first.
    let keys: [Key]
    /// The values of `deviceOsName` that the list is for.
    let names: [String]

    /// A system that is alone in its list counts under all its names: `osx` is `macos`.
    var filter: Filter {
      names.count == 1
        ? Filter(system: names[0]) : Filter(property: .deviceOsName, text: names.joined(separator: ","))
    }

    static let all = [
      System(keys: [.ios2, .ios], names: ["ios", "ipados", "tvos", "watchos"]),
      System(keys: [.android2, .android], names: ["android"]), System(keys: [.macos2, .macos], names: ["macos"]),
    ]
  }

  /// - Parameters:
  ///   - unread: the reason why the first entry that has nothing readable has not.
  ///   - hasRead: true once an entry was read.
  private static func rules(
    for system: System, _ object: inout ObjectDocument, _ unread: inout Refused?, _ hasRead: inout Bool
  ) throws(Refused) -> SystemRules {
    var rules: [Rule] = []
    if let key = system.keys.first(where: { object[$0] != nil }) {
      let entries = try entries(key, object)
      for (index, pointer) in entries.enumerated() {
        object.noteMisspeltKeys(at: pointer, known: Key.Entry.self)
        let read = entry(at: pointer, of: system, &object)
        if let reason = read.unread { unread = unread ?? reason } else { hasRead = true }
        guard let entry = read.entry else { continue }
        for var draft in entry.drafts(index: index) {
          draft.filters.insert(system.filter, at: 0)
          draft.keys["/filters/deviceOsName"] = object.place(key.pointer)
          rules += object.rules(draft)
        }
      }
    }
    return SystemRules(systems: Set(system.names.map { ExactString($0) }), rules: rules)
  }

  /// An entry; nil, with a finding, where it or its requirements are not an object.
  private static func entry(
    at pointer: String, of system: System, _ object: inout ObjectDocument
  ) -> (entry: PrinceOfVersionsEntry?, unread: Refused?) {
    do throws(Refused) {
      let entry = try PrinceOfVersionsEntry(&object, at: pointer)
      object.noteSystemVersion(at: pointer, isAndroid: system.names == ["android"])
      return (entry, entry.unread)
    } catch {
      object.record(error.diagnostic)
      object.leftOut += 1
      return (nil, error)
    }
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
  /// The first version that cannot be read, where none can; nil otherwise.
  let unread: Refused?
  private let requirements: [(filter: Filter, key: String)]

  /// A version of the entry: a number is compared with the version code, a text with the version.
  private struct Bound {
    let text: String
    let pointer: String
    let condition: VersionCondition
    var version: PublishedVersion?
    var code: Int?
  }

  init(_ object: inout ObjectDocument, at pointer: String) throws(Refused) {
    try object.demandObject(at: pointer, "The entry")
    self.pointer = pointer
    let node = object.json.root.node(at: pointer)
    self.node = node
    let frequency: JSONNode?
    let (first, second): (Reading, Reading)
    if Key.newer.contains(where: { node[$0] != nil }) {
      first = Self.bound(Key.required, of: node, object, at: pointer)
      let key = node[Key.lastAvailable] == nil ? Key.latest : Key.lastAvailable
      second = Self.bound(key, of: node, object, at: pointer)
      frequency = node[Key.frequency]
      requirements = try Self.requirements(node, object, at: pointer)
    } else {
      let offered = node[Key.optional]
      let place = pointer + Key.optional.pointer
      if offered != nil { try object.demandObject(at: place, "`\(Key.optional.rawValue)`") }
      first = Self.bound(Key.minimum, of: node, object, at: pointer)
      second = offered.map { Self.bound(PrinceOfVersionsKey.Offer.version, of: $0, object, at: place) } ?? .absent
      frequency = offered?[PrinceOfVersionsKey.Offer.frequency]
      requirements = []
    }
    showsOnce = frequency?.string.map { ExactString($0) == "ONCE" } ?? false
    (required, latest) = (first.bound, second.bound)
    for refused in [first.unread, second.unread] {
      if let refused { object.record(refused.diagnostic) }
    }
    unread = required == nil && latest == nil ? first.unread ?? second.unread : nil
    self.object = object
  }

  private typealias Key = PrinceOfVersionsKey.Entry

  /// A version of the entry, or the reason why it cannot be read.
  private enum Reading {
    case absent
    case read(Bound)
    case unreadable(Refused)

    var bound: Bound? { if case .read(let bound) = self { bound } else { nil } }
    var unread: Refused? { if case .unreadable(let refused) = self { refused } else { nil } }
  }

  private static func bound(
    _ key: some DocumentKey, of holder: JSONNode, _ object: ObjectDocument, at pointer: String
  ) -> Reading {
    guard let node = holder[key] else { return .absent }
    let name = key.rawValue
    let pointer = pointer + key.pointer
    switch node.value {
    case .number:
      if let code = Coercion.integer(node), let build = PublishedVersion(String(code)) {
        return .read(
          Bound(text: String(code), pointer: pointer, condition: .olderBuild(than: build, version: nil), code: code))
      }
    case .string(let text):
      if let version = PublishedVersion(text) {
        return .read(
          Bound(text: text, pointer: pointer, condition: .older(than: version, .compared), version: version))
      }
    default: break
    }
    return .unreadable(
      object.refused(
        .invalidVersion, at: pointer, "`\(name)` is \(quoted(node.canonical)), which is not a version.",
        why: "the installed version is compared with it, so the entry counts as one without it",
        fix: "write a text such as \"2.10.1\", or a version code such as 210"))
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

extension ObjectDocument {
  /// Notes a lowest system that is an API level where a version is compared, or the other way round.
  fileprivate mutating func noteSystemVersion(at pointer: String, isAndroid: Bool) {
    let name = PrinceOfVersionsKey.Requirement.system.rawValue
    let place = "\(pointer)\(PrinceOfVersionsKey.Entry.requirements.pointer)/\(name)"
    let requirements = json.root.node(at: pointer)[PrinceOfVersionsKey.Entry.requirements]
    guard let node = requirements?[name: name], let written = Coercion.written(node) else { return }
    let isNumber = if case .number = node.value { true } else { false }
    let number = AndroidNumber(written)
    if isNumber, !isAndroid {
      record(
        .apiLevelOrVersion, .warning, at: place, "`\(name)` is the number \(written), which no device has.",
        why: "a number is compared with `deviceApiLevel`, which Android alone has", fix: "write the text \"\(written)\""
      )
    } else if isNumber, number == .version {
      record(
        .apiLevelOrVersion, .warning, at: place,
        "`\(name)` is the number \(written), and every Android has that API level.",
        why: "a number is compared with `deviceApiLevel`, a text with `deviceOsVersion`",
        fix: "write the text \"\(written)\" if the version of Android is meant")
    } else if !isNumber, isAndroid, number == .level {
      record(
        .apiLevelOrVersion, .warning, at: place,
        "`\(name)` is the text \(quoted(written)), and no Android has that version.",
        why: "a text is compared with `deviceOsVersion`, a number with `deviceApiLevel`",
        fix: "write the number \(written.trimmed), without quotes")
    }
  }
}
