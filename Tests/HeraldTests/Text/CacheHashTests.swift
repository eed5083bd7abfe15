import Herald
import Testing

@Suite("A hash for tables in memory")
struct CacheHashTests {
  @Test("Depends on every byte, wherever it stands", arguments: [1, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 200])
  func everyByte(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let hash = bytes.withUnsafeBytes { CacheHash.of($0) }
    for place in bytes.indices {
      var other = bytes
      other[place] ^= 1
      #expect(other.withUnsafeBytes { CacheHash.of($0) } != hash, "byte \(place) of \(count)")
    }
  }

  @Test("Is the same wherever the bytes lie in memory")
  func anywhere() {
    let bytes = (0..<70).map { UInt8($0) }
    for offset in 0..<9 {
      let moved = Array(repeating: UInt8(255), count: offset) + bytes
      let same = moved.withUnsafeBytes { CacheHash.of(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
      #expect(same == bytes.withUnsafeBytes { CacheHash.of($0) })
    }
  }

  @Test("Texts of different lengths differ, though one is the beginning of the other")
  func lengths() {
    let hashes = (0..<100).map { count in
      Array(repeating: UInt8(0), count: count).withUnsafeBytes { CacheHash.of($0) }
    }
    #expect(Set(hashes).count == hashes.count)
  }
}
