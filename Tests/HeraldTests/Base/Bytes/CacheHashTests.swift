import Herald
import Testing

@Suite("A hash for tables in memory")
struct CacheHashTests {
  @Test(
    "A cache hash depends on every byte, wherever it stands",
    arguments: [1, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 200])
  func hashDependsOnEveryByte(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let hash = bytes.withBorrowedBytes { CacheHash.of($0) }
    for place in bytes.indices {
      var other = bytes
      other[place] ^= 1
      #expect(other.withBorrowedBytes { CacheHash.of($0) } != hash, "byte \(place) of \(count)")
    }
  }

  @Test("A cache hash is the same wherever its bytes lie in memory")
  func hashIgnoresAlignment() {
    let bytes = (0..<70).map { UInt8($0) }
    for offset in 0..<9 {
      let moved = Array(repeating: UInt8(255), count: offset) + bytes
      let same = moved.withBorrowedBytes { CacheHash.of($0.extracting(offset...)) }
      #expect(same == bytes.withBorrowedBytes { CacheHash.of($0) })
    }
  }

  @Test("A cache hash differs for texts of different lengths, also where one begins with the other")
  func hashDependsOnTheLength() {
    let hashes = (0..<100).map { count in
      Array(repeating: UInt8(0), count: count).withBorrowedBytes { CacheHash.of($0) }
    }
    #expect(Set(hashes).count == hashes.count)
  }
}
