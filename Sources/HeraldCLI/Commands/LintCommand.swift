import ArgumentParser
import Foundation
import Herald
import HeraldFormats

struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Says what is wrong with policy documents, and what is probably not meant so.",
    discussion: """
      An error says that the document is refused, or that a rule of it is left out; the status is then 3.
      A warning says that something reads well and is probably not meant so, or that a rule leads nowhere unless the
      fetch names a store page; a note is good to know.

      Example:
        herald lint policy.json
        herald lint - --strict --at 2026-12-24T18:00:00Z < policy.json
        herald lint answer.json --policy-format ssvc \\
          --store-url https://apps.apple.com/app/id123
      """)

  @Argument(help: ArgumentHelp("Policy documents: files, or - for standard input.", valueName: "policy"))
  var policies: [String]

  @Option(
    name: [.customLong("policy-format"), .customLong("document-format")],
    help: ArgumentHelp("How the documents are to be read.", valueName: "format"))
  var policyFormat = "herald"

  @Option(
    help: ArgumentHelp(
      "Where the documents are fetched from; the format storepage leads there.", valueName: "url"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "The store page that fetches name, for documents that lead nowhere by themselves.", valueName: "url"))
  var storeUrl: String?

  @Option(
    help: ArgumentHelp(
      "When dates are judged, such as 2026-03-02T08:00:00Z; now, if not given.", valueName: "time"))
  var at: String?

  @Flag(help: "End with status 3 for warnings too.")
  var strict = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    _ = try time()
    try DocumentFormat.check(policyFormat)
    if policies.filter({ $0 == "-" }).count > 1 { throw ValidationError("Standard input can be read only once.") }
  }

  func run() throws {
    let now = try time()
    var counts: [Diagnostic.Severity: Int] = [:]
    try Failure.telling {
      for policy in policies {
        let report = try report(on: PolicyInput(policy), at: now)
        for finding in report.findings { counts[finding.severity, default: 0] += 1 }
        try output.isJSON ? StandardOutput.write(report.json) : StandardOutput.write(report.words(.output))
      }
    }
    if !output.isJSON { try StandardOutput.write(summary(counts) + "\n") }
    if counts[.error] != nil || strict && counts[.warning] != nil { throw Failure.invalid }
  }

  private func report(on input: PolicyInput, at now: Timestamp) -> LintReport {
    let document = Document(
      text: input.text, format: ExactString(policyFormat), url: url.map { ExactString($0) },
      storeURL: storeUrl.map { ExactString($0) })
    let findings = input.fault.map { [$0] } ?? Lint.findings(in: document, at: now)
    return LintReport(file: input.name, text: input.text, findings: findings)
  }

  private func time() throws -> Timestamp {
    guard let at else { return Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) }
    return try TimeText.read(at).moment
  }

  private func summary(_ counts: [Diagnostic.Severity: Int]) -> String {
    let words = [(Diagnostic.Severity.error, "error"), (.warning, "warning"), (.note, "note")].map { severity, word in
      let count = counts[severity] ?? 0
      return "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    return words.joined(separator: ", ") + " in \(policies.count) document\(policies.count == 1 ? "" : "s")"
  }
}
