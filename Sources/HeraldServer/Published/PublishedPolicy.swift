import GRDB
import Herald

/// A document as it was published: its bytes, who published it when and why, and what the what-if said.
struct PublishedPolicy: Sendable {
  /// Its place among the publications of the app, from 1.
  let number: Int
  let text: String
  let digest: ExactString
  let format: String
  /// The document's own revision; nil where it has none.
  let revision: Int?
  /// The text of its signature file; nil where it is not signed.
  let signature: String?
  let time: Timestamp
  /// The name of the token that published it.
  let by: String
  /// The reason for publishing it although a limit was passed; nil if no limit was passed.
  let override: String?
  /// The what-if's figures as JSON; nil where there was nothing to compare with.
  let figures: String?

  /// The strong entity tag of the bytes.
  var tag: String { "\"\(digest.string)\"" }

  /// Appends what is known of the publication, without the document.
  func write(into output: inout JSONWriter) {
    output.object {
      $0.member("number", number)
      $0.member("digest", digest)
      $0.member("format", format)
      $0.member("revision", revision)
      $0.member("signed", signature != nil)
      $0.member("time", time)
      $0.member("by", by)
      $0.member("override", override)
      $0.member("figures") { if let figures { $0.raw(json: figures) } else { $0.null() } }
    }
  }
}

extension PublishedPolicy {
  init(_ row: Row) {
    self.init(
      number: row["number"], text: row["text"], digest: ExactString(row["digest"] as String), format: row["format"],
      revision: row["revision"], signature: row["signature"], time: Timestamp(milliseconds: row["time"]),
      by: row["token"], override: row["override"], figures: row["figures"])
  }
}
