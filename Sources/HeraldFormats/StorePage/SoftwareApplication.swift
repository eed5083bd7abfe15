import Herald

/// The app that a page describes as JSON-LD, in the vocabulary of schema.org.
enum SoftwareApplication {
  private typealias Key = SoftwareApplicationKey

  /// The app's `softwareVersion`; nil where the text is not JSON, or describes no app with a version.
  static func version(in script: String) -> String? {
    let text = withoutWrapping(script)
    // Some pages escape their JSON as HTML.
    let root = json(text) ?? json(CharacterReferences.resolved(text))
    return root.flatMap(version).map { CharacterReferences.resolved($0).trimmed }
  }

  /// Nil for a broken script: pages have several, and another one may describe the app.
  private static func json(_ text: String) -> JSONNode? {
    try? JSONNode.read(text, depthLimit: DocumentJSON.depthLimit, lenient: true).node
  }

  /// The version of the first app in a list, in a graph, or in the page's main entity.
  private static func version(in node: JSONNode) -> String? {
    if case .array(let elements) = node.value { return elements.lazy.compactMap(version).first }
    if isApplication(node), let version = Coercion.text(node[Key.version]) { return version }
    return [Key.graph, .mainEntity].lazy.compactMap { node[$0].flatMap(version) }.first
  }

  private static func isApplication(_ node: JSONNode) -> Bool {
    guard let type = node[Key.type] else { return false }
    if case .array(let types) = type.value { return types.contains { isName($0) } }
    return isName(type)
  }

  /// The type's name, short or in full.
  private static func isName(_ node: JSONNode) -> Bool {
    let names: Set<ExactString> = [
      "SoftwareApplication", "schema:SoftwareApplication", "http://schema.org/SoftwareApplication",
      "https://schema.org/SoftwareApplication",
    ]
    return node.string.map { names.contains(ExactString($0)) } ?? false
  }

  /// The content of a CDATA section or a comment. Old pages use them to hide scripts from older readers.
  private static func withoutWrapping(_ script: String) -> String {
    let text = script.trimmed
    let bytes = Array(text.utf8)
    if let start = bytes.firstIndex(of: "<![CDATA["), start < (bytes.firstIndex { $0 == UInt8(ascii: "{") } ?? .max) {
      let end = bytes.lastIndex(of: "]]>") ?? bytes.count
      guard start + 9 <= end else { return text }
      return trimmingCommentMarks(bytes[(start + 9)..<end])
    }
    guard bytes.starts(with: "<!--".utf8) else { return text }
    let end = bytes.lastIndex(of: "-->") ?? bytes.count
    guard end >= 4 else { return text }
    return trimmingCommentMarks(bytes[4..<end])
  }

  /// Removes a leading `*/` and a trailing `//` or `/*`, which belong to the wrapping.
  private static func trimmingCommentMarks(_ bytes: ArraySlice<UInt8>) -> String {
    let marks = Set("*/ \t\r\n".utf8)
    var bytes = bytes.drop { marks.contains($0) }
    while let last = bytes.last, marks.contains(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
