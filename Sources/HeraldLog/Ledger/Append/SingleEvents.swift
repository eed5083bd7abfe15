import GRDB
import Herald

/// Appends events one by one, and keeps from one to the next what each would have to make anew: statements, the heads
/// of streams, what texts are numbered.
final class SingleEvents {
  private let session: AppendSession

  /// After so many events it's made anew, so that what it remembers of them stays bounded.
  private static let most = 100_000
  var isFull: Bool { session.appender.appended >= Self.most }

  init(on database: Database, path: String) throws {
    // Lines are put where a source's would be read to.
    session = try AppendSession(try ByteSource(once: "event") { _ in 0 }, on: database, path: path)
  }

  /// Appends a line's event; nil where it holds none.
  func append(_ line: String, expecting expected: Int?) throws -> Appended? {
    var line = line
    try line.withUTF8 { try session.reader.feed.put($0) }
    session.expected = expected
    var result: Appended?
    try session.run { result = $0 }
    return result
  }
}
