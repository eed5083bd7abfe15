import Herald
import HeraldLines

/// Recognizes lines that nobody can guess.
enum SaltedLine {
  private static let shortest = Salt.text(of: DrawnBytes.salt()).string.utf8.count

  /// True if a line has a salt at least as long as Herald's.
  static func isSalted(_ line: BorrowedBytes) -> Bool {
    let root = try? JSONNode.read(String(decoding: line, as: UTF8.self)).node
    return (root?[name: "salt"]?.string?.utf8.count ?? 0) >= shortest
  }
}
