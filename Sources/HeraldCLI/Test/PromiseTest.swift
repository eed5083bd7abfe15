import Foundation
import Herald
import HeraldCorpus
import HeraldQuestions

/// Judges the promises that lie beside policies in the folders of a corpus: each `promises.json` beside a `policy.json`.
struct PromiseTest {
  private let files: [(name: String, folder: String, corpus: String)]

  /// - Parameters:
  ///   - folders: folders with cases.
  ///   - filter: parts of names: a name that contains at least one part is judged. Empty for all names.
  init(in folders: [String], filter: [String]) {
    files = folders.flatMap { corpus -> [(name: String, folder: String, corpus: String)] in
      let root = URL(fileURLWithPath: corpus).standardizedFileURL
      var found: [(name: String, folder: String, corpus: String)] = []
      for case let file as URL in FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) ?? .init()
      where file.lastPathComponent == "promises.json" {
        // A missing policy is an error, and no reason to pass over the promises.
        let folder = file.deletingLastPathComponent().standardizedFileURL
        let name = FieldLog.name(of: folder, below: root)
        // As the command line names it, so that a reader finds it.
        let base = URL(fileURLWithPath: corpus).relativePath
        found.append((name, folder.path == root.path ? base : "\(base)/\(name)", corpus))
      }
      return found.sorted { $0.name < $1.name }
    }.filter { file in filter.isEmpty || filter.contains { file.name.contains($0) } }
  }

  var isEmpty: Bool { files.isEmpty }

  /// True if promises lie below a folder of the command line.
  func areIn(_ corpus: String) -> Bool { files.contains { $0.corpus == corpus } }

  /// Judges the promises of all folders.
  ///
  /// - Throws: a ``Failure`` where a policy or its promises cannot be read.
  func judge() throws -> [JudgedPromises] {
    try files.map { _, folder, _ in
      let start = ContinuousClock.now
      let input = try PolicyInput.policy("\(folder)/policy.json")
      let promises = try PromisesInput("\(folder)/promises.json", .own)
      let answer = try promises.question(DocumentReader.own.document(input), named: input.name).answer()
      return JudgedPromises(folder: folder, answer: answer, duration: .now - start)
    }
  }
}

/// The verdicts on the promises of one folder.
struct JudgedPromises {
  let folder: String
  let answer: PromisesAnswer
  let duration: Duration

  /// Prints the verdicts behind the report on the cases. A JUnit report has them among the cases.
  func tell(as format: TestFormat) throws {
    switch format {
    case .human: try StandardOutput.say("\n" + answer.words(.output))
    case .json: try StandardOutput.write(answer.json)
    case .github:
      try StandardOutput.write(answer.words)
      try StepSummary.append("## Promises\n\n" + StepSummary.block(answer.words, language: "text") + "\n")
    case .junit: StandardError.write(answer.words)
    }
  }
}
