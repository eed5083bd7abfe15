import Herald

/// The lowest version that an app's publisher supports, as upgrader reads it from the text of a store's page:
/// `[:mav: 2.0]` or `[Minimum supported app version: 2.0]`, in any case of letters.
enum MinimumVersionTag {
  private static let beginnings = [":mav:", "minimum supported app version:"]

  /// The version of the first tag that names one; nil where the text has none.
  static func version(in text: String) -> PublishedVersion? {
    var rest = Substring(text).utf8
    while let start = rest.firstIndex(of: UInt8(ascii: "[")) {
      rest = rest[rest.index(after: start)...]
      guard let content = content(rest) else { continue }
      if let version = PublishedVersion(String(Substring(content)).trimmed) { return version }
    }
    return nil
  }

  /// Returns the text between a tag's beginning and its bracket; nil where no tag begins here.
  private static func content(_ text: Substring.UTF8View) -> Substring.UTF8View? {
    for beginning in beginnings {
      let written = text.prefix(beginning.utf8.count)
      guard written.lazy.map(lowercased).elementsEqual(beginning.utf8) else { continue }
      let rest = text[written.endIndex...]
      return rest.firstIndex(of: UInt8(ascii: "]")).map { rest[..<$0] }
    }
    return nil
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
