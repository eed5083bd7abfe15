package import Herald

/// A part of a log that was forgotten, as a line of an export records it: `ledger.forgotten`.
///
/// With these lines the rest verifies elsewhere, and an import gives a ledger with the same heads.
package enum ForgottenPart {
  /// The first events of an installation.
  case beginning(Anchor)
  /// Values in lines of an installation: the digests of the lines as they were chained, by revision.
  case values(source: ExactString, originals: [(revision: Int, digest: [UInt8])])
  /// A whole installation.
  case installation(ForgottenInstallation)
  /// A document that no line brings any more. It was not forgotten itself.
  case document(digest: ExactString, text: String)

  private enum Kind: String { case beginning, values, installation, document }

  /// Writes the data of the line.
  ///
  /// - Parameter name: the keyed hash of a source.
  package func write(into output: inout JSONWriter, name: (ExactString) -> [UInt8]) {
    switch self {
    case .beginning(let anchor):
      output.member("kind", word: Kind.beginning)
      output.member("installation", anchor.source)
      output.member("stream", Hex.text(of: name(anchor.source)))
      output.member("first", 1)
      output.member("last", anchor.revision)
      output.member("events", anchor.events)
      output.member("numbered", anchor.isNumbered)
      output.member("before", anchor.before)
      output.member("chain", Hex.text(of: anchor.chain))
      output.member("salt", Hex.text(of: anchor.salt))
      output.member("state") { $0.raw(json: anchor.state) }
    case .values(let source, let originals):
      output.member("kind", word: Kind.values)
      output.member("installation", source)
      output.member("stream", Hex.text(of: name(source)))
      output.member("first", originals.first?.revision)
      output.member("last", originals.last?.revision)
      output.member("revisions", originals) { $0.integer($1.revision) }
      output.member("digests", originals) { $0.string(Hex.text(of: $1.digest)) }
    case .installation(let installation):
      output.member("kind", word: Kind.installation)
      output.member("stream", Hex.text(of: installation.name))
      output.member("first", 1)
      output.member("last", installation.revision)
      output.member("events", installation.events)
      output.member("chain", Hex.text(of: installation.chain))
    case .document(let digest, let text):
      output.member("kind", word: Kind.document)
      output.member("digest", digest)
      output.member("document", text)
    }
  }

  /// Reads a line; nil where it is another event of a ledger, such as an entry of its journal.
  package init?(_ line: BorrowedBytes) {
    let text = String(decoding: line, as: UTF8.self)
    guard let root = try? JSONNode.read(text).node, root[name: "type"]?.string == LedgerNotice.Kind.forgotten.rawValue,
      let data = root[name: "data"], let kind = data[name: "kind"]?.string.flatMap(Kind.init)
    else { return nil }
    let fields = NoticeFields(data: data)
    let part: ForgottenPart? =
      switch kind {
      case .beginning:
        Self.beginning(
          fields,
          state: data[name: "state"].map {
            String(decoding: line[$0.place.lowerBound..<$0.place.upperBound], as: UTF8.self)
          })
      case .values: Self.values(fields)
      case .installation: Self.installation(fields)
      case .document: Self.document(fields)
      }
    guard let part else { return nil }
    self = part
  }

  private static func beginning(_ fields: NoticeFields, state: String?) -> ForgottenPart? {
    guard let source = fields.text("installation"), let last = fields.number("last"),
      let events = fields.number("events"), let before = fields.text("before").flatMap({ DeviceTime(rfc3339: $0) }),
      let chain = fields.digest("chain"), let salt = fields.bytes("salt"), let state
    else { return nil }
    return .beginning(
      Anchor(
        source: ExactString(source), revision: last, events: events, isNumbered: fields.flag("numbered"),
        before: before.moment, chain: chain, salt: salt, state: state))
  }

  private static func values(_ fields: NoticeFields) -> ForgottenPart? {
    guard let source = fields.text("installation") else { return nil }
    let (revisions, digests) = (fields.list("revisions"), fields.list("digests"))
    guard revisions.count == digests.count else { return nil }
    var originals: [(revision: Int, digest: [UInt8])] = []
    for (revision, digest) in zip(revisions, digests) {
      guard let revision = NoticeFields.number(revision), let digest = NoticeFields.digest(digest) else { return nil }
      originals.append((revision, digest))
    }
    return .values(source: ExactString(source), originals: originals)
  }

  private static func installation(_ fields: NoticeFields) -> ForgottenPart? {
    guard let name = fields.digest("stream"), let last = fields.number("last"), let events = fields.number("events"),
      let chain = fields.digest("chain")
    else { return nil }
    return .installation(ForgottenInstallation(name: name, revision: last, events: events, chain: chain))
  }

  private static func document(_ fields: NoticeFields) -> ForgottenPart? {
    guard let digest = fields.text("digest"), let text = fields.text("document"),
      Digest.of(text) == ExactString(digest)
    else { return nil }
    return .document(digest: ExactString(digest), text: text)
  }
}

/// The members of a notice's data.
private struct NoticeFields {
  package let data: JSONNode

  package func text(_ name: String) -> String? { data[name: name]?.string }
  package func number(_ name: String) -> Int? { data[name: name].flatMap(Self.number) }
  package func bytes(_ name: String) -> [UInt8]? { text(name).flatMap { Hex.bytes(of: $0) } }
  package func digest(_ name: String) -> [UInt8]? { data[name: name].flatMap(Self.digest) }

  func flag(_ name: String) -> Bool {
    if case .bool(let flag) = data[name: name]?.value { flag } else { false }
  }

  package func list(_ name: String) -> [JSONNode] {
    if case .array(let elements) = data[name: name]?.value { elements } else { [] }
  }

  package static func number(_ node: JSONNode) -> Int? {
    guard case .number(let text) = node.value, let number = Int(text), number > 0 else { return nil }
    return number
  }

  package static func digest(_ node: JSONNode) -> [UInt8]? {
    let bytes = node.string.flatMap { Hex.bytes(of: $0) }
    return bytes?.count == SHA256Hasher.count ? bytes : nil
  }
}
