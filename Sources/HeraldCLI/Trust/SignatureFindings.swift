import Foundation
import Herald
import HeraldFormats
import HeraldQuestions

/// Findings about the signature that lies beside a document: errors, and probable mistakes.
struct SignatureFindings {
  /// The document's path; nil for standard input, which has nothing beside it.
  let path: String?
  let document: Document
  let trust: Trust?
  let now: DeviceTime

  private static let farAhead: Int64 = 90 * 24 * LengthOfTime.hour

  /// The findings; none for a document that nobody signed, unless keys are given.
  var all: [Diagnostic] {
    let text = path.flatMap { PolicyInput.signature(beside: $0) }
    return verdict(on: text) + (text.map(promises) ?? []) + (path.map(keysBeside) ?? [])
  }

  private func verdict(on text: String?) -> [Diagnostic] {
    if let trust {
      let verified = VerifiedDocument(document, signature: text, trusting: trust, at: now)
      var findings = text.flatMap { _ in verified.fault.map(notASignature) }.map { [$0] } ?? []
      // The document's own errors are found by its reader.
      if let reason = verified.refusal, reason.isOfSignature {
        findings.append(
          Diagnostic(
            reason, .error, what: "Apps with these keys refuse the document.", why: reason.words,
            fix: reason.explanation.fix.clause))
      }
      return findings + (trust.threshold == 1 ? exits : [])
    }
    guard let text else { return [] }
    do throws(SignatureFileFault) { _ = try SignatureFile(text) } catch { return [notASignature(error)] }
    return []
  }

  private func notASignature(_ fault: SignatureFileFault) -> Diagnostic {
    Diagnostic(
      TrustCode.notASignatureFile, .error, what: "What lies beside the document is not a signature file.",
      why: fault.words, fix: "sign with `herald sign`, or with `minisign -S -l`")
  }

  private func promises(_ text: String) -> [Diagnostic] {
    guard let comment = (try? SignatureFile(text))?.signatures.first?.comment else { return [] }
    let promises = SignedPromises(comment)
    var findings = promises.findings.map { finding in
      let code: TrustCode = if case .repeated = finding { .repeatedPromise } else { .unreadablePromise }
      return Diagnostic(
        code, .warning, what: finding.words, why: "the trusted comment is `\(comment.string.shown)`",
        fix: "sign again with one readable word of each name")
    }
    guard let expires = promises.expires else {
      findings.append(
        Diagnostic(
          TrustCode.noExpiry, .warning, what: "The signature never expires.",
          why: "nobody notices when newer policies are kept back from users", fix: "sign with --expires 60d"))
      return findings
    }
    if expires.milliseconds - now.moment.milliseconds > Self.farAhead {
      findings.append(
        Diagnostic(
          TrustCode.farExpiry, .warning, what: "The signature expires on \(expires), in more than 90 days.",
          why: "for so long nobody notices when newer policies are kept back", fix: "sign for a shorter time"))
    }
    if expires < now.moment, trust == nil {
      findings.append(
        Diagnostic(
          RefusalReason.expired, .warning, what: "The signature expired on \(expires).",
          why: "devices refuse the document, and show no optional prompt of it", fix: "sign it again"))
    }
    return findings
  }

  private var exits: [Diagnostic] {
    guard case .accepted(let policy) = Formats.read(document).reading,
      let rule = policy.rules.first(where: { $0.kind == .exit })
    else { return [] }
    return [
      Diagnostic(
        TrustCode.exitByOneKey, .warning, what: "One key alone can lock users out with `\(rule.id.string.shown)`.",
        place: rule.source.place, why: "an exit leaves no way into the app, and the threshold is 1",
        fix: "trust two keys that lie in different places, with a threshold of 2")
    ]
  }

  private func keysBeside(_ path: String) -> [Diagnostic] {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    return names.filter { $0.hasSuffix(".key") }.compactMap { name in
      let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      guard let text else { return nil }
      if case .none = SecretKey.read(text) { return nil }
      return Diagnostic(
        TrustCode.secretKeyBeside, .warning, what: "The secret key `\(name.shown)` lies beside the document.",
        why: "publishing the folder publishes it too", fix: "move it away; if it was published, make a new one")
    }
  }
}
