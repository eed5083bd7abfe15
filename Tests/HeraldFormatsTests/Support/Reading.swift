import Herald
import HeraldFormats
import Testing

/// Reads a text as a document of Herald's own format.
func read(_ text: String, format: ExactString = "herald") -> ReadDocument {
  Formats.read(Document(text: text, format: format))
}

extension ReadDocument {
  /// The policy, where the document was accepted.
  func policy(_ location: SourceLocation = #_sourceLocation) throws -> Policy {
    guard case .accepted(let policy) = reading else {
      let found = diagnostics.map(\.what).joined(separator: " ")
      return try #require(nil as Policy?, "refused: \(found)", sourceLocation: location)
    }
    return policy
  }

  var refusal: RefusalReason? {
    if case .refused(let reason) = reading { reason } else { nil }
  }

  var codes: [String] { diagnostics.map(\.code.name) }
}

/// A text with `▸` before the place that a finding has to name.
struct Marked {
  let text: String
  let line: Int
  let column: Int

  init(_ marked: String) throws {
    let scalars = Array(marked.unicodeScalars)
    let mark = try #require(scalars.firstIndex(of: "▸"), "no place is marked")
    let before = scalars[..<mark]
    line = before.count { $0 == "\n" } + 1
    column = before.reversed().prefix { $0 != "\n" }.count + 1
    text = String(String.UnicodeScalarView(before + scalars[(mark + 1)...]))
  }
}

/// Whether a finding has all its parts.
func isComplete(_ diagnostic: Diagnostic) -> Bool {
  !diagnostic.what.isEmpty && diagnostic.what.hasSuffix(".") && !diagnostic.why.isEmpty && !diagnostic.fix.isEmpty
}
