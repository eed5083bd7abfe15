import GRDB
import Herald

/// Appends events one by one, and keeps from one to the next what each would have to make anew: statements, the heads
/// of streams, what texts are numbered.
final class SingleEvents {
  private final class Tray {
    var bytes: ArraySlice<UInt8> = []
  }
  private let tray = Tray()
  private var session: AppendSession

  /// After so many events it's made anew, so that what it remembers of them stays bounded.
  private static let most = 100_000
  var isFull: Bool { session.appender.appended >= Self.most }

  init(on database: Database, path: String) throws {
    let tray = self.tray
    let source = try ByteSource(once: "event") { buffer in
      let part = tray.bytes.prefix(buffer.count)
      buffer.copyBytes(from: part)
      tray.bytes = tray.bytes.dropFirst(part.count)
      return part.count
    }
    session = try AppendSession(source, on: database, path: path)
  }

  func append(_ line: String, expecting expected: Int?, _ acknowledge: (Appended) throws -> Void) throws {
    tray.bytes = Array((line + "\n").utf8)[...]
    session.reader.feed.beginAnew()
    session.expected = expected
    try session.run(acknowledge)
  }
}
