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
  let wanted: String

  /// The name of the option on the command line, such as `--body-bytes`.
  public var option: String { "--" + words.joined(separator: "-") }
  /// The name of the environment variable, such as `HERALD_BODY_BYTES`.
  public var variable: String { "HERALD_" + words.map { $0.uppercased() }.joined(separator: "_") }

  /// The retention of a server that keeps everything.
  private static let forever = "forever"

  private var words: [String] {
    var words = [""]
    for character in name {
      if character.isUppercase { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }

  private static func number(
    _ name: String, _ path: any WritableKeyPath<ServerSettings, Int> & Sendable, from least: Int, _ meaning: String
  ) -> Setting {
    Setting(
      name: name, meaning: meaning, text: { "\($0[keyPath: path])" },
      read: { text, settings in
        guard let value = Int(text), value >= least else { return false }
        settings[keyPath: path] = value
        return true
      }, wanted: "a number from \(least) on")
  }

  /// All settings, in the order in which they are listed.
  public static let all: [Setting] = [
    Setting(
      name: "listen", meaning: "The host and the port to listen at.", text: { $0.listen },
      read: { text, settings in
        settings.listen = text
        return ListenAddress(text) != nil
      }, wanted: "a host and a port, such as 127.0.0.1:8320"),
    number("bodyBytes", \.bodyBytes, from: 1, "The largest body of a request in bytes, unpacked."),
    number("bodyLines", \.bodyLines, from: 1, "The most lines of a body."),
    number("lineBytes", \.lineBytes, from: 1, "The longest line in bytes."),
    number("bodyStreams", \.bodyStreams, from: 1, "The most installations of a body; an app key sends for one."),
    number("queueBytes", \.queueBytes, from: 1, "How many bytes may be read or wait to be stored."),
    number("queueSeconds", \.queueSeconds, from: 1, "How long a request may wait to be stored, in seconds."),
    number("freeBytes", \.freeBytes, from: 0, "How much space stays free on the disk, in bytes."),
    number("idleSeconds", \.idleSeconds, from: 1, "After how many seconds an idle connection is cut."),
    number(
      "drainSeconds", \.drainSeconds, from: 0, "How long requests may take to finish when the server stops, in seconds."
    ),
    number("keyRequests", \.keyRequests, from: 1, "The most requests with events in a minute with one key."),
    number(
      "streamRequests", \.streamRequests, from: 1, "The most requests with events in a minute of one installation."),
    number(
      "addressRequests", \.addressRequests, from: 1, "The most requests with events in a minute from one address."),
    Setting(
      name: "trustedProxies", meaning: "The addresses of proxies whose X-Forwarded-For counts, with commas between.",
      text: { $0.trustedProxies },
      read: { text, settings in
        settings.trustedProxies = text
        return true
      }, wanted: "a list of addresses"),
    Setting(
      name: "publishLimits", meaning: "What a what-if must not say of a policy that is published, with commas between.",
      text: { $0.publishLimits },
      read: { text, settings in
        settings.publishLimits = text
        return PublishLimit.list(text) != nil
      }, wanted: "a list such as lockedOut > 0, newlyForced > 10%"),
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
    number("failedTokens", \.failedTokens, from: 1, "The most wrong tokens in a minute from one address."),
    number("liveListeners", \.liveListeners, from: 1, "The most listeners to /v1/live with one token."),
    number("connections", \.connections, from: 1, "The most connections at a time."),
  ]
}

/// A host and a port.
struct ListenAddress: Hashable {
  let host: String
  let port: Int

  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { return nil }
    let host = text[..<colon].trimming("[]")
    guard !host.isEmpty else { return nil }
    (self.host, self.port) = (host, port)
  }
}
