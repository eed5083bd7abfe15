import Herald
import HeraldFormats

/// A policy document that replaces the documents of a log.
enum ReplacingPolicy {
  /// Reads the document, and prints its errors on standard error.
  ///
  /// - Parameter name: a file, or `-` for standard input.
  /// - Throws: ``Failure/invalid`` where no device could accept it; `LogFileError` where it cannot be read.
  static func read(_ name: String, format: String) throws -> Document {
    let input = try PolicyInput.policy(name)
    let document = Document(text: input.text, format: ExactString(format))
    let read = Formats.read(document)
    for var finding in input.fault.map({ [$0] }) ?? read.diagnostics where finding.severity == .error {
      finding.file = name
      Failure.tell(finding)
    }
    if case .refused = read.reading { throw Failure.invalid }
    if input.fault != nil { throw Failure.invalid }
    return document
  }
}
