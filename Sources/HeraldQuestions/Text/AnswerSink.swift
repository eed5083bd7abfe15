package import Herald
package import HeraldLog

/// A receiver of a long answer, which comes part by part: as lines of JSON, or as words.
public struct AnswerSink {
  fileprivate let write: (([UInt8]) throws -> Void)?
  fileprivate let say: ((String) throws -> Void)?
  /// The style of words; plain for JSON.
  let style: Style

  fileprivate init(write: (([UInt8]) throws -> Void)?, say: ((String) throws -> Void)?, style: Style) {
    self.write = write
    self.say = say
    self.style = style
  }

  /// A receiver of whole lines of JSON, each ended.
  public static func json(_ write: @escaping ([UInt8]) throws -> Void) -> AnswerSink {
    AnswerSink(write: write, say: nil, style: .plain)
  }

  /// A receiver of plain words, each line ended.
  public static func words(_ say: @escaping (String) throws -> Void) -> AnswerSink { .words(.plain, say) }

  /// A receiver of words in a style.
  package static func words(_ style: Style, _ say: @escaping (String) throws -> Void) -> AnswerSink {
    AnswerSink(write: nil, say: say, style: style)
  }

  /// A receiver of whole lines of JSON, each ended, and of the plain words beside them.
  package static func both(
    json write: @escaping ([UInt8]) throws -> Void, words say: @escaping (String) throws -> Void
  ) -> AnswerSink {
    AnswerSink(write: write, say: say, style: .plain)
  }

  /// Sends one part, and makes only the forms that are taken.
  ///
  /// - Parameter words: each line ended; nil for a part that words leave out.
  func send(json: @autoclosure () -> [UInt8], words: @autoclosure () throws -> String?) throws {
    if let write { try write(json()) }
    if let say, let words = try words() { try say(words) }
  }

  /// The forms that a receiver takes, without the receiver, so that several threads may make them.
  struct Form: Sendable {
    let hasJSON, hasWords: Bool
    fileprivate let style: Style
  }

  var form: Form { Form(hasJSON: write != nil, hasWords: say != nil, style: style) }
}

/// The parts of an answer, in memory: until the parts before them were sent, or until somebody asks for all of it.
final class BufferedAnswer {
  private var bytes: [UInt8] = []
  private(set) var words = ""

  var json: String { String(decoding: bytes, as: UTF8.self) }

  /// A sink that sends to here.
  func sink(_ form: AnswerSink.Form) -> AnswerSink {
    AnswerSink(
      write: form.hasJSON ? { self.bytes += $0 } : nil, say: form.hasWords ? { self.words += $0 } : nil,
      style: form.style)
  }

  /// A sink that sends both forms to here.
  var sink: AnswerSink { sink(AnswerSink.Form(hasJSON: true, hasWords: true, style: .plain)) }

  /// Sends everything on and empties it.
  func send(to sink: AnswerSink) throws {
    if bytes.isEmpty, words.isEmpty { return }
    try sink.send(json: bytes, words: words)
    bytes.removeAll(keepingCapacity: true)
    words = ""
  }
}

extension JSONWriter {
  /// Appends a line of JSON Lines: one object.
  package mutating func line(_ members: (inout JSONWriter) throws -> Void) rethrows {
    try object(members)
    raw("\n")
  }

  /// Appends the first members of a line about an event: its source, its revision, and its time in UTC.
  package mutating func moment(of source: ExactString, revision: Int, time: DeviceTime) {
    member("source", source)
    member("revision", revision)
    member("time", time.moment)
  }

  /// Appends a member with the value that the closure writes, or `null`.
  package mutating func member<Value>(
    _ name: StaticString, optional value: Value?, _ write: (inout JSONWriter, Value) throws -> Void
  ) rethrows {
    try member(name) { output in
      if let value { try write(&output, value) } else { output.null() }
    }
  }
}

extension JSONWriter {
  /// Appends the end of a stream, which `herald audit --head` compares with.
  package mutating func head(_ head: StreamHead) {
    object {
      $0.member("source", head.source)
      $0.member("revision", head.revision)
      $0.member("chain", head.chain)
    }
  }
}
