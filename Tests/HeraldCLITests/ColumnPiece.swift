import Foundation
import Testing

/// A piece of the stream that `herald export --as columns` writes: a table's name, and how many rows it has.
struct ColumnPiece {
  let table: String
  let rows: Int

  /// Reads a file of pieces, each after a line with its table and its number of bytes.
  static func read(_ path: String) throws -> [ColumnPiece] {
    var rest = try Data(contentsOf: URL(fileURLWithPath: path))[...]
    var pieces: [ColumnPiece] = []
    while !rest.isEmpty {
      let head = try object(&rest)
      let (table, size) = (try #require(head["table"] as? String), try #require(head["bytes"] as? Int))
      try #require(rest.count >= size)
      var columns = rest.prefix(size)
      pieces.append(ColumnPiece(table: table, rows: try #require(try object(&columns)["rows"] as? Int)))
      rest = rest.dropFirst(size)
    }
    return pieces
  }

  /// The object of JSON in the first line, which is taken off.
  private static func object(_ bytes: inout Data.SubSequence) throws -> [String: Any] {
    let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    defer { bytes = bytes[(end + 1)...] }
    return try #require(try JSONSerialization.jsonObject(with: bytes[..<end]) as? [String: Any])
  }
}
