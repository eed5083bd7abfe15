import Herald

extension LintCheck {
  static let unknownTextKey = LintCheck(
    "unknownTextKey", .note, "a key among the texts that Herald does not read",
    texts: { linted in
      linted.languages.flatMap { language in
        let misspelt = LintedTexts.misspeltMessage(in: language.node)
        let unknown = (language.node.members ?? []).filter {
          !LintedTexts.names.contains($0.name) && $0.name != misspelt && misplacedKey(among: $0) == nil
        }
        return unknown.map { member in
          linted.finding(
            at: "/\(JSONPointer.token(language.name))/\(JSONPointer.token(member.name))",
            "The key \(quoted(member.name)) is not a text that Herald reads.", why: "unknown keys are ignored",
            fix: Spelling.suggestion(for: member.name, among: LintedTexts.names)
              ?? "remove it, or leave it to other readers")
        }
      }
    })
}
