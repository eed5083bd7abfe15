/// Pointers to values of a JSON document (RFC 6901).
package enum JSONPointer {
  /// Escapes a member's name for use as one token of a pointer (RFC 6901, section 3).
  package static func token(_ name: String) -> String {
    // Nearly every name. A document may have very many findings, each with pointers.
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
    return String(
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
