import Herald

/// Properties of a filter's part that checks use.
extension Filter.Part {
  /// True if exactly one value matches the part.
  var isOneValue: Bool { equalText != nil || body == "''" }

  /// True if each value that matches another part's body matches this part's too, as far as their texts show.
  func covers(_ other: Filter.Part) -> Bool {
    if ExactString(body) == ExactString(other.body) || body == "*" { return true }
    guard isWildcard, other.isWildcard || other.equalText != nil else { return false }
    // Matching the other wildcard as a text shows that its stars meet stars. A `?` here would match a star by mistake.
    let isSafe = other.equalText != nil || !body.utf8.contains(UInt8(ascii: "?"))
    return isSafe && pattern.matches(PropertyValue(ExactString(other.body)))
  }

  /// `6.1` of `6.1.*` for the end `.*`; nil for a part of another form.
  func version(before end: String) -> String? {
    guard isWildcard, body.utf8.suffix(end.utf8.count).elementsEqual(end.utf8) else { return nil }
    let version = String(Substring(body.utf8.dropLast(end.utf8.count)))
    return version.isPlainVersion && AppVersion(normalized: version) != nil ? version : nil
  }
}

extension String {
  /// Digits and dots alone.
  var isPlainVersion: Bool { utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") } }
}
