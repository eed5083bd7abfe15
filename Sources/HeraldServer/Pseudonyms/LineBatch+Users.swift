import HeraldLog

extension LineBatch {
  /// Reads the lines of a request.
  ///
  /// - Parameters:
  ///   - bytes: the unpacked body.
  ///   - ranges: the lines in it, their newlines left out.
  ///   - users: makes the pseudonyms; nil where users are stored as they are.
  init(_ bytes: [UInt8], lines ranges: [Range<Int>], users: UserPseudonyms?, longestLine: Int) {
    guard let users else {
      self.init(bytes, lines: ranges, name: "request", longestLine: longestLine)
      return
    }
    let replaced = ReplacedLines(bytes, lines: ranges) { user in
      let pseudonym = users.pseudonym(of: user)
      return pseudonym == user ? nil : pseudonym
    }
    self.init(replaced, name: "request", longestLine: longestLine)
  }
}
