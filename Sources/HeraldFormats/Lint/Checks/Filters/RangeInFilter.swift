import Herald

extension LintCheck {
  static let rangeInFilter = LintCheck(
    "rangeInFilter", .warning, "a range in a form that filters do not have",
    filter: { linted in
      guard linted.isAboutNumbers else { return nil }
      for part in linted.parts {
        guard let range = MistakenRange(part) else { continue }
        return linted.finding(
          "\(quoted(part.written)) is no range of versions.", why: range.why,
          fix: "write \(quoted(range.exclusions.joined(separator: ",")))")
      }
      return nil
    })
}

extension LintedFilter {
  /// True if the values of the property are versions or numbers that are compared as such.
  var isAboutNumbers: Bool {
    isAboutVersions || property == .appVersionCode || property == "deviceApiLevel" || property == "updaterLevel"
  }

  /// True if a part is a range in a form that filters do not have.
  var hasMistakenRange: Bool { isAboutNumbers && parts.contains { MistakenRange($0) != nil } }
}

/// A range such as `3.0-3.4`, as people write it in other places.
struct MistakenRange {
  /// The same range as filters say it: what lies outside is left out.
  let exclusions: [String]
  let why: String

  /// Nil for any other part.
  init?(_ part: LintedPart) {
    guard !part.part.excludes else { return nil }
    let body = part.part.body
    if let (low, high, sign) = Self.bounds(of: body) {
      exclusions = ["!<\(low)", "!>=\(high)"]
      why = "\(sign) is no range: the part is compared as one value"
      return
    }
    if let both = Self.joined(body) {
      exclusions = both
      why = "one part has one operator, so this one matches nothing"
      return
    }
    guard let comparison = Self.comparison(body) else { return nil }
    exclusions = [comparison]
    why = "no operator of filters is written so, and the part is compared as one value"
  }

  /// The two versions of `3.0-3.4`, `3.0..3.4`, `3.0–3.4`, `3.0to3.4` and `[3.0;3.4)`, and the sign between them.
  private static func bounds(of body: String) -> (low: String, high: String, sign: String)? {
    let bare = String(String.UnicodeScalarView(body.unicodeScalars.filter { !"[]()".unicodeScalars.contains($0) }))
    for sign in ["...", "..<", "..", "…", "–", "—", "-", "to", "until", "~", ";", ":", "/"] {
      guard let range = bare.range(of: sign) else { continue }
      let (low, high) = (String(bare[..<range.lowerBound]), String(bare[range.upperBound...]))
      guard low.isPlainVersion, high.isPlainVersion, let first = AppVersion(normalized: low),
        let last = AppVersion(normalized: high), first < last
      else { return nil }
      return (low, high, "`\(sign)`")
    }
    return nil
  }

  /// The exclusions of `>=3.0<3.4`, `>=3.0&&<3.4` and `>=3.0and<3.4`.
  private static func joined(_ body: String) -> [String]? {
    guard body.utf8.first == UInt8(ascii: "<") || body.utf8.first == UInt8(ascii: ">") else { return nil }
    var pieces: [String] = []
    for scalar in body.unicodeScalars {
      let begins = "<>".unicodeScalars.contains(scalar) && pieces.last.map { $0.contains { $0.isNumber } } ?? true
      if begins { pieces.append("") }
      pieces[pieces.count - 1].unicodeScalars.append(scalar)
    }
    guard pieces.count == 2 else { return nil }
    let words = ["&&", "&", "and"]
    var exclusions: [String] = []
    for piece in pieces {
      var bare = piece
      for word in words where bare.hasSuffix(word) { bare = String(bare.dropLast(word.count)) }
      guard let opposite = opposite(bare) else { return nil }
      exclusions.append(opposite)
    }
    return exclusions
  }

  private static func opposite(_ comparison: String) -> String? {
    for (sign, other) in [("<=", "!>"), (">=", "!<"), ("<", "!>="), (">", "!<=")] where comparison.hasPrefix(sign) {
      let operand = String(comparison.dropFirst(sign.count))
      return AppVersion(normalized: operand) == nil ? nil : other + operand
    }
    return nil
  }

  /// The comparison of `≥3.0` and `3.0+`.
  private static func comparison(_ body: String) -> String? {
    let signs = [("≥", ">="), ("≤", "<="), ("≠", "<>")]
    for (sign, right) in signs where body.hasPrefix(sign) {
      let operand = String(body.dropFirst(sign.count))
      return AppVersion(normalized: operand) == nil ? nil : right + operand
    }
    guard body.hasSuffix("+") else { return nil }
    let operand = String(body.dropLast())
    return operand.isPlainVersion && AppVersion(normalized: operand) != nil ? ">=" + operand : nil
  }
}

extension String {
  /// The first place of a text within this one, by scalars.
  fileprivate func range(of other: String) -> Range<String.Index>? {
    let (own, wanted) = (unicodeScalars, Array(other.unicodeScalars))
    for start in own.indices {
      guard own[start...].starts(with: wanted) else { continue }
      return start..<own.index(start, offsetBy: wanted.count)
    }
    return nil
  }
}
