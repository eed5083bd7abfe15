import GRDB
import Herald

extension ForgettingPlan {
  /// Changes the tables of the truth, whose guards the caller opened.
  func carryOut() throws {
    try removeLines()
    try replaceLines()
    let removeAnchor = try RawStatement("DELETE FROM anchors WHERE stream = ?", on: database)
    for stream in withoutAnchor {
      removeAnchor.bind(stream, at: 1)
      try removeAnchor.run()
    }
    for (stream, anchor) in anchors { try tables.store(anchor, of: stream) }
    for installation in installations { try tables.store(installation) }
  }

  private func removeLines() throws {
    let line = try RawStatement("DELETE FROM lines WHERE position = ?", on: database)
    let digest = try RawStatement("DELETE FROM replaced WHERE position = ?", on: database)
    let hole = try RawStatement("INSERT INTO holes VALUES (?, ?)", on: database)
    var start = removed.first ?? 0
    for (index, position) in removed.enumerated() {
      for statement in [line, digest] {
        statement.bind(position, at: 1)
        try statement.run()
      }
      let next = index + 1 < removed.count ? removed[index + 1] : 0
      if next == position + 1 { continue }
      hole.bind(start, at: 1)
      hole.bind(position, at: 2)
      try hole.run()
      start = next
    }
  }

  private func replaceLines() throws {
    let update = try RawStatement("UPDATE lines SET line = ? WHERE position = ?", on: database)
    // Where a line is replaced a second time, the chain still has the digest of the first.
    let note = try RawStatement("INSERT OR IGNORE INTO replaced VALUES (?, ?)", on: database)
    for (position, line, original) in replaced {
      try line.withBorrowedBytes {
        update.bind(text: $0, at: 1)
        update.bind(position, at: 2)
        try update.run()
      }
      note.bind(position, at: 1)
      try original.withBorrowedBytes {
        note.bind(blob: $0, at: 2)
        try note.run()
      }
    }
  }
}
