/// A line as it was sent to a ledger that replaces users on arrival.
struct SentLine: Sendable {
  /// The line whose digest the chain gets.
  enum Link {
    /// The line is stored as it was sent.
    case same
    /// Another line is stored, and the chain gets the digest of this one. Its salt, which is stored nowhere, keeps
    /// others from guessing the replaced value.
    case sent
    /// Another line is stored, and the chain gets the digest of that one. This line has no salt, so its digest would
    /// reveal the replaced value to anybody who guesses it.
    case stored
  }

  /// The digest of its bytes.
  let digest: [UInt8]
  let link: Link
}
