package import Herald
import HeraldLines

/// Lines of a request, with pseudonyms in place of users, before anything of them is stored.
///
/// The chain goes on over the digests of the lines as they were sent, as it does where a user was forgotten. So the sender
/// finds its own chain in the answer, and a line that comes again is recognized by its bytes. Lines without a salt are
/// chained as they are stored, and the outcome says so.
package struct ReplacedLines: Sendable {
  let bytes: [UInt8]
  let ranges: [Range<Int>]
  /// The lines as they were sent; empty where nothing is replaced.
  let sent: [SentLine]

  /// Lines as they were sent.
  init(bytes: [UInt8], ranges: [Range<Int>]) {
    (self.bytes, self.ranges, sent) = (bytes, ranges, [])
  }

  /// Replaces the users of lines.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the request.
  ///   - ranges: the lines in it, their newlines left out.
  ///   - pseudonym: returns the pseudonym of a user; nil keeps the user's name.
  package init(
    _ bytes: [UInt8], lines ranges: [Range<Int>], pseudonym: @escaping @Sendable (ExactString) -> ExactString?
  ) {
    let text = ForgottenText(pseudonym: pseudonym)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var places: [Range<Int>] = []
    var sent: [SentLine] = []
    bytes.withBorrowedBytes { all in
      for range in ranges {
        let line = all.extracting(range)
        let isSalted = Self.mayNameUser(line) && SaltedLine.isSalted(line)
        let new = Self.mayNameUser(line) ? text.line(line, isSaltedAnew: isSalted) : nil
        sent.append(
          SentLine(digest: Chain.digest(of: line), link: new == nil ? .same : isSalted ? .sent : .stored))
        let start = output.count
        if let new { output += new } else { output += line }
        places.append(start..<output.count)
        output.append(0x0A)
      }
    }
    (self.bytes, self.ranges, self.sent) = (output, places, sent)
  }

  /// True if a line may have a member `user`: it contains the name, or an escape that may be a part of the name.
  private static func mayNameUser(_ line: BorrowedBytes) -> Bool {
    contains(line, "user") || contains(line, "\\u")
  }

  private static func contains(_ line: BorrowedBytes, _ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    var start = 0
    while let found = line.offset(of: first, from: start) {
      if line.extracting(found...).starts(with: text.utf8) { return true }
      start = found + 1
    }
    return false
  }
}

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
