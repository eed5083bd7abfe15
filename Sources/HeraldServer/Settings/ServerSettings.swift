import Foundation
import Herald

/// The limits and ways of a server. ``Setting/all`` has their names and meanings.
public struct ServerSettings: Hashable, Sendable {
  /// The host and the port to listen at.
  public var listen = "127.0.0.1:8320"
  /// The largest body, unpacked, in bytes.
  public var bodyBytes = 20 << 20
  /// The most lines of a body.
  public var bodyLines = 65_536
  /// The longest line, in bytes.
  public var lineBytes = 6 << 20
  /// The most installations of a body.
  public var bodyStreams = 1000
  /// The most bytes that may be read or wait for a writer.
  public var queueBytes = 128 << 20
  /// The longest wait of a request for its writer, in seconds.
  public var queueSeconds = 5
  /// The space that has to be left on the disk, in bytes.
  public var freeBytes = 256 << 20
  /// The size of a ledger's write-ahead log beyond which it is emptied, in bytes.
  public var writeAheadBytes = 64 << 20
  /// Number of seconds in which the head of a request has to be whole.
  public var headSeconds = 10
  /// The least number of bytes of a body in a second.
  public var bodyRate = 1024
  /// Number of seconds after which an idle connection is cut.
  public var idleSeconds = 30
  /// The time in seconds that requests in flight may take after the server was asked to end.
  public var drainSeconds = 10
  /// The most requests in a minute of a key, of a stream and of an address.
  public var keyRequests = 600_000
  public var streamRequests = 600
  public var addressRequests = 60_000
  /// The most streams that may begin in an hour from one address.
  public var newStreams = 60_000
  /// The addresses of proxies whose `X-Forwarded-For` counts, with commas between.
  public var trustedProxies = ""
  /// The limits on the what-if of a policy, with commas between. A result that matches one stops the publishing.
  public var publishLimits = "lockedOut > 0, lockedOutAhead > 0, newlyForced > 10%"
  /// The publisher's keys, which sign what is published, with commas between; empty for none.
  public var policyKeys = ""
  /// Number of different keys that have to sign, from 1 to the number of keys.
  public var policyThreshold = 1
  /// True if fetching a policy needs a token.
  public var policiesNeedToken = false
  /// The apps whose users are stored under pseudonyms: `none`, `all`, or names with commas between.
  public var pseudonymousUsers = "none"
  /// The length of time that events are kept, such as `13 months`; `forever` for no end.
  public var retention = "forever"
  /// The largest share of an app's events that retention removes at once without a person's word, in percent.
  public var retentionShare = 25
  /// The most bytes of an app's refused lines, and the most lines. One key may fill a quarter of each.
  public var rejectedBytes = 64 << 20
  public var rejectedLines = 100_000
  /// The most refused lines of one key and one reason.
  public var rejectedAlike = 1000
  /// The most connections.
  public var connections = 4096
  /// The most connections from one address; 0 for a quarter of ``connections``.
  public var addressConnections = 0

  /// The server's own host names, with commas between; empty for any.
  public var publicNames = ""
  /// The rule for cookies that browsers send by TLS alone: `auto` where a trusted proxy says that the request came by
  /// TLS, `always` for every one.
  public var secureCookies = "auto"
  /// The most wrong tokens in a minute from one address.
  public var failedTokens = 60
  /// The most listeners to `/v1/live` with one token.
  public var liveListeners = 100

  static let (auto, always) = ("auto", "always")

  /// The host to listen at, as addresses name it.
  public var host: String { listen.lastIndex(of: ":").map { String(listen[..<$0]) } ?? listen }

  /// The defaults.
  public init() {}
}

extension ServerSettings {
  /// Reads the settings of a folder from its `serve.json`, then environment variables, then options. The last one wins.
  ///
  /// - Parameters:
  ///   - folder: the server's folder.
  ///   - environment: the process's variables.
  ///   - options: values by the names of settings.
  /// - Throws: ``ServerError`` for an unknown name or a value out of range.
  public init(
    folder: String, environment: [String: String] = [:], options: [String: String] = [:]
  ) throws {
    self.init()
    let path = "\(folder)/serve.json"
    if FileManager.default.fileExists(atPath: path) {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw ServerError(
          .badSetting, "`\(path)` cannot be read.", file: path, why: "it is not a file, or this user may not read it",
          fix: "let this user read it, or move it away")
      }
      try read(data, path: path)
    }
    for setting in Setting.all {
      if let text = environment[setting.variable] { try set(setting, to: text, in: setting.variable) }
      if let text = options[setting.name] { try set(setting, to: text, in: setting.option) }
    }
    _ = try policyTrust
  }

  private mutating func read(_ data: Data, path: String) throws {
    let root: JSONNode
    do { root = try JSONNode.read(String(decoding: data, as: UTF8.self)).node } catch {
      throw ServerError(
        .badSetting, "`\(path)` is not JSON.", file: path, why: "at byte \(error.offset): \(error.reason)",
        fix: Self.form)
    }
    guard case .object(let members) = root.value else {
      throw ServerError(
        .badSetting, "`\(path)` is not an object.", file: path, why: "it has a member for each setting", fix: Self.form)
    }
    for member in members {
      guard let setting = Setting.all.first(where: { $0.name == member.name }) else {
        let nearest = Spelling.nearest(to: member.name, among: Set(Setting.all.map(\.name)))
        throw ServerError(
          .badSetting, "There is no setting `\(member.name)`.", file: path,
          why: "its name is unknown\(nearest.map { "; did you mean `\($0)`?" } ?? "")")
      }
      switch member.node.value {
      case .string(let text), .number(let text): try set(setting, to: text, in: path)
      default: try set(setting, to: member.node.line, in: path)
      }
    }
  }

  private static let form = #"write an object, such as {"listen": "127.0.0.1:8320"}"#

  private mutating func set(_ setting: Setting, to text: String, in place: String) throws {
    if setting.read(text, &self) { return }
    throw ServerError(
      .badSetting, "`\(text)` is not a value of the setting `\(setting.name)`.", file: place,
      why: "the setting is \(setting.wanted)", fix: "write such a value, or leave it out for the default")
  }
}
