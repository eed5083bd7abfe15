import HTTPTypes
import Hummingbird

/// The cookie with a session's secret, which no script reads and no other site sends.
enum SessionCookie {
  /// The name of the cookie. Behind TLS browsers take a name with this prefix only from this host itself and by TLS
  /// (RFC 6265bis, section 4.1.3.2), so that no neighbour of the host can set it.
  static func name(isSecure: Bool) -> String { isSecure ? "__Host-herald" : "herald" }

  /// The header that sets it.
  static func setting(_ secret: String, isSecure: Bool) -> String { text(secret, Session.length, isSecure) }

  /// The header that makes the browser forget it.
  static func removing(isSecure: Bool) -> String { text("", 0, isSecure) }

  private static func text(_ value: String, _ seconds: Int, _ isSecure: Bool) -> String {
    "\(name(isSecure: isSecure))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }
}

extension Request {
  /// The value of the first cookie with a name; nil without one.
  func cookie(_ name: String) -> String? {
    for cookie in (headers[.cookie] ?? "").split(separator: ";") {
      let pair = cookie.trimming(" ").split(separator: "=", maxSplits: 1)
      if pair.count == 2, pair[0] == name { return String(pair[1]) }
    }
    return nil
  }
}
