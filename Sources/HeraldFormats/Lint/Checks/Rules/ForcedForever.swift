import Herald

extension LintCheck {
  static let forcedForever = LintCheck(
    "forcedForever", .warning, "a forced update that does not end with the update",
    rule: { linted in
      guard linted.rule.kind == .force || linted.rule.mayRise else { return [] }
      let (key, kind) =
        linted.rule.mayRise
        ? (linted.risingKey, "The update \(linted.name), which becomes forced,")
        : (linted.kindKey, "The forced update \(linted.name)")
      if let key = linted.versionNotAsked {
        return [
          linted.finding(
            at: key, "\(kind) is about another app, so its `\(key.dropFirst())` is not asked.",
            why: "every version of this app is forced, the newest too, and installing the other app does not end it",
            fix: "leave `targetPackageName` out where this app is meant, or `\(key.dropFirst())` where the other one is"
          )
        ]
      }
      guard linted.isForLaterVersions else { return [] }
      return [
        linted.finding(
          at: key, "\(kind) is for every later version too.",
          why: "users who have updated are forced again, and never get into the app",
          fix: LintedRule.boundFix)
      ]
    })
}

extension LintedRule {
  static let boundFix = "add `targetVersion`, or a filter on `appVersionName` with an upper bound such as `<2.7`"

  /// The key that makes a force of the rule.
  var risingKey: String { rule.pacing.deadline == nil ? "/forceUpdateTypes" : "/deadline" }

  /// The pointer of a version that the rule names and does not ask for, because it is about another app; nil for none.
  fileprivate var versionNotAsked: String? {
    guard let target = rule.targetPackageName, target != packageName, case .below(let version, _) = rule.condition
    else {
      return nil
    }
    return version == nil ? "/targetVersionCode" : "/targetVersion"
  }

  /// True if the rule still applies to every later version of the app.
  var isForLaterVersions: Bool {
    // A prompt that leads to another app ends when the user installs that app.
    if let target = rule.targetPackageName, target != packageName { return false }
    if case .below = rule.condition { return false }
    guard let demands else { return false }
    return [ExactString.appVersionName, .appVersionCode].allSatisfy { property in
      let demands = demands[property]
      let later = PropertyValue(ExactString(SampleVersions.later(than: demands.flatMap(\.bounds)) ?? "1"))
      return demands.allSatisfy { $0.isMet(by: later) }
    }
  }
}
