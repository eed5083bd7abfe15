import Herald

/// What is told of a URL: where it leads, without what was sent there.
extension Redaction {
  /// Scheme, host and port of a URL that a device can open, and a pseudonym of its path, or the path itself where
  /// ``keepsPaths``; never a user's name, a query or a fragment. Of any other text a pseudonym.
  ///
  /// A URL that a device can open stays one, and any other text stays none, because pushes and formats ask for that.
  mutating func address(_ text: ExactString) -> ExactString {
    guard let url = Destination.read(text.string) else { return pseudonyms.pseudonym(of: text, as: .address) }
    let bytes = url.string.utf8
    let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
    let rest = bytes.dropFirst(scheme.count + 1)
    let isHierarchical = rest.starts(with: "//".utf8)
    let authority = isHierarchical ? rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) } : rest.prefix(0)
    let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? authority
    let path = (isHierarchical ? rest.dropFirst(2 + authority.count) : rest).prefix { !"?#".utf8.contains($0) }
    let start = "\(Substring(scheme)):" + (isHierarchical ? "//\(Substring(host))" : "")
    let redacted = ExactString(start + told(Substring(path), isHierarchical))
    // Such as `market:?id=…`, of which nothing is left that could be opened.
    return Destination.read(redacted.string) == nil ? ExactString("\(Substring(scheme)):redacted") : redacted
  }

  private mutating func told(_ path: Substring, _ isHierarchical: Bool) -> String {
    if keepsPaths || path.isEmpty || path == "/" { return String(path) }
    return (isHierarchical ? "/" : "") + pseudonyms.pseudonym(of: ExactString(String(path)), as: .path).string
  }
}
