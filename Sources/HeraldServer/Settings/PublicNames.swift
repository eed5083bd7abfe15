/// The name of a host in small letters, with a port or without, as `Host` has it.
struct HostName: Hashable, Sendable {
  let host: String
  let port: Int?

  /// Nil for a text that is neither a host's name nor its address.
  init?(_ text: String) {
    var name = text.lowercased()
    var port: Int?
    if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
      let digits = name[name.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits), (1...65_535).contains(number)
      else { return nil }
      port = number
      name = String(name[..<colon])
    }
    if name.hasSuffix("."), !name.hasPrefix("[") { name.removeLast() }
    guard Self.isAddress(name) || Self.isName(name) else { return nil }
    (host, self.port) = (name, port)
  }

  /// True for an IPv6 address in brackets.
  private static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("[") && text.hasSuffix("]") && text.utf8.count > 3
      && text.dropFirst().dropLast().utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count < 256 && !text.hasPrefix(".") && !text.contains("..")
      && text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789.-_".utf8.contains($0) }
  }
}

/// The server's own host names (the setting `publicNames`): those that a request may name in `Host`.
struct PublicNames: Sendable {
  private let names: [HostName]
  /// The first name as it was written, for links; nil where any name is the server's.
  let first: String?

  /// Nil for a list with a part that does not name a host.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimming(" ") }
    let isEmpty = parts.allSatisfy(\.isEmpty)
    let names = isEmpty ? [] : parts.compactMap { HostName($0) }
    guard isEmpty || names.count == parts.count else { return nil }
    (self.names, first) = (names, isEmpty ? nil : parts.first)
  }

  /// True if a request to this host is for the server. A name of the setting without a port holds for all ports.
  func has(_ host: String) -> Bool {
    if names.isEmpty { return true }
    guard let asked = HostName(host) else { return false }
    return names.contains { $0.host == asked.host && ($0.port == nil || $0.port == asked.port) }
  }
}
