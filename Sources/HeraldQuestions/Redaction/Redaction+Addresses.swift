import Herald

/// Redacts URLs: keeps the host, and removes what identifies a user.
extension Redaction {
  /// The scheme, host and port of a URL that a device can open, with a pseudonym of its path, or with the path where
  /// ``keepsPaths`` is set. User name, query and fragment are removed. Any other text becomes a pseudonym.
  ///
  /// A device can open the result exactly where it can open the original, because pushes and formats depend on that.
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
    // A device cannot open what remains of a URL such as `market:?id=…`.
    return Destination.read(redacted.string) == nil ? ExactString("\(Substring(scheme)):redacted") : redacted
  }

  private mutating func told(_ path: Substring, _ isHierarchical: Bool) -> String {
    if keepsPaths || path.isEmpty || path == "/" { return String(path) }
    return (isHierarchical ? "/" : "") + pseudonyms.pseudonym(of: ExactString(String(path)), as: .path).string
  }
}
