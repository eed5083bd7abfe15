package import Herald

/// The remains of an installation that was forgotten.
package struct ForgottenInstallation {
  /// The keyed hash of its name. Only the ledger that forgot it can compare a name with it.
  package let name: [UInt8]
  /// The revision of its last event.
  package let revision: Int
  /// The number of its events.
  package let events: Int
  /// The last value of its chain.
  package let chain: [UInt8]

  package init(name: [UInt8], revision: Int, events: Int, chain: [UInt8]) {
    self.name = name
    self.revision = revision
    self.events = events
    self.chain = chain
  }

  /// The digest in a ledger's journal.
  package var digest: [UInt8] {
    Digest.bytes(of: [name, Int64(revision).bigEndianBytes, Int64(events).bigEndianBytes, chain])
  }

  /// The pseudonym that stands for its name.
  package var pseudonym: ExactString { ExactString("urn:herald:forgotten:\(Hex.text(of: name))") }
}
