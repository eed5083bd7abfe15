public import Herald

/// The state of an installation after events that were forgotten. Replays and the chain begin there.
package struct Anchor {
  package let source: ExactString
  /// The revision of the last event that was forgotten.
  package let revision: Int
  /// The number of events that were forgotten, fewer than ``revision`` where the stream had gaps.
  package let events: Int
  /// True if the lines carried revisions.
  package let isNumbered: Bool
  /// The time before which the events lay.
  package let before: Timestamp
  /// The value of the chain at ``revision``.
  package let chain: [UInt8]
  /// The digest of the first line that the stream ever had, where that line has a salt; nil for none. Who shows the line
  /// shows that the stream is its own.
  package let first: [UInt8]?
  /// Random bytes, without which the digest of a state that can be guessed would reveal it.
  package var salt: [UInt8]
  /// The snapshot of the state, one JSON object.
  package var state: String

  package init(
    source: ExactString, revision: Int, events: Int, isNumbered: Bool, before: Timestamp, chain: [UInt8],
    first: [UInt8]? = nil, salt: [UInt8] = DrawnBytes.salt(), state: String
  ) {
    self.source = source
    self.revision = revision
    self.events = events
    self.isNumbered = isNumbered
    self.before = before
    self.chain = chain
    self.first = first
    self.salt = salt
    self.state = state
  }

  /// The digest in a ledger's journal: the SHA-256 of the anchor's salt, revision, number of events, chain and state, and
  /// of the first line's digest where there is one.
  package var digest: [UInt8] {
    Digest.bytes(
      of: [salt, Int64(revision).bigEndianBytes, Int64(events).bigEndianBytes, chain, Array(state.utf8), first ?? []])
  }

  /// The digests of the documents that the state refers to.
  package var documents: [ExactString] {
    let state = try? JSONNode.read(state).node[name: "state"]
    return [state?[name: "policy"]?[name: "digest"]?.string].compactMap { $0.map { ExactString($0) } }
  }

  /// The state.
  ///
  /// - Parameter file: the log or ledger, for the error.
  /// - Throws: ``LogRefused`` where the state cannot be read, or its document is missing.
  package func read(_ shelf: DocumentShelf, of file: String) throws -> InstallationState {
    guard let state = try InstallationState(anchor: state, policy: { try shelf.policy(named: $0) }) else {
      throw LogRefused(
        Diagnostic(
          LogCode.unreadableAnchor, what: "The state of `\(source)` at revision \(revision) cannot be read.",
          file: file, why: "the events before it were forgotten, so it cannot be made again",
          fix: "restore a backup that was made after the forgetting"))
    }
    return state
  }
}

/// The first events of an installation, which were forgotten. Replays begin with the state after them.
public struct ForgottenBeginning: Hashable, Sendable {
  /// The last revision that was forgotten.
  public let revision: Int
  /// The number of events that were forgotten.
  public let events: Int
  /// The time before which they lay.
  public let before: Timestamp
  /// The time at which they were forgotten; nil where the log does not say.
  public let forgottenAt: DeviceTime?

  package init(_ anchor: Anchor, forgottenAt: DeviceTime? = nil) {
    revision = anchor.revision
    events = anchor.events
    before = anchor.before
    self.forgottenAt = forgottenAt
  }
}
