import HeraldQuestions

/// JSON in a page's `script` element, which ends at the first `</script` even within a string.
enum EmbeddedJSON {
  /// Escapes what HTML, or a person who reads the file, could misread: `<`, `>`, `&`, and invisible scalars. Valid JSON
  /// has them only in strings, so no value changes.
  static func safe(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if scalar.value < 0x7F, scalar != "<", scalar != ">", scalar != "&" {
        result.append(UInt8(scalar.value))
      } else if mustBeEscaped(scalar) {
        for unit in String(scalar).utf16 { escape(unit, into: &result) }
      } else {
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return result
  }

  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return true
    default: return false
    }
  }

  private static func escape(_ unit: UInt16, into result: inout [UInt8]) {
    let digits = Array(String(unit, radix: 16).utf8)
    result.append(contentsOf: Array("\\u".utf8) + repeatElement(UInt8(ascii: "0"), count: 4 - digits.count) + digits)
  }
}
