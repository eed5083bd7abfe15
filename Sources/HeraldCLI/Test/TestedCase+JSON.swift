import Herald
import HeraldQuestions
import HeraldCorpus

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
