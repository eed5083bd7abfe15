public import Foundation
import Herald
import HeraldLog

/// A token as the server knows it: all but the secret, whose digest it has.
///
/// As text a token is `herald_` with its id, an underline and its secret, so that tools that search for lost secrets can
/// recognize it.
public struct AccessToken: Hashable, Sendable {
  /// Finds the token; eight hexadecimal digits.
  public let id: String
  /// The name for people.
  public let name: String
  /// The roles, which say what the token may do.
  public let roles: Set<Role>
  /// The app that it is for; nil for all.
  public let app: String?
  /// The SHA-256 of its secret.
  let digest: [UInt8]
  /// The time at which it was made.
  public let made: Date
  /// The time at which it ceases to be valid; nil for never.
  public let expires: Date?
  /// The time at which it was revoked; nil for a token that was not revoked.
  public let revoked: Date?
  /// The session whose cookie stood for the token; nil for a request with the token itself.
  var session: ShownSession?

  /// The roles that pages need. A token without them signs nobody in.
  static let rolesOfPages: Set<Role> = [.read, .publish, .forget]

  private static let prefix = "herald_"

  /// True for an app key, which has the role `append` alone and may be published inside an app.
  public var isAppKey: Bool { roles == [.append] }

  /// True if some page is of use with it.
  var maySignIn: Bool { !roles.isDisjoint(with: Self.rolesOfPages) }

  func allows(_ role: Role) -> Bool { roles.contains(role) }

  /// True if it is neither revoked nor expired.
  func isValid(at time: Date) -> Bool { revoked == nil && expires.map { time < $0 } ?? true }

  /// The id and the secret of a token's text; nil for a text without the form of a token.
  static func parts(of text: some StringProtocol) -> (id: String, secret: String)? {
    guard text.hasPrefix(prefix) else { return nil }
    let parts = text.dropFirst(prefix.count).split(separator: "_", maxSplits: 1)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }

  /// True if a secret is this token's. The time of the comparison does not depend on the secret.
  func accepts(secret: String) -> Bool { ConstantTime.isEqual(Self.digest(of: secret), digest) }

  static func digest(of secret: String) -> [UInt8] {
    var hash = SHA256Hasher()
    Array(secret.utf8).withBorrowedBytes { hash.update($0) }
    return hash.finish()
  }

  /// Draws a token.
  ///
  /// - Returns: the token, and its text, which is not kept.
  static func draw(
    name: String, roles: Set<Role>, app: String?, made: Date, expires: Date?
  ) -> (token: AccessToken, text: String) {
    let id = Hex.text(of: DrawnBytes.draw(4))
    let secret = Base64URL.text(of: DrawnBytes.draw(32))
    let token = AccessToken(
      id: id, name: name, roles: roles, app: app, digest: digest(of: secret), made: made, expires: expires,
      revoked: nil)
    return (token, "\(prefix)\(id)_\(secret)")
  }
}

/// Comparisons whose time says nothing about what was compared.
enum ConstantTime {
  static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The proof of who began a stream: a key that is taken out of an app cannot write into another installation's history
/// without it.
///
/// It is derived from a secret of the folder, so that the server can give it again and stores none.
struct StreamToken: Sendable {
  let secret: [UInt8]

  init(secret: [UInt8]) { self.secret = secret }

  /// The token of an app's stream: HMAC-SHA256 over both names, in base64url.
  func text(of source: ExactString, app: String) -> String {
    Base64URL.text(of: code(source, app))
  }

  func accepts(_ text: String, source: ExactString, app: String) -> Bool {
    ConstantTime.isEqual(Array(text.utf8), Array(self.text(of: source, app: app).utf8))
  }

  private func code(_ source: ExactString, _ app: String) -> [UInt8] {
    SHA256Hasher.authenticationCode(of: Array("\(app)\n\(source.string)".utf8), key: secret)
  }
}
