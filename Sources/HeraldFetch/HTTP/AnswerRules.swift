import Herald

/// The rules for the head of an answer, and for the body of one with status 200.
enum AnswerRules {
  /// Refuses a head whose length can be read in two ways: each reader of such an answer sees another one (RFC 9112,
  /// section 6.3).
  static func checkFraming(of head: TransportHead) throws(FetchFault) {
    let lengths = lengths(in: head)
    if lengths.contains(where: { $0 == nil }) {
      throw .notHTTP(why: "it cannot be read: its `Content-Length` is not a number of bytes")
    }
    if Set(lengths).count > 1 { throw .notHTTP(why: "it cannot be read: it has more than one `Content-Length`") }
    if !lengths.isEmpty, !head.values(of: "transfer-encoding").isEmpty {
      throw .notHTTP(why: "it cannot be read: it has a `Content-Length` and a `Transfer-Encoding`")
    }
  }

  /// Refuses a body that the headers show to be unusable, before reading it.
  static func checkBody(of head: TransportHead, limit: Int) throws(FetchFault) {
    let encodings = head.values(of: "content-encoding").map { $0.lowercased() }.filter { $0 != "identity" }
    guard encodings.isEmpty || encodings == ["gzip"] else {
      throw .unknownEncoding(encodings.joined(separator: ", "))
    }
    // With gzip this is the compressed length, which may even be longer.
    if encodings.isEmpty, case .some(.some(let length)) = lengths(in: head).first, length > limit {
      throw .tooLarge(limit: limit)
    }
  }

  /// The values of `Content-Length`, which may be repeated (RFC 9110, section 8.6); nil for any that is not a number.
  private static func lengths(in head: TransportHead) -> [Int?] {
    head.values(of: "content-length").flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map {
      text in
      let digits = String(text).trimmed
      return digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
    }
  }
}
