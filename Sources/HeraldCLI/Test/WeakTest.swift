import Foundation
import Herald
import HeraldCorpus
import HeraldQuestions

/// Asks which edits of the documents of a corpus none of its logs would notice.
struct WeakTest {
  /// A document that replaces those of the logs; nil to edit those of the logs.
  let policy: Document?
  let showsAll: Bool
  private var logs: [LivedLog] = []

  init(policy: Document?, showsAll: Bool) { (self.policy, self.showsAll) = (policy, showsAll) }

  /// Takes a case. One that does not agree, or whose log must be refused, says nothing of a document.
  mutating func add(_ tested: TestedCase, _ folder: URL, in corpus: String) throws {
    guard tested.verdict == .agrees || tested.verdict == .accepted else { return }
    let log = try FieldLog(folder: folder, below: URL(fileURLWithPath: corpus).standardizedFileURL)
    if log.mustBeRefused { return }
    var lived = LivedStreams(replacement: policy)
    try log.replay(into: &lived)
    logs.append(LivedLog(tested.name, lived))
  }

  func answer() -> WeakAnswer {
    var question = WeakQuestion(logs)
    question.jobs = ProcessInfo.processInfo.activeProcessorCount
    let progress = Progress("edits of documents")
    defer { progress.end() }
    return question.answer { progress.at($0) }
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
