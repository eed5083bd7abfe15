import Foundation
import Herald
import HeraldLog

/// A sign-in of a person on the pages. The browser keeps its secret in a cookie; the server keeps the digest.
struct Session: Hashable, Sendable {
  /// The SHA-256 of its secret.
  let digest: [UInt8]
  /// The id of the token that was typed.
  let token: String
  let made: Date
  /// The time at which it ends by itself: after ``length``, and never later than its token.
  let expires: Date

  /// The longest length of a session in seconds.
  static let length = 12 * 3600

  /// Draws a session.
  ///
  /// - Returns: the session, and its secret, which is not kept.
  static func draw(for token: AccessToken, at time: Date) -> (session: Session, secret: String) {
    let secret = Base64URL.text(of: DrawnBytes.draw(32))
    let end = time.addingTimeInterval(TimeInterval(length))
    let session = Session(
      digest: AccessToken.digest(of: secret), token: token.id, made: time, expires: min(end, token.expires ?? end))
    return (session, secret)
  }
}

/// A session that a request showed the secret of.
struct ShownSession: Hashable, Sendable {
  let session: Session
  /// The value of a hidden field that every form of a page carries: only a page that was made for the session knows it.
  let formProof: String

  init(_ session: Session, secret: some StringProtocol) {
    self.session = session
    formProof = Base64URL.text(
      of: SHA256Hasher.authenticationCode(of: Array("a form of a page".utf8), key: Array(secret.utf8)))
  }
}
