import Herald

/// Character references of HTML, such as `&amp;` and `&#46;`.
enum CharacterReferences {
  /// Replaces all numeric references and the usual named ones. Others stay as they are.
  static func resolved(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      if scalar == "&", let (resolved, length) = reference(rest) {
        result.append(resolved)
        rest = rest.dropFirst(length)
      } else {
        result.append(scalar)
        rest.removeFirst()
      }
    }
    return String(result)
  }

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "period": ".", "sol": "/",
    "lbrace": "{", "rbrace": "}", "colon": ":", "comma": ",", "ensp": "\u{2002}", "emsp": "\u{2003}",
    "thinsp": "\u{2009}", "Tab": "\t", "NewLine": "\n",
  ]

  /// The scalar of the reference at the beginning of a text, and the reference's length in scalars.
  private static func reference(_ text: Substring.UnicodeScalarView) -> (Unicode.Scalar, Int)? {
    let body = text.dropFirst().prefix(32)
    if body.first == "#" { return numeric(body.dropFirst()) }
    let name = body.prefix { $0.isASCII && $0.properties.isAlphabetic }
    guard name.endIndex < body.endIndex, body[name.endIndex] == ";", let scalar = named[String(name)] else {
      return nil
    }
    return (scalar, name.count + 2)
  }

  private static func numeric(_ body: Substring.UnicodeScalarView) -> (Unicode.Scalar, Int)? {
    let isHex = body.first == "x" || body.first == "X"
    let digits = body.dropFirst(isHex ? 1 : 0).prefix { scalar in
      scalar.isASCII && (isHex ? scalar.properties.isASCIIHexDigit : ("0"..."9").contains(scalar))
    }
    guard let value = UInt32(String(digits), radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(value) else {
      return nil
    }
    let hasEnd = digits.endIndex < body.endIndex && body[digits.endIndex] == ";"
    return (scalar, 2 + (isHex ? 1 : 0) + digits.count + (hasEnd ? 1 : 0))
  }
}
