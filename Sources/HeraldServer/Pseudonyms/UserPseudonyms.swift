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
