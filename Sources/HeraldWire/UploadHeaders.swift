package import Herald

/// The headers of Herald's own in a request that brings events: the sender writes them, the server reads them.
package struct UploadHeaders: Hashable, Sendable {
  /// The device's time at which it sent, RFC 3339 with its zone; nil where a program sends a log for a device.
  package var sent: String?
  /// The proof that the stream is the sender's own; nil before the server gave it.
  package var streamToken: String?
  /// The revisions that the sender leaves out for good, because the server refused them.
  package var skipped: [Int] = []
  /// Spreads streams over servers: ``spread(_:)`` of the request's only source. No server reads it, a proxy does.
  package var source: String?

  /// The names of the headers, in the order in which they are written.
  package enum Name: String, CaseIterable, Sendable {
    case sent = "Herald-Sent"
    case source = "Herald-Source"
    case streamToken = "Herald-Stream"
    case skipped = "Herald-Skip"
  }

  /// A header that cannot be read.
  package enum Fault: Error, Hashable {
    /// `Herald-Skip` is not a list of revisions from 1 on, or lists more than ``UploadHeaders/mostSkipped``.
    case skipped
    /// `Herald-Sent` is not a time with its zone.
    case sent
  }

  /// The most revisions that a request may leave out.
  package static let mostSkipped = 1000

  package init(
    sent: String? = nil, streamToken: String? = nil, skipped: [Int] = [], source: String? = nil
  ) {
    self.sent = sent
    self.streamToken = streamToken
    self.skipped = skipped
    self.source = source
  }

  /// Reads the headers of a request.
  ///
  /// - Parameter value: the value of a header; nil for one that the request lacks.
  package init(reading value: (Name) -> String?) throws(Fault) {
    streamToken = value(.streamToken)
    source = value(.source)
    let revisions = (value(.skipped) ?? "").split(separator: ",").map(Self.revision)
    guard revisions.count <= Self.mostSkipped, !revisions.contains(nil) else { throw .skipped }
    skipped = revisions.compactMap(\.self)
    sent = value(.sent)
    if let sent, DeviceTime(rfc3339: sent) == nil { throw .sent }
  }

  /// The headers that are sent, with their values.
  package var fields: [(name: String, value: String)] {
    Name.allCases.compactMap { name in value(of: name).map { (name.rawValue, $0) } }
  }

  /// A revision with the blanks around it that a list of a header may have.
  private static func revision(_ text: Substring) -> Int? {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
    else {
      return nil
    }
    return OutsideNumber.read(text[first...last], in: 1...(.max))
  }

  private func value(of name: Name) -> String? {
    switch name {
    case .sent: sent
    case .source: source
    case .streamToken: streamToken
    case .skipped: skipped.isEmpty ? nil : skipped.map(String.init).joined(separator: ",")
    }
  }

  /// The value that spreads a stream's requests, so that a proxy sends all of them to one server.
  ///
  /// It reveals less than the body: the first 128 bits, in hexadecimal digits, of the SHA-256 of the stream's name, which
  /// is drawn by chance.
  package static func spread(_ source: ExactString) -> String {
    String(Digest.of(source.string).string.dropFirst("sha256:".count).prefix(32))
  }
}
