extension String {
  /// The text as one word of a shell's command, in quotes where it needs them.
  package var shellQuoted: String {
    if !isEmpty, unicodeScalars.allSatisfy(\.isPlainInShells) { return self }
    if shown != self { return withEscapes }
    // By scalars, because for a shell a quote with a combining accent is still a quote.
    let quoted = unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }
    return "'\(quoted.joined())'"
  }

  /// The text with escapes for control characters, as bash, zsh and ksh read them between `$'` and `'`.
  private var withEscapes: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "'", "\\": "\\\(scalar)"
      case _ where String(scalar).shown != String(scalar):
        "\\U" + String(String(UInt64(1) << 32 | UInt64(scalar.value), radix: 16).dropFirst())
      default: String(scalar)
      }
    }
    return "$'\(escaped.joined())'"
  }
}

extension Unicode.Scalar {
  fileprivate var isPlainInShells: Bool {
    switch self {
    case "0"..."9", "a"..."z", "A"..."Z": true
    default: "@%+=:,./_-".unicodeScalars.contains(self)
    }
  }
}
