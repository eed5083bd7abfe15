/// Takes a long answer part by part: as lines of JSON, or as words.
package enum AnswerSink {
  case json(_ write: ([UInt8]) throws -> Void)
  case words(Style, _ say: (String) throws -> Void)

  /// The style of words; plain where none are told.
  var style: Style { if case .words(let style, _) = self { style } else { .plain } }

  /// Sends one part, and makes only the form that is taken.
  ///
  /// - Parameter words: each line ended; nil for a part that words leave out.
  func send(json: @autoclosure () -> [UInt8], words: @autoclosure () throws -> String?) throws {
    switch self {
    case .json(let write): try write(json())
    case .words(_, let say): if let words = try words() { try say(words) }
    }
  }
}
