import Herald

extension LintCheck {
  static let commaInModel = LintCheck(
    "commaInModel", .warning, "a model with a comma, such as `iPhone5,1`",
    filter: { linted in
      guard linted.property == .deviceModel else { return nil }
      for (model, number) in zip(linted.parts, linted.parts.dropFirst()) {
        guard let text = model.part.equalText, isModel(text),
          number.part.text.utf8.allSatisfy({ (48...57).contains($0) })
        else { continue }
        let (name, digits) = (model.writtenBody, number.written)
        return linted.finding(
          "The comma in \(quoted("\(name),\(digits)")) separates two parts.",
          why: "a comma cannot be written in a filter, and no model is \(quoted(name)) or `\(digits)`",
          fix: "write `\(model.sign)\(name)*`, or for this one alone `\(model.sign)\(name)?\(digits)*`")
      }
      return nil
    })

  /// Letters, then digits, as Apple's models begin.
  private static func isModel(_ text: String) -> Bool {
    let letters = text.utf8.prefix { (97...122).contains($0) }
    let digits = text.utf8.dropFirst(letters.count)
    return !letters.isEmpty && !digits.isEmpty && digits.allSatisfy { (48...57).contains($0) }
  }
}
