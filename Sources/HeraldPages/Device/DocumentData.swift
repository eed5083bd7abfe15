import HeraldQuestions
import Herald

/// The documents of a device's page, each once, with the spans of the values that decisions read.
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
    output.object { output in
      output.member("digest", document.digest)
      output.member("format", document.format)
      output.member("first", document.first)
      output.member("last", document.last)
      output.member("arrivals", document.arrivals)
      output.member("refusal", document.refusal.map { "\($0.rawValue): \($0.words)" })
      output.member("bytes", document.text?.utf8.count)
      output.member("text", text)
      output.member("spans", spans(of: document, in: text)) { output, span in
        output.array(span) { $0.integer($1) }
      }
    }
  }

  /// The spans of the places that were read, each as line, column, line of the end and column of the end.
  private func spans(of document: ArrivedDocuments.Arrival, in text: String?) -> [[Int]] {
    guard let text, let places = asked[document.digest], !places.isEmpty else { return [] }
    let spans = DocumentSpans(text)
    return places.sorted { ($0.line, $0.column, $0.pointer) < ($1.line, $1.column, $1.pointer) }.map { place in
      let end = spans.end(of: place)
      return [place.line, place.column] + (end.map { [$0.line, $0.column] } ?? [])
    }
  }
}
