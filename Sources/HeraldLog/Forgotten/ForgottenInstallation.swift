import Herald

/// The remains of an installation that was forgotten.
struct ForgottenInstallation {
  /// The keyed hash of its name. Only the ledger that forgot it can compare a name with it.
  let name: [UInt8]
  /// The revision of its last event.
  let revision: Int
  /// The number of its events.
  let events: Int
  /// The last value of its chain.
  let chain: [UInt8]

  /// The digest in a ledger's journal.
  var digest: [UInt8] {
    Digest.bytes(of: [name, Int64(revision).bigEndianBytes, Int64(events).bigEndianBytes, chain])
  }

  /// The pseudonym that stands for its name.
  var pseudonym: ExactString { ExactString("urn:herald:forgotten:\(Hex.text(of: name))") }
}
