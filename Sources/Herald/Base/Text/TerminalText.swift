/// Makes texts safe for a terminal, and measures their width.
extension String {
  /// The text with control characters made visible, because texts of documents must not move the cursor.
  package var shown: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text's width in columns of a terminal.
  package var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
  /// The scalar's width in columns of a terminal: 0, 1 or 2.
  package var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
