/// A document that did not become the policy in force.
public struct DocumentRefusal: Hashable, Sendable {
  /// The digest of the document's bytes.
  public let digest: ExactString
  /// The reason why it was refused.
  public let reason: RefusalReason

  package init(digest: ExactString, reason: RefusalReason) {
    self.digest = digest
    self.reason = reason
  }
}

extension DocumentRefusal: StateObject {
  package func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.text("digest", digest, .plain)
    writer.word("reason", reason)
  }

  package init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    digest = try reader.text("digest")
    reason = try reader.word("reason")
  }
}
