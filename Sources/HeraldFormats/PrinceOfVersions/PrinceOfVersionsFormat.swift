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
