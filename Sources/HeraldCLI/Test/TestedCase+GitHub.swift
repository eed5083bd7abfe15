import Herald
import HeraldCorpus

extension TestedCase {
  /// An annotation for each difference or error, at the line of the file that it is about.
  var annotations: String {
    let title = "\(name): \(verdict == .noExpectation ? "no expectation" : verdict.rawValue)"
    switch verdict {
    case .agrees, .accepted: return ""
    case .noExpectation:
      return GitHubCommand.annotation("error", ["file": RepositoryPath.relative(log), "title": title], summary)
    case .disagrees:
      return disagreements.map { found in
        GitHubCommand.annotation(
          "error",
          [
            "file": RepositoryPath.relative(expectation), "line": found.difference.expected.map { "\($0.number)" },
            "title": title,
          ], found.sentences.joined(separator: "\n"))
      }.joined()
    case .invalid:
      return errors.map { error in
        GitHubCommand.annotation(
          "error",
          [
            "file": error.file.flatMap(RepositoryPath.relative), "line": error.place.map { "\($0.line)" },
            "col": error.place.map { "\($0.column)" }, "title": "\(title) [\(error.code.name)]",
          ], "\(error.what)\nWhy: \(error.why)\nFix: \(error.fix)")
      }.joined()
    }
  }

  /// The part of a step's summary about this case.
  var markdown: String {
    let about = situation.map { StepSummary.escaped($0) + "\n\n" } ?? ""
    let details = details(.plain)
    return "### \(StepSummary.escaped(name)): \(StepSummary.escaped(summary))\n\n" + about
      + (details.isEmpty ? "" : StepSummary.block(details, language: "diff") + "\n")
  }
}
