import Herald

/// The keys that a format reads in one object of its documents.
///
/// A format reads a value by its key's case and never by a name, so that every key that is read has a reference.
protocol DocumentKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The key's entry in the reference, without its name.
  var about: KeyReference { get }
}

extension DocumentKey {
  /// The key's entry in the reference.
  var reference: KeyReference {
    var reference = about
    reference.name = rawValue
    return reference
  }

  static var references: [KeyReference] { allCases.map(\.reference) }
  static var names: Set<String> { Set(allCases.map(\.rawValue)) }

  /// The JSON pointer of the key in its object.
  var pointer: String { "/\(JSONPointer.token(rawValue))" }
}

extension JSONNode {
  /// The value of an object's key. A key that is `null` counts as absent.
  subscript(key: some DocumentKey) -> JSONNode? { self[name: key.rawValue] }

  /// The value of the first of some keys that is there.
  func first<Key: DocumentKey>(of keys: [Key]) -> JSONNode? { keys.lazy.compactMap { self[$0] }.first }
}

extension ObjectDocument {
  /// The value of a key at the root; nil where it's absent or `null`.
  subscript(key: some DocumentKey) -> JSONNode? { json.root[key] }
}
