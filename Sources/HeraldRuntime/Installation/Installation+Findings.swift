import Herald
import HeraldFetch
import HeraldLog

/// Reports about properties, fetches and documents.
extension Installation {
  /// Reports each name that is probably misspelt: a policy would not find the property, and a forced update not show.
  func reportMisspelt(_ properties: [String: String]) {
    for name in properties.keys.sorted() {
      if let finding = PropertyCode.misspelt(name, .warning) { report(finding) }
    }
  }

  /// Reports why a check brought no policy, what is wrong in the document, and which properties its rules lack.
  func reportProblems(of result: CheckResult, _ step: ReplayStep?) {
    switch result.failure {
    case .fetch(let failure): report(failure.diagnostic)
    case .refused(let refusal):
      result.failure.map { report($0.diagnostic) }
      if refusal.reason == .otherPackage, state.profile[.appPackageName] == nil { reportMissingPackageName() }
    // The ledger's own trouble is reported where it arises.
    case .unrecorded, nil: break
    }
    for finding in result.findings where finding.severity != .note { report(finding) }
    guard let step, let decision = step.decision else { return }
    for missing in MissingProperty.all(in: Explanation(decision.question, in: step.state)) {
      // Each is reported once in a process, because every check would find it again.
      guard reportedProperties.insert(missing.name).inserted else { continue }
      report(missing.diagnostic(in: publication.source.url) { "`\($0)` at the launch" })
    }
  }

  /// Reports a signature that came without a document and renewed nothing.
  func reportRenewal(_ data: EventData, _ before: InstallationState, _ step: ReplayStep?) {
    guard let trust, let step, case .fetchSucceeded(let fetch) = data,
      let fault = RenewalFault(fetch, trusting: trust, in: before, at: step.event.time.moment)
    else { return }
    report(
      Diagnostic(
        AppCode.nothingRenewed, .warning, what: "The signature that came renewed nothing.",
        file: publication.source.url, why: fault.words,
        fix: "publish document and signature together; look at them with `herald verify`"))
  }

  /// Reports that the launch gave no package name, without which every policy is another app's.
  private func reportMissingPackageName() {
    guard reportedProperties.insert(ExactString.appPackageName.string).inserted else { return }
    report(
      Diagnostic(
        PropertyCode.missingProperty, .error, what: "`appPackageName` is not given, and every policy is for one app.",
        file: publication.source.url, why: "a missing property counts as empty, which is not an app's name",
        fix: "give it at the launch, with `appVersionName`"))
  }
}
