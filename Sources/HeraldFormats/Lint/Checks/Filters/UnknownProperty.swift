import Herald

extension LintCheck {
  static let unknownProperty = LintCheck(
    "unknownProperty", .note, "a property that Herald does not know",
    filter: { linted in
      let name = linted.property.string
      guard !KnownProperties.isKnown(name), KnownProperties.meant(by: name) == nil,
        LintCheck.keyMeant(byProperty: name) == nil
      else { return nil }
      return linted.finding(
        "The property \(quoted(name)) is not one that devices send by themselves.",
        why: "unless the app sends it, it is compared as the empty text",
        fix: "check that the app sends it; `x-` in front says that it is the app's own")
    })
}
