/// The destinations of buttons: URLs that a device can open.
public enum Destination {
  /// Parses a URL as documents and pushes write it; nil if no device could open it.
  ///
  /// The URL is trimmed; of the schemes `http`, `https` (both with a host), or of a store (with something behind the
  /// colon): `itms-apps`, `itms-services`, `market`, `appstream`, `snap`, `flatpak`, `ms-windows-store`; in any case. Characters that RFC 3986 does not allow are percent-encoded as
  /// UTF-8, as are `[` and `]` outside the authority, a second `#` and a `%` without two hex digits; existing
  /// percent-encodings stay as they are.
  public static func read(_ text: String) -> ExactString? {
    let text = Array(text.trimmed.utf8)
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon + 1 < text.count else { return nil }
    let authority = PercentEncoding.authority(of: text, after: colon)
    // Lower-cases ASCII letters only, because the Kelvin sign is not a k.
    switch String(decoding: text[..<colon].map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self) {
    case "http", "https": guard hasHost(text[authority]) else { return nil }
    case let scheme:
      guard stores[scheme] != nil else { return nil }
    }
    return ExactString(String(decoding: PercentEncoding.encoded(text, authority: authority), as: UTF8.self))
  }

  /// The systems whose stores open an address, by its scheme.
  private static let stores: [String: Set<String>] = [
    "itms-apps": apple, "itms-services": apple, "market": ["android"], "appstream": ["linux"], "snap": ["linux"],
    "flatpak": ["linux"], "ms-windows-store": ["windows"],
  ]
  private static let apple: Set<String> = ["ios", "ipados", "tvos", "watchos", "visionos", "macos"]
  private static let systems = stores.values.reduce(into: Set<String>()) { $0.formUnion($1) }

  /// True if the URL's scheme belongs to another system's store, such as `market:` on one of Apple's systems or `snap:` on
  /// Windows. A system with another name may open any address.
  ///
  /// - Parameter system: the value of `deviceOsName`, normalized.
  package static func leadsNowhere(_ url: ExactString, on system: String?) -> Bool {
    let scheme = url.string.prefix { $0 != ":" }.lowercased()
    guard let system, systems.contains(system), let own = stores[scheme] else { return false }
    return !own.contains(system)
  }

  /// RFC 3986, section 3.2: the host stands between an optional `user@` and an optional `:port`.
  private static func hasHost(_ authority: ArraySlice<UInt8>) -> Bool {
    let host = authority.suffix(from: authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex)
    return host.first.map { $0 != UInt8(ascii: ":") } ?? false
  }
}
