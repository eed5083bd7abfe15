import Foundation
import Herald
import HeraldCorpus
import HeraldLog
import HeraldQuestions

/// Asks which edits of the documents of a corpus none of its logs would notice.
struct WeakTest {
  /// A document that replaces each document of the logs, with its file's name; nil to edit the logs' own documents.
  let policy: (document: Document, name: String)?
  let showsAll: Bool
  private var logs: [LivedLog] = []

  init(policy: (document: Document, name: String)?, showsAll: Bool) {
    (self.policy, self.showsAll) = (policy, showsAll)
  }

  /// Takes a case. One that does not agree, or whose log must be refused, says nothing of a document.
  mutating func add(_ tested: TestedCase, _ folder: URL, in corpus: String) throws {
    guard tested.verdict == .agrees || tested.verdict == .accepted else { return }
    let log = try FieldLog(folder: folder, below: URL(fileURLWithPath: corpus).standardizedFileURL)
    if log.mustBeRefused { return }
    var lived = LivedStreams(replacement: policy?.document)
    try log.replay(into: &lived)
    logs.append(LivedLog(tested.name, lived))
  }

  /// - Throws: `LogFileError` where a policy was given that no log of the corpus takes.
  func answer() throws -> WeakAnswer {
    var question = WeakQuestion(logs)
    question.jobs = ProcessInfo.processInfo.activeProcessorCount
    let progress = Progress("edits of documents")
    defer { progress.end() }
    let answer = question.answer { progress.at($0) }
    if let policy, !logs.isEmpty, !answer.hasDocuments {
      throw LogFileError(
        LogCode.noEvents, what: "No log of the corpus takes the policy.", file: policy.name,
        why: "each refuses it, as that of another app, or fetches nothing", fix: "name a corpus of the policy's app")
    }
    return answer
  }

  /// Prints the answer behind the report on the cases.
  func tell(_ answer: WeakAnswer, as format: TestFormat) throws {
    switch format {
    case .human: try StandardOutput.say("\n" + answer.words(all: showsAll, .output))
    case .json: try StandardOutput.write(answer.json(all: showsAll))
    case .github:
      let words = answer.words(all: showsAll)
      try StandardOutput.write(words)
      try StepSummary.append("## herald test --weak\n\n" + StepSummary.block(words, language: "text") + "\n")
    case .junit: StandardError.write(answer.words(all: showsAll))
    }
  }
}
