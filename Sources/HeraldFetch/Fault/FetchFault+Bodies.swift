extension FetchFault {
  static func tooLarge(limit: Int) -> Self {
    Self(
      "tooLarge", "bodyTooLarge", "The document is too large.", why: "It has more than \(limit) bytes, unpacked.",
      fix: "Publish a smaller document.")
  }

  static func unknownEncoding(_ name: String) -> Self {
    Self(
      "http", "unknownEncoding", "The body is packed as `\(name)`.", why: "Only gzip was asked for.",
      fix: "Serve it as it is, or with gzip.")
  }

  static let brokenEncoding = Self(
    "http", "brokenEncoding", "The body cannot be unpacked.", why: "It is no gzip, or ends too early or too late.",
    fix: "Correct the packed file, or its `Content-Encoding`.")

  static func notText(charset: String?) -> Self {
    Self(
      "notText", "notText", "What arrived is not text.",
      why: charset.map { "The bytes are neither UTF-8 nor `\($0)`." } ?? "The bytes are not UTF-8.",
      fix: "Publish the document in UTF-8.")
  }
}
