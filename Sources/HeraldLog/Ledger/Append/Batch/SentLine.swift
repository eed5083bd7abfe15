/// A line as it was sent to a ledger that replaces users on arrival.
struct SentLine: Sendable {
  /// What the chain gets of a line.
  enum Link {
    /// The line is stored as it was sent.
    case same
    /// Another line is stored, and the chain gets the digest of this one.
    case sent
    /// Another line is stored, and the chain gets the digest of that one. Without a salt, which is stored nowhere, the
    /// digest of this one would tell what was replaced to anybody who guesses it.
    case stored
  }

  /// The digest of its bytes.
  let digest: [UInt8]
  let link: Link
}
