import ArgumentParser
import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestions

struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Signs a policy: writes POLICY.minisig beside it.",
    discussion: """
      The document is linted first; an error stops it with status 3. The signature covers the document's bytes and what \
      is promised with it: package and revision, by default the document's own, and until when it is current. Publish \
      both files together, byte for byte. minisign -V, and any other program that verifies Ed25519, verifies them too.

      Another signer adds a signature with --add, which promises what the first one did.

      Examples:
        herald sign policy.json --key publisher.key --expires 60d
        herald sign policy.json --key second.key --add
        herald sign answer.xml --policy-format appcast --key publisher.key \\
          --revision 12 --package com.example.shop --expires 2026-12-20T00:00:00Z
      """)

  @Argument(help: ArgumentHelp("The policy's file.", valueName: "policy"), completion: .policy)
  var policy: String

  @Option(
    help: ArgumentHelp("A secret key, NAME.key; again for each signature.", valueName: "file"),
    completion: .file(extensions: ["key"]))
  var key: [String]

  @Option(
    help: ArgumentHelp(
      "Until when the policy is current: a time, or from now on a number of days or hours such as 60d or 12h.",
      valueName: "time"), completion: .free)
  var expires: String?

  @Option(
    help: ArgumentHelp("The revision, for documents that have none of their own.", valueName: "number"),
    completion: .free)
  var revision: Int?

  @Option(
    name: .customLong("package"),
    help: ArgumentHelp("The app, for documents that name none.", valueName: "name"), completion: .free)
  var packageName: String?

  @Flag(help: "Add a signature to those in POLICY.minisig, with the same promises.")
  var add = false

  @OptionGroup var kind: PolicyFormatOption

  @Option(
    help: ArgumentHelp(
      "When it is signed, such as 2026-03-02T08:00:00Z; now, if not given.", valueName: "time"), completion: .free,
    transform: TimeText.read)
  var at: DeviceTime?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if key.isEmpty { throw ValidationError("Who signs? Add --key NAME.key.") }
    if policy == "-" { throw ValidationError("A signature lies beside a file. Give the policy's file.") }
    if add, expires != nil || revision != nil || packageName != nil {
      throw ValidationError("--add promises what the first signer did. Leave --expires, --revision and --package out.")
    }
    if let packageName, packageName.isEmpty || packageName.contains(where: { $0.isWhitespace }) {
      throw ValidationError("--package is a name without blanks.")
    }
    _ = try expires.map { try ExpiryText.read($0, from: (at ?? .current).moment) }
  }

  func run() throws {
    try Failure.telling {
      let now = at ?? .current
      let keys = try key.map(KeyFile.secretKey)
      let input = try PolicyInput.policy(policy)
      let document = Document(text: input.text, format: ExactString(kind.policyFormat))
      let findings = Lint.findings(in: document, at: now.moment)
      Failure.tell(findings, inPolicy: policy)
      if findings.contains(where: { $0.severity == .error }) { throw Failure.invalid }
      let (earlier, comment) = try promises(document, now)
      let signatures = try keys.map { key in
        guard let signature = key.signature(of: input.text, promising: comment) else { throw Self.cannotSign(policy) }
        return signature
      }
      let others = earlier.filter { old in !signatures.contains { $0.keyID == old.keyID } }
      let name = policy.split(separator: "/").last.map(String.init) ?? policy
      let file = SignatureFile(others + signatures)
      try KeyFile.replace("\(policy).minisig", with: file.text(naming: "signature of \(Self.line(name))"))
      try tell(keys, comment)
    }
  }

  /// A name without line ends, for a comment.
  private static func line(_ name: String) -> String { String(name.map { $0.isNewline ? " " : $0 }) }

  /// The signatures that stay, and the comment that is signed.
  private func promises(_ document: Document, _ now: DeviceTime) throws -> ([DetachedSignature], ExactString) {
    if add {
      let path = "\(policy).minisig"
      let text = try PolicyInput(path).text
      do throws(SignatureFileFault) {
        let signatures = try SignatureFile(text).signatures
        return (signatures, signatures[0].comment)
      } catch {
        throw LogRefused(
          Diagnostic(
            TrustCode.notASignatureFile, .error, what: "`\(path)` is not a signature file.", file: path,
            why: error.words, fix: "sign without --add"))
      }
    }
    let own: Policy? = if case .accepted(let policy) = Formats.read(document).reading { policy } else { nil }
    if let revision, let other = own?.revision, other != revision {
      throw otherPromise("--revision \(revision)", "`revision` is \(other)")
    }
    if let packageName, let other = own?.packageName, other != ExactString(packageName) {
      throw otherPromise("--package \(packageName)", "`packageName` is `\(other.string.shown)`")
    }
    let promises = SignedPromises(
      packageName: packageName.map { ExactString($0) } ?? own?.packageName, revision: revision ?? own?.revision,
      expires: try expires.map { try ExpiryText.read($0, from: now.moment) })
    return ([], promises.comment)
  }

  private func otherPromise(_ option: String, _ own: String) -> LogRefused {
    LogRefused(
      Diagnostic(
        TrustCode.otherPromise, .error, what: "`\(option.shown)` contradicts the document.", file: policy,
        why: "its \(own), and apps would refuse it as `metadataMismatch`",
        fix: "leave the option out, or correct the document"))
  }

  static func cannotSign(_ file: String) -> LogFileError {
    LogFileError(
      TrustCode.cannotSign, what: "Nothing could be signed.", file: file, why: "the system's library failed",
      fix: "check the installation of libcrypto")
  }

  private func tell(_ keys: [SecretKey], _ comment: ExactString) throws {
    guard output.isJSON else {
      let signers = keys.map(\.publicKey.shortText).joined(separator: ", ")
      return try StandardOutput.say(
        "\(Style.output.bold("\(policy).minisig".shown))  signed by \(signers): \(comment.string.shown)\n")
    }
    var output = JSONWriter()
    output.object {
      $0.member("signature", "\(policy).minisig")
      $0.member("keys", keys) { $0.string($1.publicKey.text) }
      $0.member("comment", comment)
    }
    try StandardOutput.write(output.string + "\n")
  }
}

/// Reads until when a signature is valid: a time, or a number of days or hours from a moment on.
enum ExpiryText {
  static func read(_ text: String, from now: Timestamp) throws -> Timestamp {
    let units: [Character: Int64] = ["d": 24 * LengthOfTime.hour, "h": LengthOfTime.hour]
    if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()) {
      let (length, isTooLong) = count.multipliedReportingOverflow(by: unit)
      let (end, isTooFar) = now.milliseconds.addingReportingOverflow(length)
      let moment = Timestamp(milliseconds: end)
      guard count > 0, !isTooLong, !isTooFar, Timestamp.range.contains(moment) else {
        throw ValidationError("'\(text.shown)' does not lie ahead. Write a number of days such as 60d.")
      }
      return moment
    }
    return try TimeText.read(text).moment
  }
}
