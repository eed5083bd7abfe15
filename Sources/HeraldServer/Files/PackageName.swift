/// The name of an app, which is also the name of its ledger's file.
enum PackageName {
  private static let longest = 128

  /// True if a text can be the name of an app: letters, digits, `.`, `-` and `_`, and no dot at its start.
  static func isValid(_ text: String) -> Bool { isPlain(text, atMost: longest) }

  private static func isPlain(_ text: String, atMost longest: Int) -> Bool {
    let bytes = text.utf8
    guard (1...longest).contains(bytes.count), bytes.first != UInt8(ascii: ".") else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil || ".-_".unicodeScalars.contains($0))
    }
  }

  /// True if a text can be the name of a file of a server's folder.
  static func isFile(_ text: String) -> Bool { isPlain(text, atMost: 255) }

  /// The error about a name that is another app's but for upper and lower case: where a file system makes no difference
  /// between them, the two would share one file.
  static func differsInCase(_ text: String, from other: String, in folder: String) -> ServerError {
    ServerError(
      .badName, "`\(text)` cannot be the name of an app here.", file: folder,
      why: "there is an app `\(other)`, whose name differs in upper and lower case alone")
  }

  /// - Throws: ``ServerError`` for a text that cannot be the name of an app.
  static func check(_ text: String) throws {
    guard !isValid(text) else { return }
    throw ServerError(
      .badName, "`\(text)` cannot be the name of an app.",
      why: "an app's name has letters, digits, `.`, `-` and `_`, and not more than \(longest) of them")
  }
}
