/// The prefixes that are bound to namespaces where a document is read (Namespaces in XML 1.0).
struct XMLNamespaces {
  private static let xml = "http://www.w3.org/XML/1998/namespace"
  private static let xmlns = "http://www.w3.org/2000/xmlns/"

  /// The namespaces of each prefix, the innermost last.
  private var bound: [String: [String]] = ["": [""], "xml": [xml]]
  /// The prefixes in the order in which they were bound.
  private var order: [String] = []

  var count: Int { order.count }

  /// Forgets the bindings of an element that ends.
  mutating func end(_ count: Int) {
    while order.count > count, let prefix = order.popLast() { bound[prefix]?.removeLast() }
  }

  /// Binds the prefixes that a tag's attributes declare.
  mutating func bind(_ attributes: [(name: ArraySlice<UInt8>, value: String)]) throws(XMLFault) {
    for attribute in attributes {
      let (space, local) = try Self.parts(attribute.name)
      let isDefault = space == nil && local == "xmlns"
      guard isDefault || space == "xmlns" else { continue }
      let prefix = isDefault ? "" : local
      let isReserved =
        prefix == "xmlns" || attribute.value == Self.xmlns || (prefix == "xml") != (attribute.value == Self.xml)
      guard !isReserved, isDefault || !attribute.value.isEmpty else {
        throw XMLFault(attribute.name.startIndex, "the prefix `\(prefix)` cannot stand for this namespace")
      }
      bound[prefix, default: []].append(attribute.value)
      order.append(prefix)
    }
  }

  /// The names of a tag's attributes, without those that bind prefixes.
  func names(_ attributes: [(name: ArraySlice<UInt8>, value: String)]) throws(XMLFault) -> [XMLName: String] {
    var names: [XMLName: String] = [:]
    for attribute in attributes {
      let name = try name(attribute.name, isAttribute: true)
      guard names.updateValue(attribute.value, forKey: name) == nil else {
        throw XMLFault(attribute.name.startIndex, "the attribute stands twice", fix: "remove one of them")
      }
    }
    return names.filter { $0.key.namespace != Self.xmlns }
  }

  func name(_ written: ArraySlice<UInt8>, isAttribute: Bool) throws(XMLFault) -> XMLName {
    let (prefix, local) = try Self.parts(written)
    if isAttribute, prefix == "xmlns" || prefix == nil && local == "xmlns" { return XMLName(local, in: Self.xmlns) }
    // An attribute without a prefix has no namespace, whatever the default is.
    guard let prefix else { return XMLName(local, in: isAttribute ? "" : namespace(of: "") ?? "") }
    guard let namespace = namespace(of: prefix) else {
      throw XMLFault(
        written.startIndex, "the prefix `\(prefix)` stands for no namespace", fix: "declare it as `xmlns:\(prefix)`")
    }
    return XMLName(local, in: namespace)
  }

  private func namespace(of prefix: String) -> String? { bound[prefix]?.last }

  private static func parts(_ name: ArraySlice<UInt8>) throws(XMLFault) -> (prefix: String?, local: String) {
    let parts = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ XMLText.endOfName(Array($0), from: 0) == $0.count }) else {
      throw XMLFault(name.startIndex, "the name has a colon that separates no prefix")
    }
    let local = String(decoding: parts[parts.count - 1], as: UTF8.self)
    return (parts.count == 2 ? String(decoding: parts[0], as: UTF8.self) : nil, local)
  }
}
