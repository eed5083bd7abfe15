extension Decision {
  /// The properties whose values made the decision end as it did: those that failed tests compare, the version that is
  /// under review, the package that another app's policy is not for.
  ///
  /// - Parameter rules: the rules whose failed tests are meant; nil for all.
  package func comparedProperties(of rules: Set<ExactString>? = nil) -> Set<ExactString> {
    switch reason {
    case .underReview: return [.appVersionName]
    case .otherPackage: return [.appPackageName]
    case .shown, .noRule, .notLaunched, .alreadyVisible, .silent, .busy, .noPolicy: break
    }
    var compared: Set<ExactString> = []
    for considered in considered where rules?.contains(considered.rule.id) ?? true {
      guard let failed = considered.failed else { continue }
      for case .property(let name) in failed.check.inputs(of: considered.rule) { compared.insert(name) }
    }
    return compared
  }
}
