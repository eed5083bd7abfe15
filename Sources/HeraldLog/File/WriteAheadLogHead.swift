import HeraldLines
import SystemPackage

/// The beginning of a ledger's write-ahead log. Where it is damaged, SQLite ignores the whole file and reports nothing
/// (sqlite.org/fileformat2.html, section 4).
struct WriteAheadLogHead {
  private static let headSize = 32
  private static let frameHeadSize = 24

  /// True if the file has something in it that SQLite does not read, so that events in it are in no answer.
  let isUnreadable: Bool

  /// - Parameter ledger: the path of the ledger that the log lies beside.
  init(besideLedger ledger: String) {
    isUnreadable = (try? Self.read("\(ledger)-wal")).map(Self.isUnreadable) ?? false
  }

  /// The head, and the first frame with its page.
  private static func read(_ path: String) throws -> [UInt8] {
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    return try file.closeAfter { try file.read(at: 0, atMost: headSize + frameHeadSize + 65_536) }
  }

  private static func isUnreadable(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(headSize)
    // A writer makes the file longer before it writes into it, and the crash of one leaves zeros.
    if head.allSatisfy({ $0 == 0 }) { return false }
    guard head.count == headSize, word(bytes, at: 0) & ~1 == 0x377f_0682 else { return true }
    let isBigEndian = word(bytes, at: 0) & 1 == 1
    let sum = checksum(of: bytes[0..<24], from: (0, 0), isBigEndian)
    guard sum == (word(bytes, at: 24), word(bytes, at: 28)) else { return true }
    return isFirstPageDamaged(bytes, after: sum, isBigEndian)
  }

  /// True if the head names a size of pages that SQLite does not have, or if the first frame has this log's salts and
  /// another checksum. A frame with other salts is of an older log, and its pages are in the ledger.
  private static func isFirstPageDamaged(_ bytes: [UInt8], after sum: (UInt32, UInt32), _ isBigEndian: Bool) -> Bool {
    let size = Int(word(bytes, at: 8))
    let page = headSize + frameHeadSize
    // SQLite ignores a log with any other size of pages, whatever its sums are.
    guard (512...65_536).contains(size), size & (size - 1) == 0 else { return true }
    let isCut = bytes.count < page + size
    guard !isCut, word(bytes, at: headSize + 8) == word(bytes, at: 16),
      word(bytes, at: headSize + 12) == word(bytes, at: 20)
    else { return false }
    let half = checksum(of: bytes[headSize..<headSize + 8], from: sum, isBigEndian)
    let whole = checksum(of: bytes[page..<page + size], from: half, isBigEndian)
    return whole != (word(bytes, at: headSize + 16), word(bytes, at: headSize + 20))
  }

  private static func checksum(
    of bytes: ArraySlice<UInt8>, from start: (UInt32, UInt32), _ isBigEndian: Bool
  ) -> (UInt32, UInt32) {
    var (first, second) = start
    for place in stride(from: bytes.startIndex, to: bytes.endIndex, by: 8) {
      let words = [place, place + 4].map { place in
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }.map { isBigEndian ? $0 : $0.byteSwapped }
      first &+= words[0] &+ second
      second &+= words[1] &+ first
    }
    return (first, second)
  }

  private static func word(_ bytes: [UInt8], at place: Int) -> UInt32 {
    guard bytes.count >= place + 4 else { return 0 }
    return bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
