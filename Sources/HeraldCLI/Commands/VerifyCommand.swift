import ArgumentParser
import Herald
import HeraldQuestions
import HeraldFormats

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Whether an app that trusts these keys accepts a policy with its signature.",
    discussion: """
      Takes the signature file beside the policy, or another one, and judges as a device does. A policy that devices \
      refuse ends it with status 3, and says why; so does a policy that has no signature.

      Examples:
        herald verify policy.json --key publisher.pub
        herald verify policy.json --key a.pub --key b.pub --threshold 2 \\
          --at 2026-12-24T18:00:00Z
      """)

  @Argument(help: ArgumentHelp("The policy's file.", valueName: "policy"), completion: .policy)
  var policy: String

  @OptionGroup var trusted: TrustOptions

  @Option(
    help: ArgumentHelp("The signature file; default: POLICY.minisig.", valueName: "file"),
    completion: .file(extensions: ["minisig"]))
  var signature: String?

  @OptionGroup var kind: PolicyFormatOption

  @Option(
    help: ArgumentHelp(
      "When the policy arrives, such as 2026-03-02T08:00:00Z; now, if not given.", valueName: "time"),
    completion: .free, transform: TimeText.read)
  var at: DeviceTime?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if trusted.keys.isEmpty { throw ValidationError("Whom does the app trust? Add --key NAME.pub.") }
    if policy == "-", signature == nil {
      throw ValidationError("Standard input has nothing beside it. Add --signature.")
    }
  }

  func run() throws {
    try Failure.telling {
      guard let trust = try trusted.trust() else { return }
      let input = try PolicyInput.policy(policy)
      // A policy that was never signed is an answer: devices refuse it.
      let isUnsigned = signature == nil && !PolicyInput.hasSignature(beside: policy)
      let text = isUnsigned ? nil : try PolicyInput(signature ?? "\(policy).minisig").text
      let document = Document(text: input.text, format: ExactString(kind.policyFormat))
      let verified = VerifiedDocument(document, signature: text, trusting: trust, at: at ?? .current)
      try output.isJSON ? StandardOutput.write(json(verified)) : say(verified)
      guard let reason = verified.refusal else { return }
      if !output.isJSON {
        Failure.tell(
          isUnsigned && reason == .unsigned
            ? unsigned
            : Diagnostic(
              reason, .error, what: "Devices refuse the policy.", file: policy,
              why: reason.words + (verified.fault.map { ": \($0.words)" } ?? ""),
              fix: reason.explanation.fix.clause))
      }
      throw Failure.invalid
    }
  }

  private var unsigned: Diagnostic {
    Diagnostic(
      RefusalReason.unsigned, .error, what: "`\(policy)` has no signature, so devices refuse it.", file: policy,
      why: "there is no `\(policy).minisig`, and an app that trusts a key takes no policy without one",
      fix: "sign it with `herald sign \(policy.shellQuoted) --key NAME.key`, or name its signature with --signature")
  }

  private func say(_ verified: VerifiedDocument) throws {
    guard let signature = verified.signature, verified.refusal == nil else { return }
    let promises = signature.promises
    let words = [
      promises.packageName.map { "package \($0.string.shown)" }, promises.revision.map { "revision \($0)" },
      promises.expires.map { "current until \($0)" } ?? "never expires",
    ]
    let signers = signature.keys.map(\.shortText).joined(separator: " and ")
    try StandardOutput.say(
      "\(Style.output.green("verified"))  \(policy.shown): signed by \(signers), "
        + words.compactMap(\.self).joined(separator: ", ") + "\n")
    for finding in promises.findings { try StandardOutput.say("          \(finding.words)\n") }
  }

  private func json(_ verified: VerifiedDocument) -> String {
    var output = JSONWriter()
    output.object {
      $0.member("policy", policy)
      $0.member("refused", word: verified.refusal)
      $0.member("keys", verified.signature?.keys ?? []) { $0.string($1.text) }
      $0.member("package", verified.signature?.promises.packageName)
      $0.member("revision", verified.signature?.promises.revision)
      $0.member("expires", verified.signature?.promises.expires)
    }
    return output.string + "\n"
  }
}
