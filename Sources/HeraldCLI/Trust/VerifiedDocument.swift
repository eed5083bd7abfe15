import Herald
import HeraldFormats

/// A document as an app that trusts some keys takes it: accepted, or refused with a reason.
struct VerifiedDocument {
  let signature: PolicySignature?
  let refusal: RefusalReason?
  /// The fault of a signature text that cannot be read; nil for a readable one, and without a text.
  let fault: SignatureFileFault?

  /// Launches an app of the document's package and lets it fetch the document, as any device would.
  init(_ document: Document, signature text: String?, trusting trust: Trust, at now: DeviceTime) {
    let reading = Formats.read(document).reading
    var file: SignatureFile?
    var fault: SignatureFileFault?
    if let text {
      do throws(SignatureFileFault) { file = try SignatureFile(text) } catch { fault = error }
    }
    self.fault = fault
    let promised = file?.signatures.first.flatMap { SignedPromises($0.comment).packageName }
    let own: ExactString? = if case .accepted(let policy) = reading { policy.packageName } else { nil }
    let package = own ?? promised ?? ""
    var state = InstallationState()
    let profile = Profile([(name: .appPackageName, value: package)])
    state.apply(Fact(revision: 1, time: now, data: .appLaunched(AppLaunched(profile: profile, trust: trust))))
    let fetch = FetchSucceeded(
      trigger: .manual, url: document.url ?? "", format: document.format, storeURL: document.storeURL,
      houseRules: document.houseRules, signature: text.map { ExactString($0) }, digest: document.digest,
      document: document.text, reading: reading)
    state.apply(Fact(revision: 2, time: now, data: .fetchSucceeded(fetch)))
    signature = state.policy?.signature
    refusal = state.refused?.reason
  }
}
