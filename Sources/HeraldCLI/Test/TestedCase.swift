import Foundation
import Herald
import HeraldCorpus
import HeraldQuestions

/// The expectations that `herald test` writes.
enum ExpectationWriting {
  case none
  /// Those that are missing.
  case missing
  /// Also those whose case disagrees, or that lack fields.
  case accepted
}

/// A case of a corpus with what the test of it found.
struct TestedCase {
  let name: String
  /// The case's folder, as a path from the working folder if it is below it.
  let folder: String
  /// The folder of the corpus as the command line names it.
  let corpus: String
  var situation: String?
  var verdict: CaseVerdict
  var disagreements: [Disagreement] = []
  /// The smallest log in which it still differs; nil where no decision does.
  var smallest: SmallestDifference?
  /// The errors of an invalid case.
  var errors: [Diagnostic] = []
  var status: ExitStatus?
  /// True if its expectation was written, because it was missing or the outcome was accepted.
  var isWritten = false
  /// The changes of an expectation whose outcome was accepted, in one line.
  var changes: String?
  /// True if the outcome was to be accepted and must not be.
  var isKept = false
  var duration = Duration.zero

  var expectation: String { folder + "/expect.jsonl" }
  var log: String { folder + "/log.jsonl" }

  /// Tests a case.
  ///
  /// - Parameter writing: which expectations it writes.
  init(_ folder: URL, in corpus: String, writing: ExpectationWriting) {
    let root = URL(fileURLWithPath: corpus).standardizedFileURL
    name = FieldLog.name(of: folder, below: root)
    let prefix = corpus.hasSuffix("/") ? String(corpus.dropLast()) : corpus
    self.folder = folder.path == root.path ? prefix : "\(prefix)/\(name)"
    self.corpus = prefix
    verdict = .agrees
    let clock = ContinuousClock()
    let start = clock.now
    do { try compare(folder, below: root, writing) } catch { fail(error) }
    duration = start.duration(to: clock.now)
  }

  private mutating func compare(_ folder: URL, below root: URL, _ writing: ExpectationWriting) throws {
    let log = try FieldLog(folder: folder, below: root)
    situation = log.situation
    let comparison = try log.comparison()
    disagreements = comparison.disagreements
    if let refusal = comparison.unexpectedRefusal { throw refusal }
    if writing == .accepted, comparison.hasChanges {
      if comparison.isAcceptable(for: log), !(log.isFrozen && comparison.hasExpectation) {
        try log.write(comparison.outcome)
        (verdict, isWritten, changes) = (.accepted, true, comparison.changes)
        return
      }
      isKept = true
    }
    if !comparison.hasExpectation {
      verdict = .noExpectation
      if writing != .none {
        try log.write(comparison.outcome)
        isWritten = true
      }
    } else if !disagreements.isEmpty {
      verdict = .disagrees
      smallest = SmallestDifference(in: log, disagreements)
    }
  }

  private mutating func fail(_ error: any Error) {
    verdict = .invalid
    guard let error = error as? any DiagnosticError else {
      status = .couldNotRun
      errors = [
        Diagnostic(
          CaseVerdict.invalid, .error, what: "The case cannot be tested.", file: folder,
          why: "the system says: \(error.localizedDescription)", fix: "check the folder and its permissions")
      ]
      return
    }
    status = error.exitStatus
    errors = error.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.file = diagnostic.file.map { "\(folder)/\(URL(fileURLWithPath: $0).lastPathComponent)" }
      return diagnostic
    }
  }
}

extension TestedCase {
  /// The verdict as one line of JSON.
  var json: [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.member("case", name)
      $0.member("folder", folder)
      $0.member("verdict", word: verdict)
      $0.member("situation", situation)
      $0.member("written", isWritten)
      if let changes { $0.member("changes", changes) }
      $0.member("differences", disagreements) { output, disagreement in
        output.object { disagreement.write(into: &$0) }
      }
      if let smallest { $0.member("smallest") { smallest.write(into: &$0) } }
      $0.member("errors", errors) { output, error in
        output.object {
          $0.member("code", error.code.name)
          $0.member("file", error.file)
          $0.member("line", error.place?.line)
          $0.member("column", error.place?.column)
          error.words.write(into: &$0)
        }
      }
    }
    return output.bytes
  }
}

extension Disagreement {
  fileprivate func write(into output: inout JSONWriter) {
    output.member("subject", difference.subject)
    output.member("line", difference.expected?.number)
    output.member("readers", readers) { $0.string($1.rawValue) }
    output.member("sentences", difference.sentences) { $0.string($1) }
  }
}

extension TestedCase {
  /// The verdict with what stands behind it, for a person.
  func words(_ style: Style) -> String {
    let head = "\(mark(style)) \(style.bold(name.shown))  \(summary)\n"
    let about = situation.map { verdict == .agrees || verdict == .accepted ? "" : "  \(style.dim($0.shown))\n" } ?? ""
    return head + about + details(style)
  }

  private func mark(_ style: Style) -> String {
    switch verdict {
    case .agrees, .accepted: style.green("✓")
    case .noExpectation: style.yellow("?")
    case .disagrees, .invalid: style.red("✗")
    }
  }

  /// The verdict in a few words.
  var summary: String {
    switch verdict {
    case .agrees: "agrees"
    case .disagrees where isKept:
      disagreements.count.of("difference", "differences")
        + "; --accept never rewrites a case of `history`, where readers differ, or against its `refusedLine`"
    case .disagrees: disagreements.count.of("difference", "differences")
    case .accepted: "wrote \(expectation.shown): \((changes ?? "").shown)"
    case .noExpectation where isWritten:
      "had no expectation; it is written now: read \(expectation.shown), and test again if it is right"
    case .noExpectation: "has no expectation: run `herald test` without --no-write, and commit what it writes"
    case .invalid: "is invalid"
    }
  }

  /// The differences or errors; empty for a case that agrees.
  func details(_ style: Style) -> String {
    if verdict == .invalid { return errors.map { DiagnosticWords.words($0, style) + "\n" }.joined() }
    guard verdict == .disagrees, !disagreements.isEmpty else { return "" }
    return "  \(style.red("--- \(expectation.shown)"))\n  \(style.green("+++ herald"))\n"
      + disagreements.map { $0.diff(style) }.joined() + (smallest?.words(style) ?? "")
  }
}

extension Disagreement {
  /// The difference as a unified diff of indented JSON.
  fileprivate func diff(_ style: Style) -> String {
    let (expected, actual) = (difference.expected, difference.actual)
    let range = "-\(expected.map { "\($0.number)" } ?? "0,0") +\(actual.map { "\($0.number)" } ?? "0,0")"
    let names = isOfSomeReaders ? " (only read by: \(readers.map(\.rawValue).joined(separator: ", ")))" : ""
    let head = "@@ \(range) @@ \(difference.subject)\(names)".shown
    let old = expected?.node.diffLines ?? []
    let new = actual.map { actual in
      (expected.map { actual.node.ordered(like: $0.node) } ?? actual.node).diffLines
    }
    return "  \(style.blue(head))\n" + LineDiff(from: old, to: new ?? []).words(style)
  }
}

extension JSONNode {
  fileprivate var diffLines: [String] {
    indented(width: 90).split(separator: "\n").map { String($0).shown }
  }

  /// The same value with its members in the order of another value, so that only what differs stands out.
  fileprivate func ordered(like other: JSONNode) -> JSONNode {
    switch (value, other.value) {
    case (.object(let mine), .object(let others)):
      let names = others.map(\.name)
      let known = others.compactMap { other in
        mine.first { $0.name == other.name }.map { ($0.name, $0.node.ordered(like: other.node)) }
      }
      let new = mine.filter { !names.contains($0.name) }.map { ($0.name, $0.node) }
      return .object((known + new).map { (name: $0.0, node: $0.1) })
    case (.array(let mine), .array(let others)):
      return .list(
        mine.enumerated().map { others.indices.contains($0) ? $1.ordered(like: others[$0]) : $1 })
    default: return self
    }
  }
}

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
      return errors.map { GitHubCommand.annotation($0, title: title) }.joined()
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
