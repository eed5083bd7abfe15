import Foundation
import Herald
import HeraldCorpus
import HeraldLog
import HeraldQuestions

/// Judges the promises that lie beside policies in the folders of a corpus: each `promises.json` beside a
/// `policy.json`.
struct PromiseTest {
  private let files: [(name: String, folder: String, corpus: String)]

  /// - Parameters:
  ///   - folders: folders with cases.
  ///   - filter: parts of names: a name that contains at least one part is judged. Empty for all names.
  /// - Throws: `LogFileError` for a folder that cannot be read.
  init(in folders: [String], filter: [String]) throws {
    files = try folders.flatMap { corpus in
      let root = URL(fileURLWithPath: corpus).standardizedFileURL
      // As the command line names it, so that a reader finds it.
      let base = URL(fileURLWithPath: corpus).relativePath
      return try CorpusFiles.named("promises.json", in: corpus).map { file in
        let folder = file.deletingLastPathComponent().standardizedFileURL
        let name = FieldLog.name(of: folder, below: root)
        return (name: name, folder: folder.path == root.path ? base : "\(base)/\(name)", corpus: corpus)
      }
    }.filter { file in filter.isEmpty || filter.contains { file.name.contains($0) } }
  }

  var isEmpty: Bool { files.isEmpty }

  /// True if promises lie below a folder of the command line.
  func areIn(_ corpus: String) -> Bool { files.contains { $0.corpus == corpus } }

  /// Judges the promises of all folders.
  func judge() -> [JudgedPromises] {
    files.map { _, folder, _ in
      let start = ContinuousClock.now
      let verdicts = Result { try Self.answer(in: folder) }
      return JudgedPromises(folder: folder, verdicts: verdicts, duration: .now - start)
    }
  }

  private static func answer(in folder: String) throws -> PromisesAnswer {
    let policy = "\(folder)/policy.json"
    guard FileManager.default.fileExists(atPath: policy) else {
      throw LogFileError(
        .cannotOpen, what: "Promises lie beside no `policy.json`.", file: "\(folder)/promises.json",
        why: "they speak of the policy in their folder", fix: "put the policy there, or move the promises to it")
    }
    let input = try PolicyInput.policy(policy)
    let promises = try PromisesInput("\(folder)/promises.json", .own)
    return try promises.question(DocumentReader.own.document(input), named: input.name).answer()
  }
}

/// The verdicts on the promises of one folder.
struct JudgedPromises {
  let folder: String
  /// An error where the policy or its promises cannot be read.
  let verdicts: Result<PromisesAnswer, any Error>
  let duration: Duration

  /// Prints the verdicts behind the report on the cases. A JUnit report has them among the cases.
  ///
  /// - Returns: the error to end with; nil where all hold.
  func tell(as format: TestFormat) throws -> (any Error)? {
    let answer: PromisesAnswer
    do { answer = try verdicts.get() } catch {
      if format == .github { try StandardOutput.write(annotations) }
      return Failure.told(error)
    }
    switch format {
    case .human: try StandardOutput.say("\n" + answer.words(.output))
    case .json: try StandardOutput.write(answer.json)
    case .github:
      try StandardOutput.write(annotations + answer.words)
      try StepSummary.append("## Promises\n\n" + StepSummary.block(answer.words, language: "text") + "\n")
    case .junit: StandardError.write(answer.words)
    }
    return answer.areKept ? nil : Failure.disagreement
  }

  /// The workflow commands of GitHub for promises that do not hold, or cannot be judged.
  private var annotations: String {
    let file = RepositoryPath.relative("\(folder)/promises.json")
    switch verdicts {
    case .failure(let error):
      let title = "promises of \(folder): cannot be judged"
      guard let findings = (error as? any DiagnosticError)?.diagnostics else {
        return GitHubCommand.annotation("error", ["file": file, "title": title], error.localizedDescription)
      }
      return findings.map { GitHubCommand.annotation($0, title: title) }.joined()
    case .success(let answer):
      return answer.promises.filter { !$0.isKept }.map { promise in
        GitHubCommand.annotation(
          "error",
          [
            "file": file, "line": "\(promise.promise.place.line)",
            "title": "promise \(promise.number): \(promise.verdict.word)",
          ], "\(promise.promise.text.shown) \(promise.sentence)")
      }.joined()
    }
  }
}
