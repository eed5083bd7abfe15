import HeraldWire

/// A setting of the server: its name, its meaning, and the reading of it from text.
public struct Setting: Sendable {
  /// The name in `serve.json`, such as `bodyBytes`.
  public let name: String
  /// The meaning, with the unit.
  public let meaning: String
  /// The value that is in force, as text.
  public let text: @Sendable (ServerSettings) -> String
  let read: @Sendable (String, inout ServerSettings) -> Bool
  /// The values that are allowed, in words for an error.
  package let wanted: String

  /// True if the setting can have a value, written as text.
  package func accepts(_ text: String) -> Bool {
    var settings = ServerSettings()
    return read(text, &settings)
  }

  /// The name of the option on the command line, such as `--body-bytes`.
  public var option: String { "--" + words.joined(separator: "-") }
  /// The name of the environment variable, such as `HERALD_BODY_BYTES`.
  public var variable: String { "HERALD_" + words.map { $0.uppercased() }.joined(separator: "_") }

  /// The retention of a server that keeps everything.
  private static let forever = "forever"

  /// The largest numbers that a setting may have: a pebibyte, a day, and more than a machine can do.
  private static let mostBytes = 1 << 50
  private static let mostSeconds = 86_400
  private static let mostCount = 1_000_000_000
  private static let mostConnections = 1_000_000

  private var words: [String] {
    var words = [""]
    for character in name {
      if character.isUppercase { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }

  private static func number(
    _ name: String, _ path: any WritableKeyPath<ServerSettings, Int> & Sendable, in range: ClosedRange<Int>,
    _ meaning: String
  ) -> Setting {
    Setting(
      name: name, meaning: meaning, text: { "\($0[keyPath: path])" },
      read: { text, settings in
        guard let value = OutsideNumber.read(text, in: range) else { return false }
        settings[keyPath: path] = value
        return true
      }, wanted: "a number from \(range.lowerBound) to \(range.upperBound)")
  }

  /// All settings, in the order in which they are listed.
  public static let all: [Setting] = [
    Setting(
      name: "listen", meaning: "The host and the port to listen at.", text: { $0.listen },
      read: { text, settings in
        settings.listen = text
        return ListenAddress(text) != nil
      }, wanted: "a host and a port, such as 127.0.0.1:8320"),
    number("bodyBytes", \.bodyBytes, in: 1...Self.mostBytes, "The largest body of a request in bytes, unpacked."),
    number("bodyLines", \.bodyLines, in: 1...Self.mostCount, "The most lines of a body."),
    number("lineBytes", \.lineBytes, in: 1...Self.mostBytes, "The longest line in bytes."),
    number(
      "bodyStreams", \.bodyStreams, in: 1...Self.mostCount,
      "The most installations of a body; an app key sends for one."),
    number("queueBytes", \.queueBytes, in: 1...Self.mostBytes, "How many bytes may be read or wait to be stored."),
    number(
      "queueSeconds", \.queueSeconds, in: 1...Self.mostSeconds, "How long a request may wait to be stored, in seconds."),
    number("freeBytes", \.freeBytes, in: 0...Self.mostBytes, "How much space stays free on the disk, in bytes."),
    number(
      "writeAheadBytes", \.writeAheadBytes, in: 0...Self.mostBytes,
      "Beyond how many bytes the write-ahead log of a ledger is emptied, which waits up to two seconds for readers."),
    number(
      "headSeconds", \.headSeconds, in: 1...Self.mostSeconds,
      "In how many seconds the head of a request has to be whole."),
    number(
      "bodyRate", \.bodyRate, in: 0...Self.mostBytes,
      "How many bytes of a body have to come in a second, over ten seconds."),
    number("idleSeconds", \.idleSeconds, in: 1...Self.mostSeconds, "After how many seconds an idle connection is cut."),
    number(
      "drainSeconds", \.drainSeconds, in: 0...Self.mostSeconds,
      "How long requests may take to finish when the server stops, in seconds."
    ),
    number(
      "keyRequests", \.keyRequests, in: 1...Self.mostCount, "The most requests with events in a minute with one key."),
    number(
      "streamRequests", \.streamRequests, in: 1...Self.mostCount,
      "The most requests with events in a minute of one installation."),
    number(
      "addressRequests", \.addressRequests, in: 1...Self.mostCount,
      "The most requests with events in a minute from one address."),
    number(
      "newStreams", \.newStreams, in: 1...Self.mostCount,
      "The most installations that may begin in an hour from one address."),
    Setting(
      name: "trustedProxies",
      meaning: "The addresses and networks of proxies whose X-Forwarded-For counts, with commas between.",
      text: { $0.trustedProxies },
      read: { text, settings in
        settings.trustedProxies = text
        return NetworkRange.list(text) != nil
      }, wanted: "a list of addresses and networks, such as 192.0.2.7, 10.0.0.0/8, fd00::/8"),
    Setting(
      name: "publishLimits", meaning: "What a what-if must not say of a policy that is published, with commas between.",
      text: { $0.publishLimits },
      read: { text, settings in
        settings.publishLimits = text
        return PublishLimit.list(text) != nil
      },
      wanted: "a list of figures with a number, or with a share up to 100 %, such as lockedOut > 0, newlyForced > 10%"),
    Setting(
      name: "policyKeys", meaning: "The publisher's public keys, which sign each policy, with commas between.",
      text: { $0.policyKeys },
      read: { text, settings in
        settings.policyKeys = text
        return PolicyKeys.read(text) != nil
      }, wanted: "a list of different keys in minisign's base64, such as `herald key new` prints them"),
    number("policyThreshold", \.policyThreshold, in: 1...1000, "How many of these keys have to sign a policy."),
    Setting(
      name: "policiesNeedToken", meaning: "Whether fetching a policy needs a token.",
      text: { "\($0.policiesNeedToken)" },
      read: { text, settings in
        settings.policiesNeedToken = text == "true"
        return ["true", "false"].contains(text)
      }, wanted: "true or false"),
    Setting(
      name: "pseudonymousUsers",
      meaning: "The apps whose users are stored under pseudonyms: none, all, or names with commas between.",
      text: { $0.pseudonymousUsers },
      read: { text, settings in
        settings.pseudonymousUsers = text
        return PseudonymousApps(text) != nil
      }, wanted: "none, all, or a list of apps such as com.example.shop"),
    Setting(
      name: "retention", meaning: "For how long events are kept, such as 13 months; forever for no end.",
      text: { $0.retention },
      read: { text, settings in
        settings.retention = text
        return text == Self.forever || RetentionPeriod(text) != nil
      }, wanted: "a number of days, weeks, months or years such as 13 months, or forever"),
    Setting(
      name: "publicNames",
      meaning: "The server's own host names, with commas between; a request to another one is refused. Empty for any.",
      text: { $0.publicNames },
      read: { text, settings in
        settings.publicNames = text
        return PublicNames(text) != nil
      }, wanted: "a list of host names such as herald.example.com, with a port where only that port counts"),
    Setting(
      name: "secureCookies",
      meaning: "Whether the cookie of the pages is for TLS alone: auto where a trusted proxy says so, or always.",
      text: { $0.secureCookies },
      read: { text, settings in
        settings.secureCookies = text
        return [ServerSettings.auto, ServerSettings.always].contains(text)
      }, wanted: "auto or always"),
    number(
      "failedTokens", \.failedTokens, in: 1...Self.mostCount, "The most wrong tokens in a minute from one address."),
    number("liveListeners", \.liveListeners, in: 1...Self.mostCount, "The most listeners to /v1/live with one token."),
    Setting(
      name: "retentionShare",
      meaning: "What share of an app's events retention removes at once without --yes, in percent.",
      text: { "\($0.retentionShare)" },
      read: { text, settings in
        let text = text.hasSuffix("%") ? String(text.dropLast()) : text
        guard let share = OutsideNumber.read(text, in: 0...100) else { return false }
        settings.retentionShare = share
        return true
      }, wanted: "a number from 0 to 100"),
    number(
      "rejectedBytes", \.rejectedBytes, in: 0...Self.mostBytes,
      "How many bytes of refused lines are kept of an app; one key may fill a quarter."),
    number(
      "rejectedLines", \.rejectedLines, in: 0...Self.mostCount,
      "How many refused lines are kept of an app; one key may fill a quarter."
    ),
    number(
      "rejectedAlike", \.rejectedAlike, in: 0...Self.mostCount,
      "How many refused lines of one key and one reason are kept; of more there is the number and a digest."),
    number("connections", \.connections, in: 1...Self.mostConnections, "The most connections at a time."),
    number(
      "addressConnections", \.addressConnections, in: 0...Self.mostConnections,
      "The most connections from one address at a time; 0 for a quarter of all."),
  ]
}

/// A host and a port.
struct ListenAddress: Hashable, CustomStringConvertible {
  let host: String
  let port: Int

  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = OutsideNumber.read(text[text.index(after: colon)...], in: 0...65_535)
    else { return nil }
    let host = text[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let name = isBracketed ? host.dropFirst().dropLast() : host
    // An address of IPv6 stands in brackets, and nothing else does (RFC 3986, section 3.2.2).
    guard !name.isEmpty, !name.contains(where: { "[] /\t".contains($0) }), isBracketed == name.contains(":") else {
      return nil
    }
    (self.host, self.port) = (String(name), port)
  }

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// True if only programs of this machine can reach it.
  var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}
