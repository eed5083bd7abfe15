import Herald
import HeraldPages

/// The documents that refused lines brought, each once and as its author wrote it, to be copied into a draft.
struct RefusedDocuments {
  struct Refused {
    let text: String
    let format: String
    let digest: ExactString
    /// The number of lines that brought it.
    var lines = 1
  }

  private(set) var all: [Refused] = []
  /// The number of lines that brought a policy whose document cannot be read.
  private(set) var cut = 0

  init(_ lines: [RejectedLine]) {
    for line in lines where line.bringsPolicy {
      let data = try? JSONNode.read(String(decoding: line.line, as: UTF8.self), lenient: true).node[name: "data"]
      guard let text = data?[name: "document"]?.string else {
        cut += 1
        continue
      }
      let digest = Digest.of(text)
      if let known = all.firstIndex(where: { $0.digest == digest }) {
        all[known].lines += 1
      } else {
        all.append(Refused(text: text, format: data?[name: "format"]?.string ?? "unknown", digest: digest))
      }
    }
  }

  /// The values for the page's template.
  ///
  /// - Parameter reason: distinguishes the fields of the page.
  func values(of reason: String) -> [[String: Any]] {
    all.enumerated().map { index, document in
      [
        "title": "\(document.format) \(document.digest.shortDigest), brought by "
          + RefusedWords.count(document.lines, "line"),
        "field": "document-\(reason)-\(index + 1)", "text": EscapedText.lines(document.text),
        "rows": min(24, document.text.count { $0 == "\n" } + 2),
      ]
    }
  }
}
