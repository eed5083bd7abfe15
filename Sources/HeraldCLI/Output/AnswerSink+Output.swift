import HeraldQuestions

extension AnswerSink {
  /// Standard output, in the format that the options name.
  init(_ output: OutputOptions) {
    self = output.isJSON ? .json { try StandardOutput.write($0) } : .words(.output, StandardOutput.say)
  }
}
