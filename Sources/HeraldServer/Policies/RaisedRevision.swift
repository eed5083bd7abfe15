import Herald

/// A document of Herald's own format under another revision.
enum RaisedRevision {
  /// The text with its `revision` replaced, or added before its first member; nil where the text is not such a document.
  static func text(of text: String, to revision: Int) -> String? {
    guard let node = try? JSONNode.read(text).node, case .object(let members) = node.value else { return nil }
    let bytes = Array(text.utf8)
    if let own = members.first(where: { $0.name == "revision" }) {
      let place = own.node.place
      return String(
        decoding: bytes[..<place.lowerBound] + Array("\(revision)".utf8) + bytes[place.upperBound...], as: UTF8.self)
    }
    guard let brace = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    let added = "\"revision\": \(revision)" + (members.isEmpty ? "" : ", ")
    return String(decoding: bytes[...brace] + Array(added.utf8) + bytes[(brace + 1)...], as: UTF8.self)
  }
}
