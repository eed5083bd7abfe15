import Foundation
import Herald

/// An absolute `http` or `https` URL, parsed by the same library that opens the connection.
struct WebAddress: Hashable, Sendable {
  /// The address in events: without credentials.
  let name: String
  /// The address in requests: without credentials and fragment.
  let target: String
  let scheme: String
  /// In lower case, an IPv6 address without brackets.
  let host: String
  let port: Int
  let user: String?
  let password: String?

  init(_ text: String) throws(FetchFault) {
    guard let encoded = Destination.read(text)?.string, var parts = URLComponents(string: encoded),
      let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https"
    else { throw .invalidURL(why: "it is not an absolute address with `https`, `http` and a host") }
    guard let host = parts.encodedHost?.lowercased(), !host.isEmpty, !host.contains("%") else {
      throw .invalidURL(why: "its host is written with other characters than names in the DNS have")
    }
    // Some parsers read `\` as `/`, and would connect to another host.
    guard !Self.authority(of: text).contains("\\") else { throw .invalidURL(why: "there is a `\\` before its path") }
    // A missing or empty port is the scheme's default (RFC 3986, section 3.2.3).
    let port = parts.port ?? (Self.hasPort(encoded) ? 0 : scheme == "https" ? 443 : 80)
    guard (1...65535).contains(port) else { throw .invalidURL(why: "its port is not one of 1 to 65535") }
    self.scheme = scheme
    self.host = String(host.drop { $0 == "[" }.prefix { $0 != "]" })
    self.port = port
    user = parts.user
    password = parts.password
    parts.user = nil
    parts.password = nil
    name = parts.string ?? Self.withoutCredentials(encoded)
    parts.fragment = nil
    guard let target = parts.string else { throw .invalidURL(why: "it cannot be taken apart") }
    self.target = target
  }

  /// Parses an address that a person gave; its name in events and messages is known even where it cannot be used.
  static func read(_ text: String) -> (name: String, address: Result<WebAddress, FetchFault>) {
    do throws(FetchFault) {
      let address = try WebAddress(text)
      return (address.name, .success(address))
    } catch {
      return (shown(unusable: text), .failure(error))
    }
  }

  /// Parses a target of an address without credentials, and adds these.
  init(_ target: String, user: String?, password: String?) throws(FetchFault) {
    guard user != nil || password != nil, var parts = URLComponents(string: target) else {
      try self.init(target)
      return
    }
    parts.user = user
    parts.password = password
    try self.init(parts.string ?? target)
  }

  var isEncrypted: Bool { scheme == "https" }

  /// True if a request stays on this device (RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; RFC 4291).
  var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127"
      && numbers.allSatisfy { (1...3).contains($0.utf8.count) && UInt8($0) != nil && $0.first != "+" }
  }

  /// True if a request to the other address goes to the same server (RFC 6454).
  func hasOrigin(of other: WebAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// The address with parameters appended to its own.
  func appending(_ pairs: [RequestParameters.Pair]) throws(FetchFault) -> WebAddress {
    guard !pairs.isEmpty, var parts = URLComponents(string: target) else { return self }
    let own = parts.percentEncodedQuery ?? ""
    let separator = own.isEmpty || own.hasSuffix("&") ? "" : "&"
    parts.percentEncodedQuery = own + separator + RequestParameters.query(pairs)
    return try WebAddress(parts.string ?? target, user: user, password: password)
  }

  /// The target of `Location` relative to this address (RFC 9110, section 10.2.2), without credentials. Nil where it
  /// cannot be used: the caller reports the `Location` itself.
  func redirected(to location: String) -> WebAddress? {
    let reference = PercentEncoding.reference(location)
    guard !reference.isEmpty, let url = URL(string: reference, relativeTo: URL(string: target)) else { return nil }
    return try? WebAddress(Self.withoutCredentials(url.absoluteString))
  }

  /// An unusable URL for a message, without any part that may be a password.
  static func shown(unusable text: String) -> String {
    let scalars = text.unicodeScalars
    guard !authority(of: text).contains("@"), let at = scalars.lastIndex(of: "@") else {
      return withoutCredentials(text)
    }
    let scheme = scalars.firstIndex(of: ":").map { scalars[...$0] } ?? scalars.prefix(0)
    return String(scheme) + (authority(of: text).startIndex < at ? "//" : "")
      + String(scalars[scalars.index(after: at)...])
  }

  /// The URL without the user and password before an `@` in its authority.
  static func withoutCredentials(_ text: String) -> String {
    let authority = authority(of: text)
    guard let at = authority.lastIndex(of: "@") else { return text }
    let scalars = text.unicodeScalars
    return String(scalars[..<authority.startIndex]) + String(scalars[scalars.index(after: at)...])
  }

  /// The scalars between `//` and the path. As characters, an accent after an `@` would hide it.
  private static func authority(of text: String) -> Substring.UnicodeScalarView {
    let scalars = text.unicodeScalars[...]
    // `firstRange(of:)` takes microseconds for each scalar, and a server may send very many.
    let second = zip(scalars.indices, scalars.indices.dropFirst())
      .first { scalars[$0] == "/" && scalars[$1] == "/" }?.1
    guard let second else { return scalars.suffix(0) }
    return scalars[second...].dropFirst().prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }

  /// True if any text follows the host's colon.
  private static func hasPort(_ text: String) -> Bool {
    let authority = authority(of: text)
    let host = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
    guard let colon = host.lastIndex(of: ":") else { return false }
    return host[colon...].count > 1 && !host[colon...].contains("]")
  }
}
