import Herald
import HeraldQuestions

/// Reports on standard error what a redaction left out, could not hide, and changed.
struct RedactionReport {
  let name: String
  let findings: RedactionFindings
  let options: RedactionOptions

  func tell() {
    let words = RedactionWords(findings, of: name, keepsUnknown: options.keepUnknown)
    let key = options.key.map { "key from `\($0)`" } ?? "a key was drawn for this export and is forgotten"
    StandardError.write(words.lines(key: key).map { $0 + "\n" }.joined())
    if let documents = words.documents { Failure.tell(documents) }
    guard let changes = words.changes else { return }
    Failure.tell(changes)
    for line in words.reasons + [words.examples] { StandardError.write("  " + line + "\n") }
  }
}
