package import Herald
import HeraldFormats
import HeraldLog

/// The two policies of a what-if: the documents of the log, or a document that replaces them, and the other policy.
package struct ComparedPolicies {
  /// Both documents. Each thread reads them into policies of its own.
  let documents: Documents
  private let old: DocumentShelf?
  private let new: DocumentShelf

  struct Documents: Sendable {
    let baseline: Document?
    let other: Document
  }

  /// - Parameters:
  ///   - baseline: replaces the log's own documents; nil to keep them.
  ///   - other: the policy that is tried.
  package init(baseline: Document?, other: Document) {
    self.init(Documents(baseline: baseline, other: other))
  }

  init(_ documents: Documents) {
    self.documents = documents
    old = documents.baseline.map { DocumentShelf(reading: Formats.reading, replacement: $0) }
    new = DocumentShelf(reading: Formats.reading, replacement: documents.other)
  }

  /// An event's data under the baseline.
  func baseline(_ data: EventData) -> EventData { old.map { Self.replacing(data, by: $0) } ?? data }

  /// An event's data under the other policy.
  func other(_ data: EventData) -> EventData { Self.replacing(data, by: new) }

  private static func replacing(_ data: EventData, by shelf: DocumentShelf) -> EventData {
    guard case .fetchSucceeded(let fetch) = data else { return data }
    return .fetchSucceeded(shelf.replacing(fetch))
  }
}
