/// Pointers to values of a JSON document (RFC 6901).
package enum JSONPointer {
  /// Escapes a member's name for use as one token of a pointer (RFC 6901, section 3).
  package static func token(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
          switch scalar {
          case "~": ["~", "0"]
          case "/": ["~", "1"]
          default: [scalar]
          }
        }))
  }
}
