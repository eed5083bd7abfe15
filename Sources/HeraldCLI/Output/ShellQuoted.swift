import Herald

extension String {
  /// The text as one word of a shell's command, to be copied from a terminal: in quotes where it needs any.
  var shellQuoted: String {
    let isPlain = { (scalar: Unicode.Scalar) in
      ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || "@%+=:,./_-".unicodeScalars.contains(scalar)
    }
    if !isEmpty, unicodeScalars.allSatisfy(isPlain) { return self }
    return shown == self ? "'\(replacing("'", with: "'\\''"))'" : withEscapes
  }

  /// What a terminal would obey, as bash, zsh and ksh read it between `$'` and `'`.
  private var withEscapes: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "'", "\\": "\\\(scalar)"
      case _ where String(scalar).shown != String(scalar):
        "\\U" + String(scalar.value, radix: 16).leftPadded(to: 8).replacing(" ", with: "0")
      default: String(scalar)
      }
    }
    return "$'\(escaped.joined())'"
  }
}
