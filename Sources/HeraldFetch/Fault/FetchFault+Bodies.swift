extension FetchFault {
  static func tooLarge(limit: Int) -> Self {
    Self(
      .tooLarge, .bodyTooLarge, "The document is too large.", why: "it has more than \(limit) bytes, unpacked",
      fix: "publish a smaller document")
  }

  static func unknownEncoding(_ name: String) -> Self {
    Self(
      .http, .unknownEncoding, "The body is packed as `\(name)`.", why: "only gzip was asked for",
      fix: "serve it as it is, or with gzip")
  }

  static let brokenEncoding = Self(
    .http, .brokenEncoding, "The body cannot be unpacked.", why: "it is not gzip, or ends too early or too late",
    fix: "correct the packed file, or its `Content-Encoding`")

  static func notText(charset: String?) -> Self {
    Self(
      .notText, .notText, "What arrived is not text.",
      why: charset.map { "the bytes are neither UTF-8 nor `\($0)`" } ?? "the bytes are not UTF-8",
      fix: "publish the document in UTF-8")
  }
}
