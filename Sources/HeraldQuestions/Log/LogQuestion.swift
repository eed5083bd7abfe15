/// A question about the events of a log.
///
/// ```swift
/// let events = try LoggedEvents(path: "phone.jsonl")
/// let answer = try WhyQuestion(at: 9).answer(in: events)
/// print(answer.words)
/// ```
public protocol LogQuestion<Answer> {
  /// The type of its answer.
  associatedtype Answer: LogAnswer

  /// Reads the events and answers.
  ///
  /// - Throws: ``LogRefused`` with a reason and a remedy where the log has no answer or bad lines, and ``LogFileError``
  ///   where it cannot be read.
  func answer(in events: LoggedEvents) throws -> Answer
}

/// An answer to a question about a log, for programs and for people.
public protocol LogAnswer {
  /// The answer as lines of JSON, each ended, as `--format json` prints it.
  var json: String { get }
  /// The answer in plain words, each line ended, as the command of the question prints it for people.
  var words: String { get }
}
