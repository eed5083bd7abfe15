/// The status and the headers of an answer.
public struct TransportHead: Sendable {
  /// The status, 100 to 999.
  public var status: Int
  /// The headers in their order, with names in any case and values without blanks around them.
  public var headers: [(name: String, value: String)]

  /// Makes a head.
  public init(status: Int, headers: [(name: String, value: String)] = []) {
    self.status = status
    self.headers = headers
  }

  /// The values of a header in their order.
  ///
  /// - Parameter name: in lower case.
  public func values(of name: String) -> [String] {
    headers.compactMap { $0.name.lowercased() == name ? $0.value : nil }
  }
}

/// An answer: its head, and its body where one was wanted.
public struct TransportAnswer: Sendable {
  /// Status and headers.
  public var head: TransportHead
  /// The body, unpacked; empty where none was wanted.
  public var body: [UInt8]

  /// Makes an answer.
  public init(head: TransportHead, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }
}
