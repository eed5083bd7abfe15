import Herald
import HeraldLog

/// The pseudonyms of an app's users, which a server with its key alone can make.
///
/// The same user always has the same pseudonym, so that every state and decision stays what it was but for the name. In
/// another app the user has another one.
struct UserPseudonyms: Sendable {
  private let app: String
  private let key: [UInt8]

  private static let prefix = "user-"
  /// The part of the code that is shown, in bytes.
  private static let size = 16

  init(app: String, key: [UInt8]) { (self.app, self.key) = (app, key) }

  /// The pseudonym of a user: HMAC-SHA256 over the app's name and the user, the first 128 bits of it in hexadecimal
  /// digits. A pseudonym stays as it is, because it may come back in a log that was exported from a server.
  func pseudonym(of user: ExactString) -> ExactString {
    if user.isEmpty || Self.isPseudonym(user.string) { return user }
    let code = SHA256Hasher.authenticationCode(of: Array("\(app)\n\(user.string)".utf8), key: key)
    return ExactString("\(Self.prefix)\(Hex.text(of: Array(code.prefix(Self.size))))")
  }

  /// A keyed digest in place of a line's digest, so that nobody can check a guessed line against it.
  func code(of digest: [UInt8]) -> [UInt8] { SHA256Hasher.authenticationCode(of: digest, key: key) }

  private static func isPseudonym(_ text: String) -> Bool {
    text.hasPrefix(prefix) && text.utf8.count == prefix.utf8.count + 2 * size
      && Hex.bytes(of: String(text.dropFirst(prefix.count))) != nil
  }
}

extension LineBatch {
  /// Reads the lines of a request.
  ///
  /// - Parameters:
  ///   - bytes: the unpacked body.
  ///   - ranges: the lines in it, their newlines left out.
  ///   - users: makes the pseudonyms; nil where users are stored as they are.
  init(_ bytes: [UInt8], lines ranges: [Range<Int>], users: UserPseudonyms?, longestLine: Int) {
    guard let users else {
      self.init(bytes, lines: ranges, name: "request", longestLine: longestLine)
      return
    }
    let replaced = ReplacedLines(bytes, lines: ranges) { user in
      let pseudonym = users.pseudonym(of: user)
      return pseudonym == user ? nil : pseudonym
    }
    self.init(replaced, name: "request", longestLine: longestLine)
  }
}

/// The apps whose users are stored under pseudonyms.
enum PseudonymousApps: Hashable {
  case none, all
  case some(Set<String>)

  /// Reads `none`, `all`, or names of apps with commas between; nil for another text.
  init?(_ text: String) {
    switch text {
    case "", "none": self = .none
    case "all": self = .all
    default:
      let names = text.split(separator: ",").map { $0.trimming(" ") }
      guard names.allSatisfy(PackageName.isValid) else { return nil }
      self = .some(Set(names))
    }
  }

  func contains(_ app: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .some(let names): names.contains(app)
    }
  }
}

extension RejectedLine {
  /// The line as it is kept by a server that knows users by pseudonyms alone.
  ///
  /// A line that was refused may name a user in any place. So every member `user` becomes a pseudonym or null, and no
  /// byte is kept of a line that is not JSON or was cut. The finding may quote the line, so a general sentence replaces
  /// it then.
  func without(_ users: UserPseudonyms) -> RejectedLine {
    var line = self
    guard length == self.line.count, let text = String(validating: self.line, as: UTF8.self),
      let root = try? JSONNode.read(text).node
    else {
      line.line = []
      line.forgetWords("it is not kept, because it may name a user in a place that cannot be told")
      line.digest = users.code(of: digest)
      return line
    }
    guard let kept = Self.kept(root, users) else { return self }
    line.line = Array(kept.line.utf8)
    line.length = line.line.count
    line.digest = Self.digest(of: line.line)
    line.forgetWords("it names a user, who is stored under a pseudonym")
    return line
  }

  private mutating func forgetWords(_ why: String) {
    finding = Finding(
      "The line was refused as `\(reason)`.", why: why, fix: "see the answer that its sender got")
  }

  /// A value with pseudonyms in place of its users; nil where it names none.
  private static func kept(_ node: JSONNode, _ users: UserPseudonyms) -> JSONNode? {
    switch node.value {
    case .array(let elements):
      let kept = elements.map { Self.kept($0, users) }
      if kept.allSatisfy({ $0 == nil }) { return nil }
      return JSONNode(.array(zip(elements, kept).map { $1 ?? $0 }), place: node.place)
    case .object(let members):
      let kept = members.map { $0.name.lowercased() == "user" ? user($0.node, users) : Self.kept($0.node, users) }
      if kept.allSatisfy({ $0 == nil }) { return nil }
      return JSONNode(
        .object(zip(members, kept).map { JSONMember(name: $0.name, node: $1 ?? $0.node) }), place: node.place)
    default: return nil
    }
  }

  private static func user(_ node: JSONNode, _ users: UserPseudonyms) -> JSONNode? {
    if node.isNull { return nil }
    guard let name = node.string else { return JSONNode(.null, place: node.place) }
    let pseudonym = users.pseudonym(of: ExactString(name))
    return pseudonym.string == name ? nil : JSONNode(.string(pseudonym.string), place: node.place)
  }
}
