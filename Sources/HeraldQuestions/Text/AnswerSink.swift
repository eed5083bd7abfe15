import Herald

/// Takes a long answer part by part: as lines of JSON, or as words.
package enum AnswerSink {
  case json(_ write: ([UInt8]) throws -> Void)
  case words(Style, _ say: (String) throws -> Void)

  /// The style of words; plain for JSON.
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
  /// The form of an answer.
  package enum Form: Sendable {
    case json
    case words(Style)
  }

  var form: Form {
    switch self {
    case .json: .json
    case .words(let style, _): .words(style)
    }
  }
}

/// A part of an answer that is kept until the parts before it were sent.
final class KeptAnswer {
  private var json: [UInt8] = []
  private var words = ""

  /// A sink that sends to here.
  func sink(_ form: AnswerSink.Form) -> AnswerSink {
    switch form {
    case .json: .json { self.json += $0 }
    case .words(let style): .words(style) { self.words += $0 }
    }
  }

  /// Sends everything on and empties it.
  func send(to sink: AnswerSink) throws {
    if json.isEmpty, words.isEmpty { return }
    try sink.send(json: json, words: words)
    json.removeAll(keepingCapacity: true)
    words = ""
  }
}
