import Herald

/// The documents of a device's page, each once, with the ends of the values that decisions asked.
struct DocumentData {
  private let documents: ArrivedDocuments
  private let asked: [ExactString: Set<DocumentPlace>]

  init(_ documents: ArrivedDocuments, asked: [ExactString: Set<DocumentPlace>]) {
    self.documents = documents
    self.asked = asked
  }

  func write(into output: inout JSONWriter) {
    var left = ArrivedDocuments.limit
    output.array(documents.arrivals) { output, document in
      let size = document.text?.utf8.count ?? 0
      let fits = size <= left
      if fits { left -= size }
      write(document, text: fits ? document.text : nil, into: &output)
    }
  }

  private func write(_ document: ArrivedDocuments.Arrival, text: String?, into output: inout JSONWriter) {
    output.raw("{\"digest\":")
    output.string(document.digest)
    output.raw(",\"format\":")
    output.string(document.format)
    output.raw(",\"first\":")
    output.integer(document.first)
    output.raw(",\"last\":")
    output.integer(document.last)
    output.raw(",\"arrivals\":")
    output.integer(document.arrivals)
    output.raw(",\"refusal\":")
    output.string(document.refusal.map { ExactString("\($0.rawValue): \($0.words)") })
    output.raw(",\"bytes\":")
    if let text = document.text { output.integer(text.utf8.count) } else { output.raw("null") }
    output.raw(",\"text\":")
    output.string(text.map { ExactString($0) })
    output.raw(",\"spans\":")
    output.array(spans(of: document, in: text)) { output, span in
      output.array(span) { $0.integer($1) }
    }
    output.raw("}")
  }

  /// Line, column, end's line and end's column of each asked place.
  private func spans(of document: ArrivedDocuments.Arrival, in text: String?) -> [[Int]] {
    guard let text, let places = asked[document.digest], !places.isEmpty else { return [] }
    let spans = DocumentSpans(text)
    return places.sorted { ($0.line, $0.column, $0.pointer) < ($1.line, $1.column, $1.pointer) }.map { place in
      let end = spans.end(of: place)
      return [place.line, place.column] + (end.map { [$0.line, $0.column] } ?? [])
    }
  }
}
