import Herald

extension LintCheck {
  /// Unknown keys elsewhere are the reader's to report. Filters and texts by language have names of the author's, so a key
  /// among them is read as a property or a language.
  static let misplacedKey = LintCheck(
    "misplacedKey", .warning, "a key of a rule or of the document among filters or texts",
    policy: { linted in
      linted.filters.compactMap(inFilter) + linted.rules.flatMap(\.allTexts).flatMap(inTexts)
    })

  private static let homes = KeyHomes(in: RootKey.document)

  private static func inFilter(_ linted: LintedFilter) -> LintFinding? {
    guard linted.owner != .reviewVersions, let home = keyMeant(byProperty: linted.property.string) else { return nil }
    let isForNobody = !linted.isMatch(PropertyValue(nil))
    return linted.finding(
      "No device sends a property \(quoted(linted.property.string)).",
      why: "`\(home.name)` is a key \(home.words)"
        + (isForNobody ? ", and as a filter it leaves nobody: \(linted.owner.consequence)" : ""),
      fix: "move it: write `\(home.name)` \(home.words)")
  }

  private static func inTexts(_ linted: LintedTexts) -> [LintFinding] {
    linted.languages.flatMap { language -> [LintFinding] in
      let place = "/\(JSONPointer.token(language.name))"
      if let key = keyMeant(byLanguage: language.name) {
        let isText = TextKey(rawValue: key.name) != nil
        return [
          linted.finding(
            at: place, "\(quoted(language.name)) is no language.",
            why: "`descriptions` has the texts by language, and `\(key.name)` is a key \(key.words)",
            fix: isText
              ? "write {\"*\": {\"\(key.name)\": …}}, with a language or `*` around it"
              : "move it: write `\(key.name)` \(key.words)")
        ]
      }
      return (language.node.members ?? []).compactMap { member in
        guard let key = misplacedKey(among: member) else { return nil }
        return linted.finding(
          at: "\(place)/\(JSONPointer.token(member.name))", "\(quoted(member.name)) is no text.",
          why: "`\(key.name)` is a key \(key.words), and is ignored here",
          fix: "move it: write `\(key.name)` \(key.words)")
      }
    }
  }

  /// The key of a rule or of the root that stands among filters; nil for a property.
  static func keyMeant(byProperty name: String) -> KeyHomes.Home? {
    guard !KnownProperties.isKnown(name), KnownProperties.meant(by: name) == nil else { return nil }
    return homes.home(of: key(meantBy: name) ?? "", from: FilterKey.object.id, for: nil)
  }

  /// The key of texts or of a rule that stands in the place of a language; nil for a language.
  static func keyMeant(byLanguage name: String) -> KeyHomes.Home? {
    if TextKey(rawValue: name) != nil { return homes.home(of: name, from: TextKey.byLanguage.id, for: nil) }
    return homes.home(of: key(meantBy: name) ?? "", from: TextKey.byLanguage.id, for: nil)
  }

  /// The key of a rule that stands among the texts of a language.
  static func misplacedKey(among member: JSONMember) -> KeyHomes.Home? {
    guard TextKey(rawValue: member.name) == nil, Spelling.meant(by: member.name, among: TextKey.names) == nil else {
      return nil
    }
    return homes.home(of: key(meantBy: member.name) ?? "", from: TextKey.texts.id, for: nil)
  }

  private static let keys = RuleKey.names.union(RootKey.names)

  /// A key in other letters, or a long one with a slip. `id` is a name that properties of apps have too.
  private static func key(meantBy name: String) -> String? {
    if name.utf8.count >= 7 { return Spelling.nearest(to: name, among: keys) }
    let plain = name.lowercased()
    return keys.sorted().first { $0.lowercased() == plain && $0 != RuleKey.id.rawValue }
  }
}
