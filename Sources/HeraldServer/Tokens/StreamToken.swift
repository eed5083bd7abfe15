import Herald

/// The proof of who began a stream: a key that is taken out of an app cannot write into another installation's history
/// without it.
///
/// It is derived from a secret of the folder, so that the server can give it again and stores none.
struct StreamToken: Sendable {
  private let secret: [UInt8]

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
