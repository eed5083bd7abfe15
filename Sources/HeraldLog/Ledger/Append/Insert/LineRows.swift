import Herald

/// Rows of `lines` that wait to be inserted.
struct LineRows: Sendable {
  private struct Row {
    let position: Int
    let stream: Int
    let revision: Int
    /// The length of the line, in bytes.
    let count: Int
    /// The offset of the line in the bytes; the chain follows it.
    let start: Int
  }

  private var rows: [Row] = []
  /// Each line with the value of the chain behind it.
  private var bytes: [UInt8] = []

  /// The size of a full batch, in bytes. Inserting it takes much longer than waking a thread.
  private static let most = 1 << 20
  var isFull: Bool { bytes.count >= Self.most }
  var isEmpty: Bool { rows.isEmpty }

  mutating func append(_ line: BorrowedBytes, chain: [UInt8], position: Int, stream: Int, revision: Int) {
    if rows.isEmpty { bytes.reserveCapacity(Self.most + Self.most / 4) }
    rows.append(
      Row(position: position, stream: stream, revision: revision, count: line.count, start: bytes.count))
    // Copied at once; `BorrowedBytes` as a sequence would be copied byte by byte.
    bytes.append(contentsOf: line.unsafeBytes)
    bytes.append(contentsOf: chain)
  }

  /// Inserts the rows.
  func insert(by statements: RowStatements, _ turns: ConnectionTurns) throws {
    try bytes.withBorrowedBytes { bytes in
      try turns.use(times: rows.count) { index in
        let row = rows[index]
        let end = row.start + row.count
        try statements.insertLine(
          bytes.extracting(row.start..<end), chain: bytes.extracting(end..<end + SHA256Hasher.count),
          position: row.position, stream: row.stream, revision: row.revision)
      }
    }
  }
}
