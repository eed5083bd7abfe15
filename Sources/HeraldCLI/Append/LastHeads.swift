import Herald
import HeraldQuestions
import HeraldLog

/// The newest head of each stream that this process made longer.
struct LastHeads {
  private var bySource: [ExactString: StreamHead] = [:]

  mutating func note(_ heads: [StreamHead]) {
    for head in heads { bySource[head.source] = head }
  }

  /// Prints the heads on standard error, as one object per line.
  func tell() {
    StandardError.write(bySource.values.sorted { $0.source < $1.source }.map(\.line).joined())
  }
}

extension StreamHead {
  /// The head as `herald export --heads` prints it, with its newline.
  var line: String {
    var writer = JSONWriter()
    writer.head(self)
    return writer.string + "\n"
  }
}
