import HeraldWire
import HTTPTypes
import NIOCore

/// The address that a sender is counted by.
///
/// An address of IPv4 stands for itself. Of IPv6 the first 64 bits count, because a network gives each of its devices
/// as many of the others as it likes (RFC 6177).
struct SenderAddress: Hashable, Sendable, CustomStringConvertible {
  private let bytes: [UInt8]

  /// Reads an address, with or without a port: `192.0.2.3`, `192.0.2.3:1001`, `2001:db8::1`, `[2001:db8::1]:1001`;
  /// nil for another text.
  init?(_ text: some StringProtocol) {
    guard let bytes = NetworkRange.bytes(of: Self.withoutPort(String(text))) else { return nil }
    self.bytes = bytes.count == NetworkRange.longBytes ? Array(bytes.prefix(8)) : bytes
  }

  private static func withoutPort(_ text: String) -> String {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[..<end].dropFirst()) }
    let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
    guard colons == 1, let colon = text.firstIndex(of: ":") else { return text }
    return String(text[..<colon])
  }

  var description: String {
    bytes.count == NetworkRange.shortBytes
      ? bytes.map { "\($0)" }.joined(separator: ".")
      : stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        .joined(separator: ":") + "::/64"
  }
}

/// A network of addresses: one address, or a range such as `10.0.0.0/8` (RFC 4632) and `fd00::/8`.
struct NetworkRange: Hashable, Sendable {
  private let bytes: [UInt8]
  private let bits: Int

  fileprivate static let shortBytes = 4
  fileprivate static let longBytes = 16

  /// Nil for a text that is neither an address nor a range.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first, let bytes = Self.bytes(of: String(address)) else { return nil }
    guard let bits = parts.count == 1 ? bytes.count * 8 : OutsideNumber.read(parts[1], in: 0...bytes.count * 8) else {
      return nil
    }
    (self.bytes, self.bits) = (bytes, bits)
  }

  /// The ranges of a list with commas between them; nil where one cannot be read.
  static func list(_ text: String) -> [NetworkRange]? {
    let parts = text.split(separator: ",").map { $0.trimming(" ") }
    let ranges = parts.compactMap { NetworkRange($0) }
    return ranges.count == parts.count ? ranges : nil
  }

  /// True if an address is in the range; false for a text that is not an address.
  func contains(_ address: String) -> Bool {
    guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask = UInt8(0x80) >> (bit % 8)
      return bytes[bit / 8] & mask == other[bit / 8] & mask
    }
  }

  /// The bytes of an address. An address of IPv4 in the form of IPv6 (`::ffff:192.0.2.3`) has the four bytes of IPv4.
  fileprivate static func bytes(of text: String) -> [UInt8]? {
    guard let address = try? NIOCore.SocketAddress(ipAddress: text, port: 0) else { return nil }
    switch address {
    case .v4(let address):
      return withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
    case .v6(let address):
      let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
      let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
      return bytes.starts(with: mapped) ? Array(bytes.suffix(shortBytes)) : bytes
    case .unixDomainSocket: return nil
    }
  }
}

/// The proxies that the setting `trustedProxies` names. They are read once for a server: every request asks.
struct TrustedProxies: Sendable {
  private let ranges: [NetworkRange]

  init(_ settings: ServerSettings) { ranges = NetworkRange.list(settings.trustedProxies) ?? [] }

  /// The address that a request came from, as far as the server can know: of the connection, or the last one that named
  /// proxies passed on.
  ///
  /// Each proxy adds the address that it saw to the end of `X-Forwarded-For`. So the list is read from its end, over all
  /// lines of the header, and the first entry that is not a named proxy counts. What stands before it the client may have
  /// written.
  ///
  /// - Parameter own: the address of the connection; nil where the system names none.
  func sender(_ own: String?, _ headers: HTTPFields) -> SenderAddress? {
    guard let own else { return nil }
    // A header counts only where the connection comes from a proxy. Most do not.
    guard has(own) else { return SenderAddress(own) }
    var sender = own
    let passed = headers.filter { $0.name.canonicalName == "x-forwarded-for" }.flatMap {
      $0.value.split(separator: ",")
    }
    for entry in passed.reversed() {
      guard has(sender) else { break }
      guard let next = SenderAddress.text(of: entry.trimming(" \t")) else { break }
      sender = next
    }
    return SenderAddress(sender)
  }

  /// True if an address is that of a named proxy.
  func has(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }
}

extension SenderAddress {
  /// The address of a list's entry without its port; nil for another text.
  fileprivate static func text(of entry: String) -> String? {
    let text = withoutPort(entry)
    return NetworkRange.bytes(of: text) == nil ? nil : text
  }
}
