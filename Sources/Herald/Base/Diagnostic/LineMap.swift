/// Finds lines and columns in a text by byte offset.
package struct LineMap: Sendable {
  private let bytes: [UInt8]
  private let lineStarts: [Int]
  /// The number of scalars before each block of bytes. It makes columns cheap in a document of one long line.
  private let scalarsBeforeBlocks: [Int]
  private static let block = 64

  package init(_ text: String) {
    let bytes = Array(text.utf8)
    self.bytes = bytes
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    scalarsBeforeBlocks = stride(from: 0, to: bytes.count, by: Self.block).reduce(into: [0]) { sums, start in
      sums.append(sums[sums.count - 1] + Self.scalars(bytes[start..<min(start + Self.block, bytes.count)]))
    }
  }

  /// The number of scalars that begin in some bytes.
  private static func scalars(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }

  private func scalars(before offset: Int) -> Int {
    let block = offset / Self.block
    return scalarsBeforeBlocks[block] + Self.scalars(bytes[block * Self.block..<offset])
  }

  /// The place of a byte; columns count Unicode scalars from 1.
  package func place(_ offset: Int, pointer: String = "") -> DocumentPlace {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let start = lineStarts[low]
    let end = max(start, min(offset, bytes.count))
    // A byte order mark has no column.
    let mark = low == 0 && bytes[..<end].starts(with: [0xEF, 0xBB, 0xBF]) ? 1 : 0
    let column = scalars(before: end) - scalars(before: start) - mark + 1
    return DocumentPlace(line: low + 1, column: column, pointer: pointer)
  }
}
