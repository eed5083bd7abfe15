import HeraldQuestions
import HeraldLog

extension KnownHeads {
  /// Reads one head, or a file of them.
  ///
  /// - Throws: `LogFileError`.
  static func heads(_ argument: String) throws -> [StreamHead] {
    if argument.hasPrefix("{") { return try heads(in: argument, of: "--head") }
    return try heads(inLines: LogInput.file(argument).all(atMost: 1 << 30), of: argument)
  }
}
